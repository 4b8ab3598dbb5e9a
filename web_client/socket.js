/** Connection of a session: opens it, detects its death, and reconnects. */

import { retryDelay } from "./lib/backoff.js";

/** @import {Inbound} from "./lib/messages.js" */
/** @import {Session} from "./lib/session.js" */

/** @typedef {"connecting" | "online" | "offline" | "refused" | "stopped"} Status  `refused`: the server is reachable */

/** Longest wait for an answer before the connection counts as dead. */
const PATIENCE_MS = 8_000;
/** Longest silence before the connection counts as dead; the server beats twice in that time. */
const SILENCE_MS = 10_500;
const TICK_MS = 1_000;
/** Number of failed attempts in a row before checking whether the server is reachable at all. */
const TRIES = 4;

/** Closing codes after which an immediate reconnect is useless. */
const LATER = new Set(["flood", "too_many_connections"]);
const LATER_ATTEMPT = 5;
/** Closing codes after which the client does not reconnect. */
const NEVER = new Set(["banned", "stale_protocol", "signed_out"]);

/**
 * @param {string} url
 * @param {() => Session} session
 * @param {(status: Status) => void} onStatus
 * @param {() => Promise<boolean>} [isThere]  whether the server answers otherwise; called after several attempts
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
      if (message.t !== "beat") askedAt = null; // a beat arrives even if the server does not hear the client
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

  /** Find out whether only WebSocket connections fail, for instance at a proxy. */
  async function look() {
    const there = await isThere();
    if (status === "online" || status === "stopped" || unopened < TRIES) return;
    become(there ? "refused" : "offline");
  }

  /** Close the connection without waiting for the other end, which may never confirm. */
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

  /** Check the connection after the network returned or the page became visible: it may have died unnoticed. */
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

    /** Reconnect after all, with another identity. */
    again() {
      if (status !== "stopped") return;
      attempt = 0;
      become("connecting");
      open();
    },

    /** @param {string} code  reason given by the server */
    farewell(code) {
      if (LATER.has(code)) attempt = Math.max(attempt, LATER_ATTEMPT);
      if (!NEVER.has(code)) return;
      become("stopped");
      socket?.close();
    },
  };
}
