/** The 64 characters a command id may hold: six random bits each, so none is likelier than another. */
const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";

/**
 * A random id. `crypto.getRandomValues` is there on pages without TLS too; `crypto.randomUUID` is not.
 *
 * @param {number} [length]  16 characters are 96 bits
 * @returns {string}
 */
export function randomId(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => CHARACTERS[byte & 63]).join("");
}
