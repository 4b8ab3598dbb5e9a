/**
 * The connection that carries a session: opens it, notices when it has died, and opens the next one.
 */

import { retryDelay } from "./lib/backoff.js";

/** @import {Inbound} from "./lib/messages.js" */
/** @import {Session} from "./lib/session.js" */

/** @typedef {"connecting" | "online" | "offline" | "refused" | "stopped"} Status  `refused`: the server is there */

/** Without an answer for so long, the connection is taken for dead ... */
const PATIENCE_MS = 8_000;
/** ... and after so long a silence, in which two of the server's beats should have come. */
const SILENCE_MS = 10_500;
const TICK_MS = 1_000;
/** After so many connections in a row that were not even opened, it is asked whether the server is there at all. */
const TRIES = 4;

/** After these farewells nothing is gained by coming back at once ... */
const LATER = new Set(["flood", "too_many_connections"]);
const LATER_ATTEMPT = 5;
/** ... and after these, by coming back at all. */
const NEVER = new Set(["banned", "stale_protocol", "signed_out"]);

/**
 * @param {string} url
 * @param {() => Session} session
 * @param {(status: Status) => void} onStatus
 * @param {() => Promise<boolean>} [isThere]  whether the server answers otherwise; asked after a few tries
 */
export function createSocket(url, session, onStatus, isThere = () => Promise.resolve(false)) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {Status} */
  let status = "connecting";
  let attempt = 0;
  let unopened = 0;
  let heardAt = 0;
  /** @type {number | null} */
  let askedAt = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;

  /** @param {Status} next */
  function become(next) {
    if (status === next) return;
    status = next;
    onStatus(next);
  }

  function open() {
    clearTimeout(retry);
    if (status === "stopped" || socket) return;
    if (status !== "refused") become(attempt === 0 ? "connecting" : "offline");
    const opening = new WebSocket(url);
    socket = opening;
    heardAt = performance.now();
    askedAt = heardAt;
    unopened += 1;
    opening.onopen = () => {
      unopened = 0;
      session().opened();
    };
    opening.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      heardAt = performance.now();
      if (message.t !== "beat") askedAt = null; // which comes whether or not the server hears us
      session().received(message);
      if (session().ready && socket === opening) {
        attempt = 0;
        become("online");
      }
    };
    opening.onclose = () => {
      if (socket === opening) lost();
    };
  }

  function lost() {
    socket = null;
    session().closed();
    if (status === "stopped") return;
    if (status !== "refused" || unopened < TRIES) become("offline");
    if (unopened >= TRIES) void look();
    retry = setTimeout(open, retryDelay(attempt));
    attempt += 1;
  }

  /** Whether it is this connection alone that is refused, or not passed on by what stands before the server. */
  async function look() {
    const there = await isThere();
    if (status === "online" || status === "stopped" || unopened < TRIES) return;
    become(there ? "refused" : "offline");
  }

  /** Gives the connection up without waiting for the other end to agree, which it may never do. */
  function drop() {
    const dead = socket;
    if (!dead) return;
    dead.onopen = dead.onmessage = dead.onclose = null;
    dead.close();
    lost();
  }

  function check() {
    if (!socket) return;
    const now = performance.now();
    if (session().ready && session().waiting) askedAt ??= now;
    if ((askedAt !== null && now - askedAt > PATIENCE_MS) || now - heardAt > SILENCE_MS) drop();
  }

  /** The network is back, or the page is looked at again: the connection may have died unnoticed. */
  function hurry() {
    check();
    if (!socket) open();
  }

  setInterval(check, TICK_MS);
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) hurry();
  });

  return {
    open,

    /** @param {Inbound} message */
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },

    /** Comes back after all, as somebody else. */
    again() {
      if (status !== "stopped") return;
      attempt = 0;
      become("connecting");
      open();
    },

    /** @param {string} code  with which the server took its leave */
    farewell(code) {
      if (LATER.has(code)) attempt = Math.max(attempt, LATER_ATTEMPT);
      if (!NEVER.has(code)) return;
      become("stopped");
      socket?.close();
    },
  };
}
