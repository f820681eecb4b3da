"""What is said when a command is refused, and when a match is over."""

from collections.abc import Mapping

from domain.kernel.words import Labels

MESSAGES: Mapping[str, Labels] = {
    "unreadable": Labels(
        en="“{text}” is no move: write 2:L4-green fr90@c4, !psychic(blue), +photo@c4 or . (end of turn).",
        pt="“{text}” não é uma jogada: escreva 2:L4-green fr90@c4, !psychic(blue), +photo@c4 ou . (fim do turno).",
        it="«{text}» non è una mossa: scrivi 2:L4-green fr90@c4, !psychic(blue), +photo@c4 oppure . (fine turno).",
    ),
    "no-such-first": Labels(
        en="That seat cannot go first: there are only {seats} seats.",
        pt="Esse lugar não pode começar: há somente {seats} lugares.",
        it="Quel posto non può cominciare: i posti sono solo {seats}.",
    ),
    # placing
    "already-placed": Labels(
        en="You have placed this turn's cat piece already.",
        pt="Você já posicionou a peça de gato deste turno.",
        it="Hai già posizionato la tessera gatto di questo turno.",
    ),
    "no-such-source": Labels(
        en="There is no place “{source}” to take a cat piece from.",
        pt="Não existe o lugar “{source}” de onde tirar uma peça de gato.",
        it="Non esiste il posto «{source}» da cui prendere una tessera gatto.",
    ),
    "no-such-piece": Labels(
        en="There is no cat piece “{piece}”.",
        pt="Não existe a peça de gato “{piece}”.",
        it="Non esiste la tessera gatto «{piece}».",
    ),
    "wrong-source": Labels(
        en="This turn's cat piece cannot come from {source}, only from: {sources}.",
        pt="A peça de gato deste turno não pode vir de {source}, somente de: {sources}.",
        it="La tessera gatto di questo turno non può venire da {source}, ma solo da: {sources}.",
    ),
    "other-piece": Labels(
        en="{piece} is not to be had from {source}.",
        pt="{piece} não está em {source}.",
        it="{piece} non si trova in {source}.",
    ),
    "no-such-turn": Labels(
        en="A cat piece cannot be turned by “{turn}”.",
        pt="Não se pode girar uma peça de gato em “{turn}”.",
        it="Una tessera gatto non si può girare di «{turn}».",
    ),
    "same-form": Labels(
        en="Turned by {turn}, this cat piece lies as it does by {canonical}: write {canonical}.",
        pt="Girada em {turn}, esta peça de gato fica como em {canonical}: escreva {canonical}.",
        it="Girata di {turn}, questa tessera gatto sta come con {canonical}: scrivi {canonical}.",
    ),
    "no-such-cell": Labels(
        en="The board has no cell {cell}.",
        pt="O tabuleiro não tem a casa {cell}.",
        it="La plancia non ha la casella {cell}.",
    ),
    "off-board": Labels(
        en="There the cat piece would stick out over the edge of the board.",
        pt="Ali a peça de gato sairia do tabuleiro.",
        it="Lì la tessera gatto uscirebbe dalla plancia.",
    ),
    "overlap": Labels(
        en="There the cat piece would cover another one or a photo: {cells}.",
        pt="Ali a peça de gato cobriria outra peça ou uma foto: {cells}.",
        it="Lì la tessera gatto coprirebbe un'altra tessera o una foto: {cells}.",
    ),
    "not-at-edge": Labels(
        en="Your first cat piece must touch an edge of the board.",
        pt="Sua primeira peça de gato deve tocar uma das bordas do tabuleiro.",
        it="La tua prima tessera gatto deve toccare un bordo della plancia.",
    ),
    "no-passing": Labels(
        en="Nobody may pass: place a cat piece first.",
        pt="Ninguém pode passar a vez: posicione antes uma peça de gato.",
        it="Non si può passare: prima posiziona una tessera gatto.",
    ),
    # photos
    "place-first": Labels(
        en="That comes after placing your cat piece.",
        pt="Isso vem depois de posicionar a sua peça de gato.",
        it="Questo si fa dopo aver posizionato la tessera gatto.",
    ),
    "no-photo": Labels(
        en="You have no cat photo left: one is earned with every {every} pigments.",
        pt="Você não tem mais fotos de gato: ganha-se uma a cada {every} pigmentos.",
        it="Non hai più foto di gatti: se ne guadagna una ogni {every} pigmenti.",
    ),
    "covered": Labels(
        en="{cell} is covered already.",
        pt="{cell} já está coberta.",
        it="{cell} è già coperta.",
    ),
    # cards
    "card-not-held": Labels(
        en="You do not have that card.",
        pt="Você não tem essa carta.",
        it="Non hai quella carta.",
    ),
    "one-card-a-turn": Labels(
        en="You have played a card this turn: one is all you may.",
        pt="Você já jogou uma carta neste turno: só se pode jogar uma.",
        it="Hai già giocato una carta in questo turno: se ne può giocare una sola.",
    ),
    "drawn-this-turn": Labels(
        en="You have only just drawn that card: it can be played from your next turn on.",
        pt="Você acabou de comprar essa carta: ela pode ser jogada a partir do próximo turno.",
        it="Hai appena pescato quella carta: si può giocare dal tuo prossimo turno.",
    ),
    "before-placing": Labels(
        en="That card is played before placing your cat piece.",
        pt="Essa carta se joga antes de posicionar a peça de gato.",
        it="Quella carta si gioca prima di posizionare la tessera gatto.",
    ),
    "only-when-drawn": Labels(
        en="After placing, a card with immediate effect can only be played in the turn in which it was drawn.",
        pt="Depois de posicionar, uma carta de efeito imediato só pode ser jogada no turno em que foi comprada.",
        it="Dopo aver posizionato, una carta a effetto immediato si può giocare solo nel turno in cui è stata pescata.",
    ),
    "holds-reserved": Labels(
        en="You have a reserved cat piece to place: you cannot choose another.",
        pt="Você tem uma peça de gato reservada para posicionar: não pode escolher outra.",
        it="Hai una tessera gatto riservata da posizionare: non puoi sceglierne un'altra.",
    ),
    "no-such-colour": Labels(
        en="No cat piece has the colour “{colour}”.",
        pt="Nenhuma peça de gato tem a cor “{colour}”.",
        it="Nessuna tessera gatto ha il colore «{colour}».",
    ),
    "bag-empty": Labels(
        en="The bag is empty: there is nothing to guess.",
        pt="O saco está vazio: não há nada para adivinhar.",
        it="Il sacchetto è vuoto: non c'è niente da indovinare.",
    ),
    "no-unpaid-union": Labels(
        en="None of your unions is without a pigment or a wildcard.",
        pt="Nenhuma das suas uniões está sem pigmento nem ficha coringa.",
        it="Nessuna delle tue unioni è senza pigmento né segnalino jolly.",
    ),
    "no-such-pigment": Labels(
        en="There is no pigment “{pigment}”.",
        pt="Não existe o pigmento “{pigment}”.",
        it="Non esiste il pigmento «{pigment}».",
    ),
    "not-the-richest": Labels(
        en="You can only rob the other player with the most pigments.",
        pt="Só se pode roubar do outro jogador com mais pigmentos.",
        it="Si può rubare solo all'altro giocatore con più pigmenti.",
    ),
    "already-yours": Labels(
        en="You have a pigment of that colour yourself ({pigment}).",
        pt="Você já tem um pigmento dessa cor ({pigment}).",
        it="Hai già anche tu un pigmento di quel colore ({pigment}).",
    ),
    "not-theirs": Labels(
        en="That player has no such pigment ({pigment}).",
        pt="Esse jogador não tem esse pigmento ({pigment}).",
        it="Quel giocatore non ha quel pigmento ({pigment}).",
    ),
    "no-replacement-fits": Labels(
        en="None of the replacement pieces fits on your board.",
        pt="Nenhuma das peças de reposição cabe no seu tabuleiro.",
        it="Nessuna delle tessere di ricambio entra nella tua plancia.",
    ),
    "empty-slot": Labels(
        en="There is no cat piece at {source}.",
        pt="Não há peça de gato em {source}.",
        it="In {source} non c'è nessuna tessera gatto.",
    ),
    "leaves-nothing": Labels(
        en="If you reserve this piece, no available one will fit on your board.",
        pt="Se você reservar esta peça, nenhuma das disponíveis caberá no seu tabuleiro.",
        it="Se riservi questa tessera, nessuna di quelle disponibili entrerà nella tua plancia.",
    ),
    "no-second-hairball": Labels(
        en="A Hairball cannot be exchanged for another one.",
        pt="Uma Bola de Pelo não pode ser trocada por outra.",
        it="Una Palla di Pelo non si può scambiare con un'altra.",
    ),
    "not-discarded": Labels(
        en="That card is not in the discard pile.",
        pt="Essa carta não está na pilha de descarte.",
        it="Quella carta non è nella pila degli scarti.",
    ),
    # the meow
    "only-meows": Labels(
        en="The match is played: all that is left is the best meow.",
        pt="A partida já foi jogada: só falta o melhor miado.",
        it="La partita è già stata giocata: manca solo il miglior miagolio.",
    ),
    "no-tie": Labels(
        en="Nobody is tied: there is no meow to judge.",
        pt="Ninguém está empatado: não há miado para julgar.",
        it="Nessuno è in parità: non c'è nessun miagolio da giudicare.",
    ),
    "not-tied": Labels(
        en="Only a tied player can have meowed best.",
        pt="Só um jogador empatado pode ter miado melhor.",
        it="Solo un giocatore in parità può aver miagolato meglio.",
    ),
}

