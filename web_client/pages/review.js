import { createBoard } from "../board/board.js";
import { toggle } from "../components/about.js";
import { analysisCard, estimates } from "../components/analysis_card.js";
import { searchChoices, searchSentence } from "../components/better.js";
import { copyLink } from "../components/copy_link.js";
import { moveList, scrollToShown } from "../components/moves.js";
import { playback, stepOfKey, stepTo } from "../components/playback.js";
import { reviewPlayer, reviewResult } from "../components/review_facts.js";
import { reviewFrame } from "../components/review_frame.js";
import { thoughtNote } from "../components/thought.js";
import { trapLine } from "../components/trap_line.js";
import { tryOn } from "../components/try_on.js";
import { trapLinks, verdict } from "../components/verdict.js";
import { walkChoices, walkText } from "../components/walk.js";
import { t } from "../i18n/index.js";
import { colorName, errorText, rulesName, sideName, thoughtText, whoName } from "../i18n/words.js";
import { isLost, missedMarks, moverOf, plyAt, trapsAt, walkOf } from "../lib/analysis.js";
import { createAnalysisFeed } from "../lib/analysis_feed.js";
import { isAsked, openMarks, searchMarks, tried } from "../lib/better.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { actions, morph } from "../lib/morph.js";
import { choose, isDefence, otherColor, walkMarks, walkTo } from "../lib/proof.js";
import { gamePath, isRoomId, roomPath } from "../lib/router.js";
import { saveFile } from "../lib/save_file.js";
import { Refused } from "../lib/session.js";
import { play } from "../lib/sound.js";
import { gameStarter } from "../lib/start_game.js";
import { NO_MARKS, thoughtMarks } from "../lib/thought.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Search} from "../lib/better.js" */
/** @import {AnalysisFeed} from "../lib/analysis_feed.js" */
/** @import {LineKind} from "../lib/analysis.js" */
/** @import {GameHistory} from "../lib/api.js" */
/** @import {Color} from "../lib/messages.js" */
/** @import {Walk} from "../lib/proof.js" */
/** @import {Create} from "../lib/terms.js" */
/** @import {BoardHandle} from "../board/board.js" */

const AUTOPLAY_MS = 900;

/** Ends of a game after which nobody can play on from its last position. */
const FINAL = new Set(["five", "full_board", "forbidden"]);

/**
 * A stored game, move by move, and what was proven of it. The position shown stands in the address.
 *
 * @param {App} app
 * @param {string} id
 * @param {URLSearchParams} query
 * @returns {Page}
 */
