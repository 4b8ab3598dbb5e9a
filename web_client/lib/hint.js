/** Hints: asked for, and laid over the board. */

import { lineMarks } from "./proof.js";

/** @import {App} from "./app.js" */
/** @import {Advice, Color} from "./messages.js" */
/** @import {Room} from "./room.js" */
/** @import {Mark} from "../board/position.js" */

/** @typedef {Advice | "asked" | null} Hint  null where none was asked for */

/** @typedef {Pick<Room, "moves" | "result">} Moment */

/**
 * The hints of a room; each holds for the position it was asked in, and while the game goes on.
 *
 * @param {Pick<App, "session" | "refuse">} app
 * @param {string} room
 * @param {() => void} onChange
 */
export function createHints(app, room, onChange) {
  /** @type {string | null} */
  let position = null;
  /** @type {Hint} */
  let hint = null;

  return {
    /** @param {Moment} now @returns {Hint} */
    at: (now) => (!now.result && positionOf(now) === position ? hint : null),

    /** @param {Moment} now */
    async ask(now) {
      const here = positionOf(now);
      if (here === position && hint !== null) return;
      [position, hint] = [here, "asked"];
      onChange();
      /** @type {Hint} */
      let given = null;
      try {
        given = await app.session.command({ t: "hint", room });
      } catch (error) {
        if (here === position) app.refuse(error);
      }
      if (here !== position) return;
      hint = given;
      onChange();
    },
  };
}

/**
 * Moves can be taken back and others made: their number is not enough.
 *
 * @param {Moment} now
 */
const positionOf = ({ moves }) => moves.map(({ point }) => point).join();

/**
 * The proven win from here as a line of stones to see through, or a ring around the best point.
 *
 * @param {Pick<Advice, "point" | "line">} advice
 * @param {Color} toMove
 * @returns {Mark[]}
 */
export const hintMarks = ({ point, line }, toMove) =>
  line?.length ? lineMarks(line, toMove) : [{ point, kind: "hint" }];
