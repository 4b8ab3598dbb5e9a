/** Unanswered commands. A new connection resends them under the same ids, so each takes effect once. */

/** @import {Inbound} from "./messages.js" */
/** @import {Refused} from "./session.js" */

/**
 * Commands that engines or file readers process in a queue. A late answer does not mean a dead connection, and a new
 * request on another one would only lengthen the queue.
 *
 * @type {Set<Inbound["t"]>}
 */
const WORKED_OUT = new Set(["hint", "try", "defend", "attack", "import_close"]);

/**
 * Commands that establish the identity. They are resent regardless of the new connection's identity.
 *
 * @type {Set<Inbound["t"]>}
 */
const WHO_WE_ARE = new Set(["redeem", "keep_name", "sign_in", "recover", "oidc_sign_in"]);

/**
 * Command without an answer. `automatic`: last sent because a connection opened, and not because of the viewer.
 *
 * @typedef {object} Unanswered
 * @property {Inbound} message
 * @property {boolean} automatic
 * @property {(answer: any) => void} resolve
 * @property {(error: Refused) => void} reject
 */

/**
 * @param {(message: Inbound) => void} send
 * @param {ReturnType<typeof import("./postponed.js").createPostponed>} postponed
 */
export function createUnanswered(send, postponed) {
  /** @type {Map<string, Unanswered>} */
  const commands = new Map();

  /** Remove a command that was answered. @param {string} id */
  function settle(id) {
    const command = commands.get(id);
    commands.delete(id);
    if (command) postponed.forget(command);
    return command;
  }

  return {
    settle,

    /** Whether a command that was sent and not postponed should have been answered immediately. */
    get waiting() {
      return [...commands.values()].some((each) => !WORKED_OUT.has(each.message.t) && !postponed.has(each));
    },

    /** @param {string | null | undefined} id */
    get: (id) => (id ? commands.get(id) : undefined),

    /** @param {string} id @param {Pick<Unanswered, "message" | "resolve" | "reject">} command */
    add(id, command) {
      commands.set(id, { ...command, automatic: false });
    },

    /** Resend all commands on a new connection. */
    sendAgain() {
      for (const command of commands.values()) {
        command.automatic = true;
        send(command.message);
      }
    },

    /**
     * Reject all commands but those that establish the identity, since the identity has changed.
     *
     * @param {() => Refused} why
     */
    drop(why) {
      for (const [id, { message }] of commands) if (!WHO_WE_ARE.has(message.t)) settle(id)?.reject(why());
    },

    /** Resend a command later. @param {Unanswered} command */
    postpone(command) {
      postponed.later(command, () => send(command.message));
    },

    /** Resolve `redeem`: a second welcome on one connection is its answer. */
    answerRedeem() {
      for (const [id, { message }] of commands) {
        if (message.t === "redeem") settle(id)?.resolve({ t: "ack", id });
      }
    },
  };
}
