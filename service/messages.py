"""What the house says when it refuses, in three languages. A game's own refusals have their messages in its room."""

from collections.abc import Mapping

from domain.kernel.words import Labels

MESSAGES: Mapping[str, Labels] = {
    # the envelope
    "already-created": Labels(
        en="A match is created once.",
        pt="Uma partida é criada uma só vez.",
        it="Una partita si crea una volta sola.",
    ),
    "wrong-number-of-seats": Labels(
        en="This game has {seats} seats.",
        pt="Este jogo tem {seats} lugares.",
        it="Questo gioco ha {seats} posti.",
    ),
    "unknown-option": Labels(
        en="There is no option {option}.",
        pt="Não existe a opção {option}.",
        it="Non esiste l'opzione {option}.",
    ),
    "unknown-option-value": Labels(
        en="The option {option} cannot be {value}: {values}.",
        pt="A opção {option} não pode ser {value}: {values}.",
        it="L'opzione {option} non può essere {value}: {values}.",
    ),
    "options-missing": Labels(
        en="Every option must have a value: {options}.",
        pt="Todas as opções precisam de um valor: {options}.",
        it="Ogni opzione deve avere un valore: {options}.",
    ),
    "already-started": Labels(
        en="The match is no longer open ({status}).",
        pt="A partida já não está aberta ({status}).",
        it="La partita non è più aperta ({status}).",
    ),
    "already-seated": Labels(
        en="You sit at seat {seat} already.",
        pt="Já está sentado no lugar {seat}.",
        it="Sei già seduto al posto {seat}.",
    ),
    "salt-too-long": Labels(
        en="A salt has at most {most} bytes.",
        pt="Um sal tem no máximo {most} bytes.",
        it="Un sale ha al massimo {most} byte.",
    ),
    "reserved": Labels(
        en="The seats of this match are reserved for others.",
        pt="Os lugares desta partida estão reservados para outros.",
        it="I posti di questa partita sono riservati ad altri.",
    ),
    "no-such-seat": Labels(
        en="There are {seats} seats, counted from 0.",
        pt="Há {seats} lugares, contados a partir de 0.",
        it="Ci sono {seats} posti, contati da 0.",
    ),
    "seat-taken": Labels(
        en="That seat is taken. Free: {free}.",
        pt="Esse lugar está ocupado. Livres: {free}.",
        it="Quel posto è occupato. Liberi: {free}.",
    ),
    "not-your-seat": Labels(
        en="That is not your seat.",
        pt="Esse não é o seu lugar.",
        it="Quello non è il tuo posto.",
    ),
    "not-the-creator": Labels(
        en="Only whoever created the match may do this.",
        pt="Só quem criou a partida pode fazer isto.",
        it="Solo chi ha creato la partita può farlo.",
    ),
    "not-seated": Labels(
        en="You have no seat in this match.",
        pt="Não tem lugar nesta partida.",
        it="Non hai un posto in questa partita.",
    ),
    "seats-free": Labels(
        en="Every seat must be taken first. Free: {free}.",
        pt="Primeiro todos os lugares têm de estar ocupados. Livres: {free}.",
        it="Prima tutti i posti devono essere occupati. Liberi: {free}.",
    ),
    "not-running": Labels(
        en="The match is not running ({status}).",
        pt="A partida não está em curso ({status}).",
        it="La partita non è in corso ({status}).",
    ),
    "not-your-turn": Labels(
        en="Others are to act now: seats {actors}.",
        pt="Agora é a vez de outros: lugares {actors}.",
        it="Ora tocca ad altri: posti {actors}.",
    ),
    "already-left": Labels(
        en="You have left this match already.",
        pt="Já abandonou esta partida.",
        it="Hai già lasciato questa partita.",
    ),
    "not-finished": Labels(
        en="The match has not ended ({status}).",
        pt="A partida não terminou ({status}).",
        it="La partita non è finita ({status}).",
    ),
    "not-the-house": Labels(
        en="Only the house seals matches.",
        pt="Só a casa sela partidas.",
        it="Solo la casa sigilla le partite.",
    ),
    "already-sealed": Labels(
        en="The match is sealed already.",
        pt="A partida já está selada.",
        it="La partita è già sigillata.",
    ),
    "cannot-fold": Labels(
        en="This match cannot be rebuilt: {why}.",
        pt="Esta partida não pode ser reconstruída: {why}.",
        it="Questa partita non può essere ricostruita: {why}.",
    ),
    "seed-lost": Labels(
        en="The seed of this match is lost: it can only be closed.",
        pt="A semente desta partida perdeu-se: só pode ser encerrada.",
        it="Il seme di questa partita è perduto: si può solo chiudere.",
    ),
    "seed-not-lost": Labels(
        en="The seed of this match is not lost.",
        pt="A semente desta partida não se perdeu.",
        it="Il seme di questa partita non è perduto.",
    ),
    # the service
    "version-conflict": Labels(
        en="The match is at version {version} now.",
        pt="A partida está agora na versão {version}.",
        it="La partita è ora alla versione {version}.",
    ),
    "unknown-game": Labels(
        en="There is no such game or edition: {what}.",
        pt="Não existe esse jogo ou essa edição: {what}.",
        it="Non esiste quel gioco o quell'edizione: {what}.",
    ),
    "no-such-match": Labels(
        en="There is no such match.",
        pt="Não existe essa partida.",
        it="Non esiste quella partita.",
    ),
    "no-such-step": Labels(
        en="The match has steps 1 to {steps}.",
        pt="A partida tem os passos 1 a {steps}.",
        it="La partita ha i passi da 1 a {steps}.",
    ),
    "nothing-to-score": Labels(
        en="There is no position to score ({status}).",
        pt="Não há posição para pontuar ({status}).",
        it="Non c'è una posizione da valutare ({status}).",
    ),
    "no-picture": Labels(
        en="There is no position to draw ({status}).",
        pt="Não há posição para desenhar ({status}).",
        it="Non c'è una posizione da disegnare ({status}).",
    ),
    "no-such-player": Labels(
        en="There is no such player.",
        pt="Não existe esse jogador.",
        it="Non esiste quel giocatore.",
    ),
    "idempotency-key-reused": Labels(
        en="Another command was committed under this Idempotency-Key.",
        pt="Outro comando foi registado com esta Idempotency-Key.",
        it="Un altro comando è stato registrato con questa Idempotency-Key.",
    ),
    "too-late": Labels(
        en="The time for this command was over.",
        pt="O tempo para este comando tinha acabado.",
        it="Il tempo per questo comando era finito.",
    ),
    "store-unavailable": Labels(
        en="The database is away. Try again with the same Idempotency-Key.",
        pt="A base de dados está indisponível. Tente de novo com a mesma Idempotency-Key.",
        it="La base di dati non è disponibile. Riprova con la stessa Idempotency-Key.",
    ),
    "lists-unavailable": Labels(
        en="Lists are being rebuilt. Single matches can be read meanwhile.",
        pt="As listas estão a ser reconstruídas. Entretanto as partidas podem ser lidas uma a uma.",
        it="Gli elenchi sono in ricostruzione. Intanto le singole partite si possono leggere.",
    ),
    "malformed": Labels(
        en="The request cannot be read: {why}.",
        pt="O pedido não pode ser lido: {why}.",
        it="La richiesta non può essere letta: {why}.",
    ),
    "bad-name": Labels(
        en="A name has 1 to 40 characters, all to be seen, and no blank at either end.",
        pt="Um nome tem de 1 a 40 caracteres, todos visíveis, sem espaço em nenhuma ponta.",
        it="Un nome ha da 1 a 40 caratteri, tutti visibili, senza spazi alle estremità.",
    ),
    "no-such-path": Labels(
        en="There is nothing at {path}.",
        pt="Não há nada em {path}.",
        it="Non c'è niente in {path}.",
    ),
    "method-not-allowed": Labels(
        en="{path} does not take {method}.",
        pt="{path} não aceita {method}.",
        it="{path} non accetta {method}.",
    ),
    "too-large": Labels(
        en="The request is too large: a body has at most 64 KiB.",
        pt="O pedido é grande demais: o corpo tem no máximo 64 KiB.",
        it="La richiesta è troppo grande: il corpo ha al massimo 64 KiB.",
    ),
    "bad-cursor": Labels(
        en="That cursor is from no page of this list.",
        pt="Esse cursor não é de nenhuma página desta lista.",
        it="Quel cursore non è di nessuna pagina di questo elenco.",
    ),
    "header-missing": Labels(
        en="This request needs the header {header}.",
        pt="Este pedido precisa do cabeçalho {header}.",
        it="Questa richiesta ha bisogno dell'intestazione {header}.",
    ),
    "unauthorised": Labels(
        en="This needs a valid token: Authorization: Bearer <player id>.<secret>.",
        pt="Isto precisa de um token válido: Authorization: Bearer <id do jogador>.<segredo>.",
        it="Serve un token valido: Authorization: Bearer <id del giocatore>.<segreto>.",
    ),
    "not-allowed": Labels(
        en="This needs the role of {role}.",
        pt="Isto precisa do papel de {role}.",
        it="Serve il ruolo di {role}.",
    ),
    "still-running": Labels(
        en="Hidden things are shown when the match has ended.",
        pt="O que está oculto mostra-se quando a partida terminar.",
        it="Ciò che è nascosto si mostra quando la partita è finita.",
    ),
}
