// What the page itself says; what a match says comes from the server, in the same language.

const TEXTS = {
  welcome: ["A table for board games", "Uma mesa para jogos de tabuleiro", "Un tavolo per giochi da tavolo"],
  about: [
    "Play, watch, step through any match, and check every draw and every score afterwards.",
    "Jogue, assista, percorra qualquer partida e confira depois cada sorteio e cada pontuação.",
    "Gioca, guarda, ripercorri ogni partita, e controlla dopo ogni pesca e ogni punteggio.",
  ],
  languageMenu: ["Language", "Idioma", "Lingua"],
  yourName: ["Your name", "Seu nome", "Il tuo nome"],
  become: ["Become a player", "Ser jogador", "Diventa giocatore"],
  signOut: ["Sign out", "Sair", "Esci"],
  confirmSignOut: [
    "Only this browser knows the key to your name. After signing out nobody can play for your seats any more. Sign out?",
    "Só este navegador conhece a chave do seu nome. Depois de sair, ninguém mais pode jogar pelos seus lugares. Sair?",
    "Solo questo browser conosce la chiave del tuo nome. Dopo l'uscita nessuno può più giocare ai tuoi posti. Uscire?",
  ],
  forgotten: [
    "The key to your name that this browser kept no longer holds. You may watch, or choose a name anew.",
    "A chave do seu nome guardada neste navegador não vale mais. Você pode assistir ou escolher um nome de novo.",
    "La chiave del tuo nome in questo browser non vale più. Puoi guardare, o scegliere di nuovo un nome.",
  ],
  unreachable: [
    "The service cannot be reached. Try again in a moment.",
    "Não é possível alcançar o serviço. Tente de novo daqui a pouco.",
    "Il servizio non è raggiungibile. Riprova tra un momento.",
  ],
  again: ["Try again", "Tentar de novo", "Riprova"],
  reconnecting: ["reconnecting…", "reconectando…", "riconnessione…"],
  notFound: ["There is no such page.", "Não existe essa página.", "Non esiste quella pagina."],
  toLobby: ["To the matches", "Ver as partidas", "Alle partite"],

  newMatch: ["New match", "Nova partida", "Nuova partita"],
  game: ["Game", "Jogo", "Gioco"],
  rules: ["Rules", "Regras", "Regole"],
  seats: ["Seats", "Lugares", "Posti"],
  visibility: ["Who may see it", "Quem pode ver", "Chi può vederla"],
  public: ["Everybody", "Todos", "Tutti"],
  unlisted: ["Whoever has the link", "Quem tiver o link", "Chi ha il link"],
  private: ["Only those who take part", "Só quem participa", "Solo chi partecipa"],
  create: ["Create and sit down", "Criar e sentar-se", "Crea e siediti"],
  turns: ["Waiting for you", "Esperando por você", "Tocca a te"],
  open: ["Open matches", "Partidas abertas", "Partite aperte"],
  running: ["Running", "Em andamento", "In corso"],
  finished: ["Finished", "Terminadas", "Finite"],
  turnsOne: ["One match waits for you.", "Uma partida espera por você.", "Una partita ti aspetta."],
  turnsMany: ["{n} matches wait for you.", "{n} partidas esperam por você.", "{n} partite ti aspettano."],
  sit: ["Sit down", "Sentar-se", "Siediti"],
  play: ["Play", "Jogar", "Gioca"],
  enter: ["Go to the table", "Ir para a mesa", "Vai al tavolo"],
  watch: ["Watch", "Ver", "Guarda"],
  lookBack: ["Look back", "Rever", "Rivedi"],
  more: ["More", "Mais", "Altro"],
  none: ["None yet.", "Ainda nenhuma.", "Ancora nessuna."],
  free: ["free", "livre", "libero"],
  you: ["you", "você", "tu"],

  waitingOne: ["Waiting for one more player", "Aguardando mais um jogador", "In attesa di un altro giocatore"],
  waitingMany: ["Waiting for {n} more players", "Aguardando mais {n} jogadores", "In attesa di altri {n} giocatori"],
  allSeated: ["All seats are taken", "Todos os lugares estão ocupados", "Tutti i posti sono occupati"],
  reserved: [
    "The seats are reserved for the players of the match before.",
    "Os lugares estão reservados para os jogadores da partida anterior.",
    "I posti sono riservati ai giocatori della partita precedente.",
  ],
  invited: [
    "If you were invited to a private match, sit down to see it.",
    "Se você foi convidado para uma partida privada, sente-se para vê-la.",
    "Se ti hanno invitato a una partita privata, siediti per vederla.",
  ],
  before: ["The match before", "A partida anterior", "La partita precedente"],
  invite: ["Link to this match", "Link desta partida", "Link di questa partita"],
  copy: ["Copy the link", "Copiar o link", "Copia il link"],
  copied: ["Copied.", "Copiado.", "Copiato."],
  stand: ["Stand up", "Levantar-se", "Alzati"],
  start: ["Start the match", "Começar a partida", "Comincia la partita"],
  cancel: ["Cancel the match", "Cancelar a partida", "Annulla la partita"],
  confirmCancel: ["Cancel this match?", "Cancelar esta partida?", "Annullare questa partita?"],
  notStarted: ["Nothing is on the table yet.", "Ainda não há nada na mesa.", "Non c'è ancora nulla sul tavolo."],

  yourTurn: ["Your turn", "É a sua vez", "Tocca a te"],
  waitingFor: ["Waiting for {names}", "Aguardando {names}", "In attesa di {names}"],
  youWin: ["You win {totals}", "Você vence {totals}", "Vinci {totals}"],
  wins: ["{names} wins {totals}", "{names} vence {totals}", "{names} vince {totals}"],
  shareTheWin: ["{names} share the win {totals}", "{names} dividem a vitória {totals}", "{names} condividono la vittoria {totals}"],
  nobodyWins: ["Nobody wins {totals}", "Ninguém vence {totals}", "Nessuno vince {totals}"],
  tie: ["equal totals: see {clause}", "totais iguais: ver {clause}", "totali pari: vedi {clause}"],
  isCancelled: ["The match is cancelled", "A partida está cancelada", "La partita è annullata"],
  isClosed: [
    "The match is closed by an administrator",
    "A partida foi encerrada por um administrador",
    "La partita è stata chiusa da un amministratore",
  ],
  broken: ["The match cannot be shown: {why}", "A partida não pode ser mostrada: {why}", "La partita non può essere mostrata: {why}"],
  winner: ["winner", "vencedor", "vincitore"],
  resign: ["Leave the match", "Abandonar a partida", "Abbandona la partita"],
  confirmResign: ["Leave this match for good?", "Abandonar esta partida de vez?", "Abbandonare la partita per sempre?"],
  rematch: ["Rematch", "Revanche", "Rivincita"],
  record: ["Download the record", "Baixar o registro", "Scarica la registrazione"],
  score: ["Score sheet", "Folha de pontos", "Foglio dei punti"],
  board: ["Board", "Tabuleiro", "Tabellone"],
  steps: ["Steps", "Passos", "Mosse"],
  stepBack: ["One step back", "Um passo atrás", "Una mossa indietro"],
  stepOn: ["One step on", "Um passo à frente", "Una mossa avanti"],
  live: ["Live", "Ao vivo", "Dal vivo"],
  lookingBack: ["You are looking at step {n}.", "Você está vendo o passo {n}.", "Stai guardando la mossa {n}."],
  backToLive: ["Back to live", "Voltar ao presente", "Torna dal vivo"],
  backToPlay: ["Back to live, to play", "Voltar ao presente para jogar", "Torna dal vivo per giocare"],
  noMove: ["No move with {name} now.", "Nenhuma jogada com {name} agora.", "Nessuna mossa con {name} ora."],
  yourMoves: ["Your moves", "As suas jogadas", "Le tue mosse"],
  pick: [
    "Click the board, or name cells and pieces, to narrow the list.",
    "Clique no tabuleiro, ou nomeie casas e peças, para reduzir a lista.",
    "Clicca sul tabellone, o nomina caselle e pezzi, per restringere l'elenco.",
  ],
  filter: ["Cells and pieces", "Casas e peças", "Caselle e pezzi"],
  shownOf: ["{n} of {all}", "{n} de {all}", "{n} di {all}"],
  showMore: ["Show more", "Mostrar mais", "Mostra altre"],
  clear: ["Clear", "Limpar", "Azzera"],
  reveal: ["Show what was hidden", "Mostrar o que estava oculto", "Mostra ciò che era nascosto"],
  reconstructed: ["Reconstructed components", "Componentes reconstruídos", "Componenti ricostruiti"],
  diverged: [
    "DIVERGED: this is not what was played, at the latest from step",
    "DIVERGED: isto não é o que foi jogado, o mais tardar a partir do passo",
    "DIVERGED: non è ciò che è stato giocato, al più tardi dalla mossa",
  ],

  scoreboard: ["Scoreboard", "Placar", "Classifica"],
  scoreboards: ["Scoreboards", "Placares", "Classifiche"],
  place: ["Place", "Posição", "Posizione"],
  player: ["Player", "Jogador", "Giocatore"],
  matches: ["Matches", "Partidas", "Partite"],
  won: ["Won", "Vencidas", "Vinte"],
  shared: ["Shared", "Divididas", "Condivise"],
  best: ["Best total", "Melhor total", "Miglior totale"],
  allGames: ["All games", "Todos os jogos", "Tutti i giochi"],
};
const COLUMN = { en: 0, pt: 1, it: 2 };

/** The language chosen here, else the first of the browser's that the page speaks, else English. */
export const language = () => [localStorage.getItem("meeplog.language"), ...navigator.languages]
  .map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag) => tag in COLUMN) ?? "en";

/** A text in the reader's language, its {names} filled from the facts. */
export const t = (name, facts = {}) => TEXTS[name][COLUMN[language()]].replace(/{(\w+)}/g, (_, fact) => facts[fact]);

const LONGEST_NAME = 16; // where a picture has room for "Player 1"

/** A text of a game, which numbers the seats, with the names of who sits there: "Bo: colours" for "Player 2: colours". */
export const withNames = (text, seats) => text.replace(/(?:player|jogador|giocatore) (\d+)/gi, (words, place) => {
  const name = seats[place - 1]?.name ?? words;
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
});
export const label = (labels) => labels[language()] ?? labels.en;
export const number = (value) => value.toLocaleString(language());
export const enumerate = (names) => new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
