// Elements without a framework: h("li", {class: "x", onclick}, "text", child).

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

let hiding;

export function notice(text) {
  const box = document.getElementById("notice");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, 6000);
}

/** An event handler whose failure is shown, not lost. */
export const telling = (work) => async (event) => {
  event?.preventDefault();
  try {
    await work(event);
  } catch (error) {
    notice(error.message);
  }
};
