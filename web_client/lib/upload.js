/** Uploads of files in chunks that fit into messages. */

import { refusedDelay } from "./backoff.js";
import { movesText } from "./position_string.js";
import { randomId } from "./random.js";

/** @import {Ack, Command, Rules} from "./messages.js" */
/** @import {SeenFile, TreeEncoding, UploadKind} from "../protocol.js" */
/** @import {Session} from "./session.js" */

/** Server's maximum size of a file of games. */
export const FILE_BYTES = 262_144;
/** Maximum number of restarts after lost connections, and of repetitions of a chunk refused as a flood. */
const ATTEMPTS = 5;
/** Server's maximum size of a file of variations. */
export const TREE_BYTES = 8_388_608;
/** Server's maximum size of a file of patterns. */
export const PATTERN_BYTES = 4_194_304;
/** Bytes per message; Base64 adds a third. */
export const TREE_CHUNK = 2_940;
/** Number of chunks under way at a time. */
const WINDOW = 12;
/** Number of chunks that the server accepts at once, and then per second, with room for other messages. */
const BURST = 150;
const A_SECOND = 70;
/** Interval between requests for the state of a file. */
const AGAIN_MS = 400;

/** @param {Uint8Array} data @returns {string} */
export const base64 = (data) => btoa(String.fromCharCode(...data));

/**
 * Compute the wait before sending more chunks.
 *
 * @param {number} sent  number of chunks so far
 * @param {number} elapsed  milliseconds since the first
 * @returns {number}  milliseconds
 */
export const paceDelay = (sent, elapsed) => Math.max(0, ((sent - BURST) / A_SECOND) * 1000 - elapsed);

/**
 * Tell whether a file is the XML format in which federations exchange games.
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
 * @property {TreeEncoding | null} encoding  null to detect it
 * @property {boolean} [terms]  whether the terms of a federation's file were accepted
 * @property {boolean} [anyGame]  whether to read a file of another game as five in a row
 * @property {Rules | null} [rules]  of its games, if they are known
 */

/**
 * Upload of a file, which starts with the first request.
 *
 * @typedef {object} Upload
 * @property {string} id
 * @property {<Done>(say: () => Promise<Ack>, done: (ack: Ack) => Done | null | undefined) => Promise<Done>} ask
 *   sends a command about the file until its answer is conclusive; rejects with `Refused`
 * @property {(wishes: Look) => Promise<SeenFile>} look  previews the file before it is stored
 */

/** @typedef {{encoding: TreeEncoding | null, anyGame?: boolean, size?: number}} Look */

/**
 * @param {Pick<Session, "command">} session
 * @param {UploadKind} kind
 * @param {{name: string, data: Uint8Array}} file
 * @param {(share: number) => void} onProgress  receives the share that has arrived, 0 to 1; at 1 the server reads the
 *   file
 * @param {(ms: number) => Promise<void>} [wait]
 * @returns {Upload}
 */
export function uploadOf(session, kind, { name, data }, onProgress, wait = pause) {
  const id = randomId();
  /** @type {Promise<Ack> | null} answer to its opening, once all of it is there; several questions wait for one */
  let arrival = null;

  async function bring() {
    const opened = await session.command({ t: "upload_open", kind, name: name.slice(-100), bytes: data.length }, id);
    const { next = null } = opened;
    if (next === null) return opened; // it was kept before
    onProgress(next / data.length);
    await sendBytes(session, id, data, next, onProgress, wait);
    return opened;
  }

  /** @type {Upload["ask"]} */
  async function ask(say, done) {
    for (let attempt = 1; ; attempt++) {
      arrival ??= bring();
      const coming = arrival;
      let there = false;
      try {
        const known = done(await coming);
        there = true;
        if (known) return known;
        onProgress(1);
        return await untilDone(say, done, wait);
      } catch (error) {
        // The server forgets an abandoned upload.
        const lost = codeOf(error) === "no_upload";
        if (arrival === coming && (lost || !there)) arrival = null;
        if (!lost || attempt === ATTEMPTS) throw error;
      }
    }
  }

  return {
    id,
    ask,
    look: ({ encoding, anyGame = false, size = 15 }) =>
      ask(
        () => session.command({ t: "file_look", upload: id, encoding, any_game: anyGame, size }),
        ({ file }) => file,
      ),
  };
}

