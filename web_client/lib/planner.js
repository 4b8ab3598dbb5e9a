/** The plan of a room as its page knows it, and the line that the reader is planning. Each answer is kept at once. */

import { MOST_BRANCHES, lineWith, mayPlan, withAnswer, without } from "./plan.js";

/** @import {App} from "./app.js" */
/** @import {PlanNews, RoomNews} from "./messages.js" */
/** @import {Branch} from "./plan.js" */
/** @import {Room} from "./room.js" */

/**
 * @typedef {object} Planned
 * @property {readonly Branch[]} branches
 * @property {number[] | null} line  of moves from the position on, the opponent's first; null where none is planned
 * @property {number | null} dropped  an answer that could not be played after all
 */

/** @typedef {ReturnType<typeof createPlanner>} Planner */

/**
 * @param {Pick<App, "session">} app
 * @param {string} id  of the room
 * @param {() => void} onChange
 * @param {(error: unknown) => void} refuse  says why a plan cannot be kept
 */
export function createPlanner(app, id, onChange, refuse) {
  /** @type {{ply: number, branches: readonly Branch[], dropped: number | null} | null} null until it is known */
  let plan = null;
  /** @type {number[] | null} */
  let line = null;
  /** @type {readonly number[]} the moves that `line` comes after */
  let begun = [];
  /** Whether a line was planned that the game has left: nothing is played on the board until the reader says so. */
  let over = false;
  /** How many plans were sent: an answer that is older than the last of them says nothing. */
  let sent = 0;

  /** @param {PlanNews} news */
  function learn({ ply, branches, dropped }) {
    plan = { ply, branches, dropped: dropped ?? null };
  }

  async function read() {
    const before = sent;
    try {
      const news = await app.session.command({ t: "read_plan", room: id });
      if (before === sent) learn(news);
    } catch {
      return; // somebody else has the seat, or there is no such room any more: the room says so
    }
    onChange();
  }

  /** @param {Room} room @param {Branch[]} branches */
  async function keep(room, branches) {
    const ply = room.moves.length;
    plan = { ply, branches, dropped: null };
    sent += 1;
    const mine = sent;
    onChange();
    try {
      await app.session.command({
        t: "plan",
        room: id,
        ply,
        branches: branches.map(
          ([after, when, answer]) => /** @type {[number, number, number]} */ ([after, when, answer]),
        ),
      });
    } catch (error) {
      refuse(error);
      if (mine !== sent) return;
      line = shorter(line);
      await read();
    }
  }

  /**
   * Whether the plan of the position is known.
   *
   * @param {Room} room
   */
  const known = (room) => plan !== null && plan.ply === room.moves.length;

  return {
    /**
     * @param {Room} room
     * @returns {Planned | null}  null where nothing can be planned, or not yet
     */
    at: (room) => (plan && known(room) && mayPlan(room) ? { ...plan, line } : null),

    /** Whether the line that was planned has ended, and the reader has not left planning yet. */
    get over() {
      return over;
    },

    /**
     * The answer that was planned and may not be played: the plan has ended there.
     *
     * @param {Room} room
     */
    droppedAt: (room) => (known(room) ? (plan?.dropped ?? null) : null),

    /**
     * Goes on with the game: a line goes on where the game follows it.
     *
     * @param {Room | null} room
     * @param {RoomNews} news  that has brought it here
     */
    follow(room, news) {
      if (news.t === "plan") {
        if (!news.id) learn(news);
        return;
      }
      const moves = room?.moves.map(({ point }) => point) ?? [];
      if (line) {
        const whole = [...begun, ...line];
        const fits = moves.length >= begun.length && moves.every((point, ply) => point === whole[ply]);
        line = room && fits && mayPlan(room) ? whole.slice(moves.length) : null;
        over = line === null;
      }
      if (!room || room.result || room.you === null) over = false;
      begun = moves;
      if (!room || !mayPlan(room) || (news.t !== "room" && news.t !== "events")) return;
      const resumed = news.t === "room" || news.events.length === 0;
      if (resumed || !known(room)) void read();
    },

    /**
     * Begins with a line that is planned, or anew.
     *
     * @param {Room} room
     * @param {number[]} from
     */
    begin(room, from) {
      if (!known(room)) return;
      begun = room.moves.map(({ point }) => point);
      line = from;
      over = false;
      onChange();
    },

    stop() {
      line = null;
      over = false;
      onChange();
    },

    back() {
      line = shorter(line);
      onChange();
    },

    /**
     * A point is chosen: a move of the opponent's, or the answer to it, which is kept at once.
     *
     * @param {Room} room
     * @param {number} point
     */
    choose(room, point) {
      if (!line || !plan || !known(room)) return;
      const before = line.length;
      line = lineWith(plan.branches, line, point);
      if (before % 2 === 0 || line.length !== before + 1) return onChange();
      const branches = withAnswer(plan.branches, line);
      if (branches.length > MOST_BRANCHES) {
        line = shorter(line);
        refuse({ detail: { why: "too_many" } });
        return onChange();
      }
      void keep(room, branches);
    },

    /**
     * @param {Room} room
     * @param {number} number  of a branch, which goes with all that comes after it
     */
    remove(room, number) {
      if (!plan || !known(room)) return;
      line = line && [];
      void keep(room, without(plan.branches, number));
    },
  };
}

/**
 * A line without its last move.
 *
 * @param {number[] | null} line
 */
const shorter = (line) => (line === null ? null : line.slice(0, -1));
