// Elements without a framework: h("li", {class: "x", onclick}, "text", child).

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  fill(element, ...children);
  return element;
}

/** Replaces what an element holds; children may be nested in arrays, and those that are null or false are left out. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child != null && child !== false));
}

/** A list that shows things, each made once: what has not changed stays in its place, and keeps the focus. */
export function keeping(list, make) {
  let there = new Map();
  return (things) => {
    const wanted = new Map(things.map((thing) => {
      const key = JSON.stringify(thing);
      return [key, there.get(key) ?? make(thing)];
    }));
    for (const [key, element] of there) if (!wanted.has(key)) element.remove();
    there = wanted;
    [...there.values()].forEach((element, at) => {
      if (list.children[at] !== element) list.insertBefore(element, list.children[at] ?? null);
    });
  };
}

let hiding;

export function notice(text) {
  const box = document.getElementById("notice");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, 6000);
}

/** An event handler whose failure is shown, not lost, until the next. Its button rests until the work is done: twice is
 * once. */
export const telling = (work) => async (event) => {
  event?.preventDefault();
  const pressed = event?.submitter ?? event?.currentTarget;
  const button = pressed instanceof HTMLButtonElement ? pressed : {};
  if (button.disabled) return;
  button.disabled = true;
  document.getElementById("notice").hidden = true;
  try {
    await work(event);
  } catch (error) {
    notice(error.message);
  } finally {
    button.disabled = false;
  }
};

/** Resolves after that time, or when the signal aborts. */
export const pause = (milliseconds, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
});
