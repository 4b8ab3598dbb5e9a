/** Rendering of a review page, part by part. */

import { t } from "../i18n/index.js";
import { colorName, errorText, rulesName, sideName, thoughtText, whoName } from "../i18n/words.js";
import { moverOf, trapsAt } from "../lib/analysis.js";
import { h } from "../lib/dom.js";
import { labelOf } from "../lib/facts.js";
import { pointName } from "../lib/geometry.js";
import { morph } from "../lib/morph.js";
import { otherColor } from "../lib/proof.js";
import { canTry, isTimed, ownColor, plies, reviewAt, searchOf, tryPly } from "../lib/review_state.js";
import { gamePath, pathOf, roomPath } from "../lib/router.js";
import { toggle } from "./about.js";
import { analysisCard } from "./analysis_card.js";
import { attackChoices, attackSentence } from "./attack.js";
import { searchChoices, searchSentence } from "./better.js";
import { moveList } from "./moves.js";
import { playback } from "./playback.js";
import { renderBoard } from "./review_board.js";
import { reviewPlayer, reviewResult } from "./review_facts.js";
import { thoughtNote } from "./thought.js";
import { learnedLine } from "./learned_line.js";
import { trapLinks, verdict } from "./verdict.js";
import { walkChoices, walkText } from "./walk.js";

/** @import {BoardHandle} from "../board/board.js" */
/** @import {GameHistory} from "../lib/api.js" */
/** @import {App} from "../lib/app.js" */
/** @import {Color} from "../lib/messages.js" */
/** @import {ReviewState} from "../lib/review_state.js" */
/** @import {explorerPanel} from "./explorer_panel.js" */
/** @import {reviewFrame} from "./review_frame.js" */
/** @import {tryOn} from "./try_on.js" */

/**
 * @typedef {object} ReviewView
 * @property {App} app
 * @property {ReturnType<typeof reviewFrame>} frame
 * @property {ReturnType<typeof tryOn>} trying
 * @property {ReturnType<typeof explorerPanel>} explorer
 * @property {(point: number) => void} onAnswer  an answer in the shown proof
 * @property {(point: number) => void} onTry  a try in the search for a better move
 * @property {(point: number) => void} onAttack  a move in the search for the attack
 * @property {BoardHandle | null} board  null until the game is loaded
 */

/** @typedef {ReviewState & {history: GameHistory}} Reviewed */

/** @param {ReviewView} view @param {ReviewState} state */
export function renderReview(view, state) {
  const { history, failure } = state;
  if (failure) return renderFailure(view, failure);
  if (!history) return;
  const reviewed = { ...state, history };
  view.frame.playing.hidden = false;
  view.frame.waiting.hidden = true;
  renderPlayers(view, reviewed);
  renderThought(view, reviewed);
  renderAnalysis(view, reviewed);
  renderVerdict(view, reviewed);
  renderBoard(view, reviewed);
  renderPosition(view, reviewed);
  renderMoves(view, reviewed);
  renderWays(view, reviewed);
}

/** @param {ReviewView} view @param {unknown} failure */
function renderFailure({ frame }, failure) {
  morph(
    frame.waiting,
    h("h2", null, t("review.none")),
    h("p", { role: "alert" }, errorText(failure)),
    h("a", { class: "button button--primary", href: pathOf("games") }, t("review.library")),
  );
}

/** Render the players and the result, the viewer's side below. @param {ReviewView} view @param {Reviewed} state */
function renderPlayers({ app, frame }, { history, shown }) {
  const { game } = history;
  const players = { black: sideName(game, "black", app.levels), white: sideName(game, "white", app.levels) };
  const names = t("lobby.versus", players);
  frame.title.textContent = names;
  app.setTitle(`${names} · ${rulesName(game.rules)}`);
  const own = ownColor(game, app.me.id);
  const below = own ?? "black";
  morph(frame.top, ...reviewPlayer(history, otherColor(below), shown, app.levels, own));
  morph(frame.bottom, ...reviewPlayer(history, below, shown, app.levels, own));
  morph(frame.result, ...reviewResult(history, own, app.levels));
}

/**
 * Render a bot's thoughts before its move, if the viewer shows them.
 *
 * @param {ReviewView} view
 * @param {Reviewed} state
 */
function renderThought({ app, frame: { thought } }, { history, shown, walking, seeking, attack }) {
  const { game, moves } = history;
  const { thinking } = app.settings.values;
  thought.hidden = walking !== null || seeking !== null || attack !== null || !moves.some(({ why }) => why);
  const isWhite = game.black.level === undefined || moves[shown - 1]?.color === "white";
  const bot = whoName(isWhite ? game.white : game.black, app.levels);
  morph(
    thought,
    h("div", null, toggle("thinking", t("thought.show"), thinking)),
    ...(thinking ? thoughtNote(bot, moves[shown - 1]?.why, game.size) : []),
  );
}

/** Render the analysis, or its progress. @param {ReviewView} view @param {Reviewed} state */
function renderAnalysis({ app, frame: { analysisPlace } }, { feed, history: { game }, shown, attack }) {
  analysisPlace.hidden = !feed;
  if (feed)
    morph(
      analysisPlace,
      ...analysisCard(feed, {
        rules: game.rules,
        size: game.size,
        mine: ownColor(game, app.me.id),
        shown,
        attacking: attack !== null,
      }),
    );
}

