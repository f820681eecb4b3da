// The lobby: becoming a player, making a match, and the lists of matches.

import { call, me, remember } from "./api.js";
import { h, telling } from "./dom.js";
import { label, t } from "./texts.js";

const salt = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const sit = (match, seat) => call("POST", `/matches/${match}/seats`, { seat, salt: salt() });

export async function lobby(main, signal) {
  const { games } = await call("GET", "/games");
  const lists = h("div");
  main.replaceChildren(me.token ? newMatch(games) : becomePlayer(), lists);
  const refresh = async () => {
    const shown = await Promise.all([
      me.token && section("turns", call("GET", "/players/me/turns"), games),
      ...["open", "running", "finished"].map((status) => section(status, call("GET", `/matches?status=${status}`), games)),
    ]);
    if (!signal.aborted) lists.replaceChildren(...shown.filter(Boolean));
  };
  await refresh();
  const timer = setInterval(() => refresh().catch(() => {}), 3000);
  signal.addEventListener("abort", () => clearInterval(timer));
}

function becomePlayer() {
  const name = h("input", { name: "name", required: true, maxlength: 40, autocomplete: "nickname" });
  const submit = telling(async () => {
    const player = await call("POST", "/players", { name: name.value.trim() });
    remember({ ...player, name: name.value.trim() });
    dispatchEvent(new Event("meeplog:player"));
  });
  return h("section", {}, h("h1", {}, t("welcome")), h("p", { class: "muted" }, t("about")),
    h("form", { onsubmit: submit }, h("label", {}, t("yourName"), name), h("button", { class: "main" }, t("become"))));
}

function newMatch(games) {
  const choices = h("span");
  const game = h("select", { name: "game", onchange: () => choose() }, games.map((each) => h("option", { value: each.id }, label(each.names))));
  let wanted;
  function choose() {
    const chosen = games.find((each) => each.id === game.value);
    const edition = chosen.editions[0];
    const seats = h("select", { name: "seats" }, chosen.seats.map((number) => h("option", {}, number)));
    const options = Object.entries(edition.options).map(([name, option]) => [
      name,
      option,
      h("select", { name }, Object.entries(option.values).map(([value, texts]) => h("option", { value, selected: value === option.default }, label(texts)))),
    ]);
    wanted = () => ({
      game: chosen.id,
      seats: Number(seats.value),
      options: Object.fromEntries(options.map(([name, , select]) => [name, select.value])),
      autostart: true,
    });
    const made = Object.values(edition.provenance).includes("reconstructed");
    choices.replaceChildren(
      h("label", {}, t("seats"), seats),
      ...options.map(([, option, select]) => h("label", {}, label(option.label), select)),
      made ? h("span", { class: "chip" }, t("reconstructed")) : "",
    );
    choices.style.display = "contents";
  }
  choose();
  const submit = telling(async () => {
    const { match_id: match } = await call("POST", "/matches", wanted());
    await sit(match, null);
    location.hash = `#/matches/${match}`;
  });
  return h("section", {}, h("h1", {}, t("newMatch")),
    h("form", { onsubmit: submit }, h("label", {}, t("game"), game), choices, h("button", { class: "main" }, t("create"))));
}

async function section(name, answer, games) {
  const { matches } = await answer;
  return h("section", { "data-list": name }, h("h2", {}, t(name)),
    matches.length ? h("ul", { class: "list" }, matches.map((match) => entry(match, games))) : h("p", { class: "muted" }, t("none")));
}

function entry(match, games) {
  const game = games.find((each) => each.id === match.game);
  const mine = match.seats.some((seat) => seat.player_id === me.player_id);
  const join = telling(async () => {
    await sit(match.match_id, null);
    location.hash = `#/matches/${match.match_id}`;
  });
  return h("li", {}, h("strong", {}, game ? label(game.names) : match.game),
    h("span", { class: "grow" }, match.seats.map((seat) => seat.name || t("free")).join(" · ")),
    match.status === "open" && me.token && !mine && h("button", { onclick: join }, t("sit")),
    h("a", { href: `#/matches/${match.match_id}` }, t("watch")));
}
