/** Hints: asked for, and laid over the board. */

import { errorText } from "../i18n/words.js";
import { lineMarks } from "./proof.js";

/** @import {App} from "./app.js" */
/** @import {Advice, Color} from "./messages.js" */
/** @import {Mark} from "../board/position.js" */

/** @typedef {Advice | "asked" | null} Hint  null where none was asked for */

/**
 * The hints of a room; each holds for the position it was asked in.
 *
 * @param {Pick<App, "session" | "toast">} app
 * @param {string} room
 * @param {() => void} onChange
 */
export function createHints(app, room, onChange) {
  let ply = -1;
  /** @type {Hint} */
  let hint = null;

  return {
    /**
     * @param {number} moves  that have been made
     * @returns {Hint}
     */
    at: (moves) => (moves === ply ? hint : null),

    /** @param {number} moves  that have been made */
    async ask(moves) {
      if (moves === ply && hint !== null) return;
      [ply, hint] = [moves, "asked"];
      onChange();
      /** @type {Hint} */
      let given = null;
      try {
        given = await app.session.command({ t: "hint", room });
      } catch (error) {
        if (moves === ply) app.toast(errorText(error));
      }
      if (moves !== ply) return;
      hint = given;
      onChange();
    },
  };
}

/**
 * The proven win from here as a line of stones to see through, or a ring around the best point.
 *
 * @param {Pick<Advice, "point" | "line">} advice
 * @param {Color} toMove
 * @returns {Mark[]}
 */
export const hintMarks = ({ point, line }, toMove) => (line?.length ? lineMarks(line, toMove) : [{ point, kind: "hint" }]);