/**
 * Render the results for the shown move, or the choices in a proof or in the search for a better move.
 *
 * @param {ReviewView} view
 * @param {Reviewed} state
 */
function renderVerdict({ app, frame: { verdictPlace } }, state) {
  const {
    history: { game, moves },
    feed,
    shown,
    walking,
  } = state;
  if (walking) {
    morph(verdictPlace, ...walkChoices(walking.walk, game), h("div", null, leaveButton()));
    return;
  }
  if (state.attack) {
    morph(verdictPlace, ...attackChoices(state.attack));
    return;
  }
  const sought = searchOf(state);
  if (sought) {
    morph(verdictPlace, ...searchChoices(sought.review, sought.search, game));
    return;
  }
  const review = reviewAt(state, shown - 1);
  const move = moves[shown - 1];
  morph(
    verdictPlace,
    ...(move ? learnedLine(sideName(game, move.color, app.levels), move.why, game.size) : []),
    ...(review
      ? verdict(review, shown - 1, move.point, game, ownColor(game, app.me.id), Boolean(feed?.analysis?.check))
      : []),
    ...(feed?.analysis ? trapLinks(trapsAt(feed.analysis, shown)) : []),
  );
}

const leaveButton = () =>
  h(
    "button",
    {
      type: "button",
      class: "button button--small button--primary",
      "data-do": "leave-walk",
      "data-key": "leave",
    },
    t("walk.leave"),
  );

/** Render the description of the position and the playback buttons. @param {ReviewView} view @param {Reviewed} state */
function renderPosition({ app, frame: { position, steps } }, state) {
  const { walking, shown } = state;
  const words = positionText(state, ownColor(state.history.game, app.me.id));
  if (position.textContent !== words) position.textContent = words;
  morph(steps, ...(walking ? playback(walking.walk.at, walking.walk.played.length) : playback(shown, plies(state))));
}

/** @param {Reviewed} state @param {Color | null} own @returns {string} */
function positionText(state, own) {
  const { history, walking, shown } = state;
  const { game, moves } = history;
  const { size, rules } = game;
  if (walking) return walkText(walking.walk, game);
  if (state.attack) return attackSentence(state.attack, { rules, mine: own });
  const sought = searchOf(state);
  if (sought) {
    const { ply } = sought.search;
    const played = moves[ply].point;
    return searchSentence(sought.review, sought.search, { size, rules, mine: own === moverOf(ply), played });
  }
  if (shown === 0) return t("review.start");
  const { color, point, think_ms: time } = moves[shown - 1];
  const words = { n: shown, of: plies(state), color: colorName(color, rules), point: pointName(point, size) };
  return isTimed(history, shown - 1)
    ? t("review.position", { ...words, time: thoughtText(time) })
    : t("review.position_untimed", words);
}

/** @param {ReviewView} view @param {Reviewed} state */
function renderMoves({ frame }, state) {
  const { history, shown } = state;
  const { size, rules, clock } = history.game;
  const clocked = clock.kind !== "none"; // without one, nobody has an eye on the time
  const listed = history.moves.map(({ point, think_ms: time }, ply) => ({
    point,
    note: clocked && isTimed(history, ply) ? thoughtText(time) : "",
    label: labelOf(reviewAt(state, ply) ?? {}),
  }));
  morph(frame.moves, ...moveList(listed, { size, rules, shown }));
}

/**
 * Render the ways to go on: a game from this position, other games with it, the next game of the series, a tree.
 *
 * @param {ReviewView} view
 * @param {Reviewed} state
 */
function renderWays({ app, frame, trying, explorer }, state) {
  const { id, history, shown, keeping } = state;
  const { game } = history;
  trying.update(game, canTry(state) ? moverOf(tryPly(state)) : null, tryPly(state) < shown);
  explorer.at(
    game,
    history.moves.slice(0, shown).map(({ point }) => point),
  );
  const bot = game.black.level ?? game.white.level;
  const mine = ownColor(game, app.me.id) !== null;
  const words = t(bot === undefined ? "review.again_friend" : "review.again");
  /** @param {string} key @param {string} href @param {string} text @param {string} kind */
  const link = (key, href, text, kind) => h("a", { class: `button button--${kind}`, href, "data-key": key }, text);
  morph(
    frame.again,
    !game.result && link("live", roomPath(id), t("review.live"), "primary"),
    (bot !== undefined || mine)
      && h("button", { type: "button", class: "button", "data-do": "again", "data-key": "again" }, words),
    game.previous && link("previous", gamePath(game.previous), t("review.previous_game"), "quiet"),
    history.next && link("next", gamePath(history.next), t("room.next_game"), "quiet"),
    game.result && history.moves.length > 0 && treeButton(keeping),
  );
}

/** @param {boolean} keeping */
const treeButton = (keeping) =>
  h(
    "button",
    {
      ...{ type: "button", class: "button", "data-do": "tree", "data-key": "tree" },
      "aria-disabled": keeping ? "true" : null,
    },
    t("review.tree"),
  );
