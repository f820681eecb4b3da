// One match: the position (now or at any step), its steps in words, seats and scores, and the caller's lawful moves.

import { call, follow, me } from "./api.js";
import { h, notice, telling } from "./dom.js";
import { sit } from "./lobby.js";
import { moves } from "./moves.js";
import { label, t } from "./texts.js";

export async function match(main, id, signal) {
  const path = `/matches/${id}`;
  const [{ games }, first] = await Promise.all([call("GET", "/games"), call("GET", path)]);
  const game = games.find((each) => each.id === first.game);
  const edition = game?.editions.find((each) => each.id === first.edition);
  const made = edition && Object.values(edition.provenance).includes("reconstructed");

  let view = first; // the newest
  let shown = 0; // the version on the board
  let live = true;
  let told = [];

  const board = h("div", { class: "board" });
  const said = h("p", { "data-said": true });
  const seats = h("ul", { class: "seats" });
  const steps = h("ol", { class: "steps" });
  const slider = h("input", { type: "range", min: 1, "aria-label": t("steps"), oninput: () => go(Number(slider.value)) });
  const reveal = h("input", { type: "checkbox", onchange: () => refresh() });
  const revealing = h("label", { hidden: true }, reveal, t("reveal"));
  const choices = h("section");
  const sheet = h("section");
  const actions = h("div", { class: "bar" });
  const chooser = moves(board, choices, path, () => view);

  main.replaceChildren(
    h("h1", {}, game ? label(game.names) : view.game, " ", made ? h("span", { class: "chip" }, t("reconstructed")) : ""),
    h("div", { class: "table" },
      h("div", {}, board,
        h("div", { class: "bar" },
          h("button", { onclick: () => go(shown - 1), "aria-label": "−1" }, "‹"), slider,
          h("button", { onclick: () => go(shown + 1), "aria-label": "+1" }, "›"),
          h("button", { onclick: () => go(view.version) }, t("live"))),
        said),
      h("div", {}, seats, actions, choices, h("h2", {}, t("steps")), revealing, steps, sheet)));

  const asked = () => (reveal.checked ? "?reveal=1" : "");

  async function go(version) {
    shown = Math.min(Math.max(version, 1), view.version);
    live = shown === view.version;
    await draw();
  }

  async function draw() {
    const at = shown;
    slider.max = view.version;
    slider.value = at;
    const step = told[at - 1];
    const diverged = told.slice(0, at).find((each) => each.diverged);
    said.textContent = [step?.narration, diverged && `${t("diverged")} ${diverged.version}.`].filter(Boolean).join(" ");
    steps.replaceChildren(...told.map((each) =>
      h("li", { value: each.version, "aria-current": each.version === at && "step", onclick: () => go(each.version) },
        each.notation || each.narration)));
    steps.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    drawSeats(step);
    const picture = await call("GET", `${path}/replay/${at}.svg${asked()}`).catch(() => "");
    if (at !== shown || signal.aborted) return;
    board.innerHTML = picture; // drawn by the server alone: no name or text of a player is in it
    if (live) await chooser.refresh();
    else choices.replaceChildren();
  }

  function drawSeats(step) {
    const totals = step?.totals ?? [];
    seats.replaceChildren(...view.seats.map((seat, number) =>
      h("li", { class: view.actors.includes(number) && "acting" },
        h("span", {}, seat.name || t("free")),
        number === view.you && h("span", { class: "chip" }, t("you")),
        view.result?.winners.includes(number) && "🏆",
        h("span", { class: "total" }, totals[number] ?? ""))));
  }

  function drawActions() {
    const seated = view.you !== null;
    const leave = telling(async () => confirm(t("confirmResign")) && call("POST", `${path}/resign`));
    const again = telling(async () => {
      const { match_id: next } = await call("POST", `${path}/rematch`);
      await sit(next, null).catch((error) => { if (error.status !== 409) throw error; });
      location.hash = `#/matches/${next}`;
    });
    const join = telling(() => sit(id, null));
    actions.replaceChildren(...[
      view.status === "open" && me.token && !seated && h("button", { class: "main", onclick: join }, t("sit")),
      view.status === "running" && seated && h("button", { onclick: leave }, t("resign")),
      view.status === "finished" && seated && h("button", { onclick: again }, t("rematch")),
      view.status !== "open" && h("button", { onclick: telling(download) }, t("record")),
    ].filter(Boolean));
    revealing.hidden = !["finished", "closed"].includes(view.status);
  }

  async function download() {
    const record = await call("GET", `${path}/record`);
    const link = h("a", { href: URL.createObjectURL(new Blob([record])), download: `${view.game}-${id}.jsonl` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async function drawSheet() {
    if (view.status !== "finished") return;
    const { lines, totals } = await call("GET", `${path}/score`);
    sheet.replaceChildren(h("h2", {}, t("score")), h("table", {}, h("tbody", {},
      lines.map((line) => h("tr", {}, h("td", {}, view.seats[line.seat].name), h("td", {}, line.text),
        h("td", { class: "muted" }, line.clause), h("td", { class: "number" }, line.points))),
      totals.map((total, seat) => h("tr", {}, h("th", {}, view.seats[seat].name), h("th", {}), h("th", {}),
        h("th", { class: "number" }, total))))));
  }

  async function refresh() {
    told = (await call("GET", `${path}/replay${asked()}`)).steps;
    view = await call("GET", `${path}?min_version=${told.length}`);
    drawActions();
    await Promise.all([live ? go(view.version) : draw(), drawSheet()]);
  }

  let busy = Promise.resolve();
  await refresh();
  follow(id, view.version, () => {
    busy = busy.then(refresh).catch((error) => notice(error.message));
  }, signal);
  const keys = (event) => {
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "ArrowLeft") go(shown - 1);
    if (event.key === "ArrowRight") go(shown + 1);
  };
  addEventListener("keydown", keys, { signal });
}
