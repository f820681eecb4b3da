// The caller's lawful moves: a list that clicks on the board narrow, alike for every game. What a picture marks with
// data-cell or data-move stands in the notation of the moves that touch it.

import { call } from "./api.js";
import { h, telling } from "./dom.js";
import { t } from "./texts.js";

export function moves(board, choices, path, view) {
  let picked = [];

  board.addEventListener("click", telling(async (event) => {
    const element = event.target.closest("[data-move], [data-cell]");
    if (!element || !acting()) return;
    const name = element.dataset.move ?? element.dataset.cell;
    picked = picked.includes(name) ? picked.filter((each) => each !== name) : [...picked, name];
    await refresh();
  }));

  const acting = () => view().status === "running" && view().actors.includes(view().you);

  async function refresh() {
    if (!acting()) {
      picked = [];
      choices.replaceChildren();
      return;
    }
    const asked = picked.map((name) => `contains=${encodeURIComponent(name)}`).join("&");
    const { version, count, commands } = await call("GET", `${path}/legal?${asked}`);
    mark();
    choices.replaceChildren(
      h("h2", {}, `${t("yourMoves")} (${count})`),
      picked.length
        ? h("p", {}, picked.map((name) => [h("span", { class: "chip" }, name), " "]), h("button", { onclick: telling(clear) }, t("clear")))
        : h("p", { class: "muted" }, t("pick")),
      h("div", { class: "choices" }, commands.slice(0, 60).map(({ command, notation, label }) =>
        h("button", { title: notation, "data-notation": notation, class: count === 1 && "main", onclick: telling(() => play(version, command)) }, label))));
  }

  async function clear() {
    picked = [];
    await refresh();
  }

  async function play(version, command) {
    picked = [];
    await call("POST", `${path}/commands`, command, { "If-Match": `"${version}"`, Prefer: "return=minimal" });
  }

  function mark() {
    for (const element of board.querySelectorAll("[data-move], [data-cell]")) {
      const name = element.dataset.move ?? element.dataset.cell;
      element.classList.toggle("picked", picked.includes(name));
    }
  }

  return { refresh };
}
