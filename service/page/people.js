// One player's figures and matches, and the scoreboard of a game.

import { call } from "./api.js";
import { fill, h, telling } from "./dom.js";
import { matchList, nameOf, person } from "./lists.js";
import { t } from "./texts.js";

export async function player(main, signal, id) {
  const [{ games }, { name, figures }] = await Promise.all([call("GET", "/games"), call("GET", `/players/${id}`)]);
  const list = matchList("matches", `/players/${id}`, games);
  await list.load();
  if (signal.aborted) return;
  document.title = `${name} · Meeplog`;
  const rows = Object.entries(figures.by_game).map(([game, tally]) => [
    h("a", { href: `#/scoreboards/${game}` }, nameOf(games, game)), tally.matches, tally.wins, tally.shared_wins]);
  const { matches, wins, shared_wins: shared } = figures.total;
  fill(main, h("h1", {}, name), h("div", { class: "scrolling" },
    table(["game", "matches", "won", "shared"], [...rows, [t("allGames"), matches, wins, shared]])), list.section);
}

/** Without a season this year's. */
export async function scoreboard(main, signal, game, season) {
  const { games } = await call("GET", "/games");
  const rows = [];
  const body = h("div", { class: "scrolling" });
  const more = h("button", { onclick: telling(() => load()) }, t("more"));
  let board = { cursor: null };

  async function load() {
    const asked = new URLSearchParams({ ...(season && { season }), ...(board.cursor && { cursor: board.cursor }) });
    board = await call("GET", `/scoreboards/${game}?${asked}`);
    rows.push(...board.rows.map((row) => [`${row.place}.`, person(row), row.matches, row.wins, row.shared_wins, row.best_total]));
    fill(body, rows.length ? table(["place", "player", "matches", "won", "shared", "best"], rows) : h("p", { class: "muted" }, t("none")));
    more.hidden = board.cursor === null;
  }

  await load();
  if (signal.aborted) return;
  document.title = `${nameOf(games, game)} ${board.season} · Meeplog`;
  const year = (number) => h("a", { href: `#/scoreboards/${game}/${number}` }, number);
  fill(main, h("h1", {}, `${t("scoreboard")}: ${nameOf(games, game)} ${board.season}`), body, more,
    h("p", { class: "links" }, year(board.season - 1), board.season < new Date().getUTCFullYear() && year(board.season + 1)),
    h("p", { class: "links" }, games.map((each) => h("a", { href: `#/scoreboards/${each.id}` }, nameOf(games, each.id)))));
}

function table(titles, rows) {
  const looks = (cell) => typeof cell === "number" && "number";
  return h("table", {}, h("thead", {}, h("tr", {}, titles.map((title, at) => h("th", { class: looks(rows[0]?.[at]) }, t(title))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", { class: looks(cell) }, cell))))));
}
