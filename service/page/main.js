// Which view is shown: the lobby, or one match (#/matches/<id>).

import { language, me } from "./api.js";
import { notice } from "./dom.js";
import { lobby } from "./lobby.js";
import { match } from "./match.js";

const main = document.getElementById("main");
let leaving = new AbortController();

async function show() {
  leaving.abort();
  leaving = new AbortController();
  document.documentElement.lang = language();
  document.getElementById("language").value = language();
  document.getElementById("who").textContent = me.name ?? "";
  const [, id] = location.hash.match(/^#\/matches\/([0-9a-f-]+)$/) ?? [];
  try {
    await (id ? match(main, id, leaving.signal) : lobby(main, leaving.signal));
  } catch (error) {
    notice(error.message);
  }
}

document.getElementById("language").addEventListener("change", (event) => {
  localStorage.setItem("meeplog.language", event.target.value);
  show();
});
addEventListener("hashchange", show);
addEventListener("meeplog:player", show);
show();
