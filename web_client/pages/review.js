import { copyLink } from "../components/copy_link.js";
import { positionString } from "../components/position_string.js";
import { explorerPanel } from "../components/explorer_panel.js";
import { scrollToShown } from "../components/moves.js";
import { stepOfKey, stepTo } from "../components/playback.js";
import { reviewFrame } from "../components/review_frame.js";
import { keepReview } from "../components/review_tree.js";
import { renderReview } from "../components/review_view.js";
import { tryOn } from "../components/try_on.js";
import { language, t } from "../i18n/index.js";
import { addPuzzleTexts } from "../i18n/puzzle_texts.js";
import { movesText } from "../lib/position_string.js";
import { attackOf, moverOf, plyAt, walkOf } from "../lib/analysis.js";
import { createAnalysisFeed } from "../lib/analysis_feed.js";
import { isAsked } from "../lib/facts.js";
import { actions } from "../lib/morph.js";
import {
  mistakeOf,
  newReviewState,
  plies,
  pliesWanted,
  reviewAt,
  tryPly,
  withAnswer,
  withAttack,
  withTry,
  withWalkAt,
} from "../lib/review_state.js";
import { gamePath, isRoomId, treePath } from "../lib/router.js";
import { savePicture } from "../lib/picture.js";
import { again, ask, judged, ownMoves, withdrawn } from "../lib/puzzle.js";
import { saveFile } from "../lib/save_file.js";
import { Refused } from "../lib/session.js";
import { play } from "../lib/sound.js";
import { gameStarter } from "../lib/start_game.js";
import { isFives } from "../lib/rules.js";
import { keepPosition } from "../lib/upload.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {LineKind} from "../lib/analysis.js" */
/** @import {ReviewState} from "../lib/review_state.js" */
/** @import {ReviewView} from "../components/review_view.js" */

/**
 * Review page: a stored game move by move, with the results of its analysis. The address holds the shown position.
 *
 * @param {App} app
 * @param {string} id
 * @param {URLSearchParams} query
 * @returns {Page}
 */
