"""What is said in words: templates, in three languages."""

from collections.abc import Mapping

from domain.kernel.words import Labels

# On buttons.

LABELS: Mapping[str, Labels] = {
    "reach": Labels(
        en="Reach into the bag",
        pt="Ponha a mão no saco",
        it="Infila la mano nel sacchetto",
    ),
    "let_go": Labels(
        en="Let the piece go",
        pt="Solte a peça",
        it="Lascia andare il pezzo",
    ),
    "pull": Labels(
        en="Pull the piece out",
        pt="Tire a peça do saco",
        it="Estrai il pezzo",
    ),
    "place": Labels(
        en="Place {piece} on {cell}",
        pt="Coloque {piece} em {cell}",
        it="Piazza {piece} in {cell}",
    ),
    "feed": Labels(
        en="Put {piece} into the bag",
        pt="Ponha {piece} no saco",
        it="Metti {piece} nel sacchetto",
    ),
}

# What happened, by the event's tag.

TOLD: Mapping[str, Labels] = {
    "round_began": Labels(
        en="Round {round} begins.",
        pt="Começa a rodada {round}.",
        it="Comincia il turno {round}.",
    ),
    "reached": Labels(
        en="{who} reaches into the bag.",
        pt="{who} põe a mão no saco.",
        it="{who} infila la mano nel sacchetto.",
    ),
    "felt": Labels(
        en="To the touch: {shape}.",
        pt="Ao tato: {shape}.",
        it="Al tatto: {shape}.",
    ),
    "grasped": Labels(
        en="In the hand: {piece}.",
        pt="Na mão: {piece}.",
        it="In mano: {piece}.",
    ),
    "released": Labels(
        en="{who} lets the piece go.",
        pt="{who} solta a peça.",
        it="{who} lascia andare il pezzo.",
    ),
    "pulled": Labels(
        en="{who} pulls out {piece}.",
        pt="{who} tira {piece}.",
        it="{who} estrae {piece}.",
    ),
    "all_pulled": Labels(
        en="All have pulled; {who} takes a latecomer token.",
        pt="Todos já tiraram; {who} recebe uma ficha de atraso.",
        it="Tutti hanno estratto; {who} riceve un gettone ritardatario.",
    ),
    "taken": Labels(
        en="For the doubloon {who} takes {piece}.",
        pt="Com o dobrão, {who} pega {piece}.",
        it="Con il doblone {who} prende {piece}.",
    ),
    "placed": Labels(
        en="{who} places {piece} on {cell}.",
        pt="{who} coloca {piece} em {cell}.",
        it="{who} piazza {piece} in {cell}.",
    ),
    "went_without": Labels(
        en="For the doubloon of {who} nothing that fits is left.",
        pt="Para o dobrão de {who} não resta nada que caiba.",
        it="Per il doblone di {who} non resta nulla che si possa piazzare.",
    ),
    "all_placed": Labels(
        en="Now the bag is fed.",
        pt="Agora o saco é abastecido.",
        it="Ora si rifornisce il sacchetto.",
    ),
    "fed": Labels(
        en="{who} puts {piece} into the bag.",
        pt="{who} põe {piece} no saco.",
        it="{who} mette {piece} nel sacchetto.",
    ),
    "topped_up": Labels(
        en="From the reserve into the bag: {piece}.",
        pt="Da reserva para o saco: {piece}.",
        it="Dalla riserva nel sacchetto: {piece}.",
    ),
}
COLOURS = Labels(en="The colours: {pairs}.", pt="As cores: {pairs}.", it="I colori: {pairs}.")
COLOUR_OF = Labels(en="{colour} for {who}", pt="{colour} para {who}", it="{colour} per {who}")
FINAL = Labels(
    en="This one must be pulled.",
    pt="Esta precisa ser tirada.",
    it="Questo va estratto.",
)
STUCK = Labels(
    en="{who} cannot place what was pulled.",
    pt="{who} não tem onde colocar o que tirou.",
    it="{who} non può piazzare ciò che ha estratto.",
)
STUCK_SEVERAL = Labels(
    en="{who} cannot place what they pulled.",
    pt="{who} não têm onde colocar o que tiraram.",
    it="{who} non possono piazzare ciò che hanno estratto.",
)
LAST_ROUND = Labels(
    en="This round is the last.",
    pt="Esta é a última rodada.",
    it="Questo è l'ultimo turno.",
)

