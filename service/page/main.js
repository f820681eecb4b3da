// Which view is shown: the lobby, one match, one player, or one scoreboard.

import { forget, me } from "./api.js";
import { fill, h, notice, telling } from "./dom.js";
import { person } from "./lists.js";
import { lobby } from "./lobby.js";
import { match } from "./match.js";
import { player, scoreboard } from "./people.js";
import { language, t } from "./texts.js";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const VIEWS = [
  [/^(?:#\/?)?$/, lobby],
  [new RegExp(`^#/matches/(${UUID})$`), match],
  [new RegExp(`^#/players/(${UUID})$`), player],
  [/^#\/scoreboards\/([a-z0-9-]+)(?:\/(\d{4}))?$/, scoreboard],
];

const main = document.getElementById("main");
let leaving = new AbortController();

async function show() {
  leaving.abort();
  const { signal } = (leaving = new AbortController());
  header();
  document.title = "Meeplog";
  for (const [hash, view] of VIEWS) {
    const found = location.hash.match(hash);
    if (!found) continue;
    try {
      return await view(main, signal, ...found.slice(1));
    } catch (error) {
      if (signal.aborted) return error.status === 401 && notice(error.message);
      return fill(main, h("p", { role: "alert" }, error.message),
        h("p", {}, h("button", { onclick: show }, t("again")), " ", h("a", { href: "#" }, t("toLobby"))));
    }
  }
  fill(main, h("p", { role: "alert" }, t("notFound")), h("p", {}, h("a", { href: "#" }, t("toLobby"))));
}

function header() {
  const menu = document.getElementById("language");
  document.documentElement.lang = menu.value = language();
  menu.setAttribute("aria-label", t("languageMenu"));
  fill(document.getElementById("who"), me.token ? person(me) : "");
  const out = document.getElementById("forget");
  out.textContent = t("signOut");
  out.hidden = !me.token;
}

document.getElementById("forget").addEventListener("click", telling(async () => {
  if (confirm(t("confirmSignOut"))) forget();
}));
document.getElementById("language").addEventListener("change", (event) => {
  localStorage.setItem("meeplog.language", event.target.value);
  show();
});
addEventListener("hashchange", show);
addEventListener("meeplog:player", show);
show();
