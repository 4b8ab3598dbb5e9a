/** Plan of a room on its page, and the line that the viewer is planning. Each answer is stored at once. */

import { MOST_BRANCHES, lineWith, mayPlan, withAnswer, without } from "./plan.js";

/** @import {App} from "./app.js" */
/** @import {PlanNews, RoomNews} from "./messages.js" */
/** @import {Branch} from "./plan.js" */
/** @import {Room} from "./room.js" */

/**
 * @typedef {object} Planned
 * @property {readonly Branch[]} branches
 * @property {number[] | null} line  moves from the position on, the opponent's first; null if none is being planned
 * @property {number | null} dropped  answer that turned out to be unplayable
 */

/** @typedef {ReturnType<typeof createPlanner>} Planner */

/**
 * @param {Pick<App, "session">} app
 * @param {string} id  of the room
 * @param {() => void} onChange
 * @param {(error: unknown) => void} refuse  shows why a plan cannot be stored
 */
export function createPlanner(app, id, onChange, refuse) {
  /** @type {{ply: number, branches: readonly Branch[], dropped: number | null} | null}  null until known */
  let plan = null;
  /** @type {number[] | null} */
  let line = null;
  /** @type {readonly number[]}  moves before `line` */
  let begun = [];
  /** Whether the game has left the planned line; the board stays locked until the viewer stops planning. */
  let over = false;
  /** Number of plans sent, to ignore answers older than the last one. */
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
      return; // the seat or the room is gone, which the room itself reports
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

  /** Tell whether the plan for the position is known. @param {Room} room */
  const known = (room) => plan !== null && plan.ply === room.moves.length;

  return {
    /** @param {Room} room @returns {Planned | null}  null if nothing can be planned, or not yet */
    at: (room) => (plan && known(room) && mayPlan(room) ? { ...plan, line } : null),

    /** Whether the planned line has ended and the viewer is still planning. */
    get over() {
      return over;
    },

    /** Return the planned answer that could not be played, which ended the plan. @param {Room} room */
    droppedAt: (room) => (known(room) ? (plan?.dropped ?? null) : null),

    /**
     * Follow the game: a line continues if the game follows it.
     *
     * @param {Room | null} room
     * @param {RoomNews} news  that led to this state
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

    /** Start planning with a line. @param {Room} room @param {number[]} from */
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
     * Choose a point: a move of the opponent's, or the answer to it, which is stored at once.
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

    /** @param {Room} room @param {number} number  of a branch; its continuation is removed, too */
    remove(room, number) {
      if (!plan || !known(room)) return;
      line = line && [];
      void keep(room, without(plan.branches, number));
    },
  };
}

/** Return a line without its last move. @param {number[] | null} line */
const shorter = (line) => (line === null ? null : line.slice(0, -1));