# Lines of the score sheet, by their clause.

LINES: Mapping[str, Labels] = {
    "PZ-12": Labels(
        en="{piece} on {cell}, beside {pieces}: {points}",
        pt="{piece} em {cell}, ao lado de {pieces}: {points}",
        it="{piece} in {cell}, accanto a {pieces}: {points}",
    ),
    "PZ-13": Labels(
        en="{piece} on {cell}, best line with {pieces}: {points}",
        pt="{piece} em {cell}, melhor linha com {pieces}: {points}",
        it="{piece} in {cell}, linea migliore con {pieces}: {points}",
    ),
    "PZ-14": Labels(
        en="{piece} on {cell}, colours around it ({pieces}): {points}",
        pt="{piece} em {cell}, cores ao redor ({pieces}): {points}",
        it="{piece} in {cell}, colori intorno ({pieces}): {points}",
    ),
    "PZ-15": Labels(
        en="{piece} on {cell}, shapes around it ({pieces}): {points}",
        pt="{piece} em {cell}, formas ao redor ({pieces}): {points}",
        it="{piece} in {cell}, forme intorno ({pieces}): {points}",
    ),
    "PZ-16": Labels(
        en="Latecomer tokens, {count}: {points}",
        pt="Fichas de atraso, {count}: {points}",
        it="Gettoni ritardatario, {count}: {points}",
    ),
}
ONE_POINT = Labels(en="{points} point", pt="{points} ponto", it="{points} punto")
POINTS = Labels(en="{points} points", pt="{points} pontos", it="{points} punti")

# Why not, by the refusal's code.

MESSAGES: Mapping[str, Labels] = {
    "unreadable": Labels(
        en="“{text}” is no move: write reach, let go, pull, White Crab@-1,2 or feed Red Sub.",
        pt="“{text}” não é uma jogada: escreva reach, let go, pull, White Crab@-1,2 ou feed Red Sub.",
        it="«{text}» non è una mossa: scrivi reach, let go, pull, White Crab@-1,2 o feed Red Sub.",
    ),
    "wrong-phase": Labels(
        en="Not now: that belongs to another phase of the round.",
        pt="Agora não: isso é de outra fase da rodada.",
        it="Non ora: è cosa di un'altra fase del turno.",
    ),
    "hand-full": Labels(
        en="Your hand already holds a piece: let it go or pull it out.",
        pt="Sua mão já segura uma peça: solte-a ou tire-a do saco.",
        it="La tua mano tiene già un pezzo: lascialo andare o estrailo.",
    ),
    "hand-empty": Labels(
        en="Your hand holds nothing: reach into the bag first.",
        pt="Sua mão não segura nada: primeiro ponha-a no saco.",
        it="La tua mano non tiene nulla: prima infilala nel sacchetto.",
    ),
    "must-pull": Labels(
        en="This piece can no longer be let go: pull it out.",
        pt="Esta peça não pode mais ser solta: tire-a do saco.",
        it="Questo pezzo non si può più lasciar andare: estrailo.",
    ),
    "unknown-piece": Labels(
        en="There is no piece “{piece}”; pieces are written like {example}.",
        pt="Não existe a peça “{piece}”; as peças se escrevem como {example}.",
        it="Non esiste il pezzo «{piece}»; i pezzi si scrivono come {example}.",
    ),
    "unknown-cell": Labels(
        en="The board has no cell “{cell}”.",
        pt="O tabuleiro não tem a casa “{cell}”.",
        it="La scheda non ha la casella «{cell}».",
    ),
    "another-piece": Labels(
        en="Place the piece that you pulled: {pulled}.",
        pt="Coloque a peça que você tirou: {pulled}.",
        it="Va piazzato il pezzo che hai estratto: {pulled}.",
    ),
    "not-in-stock": Labels(
        en="No such piece lies in a supply or in the reserve.",
        pt="Não há tal peça em nenhum estoque nem na reserva.",
        it="Un pezzo simile non c'è né davanti ai giocatori né nella riserva.",
    ),
    "cell-taken": Labels(
        en="There is already a piece on {cell}.",
        pt="Já há uma peça em {cell}.",
        it="In {cell} c'è già un pezzo.",
    ),
    "same-colour": Labels(
        en="Beside {cell} lies a piece of the same colour.",
        pt="Ao lado de {cell} há uma peça da mesma cor.",
        it="Accanto a {cell} c'è un pezzo dello stesso colore.",
    ),
    "another-colour": Labels(
        en="You feed the bag from your own supply only.",
        pt="Só se abastece o saco com o próprio estoque.",
        it="Il sacchetto si rifornisce solo con i pezzi del proprio colore.",
    ),
    "not-in-supply": Labels(
        en="Your supply holds no such piece any more.",
        pt="Seu estoque não tem mais essa peça.",
        it="Tra i tuoi pezzi questo non c'è più.",
    ),
}

