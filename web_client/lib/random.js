/** The 64 characters of a command id: six random bits each, so all are equally likely. */
const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";

/**
 * Generate a random id. `crypto.getRandomValues` works on pages without TLS; `crypto.randomUUID` does not.
 *
 * @param {number} [length]  16 characters are 96 bits
 * @returns {string}
 */
export function randomId(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => CHARACTERS[byte & 63]).join("");
}
