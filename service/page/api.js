// The HTTP interface as the page uses it: who we are, calls, and the live stream.

import { pause } from "./dom.js";
import { language, t } from "./texts.js";

const STORED = "meeplog.player";

export const me = JSON.parse(localStorage.getItem(STORED) || "{}");

export function remember(player) {
  Object.assign(me, player);
  localStorage.setItem(STORED, JSON.stringify(me));
  dispatchEvent(new Event("meeplog:player"));
}

export function forget() {
  for (const name of Object.keys(me)) delete me[name];
  localStorage.removeItem(STORED);
  dispatchEvent(new Event("meeplog:player"));
}

// Another tab has become somebody else, or nobody: so has this one.
addEventListener("storage", (event) => { if (event.key === STORED) location.reload(); });

/** 128 random bits in hex. (`crypto.randomUUID` is missing where the page comes over plain HTTP.) */
export const random = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The answer to a request; where the service is not reached, an Error that says so. A token that is none is forgotten. */
async function request(method, path, body, headers, signal) {
  const token = me.token;
  const sent = { method, headers: { "Accept-Language": language(), ...headers }, signal };
  if (token) sent.headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) {
    sent.headers["Content-Type"] = "application/json";
    sent.body = JSON.stringify(body);
  }
  const answer = await fetch(`/api/v1${path}`, sent).catch(() => { throw new Error(t("unreachable")); });
  if (answer.status === 401 && token) {
    if (token === me.token) forget();
    throw Object.assign(new Error(t("forgotten")), { status: 401 });
  }
  return answer;
}

/** The answer's JSON; a problem is thrown as an Error whose message is its detail. */
export async function call(method, path, body, headers = {}) {
  const key = method === "GET" ? {} : { "Idempotency-Key": random() };
  const answer = await request(method, path, body, { ...key, ...headers });
  const text = await answer.text().catch(() => { throw new Error(t("unreachable")); });
  const json = /[/+]json\b/.test(answer.headers.get("content-type"));
  if (!answer.ok) {
    const problem = json ? JSON.parse(text) : {};
    throw Object.assign(new Error(problem.detail || t("unreachable")), { problem, status: answer.status });
  }
  return json ? JSON.parse(text) : text;
}

const LONGEST_PAUSE = 15000; // milliseconds

/** Calls `seen` with every step after `version`, over dropped connections too, until the signal aborts or the match may
 * not be seen any longer; tells `connected` whether the stream is there. */
export async function follow(match, version, seen, connected, signal) {
  let last = version;
  for (let wait = 500; !signal.aborted; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    try {
      const answer = await request("GET", `/matches/${match}/stream`, undefined, { "Last-Event-ID": last }, signal);
      if ([401, 403, 404].includes(answer.status)) return;
      if (answer.ok) {
        connected(true);
        wait = 250;
        for await (const step of steps(answer.body)) {
          last = step.view.version;
          seen(step);
        }
      }
    } catch (error) {
      if (error.status === 401) return;
      // Otherwise the connection broke, or the page was left: the signal tells which.
    }
    if (signal.aborted) return;
    connected(false);
    await pause(wait, signal);
  }
}

async function* steps(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = "";;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      if (block.includes("event: step") && data) yield JSON.parse(data.slice(6));
    }
  }
}