# How it ended, and what parted those with equal points.

REASONS: Mapping[str, Labels] = {
    "stuck": Labels(
        en="A piece that was pulled could not be placed.",
        pt="Uma peça tirada não pôde ser colocada.",
        it="Un pezzo estratto non si poteva piazzare.",
    ),
    "last-token": Labels(
        en="The last latecomer token was taken.",
        pt="A última ficha de atraso foi entregue.",
        it="È stato preso l'ultimo gettone ritardatario.",
    ),
    "stuck-and-last-token": Labels(
        en="The last latecomer token was taken, and a piece that was pulled could not be placed.",
        pt="A última ficha de atraso foi entregue, e uma peça tirada não pôde ser colocada.",
        it="È stato preso l'ultimo gettone ritardatario, e un pezzo estratto non si poteva piazzare.",
    ),
    "bag-too-small": Labels(
        en="The bag no longer holds a piece for everybody.",
        pt="O saco não tem mais uma peça para cada um.",
        it="Nel sacchetto non c'è più un pezzo per ciascuno.",
    ),
    "one-seat-left": Labels(
        en="All others have left the match.",
        pt="Todos os outros deixaram a partida.",
        it="Tutti gli altri hanno abbandonato la partita.",
    ),
    "fewest-pieces": Labels(
        en="Equal points: whoever placed fewer pieces ranks higher.",
        pt="Empate em pontos: fica à frente quem colocou menos peças.",
        it="A pari punti prevale chi ha piazzato meno puzzilli.",
    ),
    "equal": Labels(
        en="Equal points and equally many pieces: a tie.",
        pt="Mesmos pontos e mesmo número de peças: empate.",
        it="Stessi punti e stesso numero di puzzilli: patta.",
    ),
}

# In pictures.

PICTURE: Mapping[str, Labels] = {
    "title": Labels(
        en="Puzzilli, round {round}: {phase}",
        pt="Puzzilli, rodada {round}: {phase}",
        it="Puzzilli, turno {round}: {phase}",
    ),
    "player": Labels(en="Player {number}", pt="Jogador {number}", it="Giocatore {number}"),
    "set-up": Labels(en="set-up", pt="preparação", it="preparazione"),
    "draw": Labels(en="draw", pt="pescar", it="pesca"),
    "place": Labels(en="place", pt="colocar", it="piazzamento"),
    "feed": Labels(en="feed the bag", pt="abastecer o saco", it="rifornimento"),
    "over": Labels(en="the end", pt="fim", it="fine"),
    "bag": Labels(en="In the bag: {count}", pt="No saco: {count}", it="Nel sacchetto: {count}"),
    "tokens": Labels(
        en="Latecomer tokens left: {count}", pt="Fichas de atraso restantes: {count}", it="Gettoni rimasti: {count}"
    ),
    "reserve": Labels(en="Reserve", pt="Reserva", it="Riserva"),
    "last-round": Labels(en="last round", pt="última rodada", it="ultimo turno"),
    "feels": Labels(en="feels: {shape}", pt="sente: {shape}", it="sente: {shape}"),
    "in-bag": Labels(en="hand in the bag", pt="mão no saco", it="mano nel sacchetto"),
    "final": Labels(en="must pull", pt="deve tirar", it="deve estrarre"),
    "done": Labels(en="done", pt="pronto", it="fatto"),
    "left": Labels(en="left", pt="saiu", it="uscito"),
    "reaches": Labels(en="reaches: {count}", pt="tentativas: {count}", it="tentativi: {count}"),
    "held": Labels(en="latecomer: {count}", pt="atrasos: {count}", it="ritardi: {count}"),
}