/**
 * Store games of an uploaded file.
 *
 * @param {Pick<Session, "command">} session
 * @param {Upload} upload
 * @param {Look & {rules: Rules, games?: number[] | null}} wishes  `games`: numbers from 1, null for all
 * @returns {Promise<Ack>}  rejects with `Refused`, in which case nothing was stored
 */
export const keepGames = (session, upload, { encoding, anyGame = false, size = 15, rules, games = null }) =>
  upload.ask(
    () => session.command({ t: "import_close", upload: upload.id, encoding, any_game: anyGame, size, rules, games }),
    (ack) => (ack.room ? ack : null),
  );

/**
 * Store a position as a game of the viewer's, named by its position string.
 *
 * @param {Pick<Session, "command">} session
 * @param {readonly number[]} moves
 * @param {number} size
 * @param {Rules} rules
 * @returns {Promise<string>}  id of the game
 */
export async function keepPosition(session, moves, size, rules) {
  const name = movesText(moves, size);
  const upload = uploadOf(session, "games", { name, data: new TextEncoder().encode(name) }, () => {});
  return (await keepGames(session, upload, { encoding: "utf-8", size, rules })).room ?? "";
}

/**
 * Store the tree of an uploaded file.
 *
 * @param {Pick<Session, "command">} session
 * @param {Upload} upload
 * @param {TreeWishes} wishes
 * @returns {Promise<string>}  id of the tree; rejects with `Refused`, in which case nothing was stored
 */
export const keepTree = (session, upload, { title, encoding, terms = false, anyGame = false, rules = null }) =>
  upload.ask(
    () =>
      session.command({
        ...{ t: "tree_close", upload: upload.id, title: title || null, encoding, terms, any_game: anyGame, rules },
      }),
    treeOf,
  );

/**
 * Keep the tree of a file as a player's, as the server's owner.
 *
 * @param {Pick<Session, "command">} session
 * @param {Upload} upload  of a file of variations
 * @param {TreeWishes & {owner: string, visibility: "private" | "link" | "public", note: string}} wishes  `owner`: id
 * @returns {Promise<string>}  id of the tree; rejects with `Refused` if nothing was kept
 */
export function keepTreeFor(session, upload, wishes) {
  const { title, encoding, terms = false, anyGame = false, owner, visibility, note } = wishes;
  /** @type {Command} */
  const command = {
    ...{ t: "upload_tree", upload: upload.id, title: title || null, encoding, terms, any_game: anyGame },
    ...{ owner, visibility, note },
  };
  return upload.ask(() => session.command(command), treeOf);
}

/**
 * Upload a file of patterns, and wait until they are proven and stored.
 *
 * @param {Pick<Session, "command">} session
 * @param {{name: string, data: Uint8Array, note: string}} file
 * @param {(share: number) => void} onProgress
 * @returns {Promise<{read: number, new: number}>}  number of patterns in the file, and of new ones; rejects with
 *   `Refused`
 */
export function sendPatterns(session, { note, ...file }, onProgress) {
  const upload = uploadOf(session, "patterns", file, onProgress);
  return upload.ask(
    () => session.command({ t: "patterns_close", upload: upload.id, note }),
    ({ patterns }) => patterns,
  );
}

/** @param {Ack} ack */
const treeOf = ({ tree }) => tree;

/**
 * Merge finished games into a tree, and wait until it is stored.
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
 * @param {string} upload
 * @param {Uint8Array} data
 * @param {number} at  number of bytes that have arrived
 * @param {(share: number) => void} onProgress
 * @param {(ms: number) => Promise<void>} wait
 */
async function sendBytes(session, upload, data, at, onProgress, wait) {
  const begun = Date.now();
  let sent = 0;
  for (let stuck = 0; at < data.length; ) {
    await wait(paceDelay(sent, Date.now() - begun));
    const starts = Array.from({ length: WINDOW }, (_, n) => at + n * TREE_CHUNK).filter((start) => start < data.length);
    const answers = await Promise.allSettled(
      starts.map((start) =>
        session.command({
          t: "upload_chunk",
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
      // A chunk after a refused one has the wrong offset; it is sent again.
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
 * @param {() => Promise<Ack>} ask  requests the state
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

/** @param {number} ms @returns {Promise<void>} */
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
