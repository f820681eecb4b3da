"""The sentences of Acuarella: on buttons, in the story of a match, on the score sheet."""

from domain.kernel.words import Labels

PIECE = Labels(en="{colour} {shape}", pt="{shape} {colour}", it="{shape} {colour}")
WILDCARD = Labels(en="wildcard", pt="coringa", it="jolly")
PLAYER = Labels(en="player {number}", pt="jogador {number}", it="giocatore {number}")
AND = Labels(en=" and ", pt=" e ", it=" e ")

# On buttons
PLACE = Labels(
    en="Place the {piece} on {cells}",
    pt="Posicionar o gato {piece} em {cells}",
    it="Posiziona il gatto {piece} in {cells}",
)
FROM_BAG = Labels(en=", from the bag", pt=", do saco", it=", dal sacchetto")
FROM_RESERVE = Labels(en=", the reserved one", pt=", o reservado", it=", quello riservato")
FROM_BEHIND = Labels(en=", replacement {source}", pt=", de reposição ({source})", it=", di ricambio ({source})")
FROM_FRONT = Labels(en=", number {source}", pt=", número {source}", it=", numero {source}")
LAY_PHOTO = Labels(
    en="Lay a cat photo on {cell}", pt="Colocar uma foto de gato em {cell}", it="Metti una foto di gatto in {cell}"
)
DONE = Labels(en="End the turn", pt="Encerrar o turno", it="Chiudi il turno")
GUESS = Labels(en="guess {colour}", pt="apostar em {colour}", it="scommetti su {colour}")
PURR = Labels(en="take wildcards", pt="pegar fichas coringa", it="prendi segnalini jolly")
ROB = Labels(en="take {pigment} from {victim}", pt="roubar {pigment} do {victim}", it="ruba {pigment} al {victim}")
INSIST = Labels(
    en="choose a replacement piece", pt="escolher uma peça de reposição", it="scegli una tessera di ricambio"
)
PARADE = Labels(en="turn the Catotem", pt="virar o Gatotem", it="gira il Gatotem")
GUARD = Labels(
    en="replace the available pieces", pt="trocar as peças disponíveis", it="sostituisci le tessere disponibili"
)
RESERVE = Labels(
    en="reserve the piece at {source}", pt="reservar a peça em {source}", it="riserva la tessera in {source}"
)
EXCHANGE = Labels(en="take {card} back", pt="recuperar {card}", it="recupera {card}")
MEOW = Labels(
    en="The best meow was that of {seat}",
    pt="O melhor miado foi o do {seat}",
    it="Il miglior miagolio è stato quello del {seat}",
)
SHARE = Labels(en="Share the victory", pt="Dividir a vitória", it="Condividi la vittoria")