REASONS: Mapping[str, Labels] = {
    "full": Labels(
        en="A board was full when its turn came.",
        pt="Um tabuleiro estava cheio quando chegou o seu turno.",
        it="Una plancia era piena quando è arrivato il suo turno.",
    ),
    "stuck": Labels(
        en="No available cat piece fitted on a board.",
        pt="Nenhuma peça de gato disponível cabia num tabuleiro.",
        it="Nessuna tessera gatto disponibile entrava in una plancia.",
    ),
    "stuck-by-card": Labels(
        en="A card left its player without a cat piece that fitted.",
        pt="Uma carta deixou o seu jogador sem peça de gato que coubesse.",
        it="Una carta ha lasciato il suo giocatore senza una tessera gatto che entrasse.",
    ),
    "left": Labels(
        en="Only one player was left at the table.",
        pt="Só restou um jogador à mesa.",
        it="Al tavolo è rimasto un solo giocatore.",
    ),
    "photos": Labels(
        en="Equal points: more cat photos decide.",
        pt="Empate em pontos: decide quem tem mais fotos de gatos.",
        it="Parità di punti: decide chi ha più foto di gatti.",
    ),
    "meow": Labels(
        en="Equal points and photos: the best meow wins.",
        pt="Empate em pontos e fotos: vence o melhor miado.",
        it="Parità di punti e foto: vince il miglior miagolio.",
    ),
    "shared": Labels(
        en="Equal points and photos, and no agreement on the best meow: the victory is shared.",
        pt="Empate em pontos e fotos, e sem acordo sobre o melhor miado: a vitória é dividida.",
        it="Parità di punti e foto, e nessun accordo sul miglior miagolio: la vittoria è condivisa.",
    ),
}
