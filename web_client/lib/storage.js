/**
 * Browser storage as JSON under a prefix. If storage is denied (private windows, blocked cookies), the same calls work
 * in memory until the page closes.
 */

const PREFIX = "tengen.";

/** @type {Map<string, string>} */
const forgotten = new Map();

/** @returns {Storage | null} */
function store() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/**
 * Return the value stored under `key`, or `fallback` if there is none or it cannot be read.
 *
 * @template Value
 * @param {string} key
 * @param {Value} fallback
 * @returns {Value}
 */
export function load(key, fallback) {
  const text = forgotten.get(key) ?? read(key);
  if (text === null) return fallback;
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {unknown} value  JSON-serialisable */
export function save(key, value) {
  const text = JSON.stringify(value);
  try {
    const kept = store();
    if (!kept) throw new Error("no storage");
    kept.setItem(PREFIX + key, text);
    forgotten.delete(key);
  } catch {
    forgotten.set(key, text); // denied or full
  }
}

/** @param {string} key */
export function remove(key) {
  forgotten.delete(key);
  try {
    store()?.removeItem(PREFIX + key);
  } catch {
    // Denied: nothing to remove.
  }
}

/** @param {string} key @returns {string | null} */
function read(key) {
  try {
    return store()?.getItem(PREFIX + key) ?? null;
  } catch {
    return null;
  }
}