# The story
FIRST = Labels(en="{name} goes first.", pt="{name} começa.", it="{name} comincia.")
ROW = Labels(en="Available: {pieces}.", pt="Disponíveis: {pieces}.", it="Disponibili: {pieces}.")
FIRST_PIECE = Labels(
    en="The first piece to be placed comes from the bag: {piece}.",
    pt="A primeira peça a posicionar vem do saco: {piece}.",
    it="La prima tessera da posizionare viene dal sacchetto: {piece}.",
)
PLACED = Labels(
    en="{name} places the {piece} at {cell}.",
    pt="{name} posiciona o gato {piece} em {cell}.",
    it="{name} posiziona il gatto {piece} in {cell}.",
)
MIXED = Labels(en="New pigments: {pigments}.", pt="Novos pigmentos: {pigments}.", it="Nuovi pigmenti: {pigments}.")
MIXED_ONE = Labels(
    en="A new pigment: {pigments}.", pt="Um novo pigmento: {pigments}.", it="Un nuovo pigmento: {pigments}."
)
DULL = Labels(en="One union gives nothing.", pt="Uma união não gera pigmento.", it="Un'unione non genera pigmenti.")
DULL_MANY = Labels(
    en="{count} unions give nothing.",
    pt="{count} uniões não geram pigmento.",
    it="{count} unioni non generano pigmenti.",
)
BONE = Labels(
    en="The bone on {cell} brings a card: {card}.",
    pt="O ossinho em {cell} rende uma carta: {card}.",
    it="L'osso in {cell} porta una carta: {card}.",
)
BONE_ALONE = Labels(
    en="The bone on {cell} brings nothing: there are no cards left.",
    pt="O ossinho em {cell} não rende nada: não há mais cartas.",
    it="L'osso in {cell} non porta niente: le carte sono finite.",
)
RESHUFFLED = Labels(
    en="The discard pile is shuffled.",
    pt="A pilha de descarte é embaralhada.",
    it="La pila degli scarti viene mescolata.",
)
FILLED = Labels(
    en="{name}'s board is full.", pt="O tabuleiro de {name} está cheio.", it="La plancia di {name} è piena."
)
TROPHY = Labels(
    en="{name}'s board is full: trophy no. {trophy}!",
    pt="O tabuleiro de {name} está cheio: troféu nº {trophy}!",
    it="La plancia di {name} è piena: trofeo n. {trophy}!",
)
PHOTO = Labels(
    en="{name} lays a cat photo on {cells}.",
    pt="{name} coloca uma foto de gato em {cells}.",
    it="{name} mette una foto di gatto in {cells}.",
)
PHOTOS = Labels(
    en="{name} lays cat photos on {cells}.",
    pt="{name} coloca fotos de gatos em {cells}.",
    it="{name} mette foto di gatti in {cells}.",
)
GUESSED = Labels(
    en="{name} guesses {colour}, and out comes the {piece}:",
    pt="{name} aposta em {colour}, e sai o gato {piece}:",
    it="{name} scommette su {colour}, ed esce il gatto {piece}:",
)
GUESSED_RIGHT = Labels(
    en="right, any piece of the bag may be placed.",
    pt="acertou, pode posicionar qualquer peça do saco.",
    it="indovinato, può posizionare una tessera qualsiasi del sacchetto.",
)
GUESSED_IN_VAIN = Labels(
    en="right, but nothing in the bag fits.",
    pt="acertou, mas nada do que há no saco cabe.",
    it="indovinato, ma niente nel sacchetto entra.",
)
GUESSED_WRONG = Labels(en="wrong.", pt="errou.", it="sbagliato.")
PURRED = Labels(
    en="{name} purrs and takes wildcards: {count}.",
    pt="{name} ronrona e pega fichas coringa: {count}.",
    it="{name} fa le fusa e prende segnalini jolly: {count}.",
)
ROBBED = Labels(
    en="{name} is jealous and takes a pigment from {victim}: {pigment}.",
    pt="{name} fica com inveja e rouba um pigmento de {victim}: {pigment}.",
    it="{name} si lascia prendere dall'invidia e ruba un pigmento a {victim}: {pigment}.",
)
INSISTED = Labels(
    en="{name} is stubborn and will choose a replacement piece.",
    pt="{name} teima e vai escolher uma peça de reposição.",
    it="{name} si impunta e sceglierà una tessera di ricambio.",
)
PARADED = Labels(
    en="{name} calls a parade: the Catotem turns round.",
    pt="{name} convoca um desfile: o Gatotem se vira.",
    it="{name} indice una parata: il Gatotem si gira.",
)
GUARDED = Labels(
    en="{name} calls the Guardian. New available pieces: {pieces}.",
    pt="{name} chama o Guardião. Novas peças disponíveis: {pieces}.",
    it="{name} chiama il Guardiano. Nuove tessere disponibili: {pieces}.",
)
GUARDED_NOTHING = Labels(
    en="{name} calls the Guardian, but the bag is empty.",
    pt="{name} chama o Guardião, mas o saco está vazio.",
    it="{name} chiama il Guardiano, ma il sacchetto è vuoto.",
)
RESERVED = Labels(
    en="{name} takes in a stray: the {piece} is reserved.",
    pt="{name} acolhe um gato de rua: o gato {piece} fica reservado.",
    it="{name} accoglie un randagio: il gatto {piece} è riservato.",
)
EXCHANGED = Labels(
    en="{name} coughs up a hairball and takes {card} back.",
    pt="{name} cospe uma bola de pelo e recupera {card}.",
    it="{name} sputa una palla di pelo e recupera {card}.",
)
DREW = Labels(en="New in the row: {pieces}.", pt="Na fileira entra: {pieces}.", it="Nella fila entra: {pieces}.")
ENDED_TURN = Labels(en="{name} ends the turn.", pt="{name} encerra o turno.", it="{name} chiude il turno.")
RETURNED = Labels(
    en="{name}'s reserved {piece} fits nowhere and goes back into the bag.",
    pt="O gato {piece} reservado por {name} não cabe e volta ao saco.",
    it="Il gatto {piece} riservato da {name} non entra e torna nel sacchetto.",
)
TRIGGERED = Labels(
    en="{name} can place nothing: the final turns begin.",
    pt="{name} não consegue posicionar nada: começam os turnos finais.",
    it="{name} non può posizionare niente: cominciano i turni finali.",
)
SKIPPED = Labels(
    en="{name} can place nothing and loses this turn.",
    pt="{name} não consegue posicionar nada e perde este turno.",
    it="{name} non può posizionare niente e perde questo turno.",
)
CATS_ONE = Labels(en="{name} assembles one cat.", pt="{name} monta um gato.", it="{name} monta un gatto.")
CATS = Labels(en="{name} assembles {count} cats.", pt="{name} monta {count} gatos.", it="{name} monta {count} gatti.")
TIED = Labels(
    en="{names} are level: who meows best?",
    pt="Empate entre {names}: quem mia melhor?",
    it="{names} sono in parità: chi miagola meglio?",
)
MEOWED = Labels(
    en="{name}: {best} meowed best.", pt="{name}: {best} miou melhor.", it="{name}: {best} ha miagolato meglio."
)
SHARED = Labels(
    en="{name} wants to share the victory.",
    pt="{name} quer dividir a vitória.",
    it="{name} vuole condividere la vittoria.",
)

# The score sheet
POINTS = Labels(en="{points} points", pt="{points} pontos", it="{points} punti")
ONE_POINT = Labels(en="{points} point", pt="{points} ponto", it="{points} punto")
WARM = Labels(
    en="Warm pigment {pigment}: {points}",
    pt="Pigmento quente {pigment}: {points}",
    it="Pigmento caldo {pigment}: {points}",
)
COOL = Labels(
    en="Cool pigment {pigment}: {points}",
    pt="Pigmento frio {pigment}: {points}",
    it="Pigmento freddo {pigment}: {points}",
)
GREY = Labels(en="Wildcards: {points}", pt="Fichas coringa: {points}", it="Segnalini jolly: {points}")
TROPHY_LINE = Labels(
    en="Trophy no. {number}: {points}", pt="Troféu nº {number}: {points}", it="Trofeo n. {number}: {points}"
)
EMPTY = Labels(
    en="Empty cells ({cells}): {points}", pt="Casas vazias ({cells}): {points}", it="Caselle vuote ({cells}): {points}"
)
CAT = Labels(
    en="A cat of {pieces}: {points}", pt="Um gato com {pieces}: {points}", it="Un gatto con {pieces}: {points}"
)
