// Lists of matches, and the names in them.

import { call, me, random } from "./api.js";
import { h, keeping, telling } from "./dom.js";
import { label, t } from "./texts.js";

export const sit = (match) => call("POST", `/matches/${match}/seats`, { seat: null, salt: random() });

export const person = ({ player_id: id, name }) => (id ? h("a", { href: `#/players/${id}` }, name) : t("free"));

/** Whether the caller may sit down: there is room, and no seat is kept for somebody else. */
export const mayJoin = ({ status, seats, origin }) =>
  status === "open" && Boolean(me.token) && seats.every((seat) => seat.player_id !== me.player_id)
  && (origin ? origin.reserved.includes(me.player_id) : seats.some((seat) => !seat.player_id));

export const nameOf = (games, id) => {
  const game = games.find((each) => each.id === id);
  return game ? label(game.names) : id;
};

/** A link to the rules of a game, or to one clause of them; a match stays open beside it. */
export const rulesOf = (game, clause) =>
  h("a", { href: `/rules/${game}${clause ? `#${clause}` : ""}`, target: "_blank", hreflang: "en" }, clause ?? t("rules"));

/** A titled list of the matches at an address, and how to load it again: all the pages that have been asked for. */
export function matchList(name, path, games) {
  const list = h("ul", { class: "list" });
  const none = h("p", { class: "muted", hidden: true }, t("none"));
  const show = keeping(list, (match) => entry(match, games));
  let pages = 1;
  const more = h("button", { hidden: true, onclick: telling(async () => { pages += 1; await load(); }) }, t("more"));

  async function load() {
    const matches = [];
    let cursor;
    for (let page = 0; page < pages && cursor !== null; page += 1) {
      const answer = await call("GET", cursor ? `${path}${path.includes("?") ? "&" : "?"}cursor=${cursor}` : path);
      matches.push(...answer.matches);
      cursor = answer.cursor ?? null;
    }
    show(matches);
    none.hidden = matches.length > 0;
    more.hidden = cursor === null;
    return matches.length;
  }

  return { section: h("section", { "data-list": name }, h("h2", {}, t(name)), list, none, more), load };
}

function entry(match, games) {
  const mine = match.seats.some((seat) => seat.player_id && seat.player_id === me.player_id);
  const address = `#/matches/${match.match_id}`;
  const join = telling(async () => {
    await sit(match.match_id);
    location.hash = address;
  });
  const verb = { open: mine ? "enter" : "watch", running: mine ? "play" : "watch" }[match.status] ?? "lookBack";
  return h("li", {}, h("strong", {}, nameOf(games, match.game)),
    h("span", { class: "grow" }, match.seats.map((seat, number) => [
      number > 0 && " · ",
      person(seat),
      match.totals.length > 0 && ` ${match.totals[number]}`,
      match.winners.includes(number) && [" ", h("span", { class: "chip" }, t("winner"))],
    ])),
    mayJoin(match) && h("button", { onclick: join }, t("sit")),
    h("a", { href: address }, t(verb)));
}
