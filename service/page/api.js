// The HTTP interface as the page uses it: who we are, calls, and the live stream.

const STORED = "meeplog.player";

export const me = JSON.parse(localStorage.getItem(STORED) || "{}");

export function remember(player) {
  Object.assign(me, player);
  localStorage.setItem(STORED, JSON.stringify(me));
}

export const language = () => localStorage.getItem("meeplog.language") || (navigator.language || "en").slice(0, 2);

function headers(more = {}) {
  const all = { "Accept-Language": language(), ...more };
  if (me.token) all.Authorization = `Bearer ${me.token}`;
  return all;
}

/** The answer's JSON; a problem is thrown as an Error whose message is its detail. */
export async function call(method, path, body, more = {}) {
  const sent = { method, headers: headers({ "Idempotency-Key": crypto.randomUUID(), ...more }) };
  if (body !== undefined) {
    sent.headers["Content-Type"] = "application/json";
    sent.body = JSON.stringify(body);
  }
  const answer = await fetch(`/api/v1${path}`, sent);
  const text = await answer.text();
  if (!answer.ok) {
    const problem = JSON.parse(text || "{}");
    throw Object.assign(new Error(problem.detail || answer.statusText), { problem, status: answer.status });
  }
  return answer.headers.get("content-type").includes("json") ? JSON.parse(text) : text;
}

/** Calls `seen` with every step after `version`, and goes on until the signal aborts, over dropped connections too. */
export async function follow(match, version, seen, signal) {
  let last = version;
  while (!signal.aborted) {
    try {
      const answer = await fetch(`/api/v1/matches/${match}/stream`, { headers: headers({ "Last-Event-ID": last }), signal });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = "";;) {
        const { value, done } = await reader.read();
        if (done) break;
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        for (const block of blocks) {
          const data = block.split("\n").find((line) => line.startsWith("data: "));
          if (!block.includes("event: step") || !data) continue;
          const step = JSON.parse(data.slice(6));
          last = step.view.version;
          seen(step);
        }
      }
    } catch {
      // The connection broke, or the page was left: the signal tells which.
    }
    if (!signal.aborted) await new Promise((again) => setTimeout(again, 1000));
  }
}
