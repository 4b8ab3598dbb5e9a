/** Meaning of keys on the board. Pure functions of a key. */

import { at, neighbour, xy } from "../lib/geometry.js";

/**
 * Return the point that a key moves to: arrows one step, Home and End along the row (with Ctrl to the board's corners),
 * PageUp and PageDown along the column. Null for every other key.
 *
 * @param {string} key  KeyboardEvent.key
 * @param {boolean} control
 * @param {number} point
 * @param {number} size
 * @returns {number | null}
 */
export function destination(key, control, point, size) {
  const { x, y } = xy(point, size);
  switch (key) {
    case "ArrowLeft":
      return neighbour(point, -1, 0, size);
    case "ArrowRight":
      return neighbour(point, 1, 0, size);
    case "ArrowUp":
      return neighbour(point, 0, -1, size);
    case "ArrowDown":
      return neighbour(point, 0, 1, size);
    case "Home":
      return control ? 0 : at(0, y, size);
    case "End":
      return control ? size * size - 1 : at(size - 1, y, size);
    case "PageUp":
      return at(x, 0, size);
    case "PageDown":
      return at(x, size - 1, size);
    default:
      return null;
  }
}

/**
 * Return the meaning of a key on any layout: a Latin letter or a digit by its character, else by its position on the
 * keyboard. A Cyrillic or Greek letter means the Latin one at its position, and so does a key that an input method has
 * consumed; the upper row means digits even where they need Shift.
 *
 * @param {Pick<KeyboardEvent, "key"> & Partial<Pick<KeyboardEvent, "code" | "shiftKey">>} event
 * @returns {string}  a letter, a digit, a character without meaning here, or the name of a key as KeyboardEvent.key
 */
export function meantKey({ key, code = "", shiftKey = false }) {
  if (/^[a-z0-9 ]$/i.test(key) || (key.length > 1 && key !== "Process" && [...key].length > 1)) return key;
  if (code === "Space") return " ";
  const [, letter, digit] = /^Key([A-Z])$|^(?:Digit|Numpad)([0-9])$/.exec(code) ?? [];
  return letter ?? (shiftKey ? undefined : digit) ?? key;
}

/** Tell whether a key produces a character. @param {string} key */
export const writes = (key) => [...key].length === 1;

/**
 * Return the typed coordinates after one more key: a letter starts anew, at most two digits follow, Backspace deletes
 * one. Null if the key is no part of coordinates.
 *
 * @param {string} typed
 * @param {string} key  KeyboardEvent.key
 * @returns {string | null}
 */
export function typing(typed, key) {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  if (/^[0-9]$/.test(key) && /^[A-Z]\d?$/.test(typed)) return typed + key;
  if (key === "Backspace" && typed) return typed.slice(0, -1);
  return null;
}
