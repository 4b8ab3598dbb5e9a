import { h } from "../lib/dom.js";

const SHOWN_MS = 6_000;

/** Sentences in passing, at the lower edge of the page; each is read out once and goes by itself. */
export function createToasts() {
  const element = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  return {
    element,
    /** @param {string} text */
    show(text) {
      const toast = h("div", { class: "toast" }, text);
      element.replaceChildren(toast);
      setTimeout(() => toast.remove(), SHOWN_MS);
    },
  };
}
