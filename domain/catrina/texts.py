"""What is said when a command is refused, and when a match is over."""

from collections.abc import Mapping

from domain.kernel.words import Labels

MESSAGES: Mapping[str, Labels] = {
    "unreadable": Labels(
        en="“{text}” is no turn: write A1 @2,-1 r90, or + @2,-1 r90 for an extra tile.",
        pt="“{text}” não é uma jogada: escreva A1 @2,-1 r90, ou + @2,-1 r90 para uma peça extra.",
        it="«{text}» non è una mossa: scrivi A1 @2,-1 r90, oppure + @2,-1 r90 per una tessera extra.",
    ),
    "too-few-starting-tiles": Labels(
        en="This edition has {tiles} starting tiles, too few for {seats} players.",
        pt="Esta edição tem {tiles} peças iniciais, insuficientes para {seats} jogadores.",
        it="Questa edizione ha {tiles} tessere iniziali, troppo poche per {seats} giocatori.",
    ),
    "no-such-first-seat": Labels(
        en="Seat {first} cannot begin: there are {seats} seats, counted from 0.",
        pt="O lugar {first} não pode começar: há {seats} lugares, contados a partir de 0.",
        it="Il posto {first} non può cominciare: ci sono {seats} posti, contati da 0.",
    ),
    "place-the-extra-tile": Labels(
        en="Place the extra tile before anything else.",
        pt="Antes de tudo, coloque a peça extra.",
        it="Prima di tutto piazza la tessera extra.",
    ),
    "no-extra-tile": Labels(
        en="You have no extra tile: take one from the board.",
        pt="Você não tem nenhuma peça extra: pegue uma do tabuleiro.",
        it="Non hai nessuna tessera extra: prendine una dal tabellone.",
    ),
    "no-such-space": Labels(
        en="“{space}” is no end of a row: write A1 for the first tile of row A, A$ for the last.",
        pt="“{space}” não é a ponta de uma fileira: escreva A1 para a primeira peça da fileira A, A$ para a última.",
        it="«{space}» non è il capo di una fila: scrivi A1 per la prima tessera della fila A, A$ per l'ultima.",
    ),
    "row-is-empty": Labels(
        en="No tile is left in row {row}.",
        pt="Não resta nenhuma peça na fileira {row}.",
        it="Nella fila {row} non è rimasta nessuna tessera.",
    ),
    "written-otherwise": Labels(
        en="“{given}” is the same as “{canonical}”: write the latter.",
        pt="“{given}” é o mesmo que “{canonical}”: escreva este último.",
        it="«{given}» equivale a «{canonical}»: scrivi quest'ultimo.",
    ),
    "no-such-cell": Labels(
        en="“{cell}” is no cell: write 2,-1 for two to the right of the starting tile and one below.",
        pt="“{cell}” não é uma casa: escreva 2,-1 para duas à direita da peça inicial e uma abaixo.",
        it="«{cell}» non è una casella: scrivi 2,-1 per due a destra della tessera iniziale e una sotto.",
    ),
    "cell-is-taken": Labels(
        en="There is a tile on {cell} already.",
        pt="Já existe uma peça em {cell}.",
        it="In {cell} c'è già una tessera.",
    ),
    "not-beside-the-village": Labels(
        en="{cell} shares no side with a tile of your village.",
        pt="{cell} não tem nenhum lado em comum com uma peça da sua vila.",
        it="{cell} non ha nessun lato in comune con una tessera del tuo villaggio.",
    ),
    "no-such-turn": Labels(
        en="A tile is turned by 0, 90, 180 or 270 degrees, not by {turn}.",
        pt="Uma peça é girada 0, 90, 180 ou 270 graus, não {turn}.",
        it="Una tessera si ruota di 0, 90, 180 o 270 gradi, non di {turn}.",
    ),
}

REASONS: Mapping[str, Labels] = {
    "rounds": Labels(
        en="The last tile of the last round has been placed.",
        pt="A última peça da última rodada foi colocada.",
        it="L'ultima tessera dell'ultimo round è stata piazzata.",
    ),
    "tiles": Labels(
        en="No tile is left to fill the board.",
        pt="Não restam peças para repor o tabuleiro.",
        it="Non ci sono più tessere per riempire il tabellone.",
    ),
    "alone": Labels(
        en="All the other players have left the match.",
        pt="Todos os outros jogadores deixaram a partida.",
        it="Tutti gli altri giocatori hanno lasciato la partita.",
    ),
    "shared": Labels(
        en="Equal points: the place is shared.",
        pt="Mesma pontuação: a colocação é dividida.",
        it="Parità di punti: il posto è condiviso.",
    ),
}
