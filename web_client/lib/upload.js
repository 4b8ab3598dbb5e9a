/** A file on its way to the server, in messages that are small enough. */

import { refusedDelay } from "./backoff.js";
import { randomId } from "./random.js";

/** @import {Rules} from "./messages.js" */
/** @import {Session} from "./session.js" */

/** The server takes no message longer than 4,096 bytes; the rest is for what stands around the text. */
export const CHUNK_BYTES = 3_600;
/** The server takes no file longer than this. */
export const FILE_BYTES = 262_144;

const encoder = new TextEncoder();

/**
 * The bytes a text takes within a message.
 *
 * @param {string} text
 * @returns {number}
 */
const written = (text) => encoder.encode(JSON.stringify(text)).length - 2;

/**
 * @param {string} text
 * @returns {number}  bytes
 */
export const bytesOf = (text) => encoder.encode(text).length;

/**
 * Cuts a text into pieces of at most CHUNK_BYTES in a message; never within a character.
 *
 * @param {string} text
 * @returns {string[]}  at least one
 */
export function chunks(text) {
  const pieces = [];
  let piece = "";
  let size = 0;
  for (const character of text) {
    const more = written(character);
    if (size + more > CHUNK_BYTES) {
      pieces.push(piece);
      piece = "";
      size = 0;
    }
    piece += character;
    size += more;
  }
  return [...pieces, piece];
}

/**
 * @param {string} name  of a file
 * @returns {"sgf" | "psq" | null}  the notation its ending tells
 */
export function formatOf(name) {
  const ending = name.toLowerCase().split(".").at(-1);
  return ending === "sgf" || ending === "psq" ? ending : null;
}

/**
 * Rule sets as SGF files name them.
 *
 * @type {[RegExp, Rules][]}
 */
const NAMES = [
  [/renju/i, "renju"],
  [/caro/i, "caro"],
  [/free/i, "freestyle"],
  [/standard|gomoku/i, "standard"],
];

/**
 * @param {string} text  of a file
 * @returns {Rules | null}  the rule set that an SGF file names in RU[]
 */
export function rulesIn(text) {
  const named = /\bRU\[([^\]]*)\]/.exec(text)?.[1] ?? "";
  return NAMES.find(([pattern]) => pattern.test(named))?.[1] ?? null;
}

/** So often is begun again when connections are lost, and a piece said again that a flood refused. */
const ATTEMPTS = 5;

/**
 * Sends a game's file: a piece when the one before it has arrived.
 *
 * @param {Pick<Session, "command">} session
 * @param {{name: string, format: "sgf" | "psq", text: string, rules: Rules}} file
 * @param {(share: number) => void} onProgress  told how much has arrived, 0 to 1
 * @returns {Promise<string>}  id of the game; rejects with `Refused`, and then nothing was kept
 */
export async function sendFile(session, { name, format, text, rules }, onProgress) {
  const upload = randomId();
  const pieces = chunks(text);
  for (let attempt = 1; ; attempt++) {
    try {
      const opened = await session.command(
        { t: "import_open", name: name.slice(-100), format, bytes: bytesOf(text), rules },
        upload,
      );
      if (opened.room) return opened.room;
      for (const [n, piece] of pieces.entries()) {
        await patiently(() => session.command({ t: "import_chunk", upload, n, text: piece }));
        onProgress((n + 1) / pieces.length);
      }
      return (await patiently(() => session.command({ t: "import_close", upload }))).room ?? "";
    } catch (error) {
      // An upload ends with its connection.
      if (codeOf(error) !== "no_upload" || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @returns {Promise<Answer>}
 */
async function patiently(ask) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (codeOf(error) !== "flood" || attempt === ATTEMPTS) throw error;
      await new Promise((done) => setTimeout(done, refusedDelay(attempt - 1)));
    }
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {{code?: string}} */ (error).code;
