"""The one way to say no."""


class Refusal(Exception):
    """A command that is not lawful now; nothing has changed.

    `code` is stable and names the message to translate, `clause` is the rule's id (None when the table itself refuses,
    not a rule of the game), `detail` holds what a client needs to explain it.
    """

    def __init__(self, code: str, clause: str | None = None, **detail: object) -> None:
        super().__init__(code, clause, detail)
        self.code, self.clause, self.detail = code, clause, detail