export function reviewPage(app, id, query) {
  addPuzzleTexts();
  let state = newReviewState(id, query.has("ply"));
  let findAtOnce = query.has("find");
  let closed = false;
  const startGame = gameStarter(app, () => closed);

  const trying = tryOn(app, tryFromHere);
  const explorer = explorerPanel(app, t("explorer.panel"));
  const link = copyLink(t("review.share"), () => location.origin + gamePath(id, state.shown));
  const size = () => state.history?.game.size ?? 15;
  const string = positionString(shownMoves, { size, go: goTo, hint: "review.paste" });
  const frame = reviewFrame(trying.element, explorer.element, link, string);
  /** @type {ReviewView} */
  const view = { app, frame, trying, explorer, onAnswer: answer, onTry: tryAt, onAttack: attackAt, board: null };

  actions(frame.element, {
    show: ({ ply }) => show(Number(ply)),
    step: ({ step }) => stepBy(step),
    walk: ({ kind }) => walkThrough(/** @type {LineKind} */ (kind)),
    answer: ({ point }) => answer(Number(point)),
    "leave-walk": () => leave(),
    seek: ({ ply }) => seek(Number(ply)),
    tell: () => {
      change({ seeking: state.seeking && { ...state.seeking, told: true } });
      frame.verdictPlace.querySelector("button")?.focus();
    },
    attack: () => beginAttack(),
    retry: () => {
      change({ attack: state.attack && again(state.attack) });
      view.board?.focus();
    },
    "show-attack": () => showAttack(),
    analyse: () => state.feed?.ask(),
    thinking: () => app.settings.change("thinking", !app.settings.values.thinking),
    download: ({ notation }) => download(notation ?? ""),
    again: () => playAgain(),
    tree: () => void makeTree(),
  });
  frame.analysisPlace.addEventListener("click", ({ target }) => {
    const shows = target instanceof Element && target.closest("[data-do=show], [data-do=attack], .graph");
    if (shows) frame.boardPlace.scrollIntoView({ block: "nearest" }); // on a phone it is out of sight
  });
  frame.analysisPlace.addEventListener("click", (event) => {
    const graph = event.target instanceof Element ? event.target.closest(".graph") : null;
    if (!graph) return;
    const { left, width } = graph.getBoundingClientRect();
    show(plyAt((event.clientX - left) / width, plies(state)));
  });

  /** A player who lost sees the mistake first. */
  function render() {
    const { history, feed, opened } = state;
    if (history && feed?.analysis && app.me.id && !opened) {
      state = { ...state, opened: true };
      const mistake = mistakeOf(state, app.me.id);
      if (mistake !== null && mistake !== state.shown) return go(mistake);
    }
    renderReview(view, state);
  }

  /** @param {Partial<ReviewState>} part */
  function change(part) {
    state = { ...state, ...part };
    render();
  }

  // --- incoming ----------------------------------------------------------------------------------------------------

  async function load() {
    try {
      if (!isRoomId(id)) throw new Refused("not_found");
      const history = await app.api.game(id);
      state = { ...state, history, shown: pliesWanted(query.get("ply"), history.moves.length) };
    } catch (error) {
      const unknown = error instanceof Refused && error.code === "not_found";
      state = { ...state, failure: unknown ? { code: "unknown_game" } : error };
    }
    if (closed) return;
    const { result, rules } = state.history?.game ?? {};
    if (result && rules && isFives(rules)) state = { ...state, feed: createAnalysisFeed(app, id, analysed) };
    link.refresh();
    string.refresh();
    render();
    app.seeLesson();
    scrollToShown(frame.scroller);
  }

  /** Handle news of the analysis; a viewer whose address asks for the better move, or the attack, starts the search. */
  function analysed() {
    render();
    if (!findAtOnce || !state.feed?.analysis) return;
    findAtOnce = false;
    if (attackOf(state.feed.analysis) === state.shown) beginAttack();
    else seek(state.shown - 1);
  }

  // --- navigation --------------------------------------------------------------------------------------------------

  /** @param {number} ply */
  function show(ply) {
    leave();
    go(ply);
  }

  /** @param {string | undefined} step */
  function stepBy(step) {
    const { walking, shown } = state;
    if (!walking) return show(stepTo(step, shown, plies(state)));
    const { at, played } = walking.walk;
    change(withWalkAt(state, stepTo(step, at, played.length)));
  }

  /** @param {number} ply */
  function go(ply) {
    const { shown } = state;
    state = { ...state, opened: true };
    if (ply === shown) return;
    if (ply === shown + 1) play("stone");
    state = { ...state, shown: ply };
    window.history.replaceState(null, "", gamePath(id, ply));
    link.refresh();
    string.refresh();
    render();
    scrollToShown(frame.scroller);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = stepOfKey(event);
    if (!state.history || event.defaultPrevented) return;
    if (event.key === "Escape") leave();
    if (!step) return;
    event.preventDefault();
    stepBy(step);
  }

  // --- proofs and better moves -------------------------------------------------------------------------------------

  /** @param {LineKind} kind */
  function walkThrough(kind) {
    const review = reviewAt(state, state.shown - 1);
    if (!review?.[kind]) return;
    change({ walking: walkOf(review, kind, state.shown - 1) });
    frame.verdictPlace.querySelector("button")?.focus();
  }

  /** @param {number} point */
  function answer(point) {
    const answered = withAnswer(state, point);
    if (answered === state) return;
    play("stone");
    change(answered);
  }

  function leave() {
    if (state.walking || state.seeking || state.attack) change({ walking: null, seeking: null, attack: null });
  }

  /** @param {number} ply  of the move that lost or missed a win, from 0 */
  function seek(ply) {
    if (!isAsked(reviewAt(state, ply))) return;
    show(ply + 1);
    change({ seeking: { ply, tried: null, told: false } });
    view.board?.focus();
  }

  /** @param {number} point */
  function tryAt(point) {
    const looked = withTry(state, point);
    if (looked === state) return;
    play("stone");
    change(looked);
  }

  function beginAttack() {
    const entry = attackOf(state.feed?.analysis);
    if (entry === null) return;
    show(entry);
    change(withAttack(state));
    view.board?.focus();
  }

  /** Show the attack that was to be found, with every defence. */
  function showAttack() {
    const entry = attackOf(state.feed?.analysis);
    const review = entry === null ? undefined : reviewAt(state, entry);
    if (!review || entry === null) return;
    change({ attack: null, walking: walkOf(review, "win", entry) });
    frame.verdictPlace.querySelector("button")?.focus();
  }

  /** @param {number} point */
  async function attackAt(point) {
    const before = state.attack;
    if (!before || before.asked !== null || before.state !== "solving") return;
    const mine = ask(before, point);
    play("stone");
    change({ attack: mine });
    try {
      const tried = await app.session.command({ t: "attack", game: id, moves: ownMoves(mine) });
      if (closed || state.attack !== mine) return; // the viewer has left it
      const next = judged(mine, tried);
      play(next.state === "solving" ? "stone" : next.state === "solved" ? "win" : "lose");
      change({ attack: next });
    } catch (error) {
      if (closed) return;
      if (state.attack === mine) change({ attack: withdrawn(mine) });
      app.refuse(error);
    }
  }

  // --- other games -------------------------------------------------------------------------------------------------

  /** Return the moves of the shown position as a position string. */
  function shownMoves() {
    const { history, shown } = state;
    if (!history) return "";
    const points = history.moves.slice(0, shown).map((move) => move.point);
    return movesText(points, history.game.size);
  }

  /**
   * Show a pasted position. If the game does not contain it, store it as a game of the viewer's, which can be analysed.
   *
   * @param {number[]} moves
   */
  async function goTo(moves) {
    const { history } = state;
    if (!history) return;
    if (moves.every((point, ply) => point === history.moves[ply]?.point)) return show(moves.length);
    const game = await keepPosition(app.session, moves, size(), history.game.rules);
    if (!closed) app.navigate(gamePath(game, moves.length));
  }

  /** @param {string} format */
  async function download(format) {
    try {
      // Not a plain link: a private game needs the identity's token.
      if (format === "sgf") saveFile(await app.api.sgf(id, language()), `tengen-${id}.sgf`);
      else if (format === "psq") saveFile(await app.api.file(id, format), `tengen-${id}.psq`);
      else if (format === "svg" || format === "png" || format === "gif") {
        const ply = state.shown;
        const name = format === "gif" ? `tengen-${id}` : `tengen-${id}-${ply}`;
        const source = { picture: () => app.api.picture(id, ply), film: () => app.api.file(id, "gif") };
        await savePicture(format, name, source);
      }
    } catch (error) {
      app.refuse(error);
    }
  }

  async function makeTree() {
    if (!state.history || state.keeping) return;
    change({ keeping: true });
    try {
      const tree = await keepReview(app, state.history, state.feed?.analysis ?? null);
      if (!closed) app.navigate(treePath(tree));
    } catch (error) {
      app.refuse(error);
    }
    if (!closed) change({ keeping: false });
  }

  function playAgain() {
    if (!state.history) return;
    const { rules, size, clock, opening, visibility, black, white } = state.history.game;
    const level = black.level ?? white.level;
    const terms = { t: /** @type {const} */ ("create"), rules, size, clock, opening, rated: false };
    return level === undefined
      ? startGame({ ...terms, color: "random", visibility: "link" })
      : startGame({ ...terms, color: "random", visibility, level });
  }

  /** @param {number} level  of the bot that plays the other side */
  function tryFromHere(level) {
    if (!state.history) return;
    const { rules, size } = state.history.game;
    const ply = tryPly(state);
    return startGame({
      t: "create",
      rules,
      size,
      clock: { kind: "none" },
      color: moverOf(ply),
      visibility: "private",
      rated: false,
      level,
      from_game: id,
      from_ply: ply,
    });
  }

  document.addEventListener("keydown", onKey);
  const stop = [app.watch(render), app.settings.watch(render)];
  void load();

  return {
    title: t("review.title"),
    element: frame.element,
    lesson: () => (state.history ? id : null),
    close() {
      closed = true;
      document.removeEventListener("keydown", onKey);
      for (const each of stop) each();
      state.feed?.close();
      explorer.close();
      view.board?.destroy();
    },
  };
}