export function reviewPage(app, id, query) {
  /** @type {GameHistory | null} */
  let history = null;
  /** @type {unknown} */
  let failure = null;
  let shown = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  let autoplay = null;
  /** @type {BoardHandle | null} */
  let board = null;
  /** @type {AnalysisFeed | null} */
  let feed = null;
  /** @type {{base: number, walk: Walk} | null} a proof that is walked through, `base` moves of the game before it */
  let walking = null;
  /** @type {Search | null} the better move is looked for on the board */
  let seeking = null;
  let closed = false;
  const startGame = gameStarter(app, () => closed);

  const trying = tryOn(app, tryFromHere);
  const link = copyLink(t("review.share"), () => location.origin + gamePath(id, shown));
  const { element, title, waiting, playing, top, bottom, boardPlace, position, steps, verdictPlace, thought, graphPlace, scroller, moves, analysisPlace, result, again } = reviewFrame(trying.element, link);

  actions(element, {
    show: ({ ply }) => show(Number(ply)),
    step: ({ step }) => stepBy(step),
    walk: ({ kind }) => walkThrough(/** @type {LineKind} */ (kind)),
    answer: ({ point }) => answer(Number(point)),
    "leave-walk": () => leaveWalk(),
    seek: ({ ply }) => seek(Number(ply)),
    tell: () => {
      seeking = seeking && { ...seeking, told: true };
      render();
      verdictPlace.querySelector("button")?.focus();
    },
    analyse: () => feed?.ask(),
    thinking: () => app.settings.change("thinking", !app.settings.values.thinking),
    autoplay: () => (autoplay === null ? start() : halt()),
    download: ({ notation }) => download(notation === "psq" ? "psq" : "sgf"),
    again: () => playAgain(),
  });
  graphPlace.addEventListener("click", (event) => {
    const graph = event.target instanceof Element ? event.target.closest(".graph") : null;
    if (!graph) return;
    const { left, width } = graph.getBoundingClientRect();
    show(plyAt((event.clientX - left) / width, plies()));
  });

  const plies = () => history?.moves.length ?? 0;

  async function load() {
    try {
      history = isRoomId(id) ? await app.api.game(id) : null;
      const wanted = query.get("ply");
      shown = wanted === null ? plies() : Math.min(plies(), Math.max(0, Math.trunc(Number(wanted)) || 0));
      if (!history) failure = { code: "unknown_game" };
    } catch (error) {
      failure = error instanceof Refused && error.code === "not_found" ? { code: "unknown_game" } : error;
    }
    if (closed) return;
    if (history?.game.result && history.game.rules !== "tictactoe") feed = createAnalysisFeed(app, id, render);
    link.refresh();
    render();
    scrollToShown(scroller);
  }

  /** @param {number} ply */
  function show(ply) {
    halt();
    leaveWalk();
    go(ply);
  }

  /** @param {string | undefined} step */
  function stepBy(step) {
    if (!walking) return show(stepTo(step, shown, plies()));
    walking = { ...walking, walk: walkTo(walking.walk, stepTo(step, walking.walk.at, walking.walk.played.length)) };
    render();
  }

  /** @param {LineKind} kind */
  function walkThrough(kind) {
    const review = feed?.analysis?.moves[shown - 1];
    if (!review?.[kind]) return;
    halt();
    walking = walkOf(review, kind, shown - 1);
    render();
    verdictPlace.querySelector("button")?.focus();
  }

  /** @param {number} point */
  function answer(point) {
    if (!walking || walking.walk.played.slice(0, walking.walk.at).includes(point)) return;
    const walk = choose(walking.walk, point);
    if (walk === walking.walk) return;
    walking = { ...walking, walk };
    play("stone");
    render();
  }

  function leaveWalk() {
    if (!walking && !seeking) return;
    walking = null;
    seeking = null;
    render();
  }

  /** @param {number} ply  of the move that lost, from 0 */
  function seek(ply) {
    if (!isAsked(feed?.analysis?.moves[ply])) return;
    show(ply + 1);
    seeking = { ply, tried: null, told: false };
    render();
    board?.focus();
  }

  /** @param {number} point */
  function tryAt(point) {
    const review = seeking && feed?.analysis?.moves[seeking.ply];
    if (!seeking || !review || !history) return;
    seeking = { ...seeking, told: false, tried: tried(review, history.moves[seeking.ply].point, point) };
    play("stone");
    render();
  }

  /** @param {number} ply */
  function go(ply) {
    if (ply === shown) return;
    if (ply === shown + 1) play("stone");
    shown = ply;
    window.history.replaceState(null, "", gamePath(id, ply));
    link.refresh();
    render();
    scrollToShown(scroller);
  }

  function start() {
    if (shown === plies()) go(0);
    autoplay = setInterval(() => {
      go(Math.min(plies(), shown + 1));
      if (shown === plies()) halt();
    }, AUTOPLAY_MS);
    render();
  }

  function halt() {
    if (autoplay === null) return;
    clearInterval(autoplay);
    autoplay = null;
    render();
  }

  /** @param {"sgf" | "psq"} notation */
  async function download(notation) {
    try {
      // Not a plain link: a private game needs the identity's token.
      saveFile(await app.api.file(id, notation), `tengen-${id}.${notation}`);
    } catch (error) {
      app.toast(errorText(error));
    }
  }

  function playAgain() {
    if (!history) return;
    const { game } = history;
    const level = game.black.level ?? game.white.level;
    return startGame({
      t: "create", rules: game.rules, size: game.size, clock: game.clock, color: "random",
      visibility: level === undefined ? "link" : game.visibility, rated: false, ...(level === undefined ? {} : { level }),
    });
  }

  /** @param {number} level  of the bot that plays the other side */
  function tryFromHere(level) {
    if (!history) return;
    const { game } = history;
    /** @type {Create} */
    const create = {
      t: "create", rules: game.rules, size: game.size, clock: { kind: "none" }, color: moverOf(tryPly()), visibility: "private",
      rated: false, level, from_game: id, from_ply: tryPly(),
    };
    return startGame(create);
  }

  /** At a move that lost one plays on in the place of who made it; else from the position that is shown. */
  const tryPly = () => (shown > 0 && isLost(feed?.analysis?.moves[shown - 1] ?? {}) ? shown - 1 : shown);

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = stepOfKey(event);
    if (!history || event.defaultPrevented) return;
    if (event.key === "Escape") leaveWalk();
    if (!step) return;
    event.preventDefault();
    stepBy(step);
  }

  function render() {
    if (failure) {
      morph(waiting, h("h2", null, t("review.none")), h("p", { role: "alert" }, errorText(failure)), h("a", { class: "button", href: "/games" }, t("review.library")));
      return;
    }
    if (!history) return;
    const { game } = history;
    playing.hidden = false;
    waiting.hidden = true;
    const names = { black: sideName(game, "black", app.levels), white: sideName(game, "white", app.levels) };
    title.textContent = t("lobby.versus", names);
    app.setTitle(`${t("lobby.versus", names)} · ${rulesName(game.rules)}`);
    morph(top, ...reviewPlayer(history, "white", shown, app.levels, own(game)));
    morph(bottom, ...reviewPlayer(history, "black", shown, app.levels, own(game)));
    renderThought(history);
    renderVerdict(history);
    renderBoard(history);
    morph(result, ...reviewResult(game, own(game)));
    const words = walking ? walkText(walking.walk, game) : seeking ? searchSentence(seeking, { size: game.size, rules: game.rules, mine: own(game) === moverOf(seeking.ply), played: history.moves[seeking.ply].point }) : positionText(history);
    if (position.textContent !== words) position.textContent = words;
    morph(steps, ...(walking ? playback(walking.walk.at, walking.walk.played.length) : playback(shown, plies())),
      !walking && h("button", { type: "button", class: "button", "data-do": "autoplay", "data-key": "autoplay", "aria-pressed": String(autoplay !== null) }, t("review.autoplay")));
    morph(graphPlace, ...estimates(feed?.analysis, shown));
    const reviews = feed?.analysis?.moves;
    const timed = isTimed(history);
    morph(moves, ...moveList(history.moves.map(({ point, think_ms }, ply) => ({ point, note: timed ? thoughtText(think_ms) : "", label: reviews?.[ply]?.label })), { size: game.size, rules: game.rules, shown }));
    trying.update(game, canTry(history) ? moverOf(tryPly()) : null, tryPly() < shown);
    const bot = game.black.level ?? game.white.level;
    const mine = own(game) !== null;
    morph(again,
      !game.result && h("a", { class: "button button--primary", href: roomPath(id), "data-key": "live" }, t("review.live")),
      (bot !== undefined || mine) && h("button", { type: "button", class: "button", "data-do": "again", "data-key": "again" }, t(bot === undefined ? "review.again_friend" : "review.again")),
      game.previous && h("a", { class: "button button--quiet", href: gamePath(game.previous), "data-key": "previous" }, t("review.previous_game")),
      history.next && h("a", { class: "button button--quiet", href: gamePath(history.next), "data-key": "next" }, t("room.next_game")));
  }

  /** @param {GameHistory} whole */
  function renderBoard({ game, moves: all, line }) {
    const { numbers, coordinates } = app.settings.values;
    board ??= createBoard(boardPlace, { size: game.size, rules: game.rules, translate: (key, parameters) => t(key, parameters) });
    const look = { showNumbers: numbers, showCoordinates: coordinates };
    const points = all.map(({ point }) => point);
    board.playTo(walking ? answer : seeking ? tryAt : undefined);
    const sought = seeking && feed?.analysis?.moves[seeking.ply];
    if (seeking && sought) {
      board.update({ ...look, moves: points.slice(0, seeking.ply), shown: seeking.ply, toMove: moverOf(seeking.ply), canPlay: true, winningLine: null, marks: searchMarks(sought, seeking) });
      return;
    }
    if (walking) {
      const { base, walk } = walking;
      board.update({ ...look, moves: points.slice(0, base), shown: base, toMove: otherColor(walk.attacker), canPlay: isDefence(walk), winningLine: null, marks: walkMarks(walk) });
      return;
    }
    const review = feed?.analysis?.moves[shown - 1];
    const thoughts = app.settings.values.thinking ? thoughtMarks(all[shown - 1]?.why, game.rules) : NO_MARKS;
    board.update({ ...look, moves: points, shown, toMove: moverOf(shown), canPlay: false, winningLine: line ?? null, marks: review && thoughts === NO_MARKS ? (isLost(review) ? (own(game) === moverOf(shown - 1) && isAsked(review) ? NO_MARKS : openMarks(review)) : missedMarks(review)) : thoughts });
  }

  /**
   * @param {GameHistory["game"]} game
   * @returns {Color | null}  the reader's own
   */
  const own = ({ black, white }) => (!app.me.id ? null : black.id === app.me.id ? "black" : white.id === app.me.id ? "white" : null);

  /** @param {GameHistory} whole */
  const canTry = ({ game: { result: ended, rules } }) =>
    ended !== null && ended !== undefined && rules !== "tictactoe" && !(tryPly() === plies() && FINAL.has(ended.reason));

  /**
   * What was proven of the move that is shown, or the choices on the way through a proof.
   *
   * @param {GameHistory} whole
   */
  function renderVerdict({ game, moves: all }) {
    const analysis = feed?.analysis;
    analysisPlace.hidden = !feed;
    if (feed) morph(analysisPlace, ...analysisCard(feed, { rules: game.rules, mine: own(game) }));
    if (walking) {
      morph(verdictPlace, ...walkChoices(walking.walk, game),
        h("div", null, h("button", { type: "button", class: "button button--small button--primary", "data-do": "leave-walk", "data-key": "leave" }, t("walk.leave"))));
      return;
    }
    const sought = seeking && analysis?.moves[seeking.ply];
    if (seeking && sought) {
      morph(verdictPlace, ...searchChoices(sought, seeking, game));
      return;
    }
    const review = analysis?.moves[shown - 1];
    const move = all[shown - 1];
    morph(verdictPlace, ...(move ? trapLine(sideName(game, move.color, app.levels), move.why) : []), ...(review ? verdict(review, shown - 1, game, own(game)) : []), ...(analysis ? trapLinks(trapsAt(analysis, shown)) : []));
  }

  /**
   * What a bot saw before its move, for who asks for it.
   *
   * @param {GameHistory} whole
   */
  function renderThought({ game, moves: all }) {
    const { thinking } = app.settings.values;
    thought.hidden = walking !== null || seeking !== null || !all.some(({ why }) => why);
    const bot = whoName(game.black.level === undefined || all[shown - 1]?.color === "white" ? game.white : game.black, app.levels);
    morph(thought, h("div", null, toggle("thinking", t("thought.show"), thinking)), ...(thinking ? thoughtNote(bot, all[shown - 1]?.why, game.size) : []));
  }

  /**
   * @param {GameHistory} whole
   * @returns {string}
   */
  function positionText({ game, moves: all }) {
    if (shown === 0) return t("review.start");
    const move = all[shown - 1];
    /** @type {Color} */
    const color = move.color;
    const words = { n: shown, of: plies(), color: colorName(color, game.rules), point: pointName(move.point, game.size) };
    return isTimed({ game, moves: all }) ? t("review.position", { ...words, time: thoughtText(move.think_ms) }) : t("review.position_untimed", words);
  }

  document.addEventListener("keydown", onKey);
  const stop = [app.watch(render), app.settings.watch(render)];
  void load();

  return {
    title: t("review.title"),
    element,
    close() {
      closed = true;
      if (autoplay !== null) clearInterval(autoplay);
      document.removeEventListener("keydown", onKey);
      for (const each of stop) each();
      feed?.close();
      board?.destroy();
    },
  };
}

/**
 * Files of imported games may tell of no times.
 *
 * @param {Pick<GameHistory, "game" | "moves">} whole
 */
const isTimed = ({ game, moves }) => !game.imported || moves.some(({ think_ms }) => think_ms > 0);
