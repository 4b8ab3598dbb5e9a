import { h } from "./dom.js";

const KEPT_MS = 60_000;

/** Save a file through the browser. @param {Blob} content @param {string} name */
export function saveFile(content, name) {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

const WRITING_MS = 1_000;

/**
 * Save a file that the server may still be writing.
 *
 * @param {() => Promise<Blob>} ask  rejects with "tree_writing" until the file is written
 * @param {string} name
 * @param {() => boolean} [gone]  whether nobody waits for it any more
 */
export async function saveWritten(ask, name, gone = () => false) {
  for (;;) {
    try {
      return saveFile(await ask(), name);
    } catch (error) {
      if (/** @type {{code?: string}} */ (error).code !== "tree_writing" || gone()) throw error;
      await new Promise((done) => setTimeout(done, WRITING_MS));
    }
  }
}

/** Turn a title into a file name by replacing characters that file names cannot have. @param {string} title */
export const fileName = (title) => title.replace(/[\\/:*?"<>|]/g, "_");
