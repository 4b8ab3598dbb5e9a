import { h } from "./dom.js";

const KEPT_MS = 60_000;

/**
 * Gives the browser a file to save.
 *
 * @param {Blob} content
 * @param {string} name
 */
export function saveFile(content, name) {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
