from domain.acuarella.notation import notation, parse
from domain.kernel.game import Words


def words(edition):
    return Words(
        notation=notation,
        parse=parse,
        label=lambda c, l: notation(c),
        narrate=lambda *a: "x",
        describe=lambda l, a: "x",
        picture=lambda *a: "",
        messages={},
        reasons={},
    )
