// The caller's lawful moves: a list that clicks on the board, and names typed beside it, narrow, alike for every game.
// What a picture marks with data-cell or data-move stands in the notation of the moves that touch it.

import { call, random } from "./api.js";
import { fill, h, keeping, notice, telling } from "./dom.js";
import { isMyTurn } from "./standing.js";
import { number, t, withNames } from "./texts.js";

const SHOWN = 60; // moves, and as many more each time
const MOST_NAMES = 8; // that the service takes
const LONGEST_NAME = 60;
const TOUCHABLE = "[data-move], [data-cell]";

const nameOf = (element) => element.dataset.move ?? element.dataset.cell;

/** Whether a text names a cell or a piece, as the service looks for it: `1,0` is not in `@-1,0`, but `c5` is in `c3-c5`. */
const isNamed = (name, text) => new RegExp(
  `(?<![\\p{L}\\p{N}])(?<!(?<![\\p{L}\\p{N}])-)${name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u").test(text);

/** `view` gives the newest view, `live` tells whether it is on the board, `played` is called after a move. */
export function moves(board, box, path, view, live, played) {
  let picked = [];
  let page = null; // what the service said last, with the commands of all its pages so far
  let asked = null; // what for
  let most = SHOWN;
  const keys = new Map(); // from a move at a version to its Idempotency-Key: sent again, it happens once

  const title = h("h2");
  const filter = h("input", { type: "search", maxlength: 200, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    oninput: () => refresh().catch((error) => notice(error.message)) });
  const chips = h("p", { hidden: true });
  const list = h("fieldset", { class: "choices", "aria-label": t("yourMoves") });
  const show = keeping(list, ({ label, notation, only, ...move }) =>
    h("button", { "data-notation": notation, "data-label": label, class: only && "main", onclick: telling(() => play(notation, move.command)) },
      h("span", { class: "turned" }), h("span", {}, withNames(label, view().seats), " ", h("code", {}, notation))));
  const shown = h("span", { class: "muted", role: "status" });
  const more = h("button", { onclick: telling(showMore) }, t("showMore"));
  fill(box, title, h("p", { class: "muted hint" }, t("pick")), h("label", {}, t("filter"), filter), chips, list,
    h("div", { class: "bar" }, shown, more));
  box.hidden = true;

  const acting = () => live() && isMyTurn(view());

  board.addEventListener("click", telling(pick));
  board.addEventListener("keydown", (event) => {
    if (["Enter", " "].includes(event.key)) telling(pick)(event);
  });

  /** The touched element, under what is only drawn over it (an arrow, say). Keys have no place: theirs is the focused. */
  function touched({ detail, clientX, clientY, target }) {
    const under = detail ? document.elementsFromPoint(clientX, clientY) : [target];
    return under.map((element) => element.closest(TOUCHABLE)).find((element) => board.contains(element));
  }

  async function pick(event) {
    const element = touched(event);
    if (!element || !acting()) return;
    const name = nameOf(element);
    const before = picked;
    const added = !before.includes(name);
    picked = added ? [...before, name] : before.filter((each) => each !== name);
    await refresh();
    if (added && page?.count === 0) await give(before, name);
  }

  /** No move has all that is picked: one earlier pick gives way to the newest, the latest first, or all of them. */
  async function give(before, name) {
    for (const kept of [...before.map((_, at) => before.toSpliced(at, 1)).reverse(), []]) {
      const tried = picked = [...kept, name];
      await refresh();
      if (picked !== tried || page?.count !== 0) return;
    }
    picked = before;
    notice(t("noMove", { name }));
    await refresh();
  }

  for (const type of ["pointerover", "focusin"]) list.addEventListener(type, (event) => aim(event.target.closest("button")));
  for (const type of ["pointerleave", "focusout"]) list.addEventListener(type, () => aim(null));

  /** Shows on the board what a move in the list takes, as its notation says, and where it goes, as its label does: a
   * notation may name but the corner of what a piece covers. */
  function aim(button) {
    for (const element of board.querySelectorAll(TOUCHABLE)) {
      const text = element.dataset.move ? button?.dataset.notation : button?.dataset.label;
      element.classList.toggle("aimed", button !== null && isNamed(nameOf(element), text));
    }
  }

  /** The piece that a move takes, as it turns it: `r90` by 90 degrees clockwise, `fr90` after it is mirrored. */
  function turned(notation) {
    const [, mirrored, degrees] = notation.match(/\b(f?)r(\d+)\b/) ?? [];
    const piece = degrees && [...board.querySelectorAll("[data-move]")].find((element) => isNamed(nameOf(element), notation));
    const drawing = piece?.querySelector("[data-turns]");
    if (!drawing) return null;
    const { x, y, width, height } = drawing.getBBox();
    const [side, middle] = [Math.max(width, height), [x + width / 2, y + height / 2]];
    const icon = board.querySelector("svg").cloneNode(false);
    icon.setAttribute("viewBox", [middle[0] - side / 2, middle[1] - side / 2, side, side].join(" "));
    icon.setAttribute("aria-hidden", "true");
    const copy = icon.appendChild(drawing.cloneNode(true));
    copy.setAttribute("transform", `rotate(${degrees} ${middle})${mirrored && ` translate(${2 * middle[0]} 0) scale(-1 1)`}`);
    for (const title of copy.querySelectorAll("title")) title.remove(); // it tells of the piece as it lies
    return icon;
  }

  async function refresh() {
    mark();
    box.hidden = !acting();
    if (box.hidden) {
      if (live()) picked = [];
      put(null);
      return;
    }
    const typed = filter.value.split(/\s+/).filter(Boolean).map((name) => name.slice(0, LONGEST_NAME));
    const names = [...picked, ...typed].slice(0, MOST_NAMES);
    const wanted = new URLSearchParams(names.map((name) => ["contains", name])).toString();
    if (page && asked === wanted && page.version === view().version) return;
    if (asked !== wanted) most = SHOWN;
    asked = wanted;
    const answer = await call("GET", `${path}/legal?${wanted}`);
    if (asked === wanted && acting() && answer.version >= (page?.version ?? 0)) put(answer); // else it comes too late
  }

  async function showMore() {
    const before = page;
    if (most + SHOWN > page.commands.length && page.cursor) {
      const next = await call("GET", `${path}/legal?${asked}&cursor=${page.cursor}`);
      if (page !== before) return;
      page.commands.push(...next.commands);
      page.cursor = next.cursor;
    }
    most += SHOWN;
    put(page);
    list.children[most - SHOWN]?.focus();
  }

  /** Shows these moves, or none. */
  function put(moves) {
    page = moves;
    const { count, commands } = page ?? { count: 0, commands: [] };
    const visible = commands.slice(0, most);
    fill(title, `${t("yourMoves")} (${number(count)})`);
    chips.hidden = picked.length === 0;
    fill(chips, picked.map((name) => [h("span", { class: "chip" }, name), " "]), h("button", { onclick: telling(clear) }, t("clear")));
    show(visible.map((move) => ({ ...move, only: count === 1 })));
    for (const button of list.children) fill(button.firstChild, turned(button.dataset.notation));
    const all = page && !page.cursor && commands.map((move) => move.notation).join("\n");
    for (const element of board.querySelectorAll(TOUCHABLE)) element.classList.toggle("may", Boolean(all) && isNamed(nameOf(element), all));
    fill(shown, t("shownOf", { n: number(visible.length), all: number(count) }));
    more.hidden = visible.length >= count;
  }

  async function clear() {
    picked = [];
    await refresh();
  }

  async function play(notation, command) {
    const { version } = page;
    const move = `${version} ${notation}`;
    if (!keys.has(move)) keys.set(move, random());
    list.disabled = true;
    try {
      await call("POST", `${path}/commands`, command,
        { "If-Match": `"${version}"`, "Idempotency-Key": keys.get(move), Prefer: "return=minimal" });
      picked = [];
      filter.value = "";
      box.hidden = true; // until the match has gone on
      put(null);
      board.focus({ preventScroll: true });
      await played();
    } finally {
      list.disabled = false;
    }
  }

  /** What can be touched can be reached by keyboard too, while it is the caller's turn. */
  function mark() {
    const may = acting();
    for (const element of board.querySelectorAll(TOUCHABLE)) {
      const name = nameOf(element);
      element.classList.toggle("picked", may && picked.includes(name));
      const title = element.querySelector("title")?.textContent;
      const attributes = { tabindex: 0, role: "button", "aria-label": title ? `${title}, ${name}` : name, "aria-pressed": picked.includes(name) };
      for (const [attribute, value] of Object.entries(attributes)) {
        if (may) element.setAttribute(attribute, value);
        else element.removeAttribute(attribute);
      }
    }
  }

  return { refresh };
}
