// One match: the position (now or at any step), its steps in words, seats and scores, and the caller's lawful moves.

import { call, follow, me } from "./api.js";
import { fill, h, keeping, notice, pause, telling } from "./dom.js";
import { mayJoin, nameOf, person, rulesOf, sit } from "./lists.js";
import { becomePlayer } from "./lobby.js";
import { moves } from "./moves.js";
import { isMyTurn, standing } from "./standing.js";
import { t, withNames } from "./texts.js";

const EVERY = 5000; // milliseconds between looks for a rematch
const AGAIN = 2000; // milliseconds before a failed look is repeated

/** What nobody may see who does not take part; all other errors go on. */
const unseen = (error) => {
  if (error.status !== 404) throw error;
  return error;
};

/** A private match is hidden from whoever has not sat down, and its address is the invitation. */
function invitation(main, id, error, joined) {
  const join = telling(() => sit(id).then(joined));
  fill(main, h("p", { role: "alert" }, error.message), h("p", {}, t("invited")),
    me.token ? h("p", {}, h("button", { class: "main", onclick: join }, t("sit"))) : becomePlayer(),
    h("p", {}, h("a", { href: "#" }, t("toLobby"))));
}

export async function match(main, signal, id) {
  const path = `/matches/${id}`;
  const [{ games }, first] = await Promise.all([call("GET", "/games"), call("GET", path).catch(unseen)]);
  if (signal.aborted) return;
  if (first instanceof Error) return invitation(main, id, first, () => match(main, signal, id));
  const edition = games.find((each) => each.id === first.game)?.editions.find((each) => each.id === first.edition);
  const made = edition && Object.values(edition.provenance).includes("reconstructed");
  const name = nameOf(games, first.game);

  let view = first; // the newest
  let shown = 0; // the version on the board
  let live = true;
  let told = [];
  let next = null; // the rematch

  const stands = h("strong", { role: "status" });
  const away = h("span", { class: "chip", role: "status", "data-away": true });
  const board = h("div", { class: "board", tabindex: 0, role: "group", "aria-label": t("board") });
  const said = h("p", { "data-said": true, "aria-live": "polite" });
  const seats = h("ul", { class: "seats" });
  const steps = h("ol", { class: "steps", onclick: (event) => { if (event.target.closest("button")) go(event.target.closest("li").value); } });
  const slider = h("input", { type: "range", min: 1, "aria-label": t("steps"), oninput: () => go(Number(slider.value)) });
  const reveal = h("input", { type: "checkbox", onchange: () => renew() });
  const revealing = h("label", { hidden: true }, reveal, t("reveal"));
  const back = h("p", { class: "back" });
  const choices = h("section", { class: "moves" });
  const sheet = h("section");
  const actions = h("div");
  const chooser = moves(board, choices, path, () => view, () => live, () => renew());

  fill(main,
    h("div", { class: "head" }, h("h1", {}, name, " ", made && h("span", { class: "chip" }, t("reconstructed"))),
      h("p", { class: "stands" }, stands, away), rulesOf(first.game)),
    h("div", { class: "table" },
      h("div", {}, board,
        h("div", { class: "bar" },
          h("button", { onclick: () => go(shown - 1), "aria-label": t("stepBack") }, "‹"), slider,
          h("button", { onclick: () => go(shown + 1), "aria-label": t("stepOn") }, "›"),
          h("button", { onclick: () => go(rest()) }, t("live"))),
        said),
      h("div", {}, seats, !me.token && becomePlayer(), back, choices, actions, h("h2", {}, t("steps")), revealing, steps, sheet)));

  const asked = () => (reveal.checked ? "?reveal=1" : "");

  /** The newest step that is worth a look: what comes after the last play of a finished match is the house's own. */
  const rest = () => (view.status === "finished" && told.findLast((step) => step.seat !== null)?.version) || view.version;

  async function go(version) {
    shown = Math.min(Math.max(version, 1), view.version);
    live = shown >= rest();
    await draw().catch((error) => { if (!signal.aborted) notice(error.message); });
  }

  async function draw() {
    const at = shown;
    const step = told[at - 1];
    slider.max = view.version;
    slider.value = at;
    const diverged = told.slice(0, at).find((each) => each.diverged);
    said.textContent = [step?.narration, diverged && `${t("diverged")} ${diverged.version}.`].filter(Boolean).join(" ");
    drawSteps();
    fill(back, !live && [t("lookingBack", { n: at }),
      h("button", { onclick: () => go(rest()) }, t(isMyTurn(view) ? "backToPlay" : "backToLive"))]);
    back.hidden = live;
    const [picture, then] = await Promise.all([
      step?.totals && call("GET", `${path}/replay/${at}.svg${asked()}`),
      live ? view : call("GET", `${path}/replay/${at}`).then((frame) => frame.view),
    ]);
    if (at !== shown || signal.aborted) return;
    drawSeats(then, step);
    drawBoard(picture);
    await chooser.refresh();
  }

  function drawSteps() {
    told.forEach((step, at) => {
      const item = steps.children[at] ?? steps.appendChild(h("li", { value: step.version }, h("button")));
      const button = item.firstChild;
      if (button.title !== step.narration) {
        button.title = step.narration;
        fill(button, step.notation ? [h("span", { class: "muted" }, view.seats[step.seat].name), " ", step.notation] : step.narration);
      }
      if (step.version === shown) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const current = steps.children[shown - 1];
    if (!current) return;
    const above = current.offsetTop - steps.scrollTop;
    if (above < 0 || above + current.offsetHeight > steps.clientHeight) steps.scrollTop = current.offsetTop - steps.clientHeight / 2;
  }

  let drawn;
  function drawBoard(picture) {
    if (picture === drawn) return;
    const inside = board.contains(document.activeElement) && document.activeElement !== board;
    if (picture) {
      board.innerHTML = picture; // drawn by the server alone: no name or text of a player is in it
      for (const text of board.querySelectorAll("text, title")) text.textContent = withNames(text.textContent, view.seats);
      const { width, height } = board.firstChild.viewBox.baseVal;
      board.classList.toggle("wide", width > height);
      if (!drawn) showOwn();
    } else {
      if (drawn) board.style.minHeight = `${board.getBoundingClientRect().height}px`; // so that nothing jumps when one steps back
      fill(board, h("p", { class: "muted" }, t("notStarted")));
    }
    drawn = picture;
    if (inside) board.focus({ preventScroll: true });
  }

  /** Where the picture is wider than its box, first comes what can be touched: on most pictures one's own part. */
  function showOwn() {
    const cells = [...board.querySelectorAll("[data-cell]")].map((cell) => cell.getBoundingClientRect());
    const middle = (Math.min(...cells.map(({ left }) => left)) + Math.max(...cells.map(({ right }) => right))) / 2;
    const box = board.getBoundingClientRect();
    if (cells.length) board.scrollLeft += middle - box.left - box.width / 2;
  }

  const showSeats = keeping(seats, ({ seat, acts, place, you, won, total }) =>
    h("li", { class: acts && "acting" },
      place && h("span", { class: "muted" }, `${place}.`),
      h("span", { class: "name" }, person(seat)),
      you && h("span", { class: "chip" }, t("you")),
      won && h("span", { class: "chip" }, t("winner")),
      h("span", { class: "total" }, total ?? "")));

  function drawSeats(then, step) {
    showSeats(then.seats.map((seat, number) => ({
      number,
      seat,
      acts: then.status === "running" && then.actors.includes(number),
      place: then.result?.places[number],
      you: number === view.you,
      won: then.result?.winners.includes(number),
      total: step?.totals?.[number],
    })));
  }

  function drawStanding() {
    const sentence = standing(view);
    if (stands.textContent !== sentence) stands.textContent = sentence;
    document.title = [isMyTurn(view) && t("yourTurn"), name, "Meeplog"].filter(Boolean).join(" · ");
  }

  const button = (text, work, looks) => h("button", { class: looks, onclick: telling(work) }, t(text));

  const command = (text, looks, method, address, sure) => button(text, async () => {
    if (sure && !confirm(t(sure))) return;
    await call(method, address);
    await renew();
  }, looks);

  let offered;
  function drawActions() {
    const offer = JSON.stringify([view.status, view.seats, view.you, next]);
    if (offered === offer) return;
    offered = offer;
    const seated = view.you !== null;
    fill(actions,
      view.status === "open" && beforeTheStart(seated),
      h("div", { class: "bar" },
        view.status === "running" && seated && command("resign", "", "POST", `${path}/resign`, "confirmResign"),
        view.status === "finished" && (next
          ? h("a", { class: "button main", href: `#/matches/${next}` }, t("rematch"))
          : seated && button("rematch", again)),
        view.origin && h("a", { href: `#/matches/${view.origin.match}` }, t("before")),
        view.status !== "open" && button("record", download)));
    revealing.hidden = !["finished", "closed"].includes(view.status);
  }

  function beforeTheStart(seated) {
    const address = h("input", { readonly: true, value: location.href, "aria-label": t("invite"), onfocus: () => address.select() });
    const copy = async () => {
      address.select();
      if (navigator.clipboard) await navigator.clipboard.writeText(address.value);
      else document.execCommand("copy"); // where the page comes over plain HTTP
      notice(t("copied"));
    };
    const creator = view.creator === me.player_id;
    const full = view.seats.every((seat) => seat.player_id);
    return [
      view.origin && h("p", { class: "muted" }, t("reserved")),
      h("div", { class: "bar" },
        mayJoin(view) && button("sit", () => sit(id).then(renew), "main"),
        full && (creator || seated) && command("start", "main", "POST", `${path}/start`),
        seated && command("stand", "", "DELETE", `${path}/seats/${view.you}`),
        creator && command("cancel", "", "DELETE", path, "confirmCancel")),
      h("div", { class: "bar" }, address, button("copy", copy)),
    ];
  }

  async function again() {
    const { match_id: following } = await call("POST", `${path}/rematch`);
    await sit(following).catch((error) => { if (error.status !== 409) throw error; });
    location.hash = `#/matches/${following}`;
  }

  async function download() {
    const record = await call("GET", `${path}/record`);
    const link = h("a", { href: URL.createObjectURL(new Blob([record])), download: `${view.game}-${id}.jsonl` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  let scored = false;
  async function drawSheet() {
    if (view.status !== "finished" || scored) return;
    const { lines, totals, outcome } = await call("GET", `${path}/score`);
    scored = true;
    const who = (seat) => view.seats[seat].name;
    fill(sheet, h("h2", {}, t("score")), outcome.map((sentence) => h("p", {}, sentence)), h("div", { class: "scrolling" }, h("table", {}, h("tbody", {},
      lines.map((line) => h("tr", {}, h("td", {}, who(line.seat)), h("td", {}, line.text),
        h("td", { class: "clause" }, rulesOf(view.game, line.clause)), h("td", { class: "number" }, line.points))),
      totals.map((total, seat) => h("tr", {}, h("th", { colspan: 3 }, who(seat)), h("th", { class: "number" }, total)))))));
  }

  async function refresh() {
    told = (await call("GET", `${path}/replay${asked()}`)).steps;
    view = await call("GET", `${path}?min_version=${told.length}`);
    if (signal.aborted) return;
    drawStanding();
    drawActions();
    if (live) shown = rest();
    await Promise.all([draw(), drawSheet()]);
  }

  /** Refreshes after the refresh that runs; several that wait are one. One that fails is repeated. */
  let refreshed = Promise.resolve();
  let waiting = false;
  function renew() {
    if (waiting) return refreshed;
    waiting = true;
    refreshed = refreshed.then(() => {
      waiting = false;
      return refresh();
    }).catch((error) => {
      if (!signal.aborted || error.status === 401) notice(error.message);
      if (error.status !== 401 && error.status !== 404) pause(AGAIN, signal).then(() => signal.aborted || renew());
    });
    return refreshed;
  }

  async function findRematch() {
    for (; !signal.aborted && !next; await pause(EVERY, signal)) {
      if (view.status !== "finished") continue;
      const { matches } = await call("GET", `${path}/rematch`).catch(() => ({ matches: [] }));
      if (signal.aborted || matches.length === 0) continue;
      [next] = matches;
      drawActions();
    }
  }

  await refresh();
  if (signal.aborted) return;
  follow(id, view.version, renew, (there) => fill(away, !there && t("reconnecting")), signal);
  findRematch();
  addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const here = event.target === document.body || board.contains(event.target) || steps.contains(event.target);
    if (!step || !here || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(shown + step);
  }, { signal });
}
