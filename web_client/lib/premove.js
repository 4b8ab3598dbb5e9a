/** A move decided on while the other is to move: sent as soon as it is one's turn, as the move number it was meant for. */

import { isSlow } from "./slow.js";
import { standing } from "./standing.js";

/** @import {Room} from "./room.js" */

/** @typedef {{ply: number, point: number}} Premove */

/**
 * Whether one may decide ahead: in a live game that goes on, past its opening, while the other is to move.
 *
 * @param {Room} room
 * @returns {boolean}
 */
export function mayDecideAhead(room) {
  const { phase, yourTurn } = standing(room, 0);
  return phase === "playing" && room.you !== null && !yourTurn && !room.progress?.turn && !isSlow(room.clock);
}

/**
 * A point is chosen, or no more where it was before.
 *
 * @param {Room} room
 * @param {Premove | null} before
 * @param {number} point
 * @returns {Premove | null}
 */
export const decideAhead = (room, before, point) =>
  before?.point === point ? null : { ply: room.moves.length + 1, point };

/**
 * What becomes of it as the game goes on.
 *
 * @param {Room | null} room
 * @param {Premove | null} premove
 * @returns {{premove: Premove | null, due: Premove | null}}  `due` is to be sent now; neither where it can be no more
 */
export function followPremove(room, premove) {
  if (!room || !premove) return { premove: null, due: null };
  if (mayDecideAhead(room) && room.moves.length === premove.ply - 1) return { premove, due: null };
  const due = room.moves.length === premove.ply && standing(room, 0).yourTurn ? premove : null;
  return { premove: null, due };
}
