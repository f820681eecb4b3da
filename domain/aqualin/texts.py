"""What is said when a command is refused, and when a match is over; and what seats play for."""

from collections.abc import Mapping

from domain.kernel.words import Labels

COLOURS = Labels(en="colours", pt="cores", it="colori")
TYPES = Labels(en="types of animal", pt="tipos de animal", it="tipi di animale")

MESSAGES: Mapping[str, Labels] = {
    "unreadable": Labels(
        en="“{text}” is no turn: write RC@d4, or c3-c5 RC@d4 with a slide before it.",
        pt="“{text}” não é uma jogada: escreva RC@d4, ou c3-c5 RC@d4 com um deslizamento antes.",
        it="«{text}» non è una mossa: scrivi RC@d4, oppure c3-c5 RC@d4 con uno scivolamento prima.",
    ),
    "no-such-cell": Labels(
        en="The reef has no cell {cell}: it has {columns} columns and {rows} rows.",
        pt="O recife não tem a casa {cell}: tem {columns} colunas e {rows} linhas.",
        it="La barriera non ha la casella {cell}: ha {columns} colonne e {rows} righe.",
    ),
    "nothing-to-slide": Labels(
        en="On the very first turn there is nothing to slide.",
        pt="Na primeira jogada da partida não há nada para deslizar.",
        it="Al primissimo turno non c'è niente da far scivolare.",
    ),
    "no-tile-to-slide": Labels(
        en="There is no tile on {cell} to slide.",
        pt="Não há nenhuma peça em {cell} para deslizar.",
        it="In {cell} non c'è nessuna tessera da far scivolare.",
    ),
    "slides-nowhere": Labels(
        en="A tile slides one cell at least: to slide nothing, leave {cell}-{cell} out.",
        pt="Uma peça desliza ao menos uma casa: para não deslizar nada, omita {cell}-{cell}.",
        it="Una tessera scivola di almeno una casella: per non far scivolare nulla, ometti {cell}-{cell}.",
    ),
    "not-in-line": Labels(
        en="A tile slides along its row or its column: {end} is not in line with {start}.",
        pt="Uma peça desliza na sua linha ou na sua coluna: {end} não está alinhada com {start}.",
        it="Una tessera scivola lungo la sua riga o la sua colonna: {end} non è in linea con {start}.",
    ),
    "way-blocked": Labels(
        en="A tile cannot slide from {start} to {end}: {cell} is taken.",
        pt="Nenhuma peça pode deslizar de {start} para {end}: {cell} está ocupada.",
        it="Una tessera non può scivolare da {start} a {end}: {cell} è occupata.",
    ),
    "not-on-display": Labels(
        en="{tile} is not on display.",
        pt="{tile} não está à mostra.",
        it="{tile} non è tra le tessere scoperte.",
    ),
    "cell-taken": Labels(
        en="{cell} is taken by {tile}.",
        pt="{cell} já está ocupada por {tile}.",
        it="{cell} è già occupata da {tile}.",
    ),
}

REASONS: Mapping[str, Labels] = {
    "reef-full": Labels(
        en="Every tile is on the reef.",
        pt="Todas as peças estão no recife.",
        it="Tutte le tessere sono sulla barriera.",
    ),
    "seat-left": Labels(
        en="A player has left the match.",
        pt="Um dos jogadores deixou a partida.",
        it="Un giocatore ha lasciato la partita.",
    ),
    "second-mover": Labels(
        en="Equal points: whoever did not go first wins.",
        pt="Empate em pontos: vence quem não começou.",
        it="Parità di punti: vince chi non ha cominciato.",
    ),
}
