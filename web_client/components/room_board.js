/** Board of a room with its marks. */

import { createBoard } from "../board/board.js";
import { t } from "../i18n/index.js";
import { hintMarks } from "../lib/hint.js";
import { colorOf, tellsReasons } from "../lib/room.js";
import { reasonsShown, shownPlies } from "../lib/room_state.js";
import { allowedPoints, openingMarks } from "../lib/openings.js";
import { lineMarks, otherColor } from "../lib/proof.js";
import { NO_MARKS, thoughtMarks, withLosses } from "../lib/thought.js";

/** @import {App} from "../lib/app.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {Standing} from "../lib/standing.js" */
/** @import {RoomView, Shown} from "./room_view.js" */

/** @param {RoomView} view @param {Shown} state @param {Standing} is */
export function renderBoard(view, state, is) {
  const { room, replaced, pending, refused } = state;
  const line = replaced ? null : lineOf(view, room);
  const toMove = is.toMove && line && line.length % 2 ? otherColor(is.toMove) : is.toMove;
  const { numbers, coordinates, confirmTouch } = view.app.settings.values;
  view.board ??= createBoard(view.frame.boardPlace, {
    size: room.size,
    rules: room.rules,
    translate: (key, parameters) => t(key, parameters),
    onPlay: view.onPlay,
    onAhead: view.onAhead,
    settings: { confirmTouch },
  });
  view.board.configure({ confirmTouch });
  view.board.update({
    moves: room.moves.map(({ point }) => point),
    shown: shownPlies(state),
    toMove,
    canPlay: (is.yourTurn || line !== null) && !replaced,
    mode: line ? `plan ${line.length % 2}` : room.progress?.turn?.kind === "offer" ? "offer" : "",
    paused: view.planner.over && !replaced,
    over: room.result !== null,
    pending: pending?.point ?? null,
    winningLine: room.line,
    allowed: allowedPoints(room.progress?.turn ?? null, room.size),
    forbidden: is.toMove === "black" && !line?.length ? { ...room.forbidden, ...refused } : {},
    showNumbers: numbers,
    showCoordinates: coordinates,
    marks: marksOf(view, state, is),
  });
}

/**
 * Marks of the opening, a hint, or a bot's thoughts and the moves that it avoids because they lost.
 *
 * @param {RoomView} view
 * @param {Shown} state
 * @param {Standing} is
 */
function marksOf(view, state, is) {
  const { room, pending } = state;
  const turn = room.progress?.turn ?? null;
  if (turn && state.shown === null) {
    const moves = room.moves.map(({ point }) => point);
    return openingMarks(turn, room.size, state.offering, pending ? [...moves, pending.point] : moves);
  }
  const line = lineOf(view, room);
  if (line && state.shown === null && !state.replaced) return lineMarks(line, is.toMove ?? "black");
  if (state.premove && room.you !== null && state.shown === null)
    return [{ point: state.premove.point, kind: colorOf(room, room.you) ?? "black", ahead: true }];
  const advice = hintOf(view, state);
  if (advice && advice !== "asked") return hintMarks(advice, is.toMove ?? "black");
  const shown = shownPlies(state);
  const thinks = !pending && showsThoughts(view.app, room);
  const thoughts = thinks ? thoughtMarks(room.moves[shown - 1]?.why, room.rules) : NO_MARKS;
  const taken = [...room.moves.slice(0, shown).map(({ point }) => point), ...(pending ? [pending.point] : [])];
  return withLosses(reasonsShown(state), taken, t("learned.mark"), thoughts);
}

/** Return the line being planned. @param {RoomView} view @param {Room} room */
const lineOf = ({ planner }, room) => planner.at(room)?.line ?? null;

/** @param {App} app @param {Room} room */
export const showsThoughts = (app, room) => app.settings.values.thinking && tellsReasons(room);

/** Return the hint for the shown position. @param {RoomView} view @param {Shown} state */
export const hintOf = ({ hints }, { room, shown, pending }) => (shown === null && !pending ? hints.at(room) : null);
