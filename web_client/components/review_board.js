/** Board of a review: the game, a proof, or the search for a better move. */

import { createBoard } from "../board/board.js";
import { t } from "../i18n/index.js";
import { moverOf } from "../lib/analysis.js";
import { answerMarks, searchMarks } from "../lib/better.js";
import { isAsked } from "../lib/facts.js";
import { isDefence, otherColor, walkMarks } from "../lib/proof.js";
import { restMarks, stonesOf, toMoveOf } from "../lib/puzzle.js";
import { ownColor, reviewAt, searchOf } from "../lib/review_state.js";
import { NO_MARKS, thoughtMarks, withLosses } from "../lib/thought.js";

/** @import {BoardState, Mark} from "../board/position.js" */
/** @import {ReviewView, Reviewed} from "./review_view.js" */

/** @param {ReviewView} view @param {Reviewed} state */
export function renderBoard(view, state) {
  const { size, rules } = state.history.game;
  const { numbers, coordinates } = view.app.settings.values;
  view.board ??= createBoard(view.frame.boardPlace, {
    size,
    rules,
    translate: (key, parameters) => t(key, parameters),
  });
  view.board.playTo(
    state.walking ? view.onAnswer : state.attack ? view.onAttack : state.seeking ? view.onTry : undefined,
  );
  view.board.update({
    ...(attacked(state) ?? sought(state) ?? walked(state) ?? played(view, state)),
    showNumbers: numbers,
    showCoordinates: coordinates,
  });
}

/** @param {Reviewed} state @returns {Partial<BoardState> | null}  null if no attack is sought */
function attacked({ attack }) {
  if (!attack) return null;
  const moves = stonesOf(attack);
  return {
    moves,
    shown: moves.length,
    pending: attack.asked,
    toMove: toMoveOf(attack),
    canPlay: attack.state === "solving",
    winningLine: null,
    marks: restMarks(attack),
  };
}

/** @param {Reviewed} state @returns {Partial<BoardState> | null}  null if no better move is sought */
function sought(state) {
  const found = searchOf(state);
  if (!found) return null;
  const { search, review } = found;
  return {
    moves: pointsOf(state).slice(0, search.ply),
    shown: search.ply,
    toMove: moverOf(search.ply),
    canPlay: true,
    winningLine: null,
    marks: searchMarks(review, search),
  };
}

/** @param {Reviewed} state @returns {Partial<BoardState> | null}  null if no proof is shown */
function walked(state) {
  if (!state.walking) return null;
  const { base, walk } = state.walking;
  return {
    moves: pointsOf(state).slice(0, base),
    shown: base,
    toMove: otherColor(walk.attacker),
    canPlay: isDefence(walk),
    winningLine: null,
    marks: walkMarks(walk),
  };
}

/** @param {ReviewView} view @param {Reviewed} state @returns {Partial<BoardState>} */
function played(view, state) {
  const { shown } = state;
  return {
    moves: pointsOf(state),
    shown,
    toMove: moverOf(shown),
    canPlay: false,
    winningLine: state.history.line ?? null,
    marks: marksOf(view, state),
  };
}

/**
 * Marks of the moves that a bot avoids because they lost, and of its thoughts if the viewer shows them; else the known results beside the move, except for a player who
 * is to find the better move.
 *
 * @param {ReviewView} view
 * @param {Reviewed} state
 * @returns {readonly Mark[]}
 */
function marksOf({ app }, state) {
  const { shown } = state;
  const { game, moves } = state.history;
  const why = moves[shown - 1]?.why;
  const told = app.settings.values.thinking ? thoughtMarks(why, game.rules) : NO_MARKS;
  const thoughts = withLosses(why, pointsOf(state).slice(0, shown), t("learned.mark"), told);
  const review = reviewAt(state, shown - 1);
  if (!review || thoughts !== NO_MARKS) return thoughts;
  if (ownColor(game, app.me.id) === moverOf(shown - 1) && isAsked(review)) return NO_MARKS;
  return answerMarks(review);
}

/** @param {Reviewed} state */
const pointsOf = ({ history }) => history.moves.map(({ point }) => point);
