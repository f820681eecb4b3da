// The lobby: becoming a player, making a match, and the lists of matches.

import { call, me, remember } from "./api.js";
import { fill, h, pause, telling } from "./dom.js";
import { matchList, nameOf, rulesOf, sit } from "./lists.js";
import { label, t } from "./texts.js";

const EVERY = 3000; // milliseconds between looks

export async function lobby(main, signal) {
  const { games } = await call("GET", "/games");
  if (signal.aborted) return;
  const said = h("p", { class: "muted", role: "status" });
  const turns = me.token && matchList("turns", "/players/me/turns", games);
  const others = ["open", "running", "finished"].map((status) => matchList(status, `/matches?status=${status}`, games));
  fill(main, me.token ? newMatch(games) : welcome(), said, turns && turns.section, others.map((list) => list.section),
    h("section", {}, h("h2", {}, t("scoreboards")), h("p", { class: "links" },
      games.map((game) => h("a", { href: `#/scoreboards/${game.id}` }, nameOf(games, game.id))))));

  const say = (text) => { if (said.textContent !== text) said.textContent = text; };
  for (; !signal.aborted; await pause(EVERY, signal)) {
    try {
      const [waiting] = await Promise.all([turns ? turns.load() : 0, ...others.map((list) => list.load())]);
      if (signal.aborted) return;
      say(waiting === 0 ? "" : waiting === 1 ? t("turnsOne") : t("turnsMany", { n: waiting }));
      document.title = waiting ? `(${waiting}) Meeplog` : "Meeplog";
    } catch (error) {
      if (error.status === 401) throw error;
      say(error.message);
    }
  }
}

const welcome = () => h("section", {}, h("h1", {}, t("welcome")), h("p", { class: "muted" }, t("about")), becomePlayer());

export function becomePlayer() {
  const name = h("input", { name: "name", required: true, maxlength: 40, autocomplete: "nickname" });
  const submit = telling(async () => {
    const player = await call("POST", "/players", { name: name.value.trim() });
    remember({ ...player, name: name.value.trim() });
  });
  return h("form", { onsubmit: submit }, h("label", {}, t("yourName"), name), h("button", { class: "main" }, t("become")));
}

function newMatch(games) {
  const choices = h("span", { class: "contents" });
  const rules = h("span");
  const game = h("select", { name: "game", onchange: () => choose() }, games.map((each) => h("option", { value: each.id }, label(each.names))));
  const visibility = h("select", { name: "visibility" }, ["public", "unlisted", "private"].map((value) => h("option", { value }, t(value))));
  let wanted;
  function choose() {
    const chosen = games.find((each) => each.id === game.value);
    const edition = chosen.editions[0];
    const seats = h("select", { name: "seats" }, chosen.seats.map((count) => h("option", {}, count)));
    const options = Object.entries(edition.options).map(([name, option]) => [
      name,
      option,
      h("select", { name }, Object.entries(option.values).map(([value, texts]) => h("option", { value, selected: value === option.default }, label(texts)))),
    ]);
    wanted = () => ({
      game: chosen.id,
      seats: Number(seats.value),
      options: Object.fromEntries(options.map(([name, , select]) => [name, select.value])),
      visibility: visibility.value,
      autostart: true,
    });
    const made = Object.values(edition.provenance).includes("reconstructed");
    fill(choices,
      h("label", {}, t("seats"), seats),
      options.map(([, option, select]) => h("label", {}, label(option.label), select)),
      made && h("span", { class: "chip" }, t("reconstructed")));
    fill(rules, rulesOf(chosen.id));
  }
  choose();
  const submit = telling(async () => {
    const { match_id: match } = await call("POST", "/matches", wanted());
    await sit(match);
    location.hash = `#/matches/${match}`;
  });
  return h("section", {}, h("h1", {}, t("newMatch")), h("form", { onsubmit: submit }, h("label", {}, t("game"), game), choices,
    h("label", {}, t("visibility"), visibility), h("button", { class: "main" }, t("create")), rules));
}
