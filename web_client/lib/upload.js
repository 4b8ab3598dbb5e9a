/** Files on their way to the server, in messages that are small enough. */

import { refusedDelay } from "./backoff.js";
import { xy } from "./geometry.js";
import { movesText } from "./position_string.js";
import { randomId } from "./random.js";

/** @import {Ack, Command, Rules} from "./messages.js" */
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

/**
 * A file of a game that holds nothing but its moves, called by its position string.
 *
 * @param {readonly number[]} moves
 * @param {number} size
 * @returns {{name: string, format: "sgf", text: string}}
 */
export function sgfOf(moves, size) {
  const letter = (/** @type {number} */ line) => String.fromCharCode(97 + line);
  const nodes = moves.map((point, ply) => {
    const { x, y } = xy(point, size);
    return `;${ply % 2 ? "W" : "B"}[${letter(x)}${letter(y)}]`;
  });
  return {
    name: movesText(moves, size).slice(0, 100),
    format: "sgf",
    text: `(;FF[4]GM[4]CA[UTF-8]SZ[${size}]${nodes.join("")})`,
  };
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

/** The server takes no file of variations longer than this. */
export const TREE_BYTES = 8_388_608;
/** The server takes no file of patterns longer than this. */
export const PATTERN_BYTES = 4_194_304;
/** Bytes in one message; in Base64 they are a third more. */
export const TREE_CHUNK = 2_940;
/** So many pieces are under way at a time. */
const WINDOW = 12;
/** Pieces that the server takes at once, and a second for long, with something left for what else is said. */
const BURST = 150;
const A_SECOND = 70;
/** After which it is asked again what has become of a file. */
const AGAIN_MS = 400;

/**
 * @param {Uint8Array} data
 * @returns {string}
 */
export const base64 = (data) => btoa(String.fromCharCode(...data));

/**
 * How long to wait before more pieces are sent.
 *
 * @param {number} sent  so far
 * @param {number} elapsed  milliseconds since the first
 * @returns {number}  milliseconds
 */
export const paceDelay = (sent, elapsed) => Math.max(0, ((sent - BURST) / A_SECOND) * 1000 - elapsed);

/**
 * Whether a file is the XML in which federations exchange games.
 *
 * @param {Blob & {name: string}} file
 * @returns {Promise<boolean>}
 */
export async function isFederations(file) {
  return /\.(rif|xml)$/i.test(file.name) || (await file.slice(0, 64).text()).trimStart().startsWith("<");
}

/**
 * @typedef {object} TreeWishes
 * @property {string} title
 * @property {import("../protocol.js").TreeEncoding | null} encoding  null to have it found out
 * @property {boolean} [terms]  whether those of a federation's file were accepted
 */

/** @typedef {{name: string, data: Uint8Array} & TreeWishes} TreeFile */
/** @typedef {Extract<Command, {t: "tree_open" | "upload_tree" | "upload_patterns"}>} Opening */

/**
 * The commands by which the pieces of a file go, and by which all of it is there.
 *
 * @typedef {{chunk: "tree_chunk", close: "tree_close"} | {chunk: "upload_chunk", close: "upload_close"}} Pieces
 */

/** @type {Pieces} */
const OWN = { chunk: "tree_chunk", close: "tree_close" };
/** @type {Pieces} */
const STAFFS = { chunk: "upload_chunk", close: "upload_close" };

/**
 * Sends a file of variations, and waits until it is kept.
 *
 * @param {Pick<Session, "command">} session
 * @param {TreeFile} file
 * @param {(share: number) => void} onProgress  told how much has arrived, 0 to 1; with 1 it is being read
 * @param {(ms: number) => Promise<void>} [wait]
 * @returns {Promise<string>}  id of the tree; rejects with `Refused`, and then nothing was kept
 */
export function sendTree(session, { data, ...file }, onProgress, wait = pause) {
  return sendPieces(session, { t: "tree_open", ...described(file, data) }, data, OWN, treeOf, onProgress, wait);
}

/**
 * The same for a player, as the owner of the server does it.
 *
 * @param {Pick<Session, "command">} session
 * @param {TreeFile & {owner: string, visibility: "private" | "link" | "public", note: string}} file  `owner` by its id
 * @param {(share: number) => void} onProgress
 * @returns {Promise<string>}  id of the tree
 */
export function sendTreeFor(session, { data, owner, visibility, note, ...file }, onProgress) {
  /** @type {Opening} */
  const open = { t: "upload_tree", owner, visibility, note, ...described(file, data) };
  return sendPieces(session, open, data, STAFFS, treeOf, onProgress, pause);
}

/**
 * Sends a file of patterns, and waits until they are proven and kept.
 *
 * @param {Pick<Session, "command">} session
 * @param {{name: string, data: Uint8Array, note: string}} file
 * @param {(share: number) => void} onProgress
 * @returns {Promise<{read: number, new: number}>}  how many it has, and how many are new; rejects with `Refused`
 */
export function sendPatterns(session, { name, data, note }, onProgress) {
  /** @type {Opening} */
  const open = { t: "upload_patterns", name: name.slice(-100), bytes: data.length, note };
  return sendPieces(session, open, data, STAFFS, ({ patterns }) => patterns, onProgress, pause);
}

/** @param {Ack} ack */
const treeOf = ({ tree }) => tree;

/**
 * @param {{name: string} & TreeWishes} file
 * @param {Uint8Array} data
 */
const described = ({ name, title, encoding, terms = false }, data) => ({
  ...{ name: name.slice(-100), bytes: data.length, title: title || null, encoding, terms },
});

/**
 * Sends a file, several pieces at a time, and waits until something has become of it.
 *
 * @template Done
 * @param {Pick<Session, "command">} session
 * @param {Opening} open  the command that begins it
 * @param {Uint8Array} data
 * @param {Pieces} pieces
 * @param {(ack: Ack) => Done | null | undefined} done  what has become of it; none as long as it is not known
 * @param {(share: number) => void} onProgress
 * @param {(ms: number) => Promise<void>} wait
 * @returns {Promise<Done>}
 */
async function sendPieces(session, open, data, { chunk, close }, done, onProgress, wait) {
  const upload = randomId();
  for (let attempt = 1; ; attempt++) {
    try {
      const opened = await session.command(open, upload);
      const known = done(opened);
      if (known) return known;
      await sendBytes(session, chunk, upload, data, opened.next ?? 0, onProgress, wait);
      onProgress(1);
      return await untilDone(() => session.command({ t: close, upload }), done, wait);
    } catch (error) {
      if (codeOf(error) !== "no_upload" || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Has finished games merged into a tree, and waits until it is kept.
 *
 * @param {Pick<Session, "command">} session
 * @param {Omit<Extract<import("./messages.js").Command, {t: "tree_merge"}>, "t">} wishes
 * @param {(ms: number) => Promise<void>} [wait]
 * @returns {Promise<string>}  id of the tree
 */
export function mergeGames(session, wishes, wait = pause) {
  const id = randomId();
  return untilDone(() => session.command({ t: "tree_merge", ...wishes }, id), treeOf, wait);
}

/**
 * @param {Pick<Session, "command">} session
 * @param {Pieces["chunk"]} chunk
 * @param {string} upload
 * @param {Uint8Array} data
 * @param {number} at  how many bytes of it are there
 * @param {(share: number) => void} onProgress
 * @param {(ms: number) => Promise<void>} wait
 */
async function sendBytes(session, chunk, upload, data, at, onProgress, wait) {
  const begun = Date.now();
  let sent = 0;
  for (let stuck = 0; at < data.length; ) {
    await wait(paceDelay(sent, Date.now() - begun));
    const starts = Array.from({ length: WINDOW }, (_, n) => at + n * TREE_CHUNK).filter((start) => start < data.length);
    const answers = await Promise.allSettled(
      starts.map((start) =>
        session.command({
          t: chunk,
          upload,
          at: start,
          data: base64(data.subarray(start, start + TREE_CHUNK)),
        }),
      ),
    );
    sent += starts.length;
    const before = at;
    for (const answer of answers) {
      if (answer.status === "fulfilled") at = Math.max(at, answer.value.next ?? 0);
      // What comes after a piece that was refused finds no place; it is sent again.
      else if (!["flood", "wrong_chunk"].includes(codeOf(answer.reason) ?? "")) throw answer.reason;
    }
    onProgress(at / data.length);
    stuck = at === before ? stuck + 1 : 0;
    const refused = answers.find((answer) => answer.status === "rejected");
    if (refused && stuck === ATTEMPTS) throw refused.reason;
    if (refused) await wait(refusedDelay(stuck));
  }
}

/**
 * @template Done
 * @param {() => Promise<Ack>} ask  what has become of something
 * @param {(ack: Ack) => Done | null | undefined} done
 * @param {(ms: number) => Promise<void>} wait
 * @returns {Promise<Done>}
 */
async function untilDone(ask, done, wait) {
  for (;;) {
    const known = done(await patiently(ask));
    if (known) return known;
    await wait(AGAIN_MS);
  }
}

/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
const pause = (ms) => (ms > 0 ? new Promise((done) => setTimeout(done, ms)) : Promise.resolve());

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
