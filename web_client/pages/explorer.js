import { createBoard } from "../board/board.js";
import { copyLink } from "../components/copy_link.js";
import { explorerFeed } from "../components/explorer_feed.js";
import { explorerFilters } from "../components/explorer_filters.js";
import { explorerTable, newestGames } from "../components/explorer_table.js";
import { pictureButtons } from "../components/picture_buttons.js";
import { playback, stepOfKey, stepTo } from "../components/playback.js";
import { positionString } from "../components/position_string.js";
import { t } from "../i18n/index.js";
import { patternName } from "../i18n/opening.js";
import { colorName, errorText, reasonText, resultText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { explorerMarks, explorerPath, gamesOf, named, playPath, readPlace } from "../lib/explorer.js";
import { pointName } from "../lib/geometry.js";
import { actions, morph } from "../lib/morph.js";
import { movesText } from "../lib/position_string.js";
import { play as sound } from "../lib/sound.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Place} from "../lib/explorer.js" */
/** @import {BoardHandle} from "../board/board.js" */

/**
 * Explorer page: continuations of finished public games, from the empty board on. The address holds the position and
 * the filters.
 *
 * @param {App} app
 * @param {URLSearchParams} query
 * @returns {Page}
 */
export function explorerPage(app, query) {
  /** Position being requested; its moves are the shown part of `line`. */
  let place = readPlace(query);
  /** @type {number[]}  moves that the viewer can step forward to */
  let line = place.moves;
  /** @type {BoardHandle | null} */
  let board = null;
  let drawn = "";

  const feed = explorerFeed(app, answered);
  const link = copyLink(t("explorer.share"), () => location.origin + explorerPath(place));
  const string = positionString(() => movesText(place.moves, place.size), { size: () => place.size, go: paste });
  const pictures = pictureButtons(app, {
    picture: () => app.api.positionPicture(movesText(place.moves, place.size), place.size),
    film: () => app.api.positionFilm(movesText(place.moves, place.size), place.size),
    name: () => `tengen-${movesText(place.moves, place.size).slice(0, 40) || place.size}`,
  });
  const playHere = h("a", { class: "button" }, t("explorer.play"));
  const boardPlace = h("div", { class: "board-place" });
  const steps = h("div", { class: "row playback", role: "group", "aria-label": t("step.label") });
  const position = h("p", { class: "status explorer-position", role: "status", "data-testid": "position" });
  const moves = h("p", { class: "muted small mono explorer-moves", "data-testid": "moves" });
  const found = h("section", { class: "card stack", "aria-labelledby": "explorer-found", "data-testid": "explorer" });
  const newest = h("section", { class: "card stack stack--tight", "aria-label": t("explorer.newest") });
  const filters = explorerFilters(place, filter);
  const more = h(
    "div",
    { class: "card stack stack--tight" },
    string,
    h("div", null, playHere),
    link,
    pictures,
    h("details", { class: "small" }, h("summary", null, t("explorer.how")), h("p", null, t("explorer.hint"))),
  );
  let answeredOnce = false;
  const element = h(
    "div",
    { class: "page page--play page--explorer" },
    h("h1", { class: "room-title", tabindex: -1 }, t("explorer.title")),
    h(
      "div",
      { class: "play" },
      h("div", { class: "play-board" }, boardPlace, h("div", { class: "stack stack--tight" }, position, steps, moves)),
      h("div", { class: "play-side" }, found, filters.element, newest, more),
    ),
  );

  actions(element, {
    step: ({ step }) => stepBy(step),
    explore: ({ point }) => go(Number(point)),
    "more-games": () => feed.more().catch(app.refuse),
  });

  /** Show the answer. If the moves go on after the end of a game, cut them there and say so. */
  function answered() {
    const told = feed.answer;
    if (!told || feed.loading || told.ply >= place.moves.length) return render();
    const { moves: asked, size } = place;
    line = line.slice(0, told.ply);
    show(told.ply);
    string.say(
      t("string.refused", {
        n: told.ply + 1,
        point: pointName(asked[told.ply], size),
        why: errorText({ code: "game_over" }),
      }),
    );
  }

  /** @param {string | undefined} step  a step forward follows the line, and at its end the most played move */
  function stepBy(step) {
    const shown = place.moves.length;
    if (step === "next" && shown === line.length) {
      const most = feed.loading ? undefined : feed.answer?.moves[0];
      if (most) go(named(most.points, place.size));
    } else show(stepTo(step, shown, line.length));
  }

  /** @param {number} point */
  function go(point) {
    const { moves: played, size } = place;
    if (point < 0 || point >= size * size || played.includes(point)) return;
    if (line[played.length] !== point) line = [...played, point];
    sound("stone");
    show(played.length + 1);
  }

  /** @param {number} plies */
  function show(plies) {
    if (plies !== place.moves.length) change({ moves: line.slice(0, plies) });
  }

  /** @param {number[]} moves  pasted ones */
  function paste(moves) {
    line = moves;
    change({ moves });
  }

  /** @param {Partial<Place>} wanted */
  function change(wanted) {
    place = { ...place, ...wanted };
    history.replaceState(null, "", explorerPath(place));
    link.refresh();
    string.refresh();
    feed.ask(place);
    render();
  }

  function filter() {
    const wanted = filters.chosen(place);
    if (wanted.rules !== place.rules || wanted.size !== place.size) {
      // On another board the same names are other points, and under other rules the position differs.
      wanted.moves = [];
      line = [];
    }
    change(wanted);
    filters.fill(place);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = stepOfKey(event);
    if (!step || event.defaultPrevented) return;
    event.preventDefault();
    stepBy(step);
  }

  function render() {
    const { rules, size, moves: played } = place;
    const { answer, loading } = feed;
    if (drawn !== `${rules} ${size}`) {
      board?.destroy();
      board = createBoard(boardPlace, {
        size,
        rules,
        translate: (key, parameters) => t(key, parameters),
        onPlay: go,
        settings: { confirmTouch: false },
      });
      drawn = `${rules} ${size}`;
    }
    const toMove = played.length % 2 ? "white" : "black";
    const { coordinates, numbers } = app.settings.values;
    const told = loading ? null : answer;
    const result = told?.result ?? null;
    board?.update({
      moves: played,
      shown: played.length,
      toMove,
      canPlay: true,
      over: result !== null,
      winningLine: told?.line ?? null,
      forbidden: Object.fromEntries(told?.forbidden ?? []),
      showCoordinates: coordinates,
      showNumbers: numbers,
      marks: explorerMarks(told, size),
    });
    const words = t(result ? "explorer.over" : played.length ? "explorer.after" : "explorer.start", {
      n: played.length,
      point: played.length ? pointName(played[played.length - 1], size) : "",
      color: colorName(toMove, rules),
      result: resultText(result, rules),
      reason: result ? reasonText(result, rules) : "",
    });
    if (position.textContent !== words) position.textContent = words;
    playHere.hidden = result !== null || played.length === 0;
    playHere.setAttribute("href", playPath(place));
    const laid = played.map((point) => pointName(point, size)).join(" ");
    moves.textContent = told?.pattern ? `${laid} · ${patternName(told.pattern)}` : laid;
    const on = played.length < line.length || (told?.moves.length ?? 0) > 0;
    morph(steps, ...playback(played.length, on ? Math.max(line.length, played.length + 1) : played.length));
    const empty = told && !played.length && gamesOf(told.results) === 0;
    morph(
      found,
      h("h2", { id: "explorer-found", class: "visually-hidden" }, t("explorer.moves")),
      ...explorerTable(place, feed),
      empty && h("p", { class: "muted", "data-key": "about" }, t("explorer.fills")),
    );
    const games = told ? newestGames(app, told) : [];
    if (told?.more)
      games.push(
        h(
          "button",
          { type: "button", class: "button button--small", "data-do": "more-games", "data-key": "more" },
          t("games.more"),
        ),
      );
    newest.hidden = games.length === 0;
    morph(newest, ...games);
    found.setAttribute("aria-busy", String(loading));
    answeredOnce ||= !loading;
    filters.element.hidden = more.hidden = !answeredOnce; // the first answer would push them down
  }

  document.addEventListener("keydown", onKey);
  const stop = [app.watch(render), app.settings.watch(render)];
  feed.ask(place);
  link.refresh();
  render();

  return {
    title: t("explorer.title"),
    element,
    close() {
      feed.close();
      document.removeEventListener("keydown", onKey);
      for (const each of stop) each();
      board?.destroy();
    },
  };
}
