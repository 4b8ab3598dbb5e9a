/**
 * Commands that have no answer yet. They are sent again under the same ids when a new connection opens, so each has the
 * effect of one.
 */

/** @import {Inbound} from "./messages.js" */
/** @import {Refused} from "./session.js" */

/**
 * What engines or a reader of files work out, in their queue: that the answer is long in coming says nothing of the
 * connection, and to ask anew on another would only make it longer.
 *
 * @type {Set<Inbound["t"]>}
 */
const WORKED_OUT = new Set(["hint", "try", "defend", "import_close"]);

/**
 * What says who we are: said again, whoever the new connection takes us for.
 *
 * @type {Set<Inbound["t"]>}
 */
const WHO_WE_ARE = new Set(["redeem", "keep_name", "sign_in", "recover", "oidc_sign_in"]);

/**
 * `automatic`: last sent because a connection opened, and not because somebody has just done something.
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

  /**
   * Takes out a command that has its answer.
   *
   * @param {string} id
   */
  function settle(id) {
    const command = commands.get(id);
    commands.delete(id);
    if (command) postponed.forget(command);
    return command;
  }

  return {
    settle,

    /** Whether an answer is outstanding that should come at once, to one that has been sent, and not put off. */
    get waiting() {
      return [...commands.values()].some((each) => !WORKED_OUT.has(each.message.t) && !postponed.has(each));
    },

    /** @param {string | null | undefined} id */
    get: (id) => (id ? commands.get(id) : undefined),

    /** @param {string} id @param {Pick<Unanswered, "message" | "resolve" | "reject">} command */
    add(id, command) {
      commands.set(id, { ...command, automatic: false });
    },

    /** Sends all of them again, on a new connection. */
    sendAgain() {
      for (const command of commands.values()) {
        command.automatic = true;
        send(command.message);
      }
    },

    /**
     * We are somebody else, who has asked for nothing of this: all but what says who we are is given up.
     *
     * @param {() => Refused} why
     */
    drop(why) {
      for (const [id, { message }] of commands) if (!WHO_WE_ARE.has(message.t)) settle(id)?.reject(why());
    },

    /**
     * Says one again a little later.
     *
     * @param {Unanswered} command
     */
    postpone(command) {
      postponed.later(command, () => send(command.message));
    },

    /** A second welcome on one connection is the answer to `redeem`. */
    answerRedeem() {
      for (const [id, { message }] of commands) {
        if (message.t === "redeem") settle(id)?.resolve({ t: "ack", id });
      }
    },
  };
}
