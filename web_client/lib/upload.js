/** Files on their way to the server, in messages that are small enough. */

import { refusedDelay } from "./backoff.js";
import { movesText } from "./position_string.js";
import { randomId } from "./random.js";

/** @import {Ack, Command, Rules} from "./messages.js" */
/** @import {SeenFile, TreeEncoding} from "../protocol.js" */
/** @import {Session} from "./session.js" */

/** The server takes no file of games longer than this. */
export const FILE_BYTES = 262_144;
/** So often is begun again when connections are lost, and a piece said again that a flood refused. */
const ATTEMPTS = 5;
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

/** @param {Uint8Array} data @returns {string} */
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
 * @property {TreeEncoding | null} encoding  null to have it found out
 * @property {boolean} [terms]  whether those of a federation's file were accepted
 * @property {boolean} [anyGame]  whether a file of another game holds five in a row all the same
 */

/** @typedef {{name: string, data: Uint8Array} & TreeWishes} TreeFile */
/** @typedef {Extract<Command, {t: "import_open" | "tree_open" | "upload_tree" | "upload_patterns"}>} Opening */
/** @typedef {"import_chunk" | "tree_chunk" | "upload_chunk"} ChunkName */

/**
 * A file on its way to the server, which is sent when something is first asked of it.
 *
 * @typedef {object} Upload
 * @property {string} id
 * @property {<Done>(say: () => Promise<Ack>, done: (ack: Ack) => Done | null | undefined) => Promise<Done>} ask  says
 *   something of it, until its answer tells what has become of it; rejects with `Refused`
 * @property {(wishes: Look) => Promise<SeenFile>} look  what the file holds, before it is kept
 */

/** @typedef {{encoding: TreeEncoding | null, anyGame?: boolean, size?: number}} Look */

/**
 * @param {Pick<Session, "command">} session
 * @param {Opening} open  the command that begins it
 * @param {Uint8Array} data
 * @param {ChunkName} chunk  the command by which its pieces go
 * @param {(share: number) => void} onProgress  told how much has arrived, 0 to 1
 * @param {(ms: number) => Promise<void>} [wait]
 * @returns {Upload}
 */
export function uploadOf(session, open, data, chunk, onProgress, wait = pause) {
  const id = randomId();
  let sent = false;

  /** @type {Upload["ask"]} */
  async function ask(say, done) {
    for (let attempt = 1; ; attempt++) {
      try {
        if (!sent) {
          const opened = await session.command(open, id);
          const known = done(opened);
          if (known) return known;
          await sendBytes(session, chunk, id, data, opened.next ?? 0, onProgress, wait);
          onProgress(1);
          sent = true;
        }
        return await untilDone(say, done, wait);
      } catch (error) {
        // An upload that nobody goes on with is forgotten.
        if (codeOf(error) !== "no_upload" || attempt === ATTEMPTS) throw error;
        sent = false;
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
 * A file of games that goes to one's own library.
 *
 * @param {Pick<Session, "command">} session
 * @param {{name: string, data: Uint8Array}} file
 * @param {(share: number) => void} onProgress
 * @param {(ms: number) => Promise<void>} [wait]
 * @returns {Upload}
 */
export const gamesUpload = (session, { name, data }, onProgress, wait = pause) =>
  uploadOf(
    session,
    { t: "import_open", name: name.slice(-100), bytes: data.length },
    data,
    "import_chunk",
    onProgress,
    wait,
  );

/**
 * Has games of a file kept.
 *
 * @param {Pick<Session, "command">} session
 * @param {Upload} upload
 * @param {Look & {rules: Rules, games?: number[] | null}} wishes  `games` by their numbers from 1, null for all
 * @returns {Promise<Ack>}  rejects with `Refused`, and then nothing was kept
 */
export const keepGames = (session, upload, { encoding, anyGame = false, size = 15, rules, games = null }) =>
  upload.ask(
    () => session.command({ t: "import_close", upload: upload.id, encoding, any_game: anyGame, size, rules, games }),
    (ack) => (ack.room ? ack : null),
  );

/**
 * Keeps a position as a game of one's own, which is called by its position string.
 *
 * @param {Pick<Session, "command">} session
 * @param {readonly number[]} moves
 * @param {number} size
 * @param {Rules} rules
 * @returns {Promise<string>}  id of the game
 */
export async function keepPosition(session, moves, size, rules) {
  const name = movesText(moves, size);
  const upload = gamesUpload(session, { name, data: new TextEncoder().encode(name) }, () => {});
  return (await keepGames(session, upload, { encoding: "utf-8", size, rules })).room ?? "";
}

/**
 * A file of variations that becomes one's own tree.
 *
 * @param {Pick<Session, "command">} session
 * @param {{name: string, data: Uint8Array}} file
 * @param {(share: number) => void} onProgress  told how much has arrived, 0 to 1; with 1 it is being read
 * @param {(ms: number) => Promise<void>} [wait]
 * @returns {Upload}
 */
export const treeUpload = (session, { name, data }, onProgress, wait = pause) =>
  uploadOf(
    session,
    { t: "tree_open", name: name.slice(-100), bytes: data.length },
    data,
    "tree_chunk",
    onProgress,
    wait,
  );

/**
 * Has the tree of a file kept.
 *
 * @param {Pick<Session, "command">} session
 * @param {Upload} upload
 * @param {TreeWishes} wishes
 * @returns {Promise<string>}  id of the tree; rejects with `Refused`, and then nothing was kept
 */
export const keepTree = (session, upload, { title, encoding, terms = false, anyGame = false }) =>
  upload.ask(
    () =>
      session.command({
        ...{ t: "tree_close", upload: upload.id, title: title || null, encoding, terms, any_game: anyGame },
      }),
    treeOf,
  );

/**
 * Sends a file of variations for a player, as the owner of the server does it, and waits until it is kept.
 *
 * @param {Pick<Session, "command">} session
 * @param {TreeFile & {owner: string, visibility: "private" | "link" | "public", note: string}} file  `owner` by its id
 * @param {(share: number) => void} onProgress
 * @returns {Promise<string>}  id of the tree
 */
export function sendTreeFor(session, file, onProgress) {
  const { name, title, encoding, terms = false, data, owner, visibility, note } = file;
  /** @type {Opening} */
  const open = {
    ...{ t: "upload_tree", name: name.slice(-100), bytes: data.length, title: title || null, encoding, terms },
    ...{ owner, visibility, note },
  };
  return sendForStaff(session, open, data, treeOf, onProgress);
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
  return sendForStaff(session, open, data, ({ patterns }) => patterns, onProgress);
}

/**
 * @template Done
 * @param {Pick<Session, "command">} session
 * @param {Opening} open
 * @param {Uint8Array} data
 * @param {(ack: Ack) => Done | null | undefined} done
 * @param {(share: number) => void} onProgress
 * @returns {Promise<Done>}
 */
function sendForStaff(session, open, data, done, onProgress) {
  const upload = uploadOf(session, open, data, "upload_chunk", onProgress);
  return upload.ask(() => session.command({ t: "upload_close", upload: upload.id }), done);
}

/** @param {Ack} ack */
const treeOf = ({ tree }) => tree;

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
 * @param {ChunkName} chunk
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
