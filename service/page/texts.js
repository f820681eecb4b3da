// What the page itself says; what a match says comes from the server, in the same language.

import { language } from "./api.js";

const TEXTS = {
  welcome: ["A table for board games", "Uma mesa para jogos de tabuleiro", "Un tavolo per giochi da tavolo"],
  about: [
    "Play, watch, step through any match, and check every draw and every score afterwards.",
    "Jogue, assista, percorra qualquer partida e confira depois cada sorteio e cada pontuação.",
    "Gioca, guarda, ripercorri ogni partita, e controlla dopo ogni pesca e ogni punteggio.",
  ],
  yourName: ["Your name", "O seu nome", "Il tuo nome"],
  become: ["Become a player", "Ser jogador", "Diventa giocatore"],
  newMatch: ["New match", "Nova partida", "Nuova partita"],
  game: ["Game", "Jogo", "Gioco"],
  seats: ["Seats", "Lugares", "Posti"],
  create: ["Create and sit down", "Criar e sentar-se", "Crea e siediti"],
  open: ["Open matches", "Partidas abertas", "Partite aperte"],
  running: ["Running", "Em curso", "In corso"],
  finished: ["Finished", "Terminadas", "Finite"],
  turns: ["Waiting for you", "À sua espera", "Tocca a te"],
  sit: ["Sit down", "Sentar-se", "Siediti"],
  watch: ["Watch", "Ver", "Guarda"],
  none: ["None yet.", "Ainda nenhuma.", "Ancora nessuna."],
  free: ["free", "livre", "libero"],
  you: ["you", "você", "tu"],
  resign: ["Leave the match", "Abandonar a partida", "Abbandona la partita"],
  rematch: ["Rematch", "Nova partida com os mesmos", "Rivincita"],
  record: ["Download the record", "Descarregar o registo", "Scarica la registrazione"],
  score: ["Score sheet", "Folha de pontos", "Foglio dei punti"],
  steps: ["Steps", "Passos", "Mosse"],
  live: ["Live", "Ao vivo", "Dal vivo"],
  yourMoves: ["Your moves", "As suas jogadas", "Le tue mosse"],
  pick: ["Click the board to narrow the list.", "Clique no tabuleiro para reduzir a lista.", "Clicca sul tabellone per restringere l'elenco."],
  clear: ["Clear", "Limpar", "Azzera"],
  reveal: ["Show what was hidden", "Mostrar o que estava oculto", "Mostra ciò che era nascosto"],
  reconstructed: ["Reconstructed components", "Componentes reconstruídos", "Componenti ricostruiti"],
  scoreboard: ["Scoreboard", "Classificação", "Classifica"],
  diverged: [
    "DIVERGED: this is not what was played, at the latest from step",
    "DIVERGED: isto não é o que foi jogado, o mais tardar a partir do passo",
    "DIVERGED: non è ciò che è stato giocato, al più tardi dalla mossa",
  ],
  confirmResign: ["Leave this match for good?", "Abandonar esta partida de vez?", "Abbandonare la partita per sempre?"],
};
const COLUMN = { en: 0, pt: 1, it: 2 };

export const t = (name) => TEXTS[name][COLUMN[language()] ?? 0];
export const label = (labels) => labels[language()] ?? labels.en;
