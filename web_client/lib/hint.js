/** Hints: requests and their marks on the board. */

import { lineMarks } from "./proof.js";

/** @import {App} from "./app.js" */
/** @import {Advice, Color} from "./messages.js" */
/** @import {Room} from "./room.js" */
/** @import {Mark} from "../board/position.js" */

/** @typedef {Advice | "asked" | null} Hint  null without a request */

/** @typedef {Pick<Room, "moves" | "result">} Moment */

/**
 * Hints of a room; each is valid for the position of its request while the game is in progress.
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

/** After a take-back, the same number of moves can be another position. @param {Moment} now */
const positionOf = ({ moves }) => moves.map(({ point }) => point).join();

/**
 * Mark the proven win from here as a translucent line of stones, or the best point with a ring.
 *
 * @param {Pick<Advice, "point" | "line">} advice
 * @param {Color} toMove
 * @returns {Mark[]}
 */
export const hintMarks = ({ point, line }, toMove) =>
  line?.length ? lineMarks(line, toMove) : [{ point, kind: "hint" }];
