/**
 * Premove: a move chosen on the opponent's turn and sent as soon as the viewer's own begins, with the move number it
 * was meant for.
 */

import { isSlow } from "./slow.js";
import { standing } from "./standing.js";

/** @import {Room} from "./room.js" */

/** @typedef {{ply: number, point: number}} Premove */

/**
 * Tell whether a premove is possible: in a live game in progress, past its opening, on the opponent's turn.
 *
 * @param {Room} room
 * @returns {boolean}
 */
export function mayDecideAhead(room) {
  const { phase, yourTurn } = standing(room, 0);
  return phase === "playing" && room.you !== null && !yourTurn && !room.progress?.turn && !isSlow(room.clock);
}

/**
 * Choose a point, or clear the premove if it is chosen already.
 *
 * @param {Room} room
 * @param {Premove | null} before
 * @param {number} point
 * @returns {Premove | null}
 */
export const decideAhead = (room, before, point) =>
  before?.point === point ? null : { ply: room.moves.length + 1, point };

/**
 * Update the premove as the game goes on.
 *
 * @param {Room | null} room
 * @param {Premove | null} premove
 * @returns {{premove: Premove | null, due: Premove | null}}  `due` is to be sent now; both are null once it has become
 *   impossible
 */
export function followPremove(room, premove) {
  if (!room || !premove) return { premove: null, due: null };
  if (mayDecideAhead(room) && room.moves.length === premove.ply - 1) return { premove, due: null };
  const due = room.moves.length === premove.ply && standing(room, 0).yourTurn ? premove : null;
  return { premove: null, due };
}
