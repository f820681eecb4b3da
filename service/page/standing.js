// How a match stands, in one sentence: what it waits for, or who has won.

import { enumerate, t } from "./texts.js";

export const isMyTurn = (view) => view.status === "running" && view.actors.includes(view.you);

export function standing(view) {
  if (view.broken) return t("broken", { why: view.broken });
  switch (view.status) {
    case "open": return gathering(view);
    case "running": return isMyTurn(view) ? t("yourTurn") : t("waitingFor", { names: names(view, view.actors) });
    case "finished": return outcome(view);
    case "cancelled": return t("isCancelled");
    default: return t("isClosed");
  }
}

const names = (view, seats) => enumerate(seats.map((seat) => view.seats[seat].name));

function gathering(view) {
  const free = view.seats.filter((seat) => !seat.player_id).length;
  return free === 0 ? t("allSeated") : free === 1 ? t("waitingOne") : t("waitingMany", { n: free });
}

/** "Bo wins 14 : 3 : 3": the totals stand by place. */
function outcome({ result: { winners, places, tiebreaks }, ...view }) {
  const seats = places.map((_, seat) => seat).sort((one, other) => places[one] - places[other]);
  const totals = seats.map((seat) => view.totals[seat]).join(" : ");
  const name = winners.length > 1 ? "shareTheWin" : winners.length === 0 ? "nobodyWins" : winners[0] === view.you ? "youWin" : "wins";
  const clauses = [...new Set(tiebreaks.map(({ clause }) => clause))];
  return [t(name, { names: names(view, winners), totals }), ...clauses.map((clause) => t("tie", { clause }))].join(", ");
}
