import { createBoard } from "../board/board.js";
import { toggle } from "../components/about.js";
import { copyLink } from "../components/copy_link.js";
import { gameLine } from "../components/game_line.js";
import { moveList, scrollToShown } from "../components/moves.js";
import { piece } from "../components/piece.js";
import { playback, stepOfKey, stepTo } from "../components/playback.js";
import { thoughtNote } from "../components/thought.js";
import { t } from "../i18n/index.js";
import { colorName, dateText, errorText, reasonText, resultText, rulesName, thoughtText, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamesOf, gamesPath } from "../lib/filters.js";
import { pointName } from "../lib/geometry.js";
import { actions, morph } from "../lib/morph.js";
import { gamePath, roomPath } from "../lib/router.js";
import { play } from "../lib/sound.js";
import { NO_MARKS, thoughtMarks } from "../lib/thought.js";
import { clockText } from "../lib/time.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {GameHistory} from "../lib/api.js" */
/** @import {Color, Command} from "../lib/messages.js" */
/** @import {BoardHandle} from "../board/board.js" */

const AUTOPLAY_MS = 900;

/**
 * A stored game, move by move. The position shown stands in the address.
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
  let closed = false;

  const title = h("h1", { class: "room-title", tabindex: -1 }, t("review.title"));
  const waiting = h("div", { class: "empty" }, h("p", { role: "status" }, t("loading")));
  const top = h("div", { class: "player" });
  const bottom = h("div", { class: "player" });
  const boardPlace = h("div", { class: "board-place" });
  const steps = h("div", { class: "row playback", role: "group", "aria-label": t("step.label") });
  const position = h("p", { class: "status", role: "status", "data-testid": "position" });
  const thought = h("div", { class: "thought-note", "data-testid": "thought" });
  const result = h("div", { class: "stack stack--tight", "data-testid": "result" });
  const moves = h("div", { class: "moves" });
  const scroller = h("div", { class: "scroll moves-scroll", tabindex: 0, role: "group", "aria-label": t("moves.label") }, moves);
  const link = copyLink(t("review.share"), () => location.origin + gamePath(id, shown));
  const again = h("div", { class: "row" });
  const downloads = h("div", { class: "row" },
    h("button", { type: "button", class: "button button--small", "data-do": "download", "data-notation": "sgf" }, t("review.sgf")),
    h("button", { type: "button", class: "button button--small", "data-do": "download", "data-notation": "psq" }, t("review.psq")));
  const playing = h("div", { class: "play", hidden: true },
    h("div", { class: "play-board" }, top, boardPlace, bottom),
    h("div", { class: "play-side" },
      h("section", { class: "card stack stack--tight", "aria-labelledby": "moves-title" },
        h("h2", { class: "visually-hidden", id: "moves-title" }, t("moves.label")), position, steps, thought, scroller),
      h("div", { class: "card stack stack--tight" }, result, again),
      h("div", { class: "card stack stack--tight" }, link, downloads)));
  const element = h("div", { class: "page page--play" }, title, waiting, playing);

  actions(element, {
    show: ({ ply }) => show(Number(ply)),
    step: ({ step }) => show(stepTo(step, shown, plies())),
    thinking: () => app.settings.change("thinking", !app.settings.values.thinking),
    autoplay: () => (autoplay === null ? start() : halt()),
    download: ({ notation }) => download(notation === "psq" ? "psq" : "sgf"),
    again: () => playAgain(),
  });

  const plies = () => history?.moves.length ?? 0;

  async function load() {
    try {
      history = await app.api.game(id);
      const wanted = query.get("ply");
      shown = wanted === null ? plies() : Math.min(plies(), Math.max(0, Math.trunc(Number(wanted)) || 0));
    } catch (error) {
      failure = error;
    }
    if (!closed) render();
  }

  /** @param {number} ply */
  function show(ply) {
    halt();
    go(ply);
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
      const address = URL.createObjectURL(await app.api.file(id, notation));
      h("a", { href: address, download: `tengen-${id}.${notation}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (error) {
      app.toast(errorText(error));
    }
  }

  async function playAgain() {
    if (!history) return;
    const { game } = history;
    const level = game.black.level ?? game.white.level;
    /** @type {Command} */
    const create = {
      t: "create", rules: game.rules, size: game.size, clock: game.clock, color: "random",
      visibility: level === undefined ? "link" : game.visibility, rated: false, ...(level === undefined ? {} : { level }),
    };
    try {
      const { room } = await app.session.command(create);
      if (room) app.navigate(roomPath(room));
    } catch (error) {
      app.toast(errorText(error));
    }
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = stepOfKey(event);
    if (!step || !history || event.defaultPrevented) return;
    event.preventDefault();
    show(stepTo(step, shown, plies()));
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
    const names = { black: whoName(game.black, app.levels), white: whoName(game.white, app.levels) };
    title.textContent = t("lobby.versus", names);
    app.setTitle(`${t("lobby.versus", names)} · ${rulesName(game.rules)}`);
    renderPlayers(history);
    renderThought(history);
    renderBoard(history);
    renderResult(history);
    const words = positionText(history);
    if (position.textContent !== words) position.textContent = words;
    morph(steps, ...playback(shown, plies()),
      h("button", { type: "button", class: "button", "data-do": "autoplay", "data-key": "autoplay", "aria-pressed": String(autoplay !== null) }, t("review.autoplay")));
    morph(moves, ...moveList(history.moves.map(({ point, think_ms }) => ({ point, note: thoughtText(think_ms) })), { size: game.size, rules: game.rules, shown }));
    const bot = game.black.level ?? game.white.level;
    const mine = [game.black.id, game.white.id].includes(app.me.id);
    morph(again,
      !game.result && h("a", { class: "button button--primary", href: roomPath(id), "data-key": "live" }, t("review.live")),
      (bot !== undefined || mine) && h("button", { type: "button", class: "button", "data-do": "again", "data-key": "again" }, t(bot === undefined ? "review.again_friend" : "review.again")),
      game.previous && h("a", { class: "button button--quiet", href: gamePath(game.previous), "data-key": "previous" }, t("review.previous_game")),
      history.next && h("a", { class: "button button--quiet", href: gamePath(history.next), "data-key": "next" }, t("room.next_game")));
  }

  /** @param {GameHistory} whole */
  function renderPlayers({ game, moves: all }) {
    for (const [strip, color] of /** @type {const} */ ([[top, "white"], [bottom, "black"]])) {
      const own = all.slice(0, shown).filter((move) => move.color === color).at(-1);
      morph(strip,
        piece(color, game.rules),
        h("span", { class: "player-who" }, h("a", { class: "player-name truncate", href: gamesPath(gamesOf(game[color])) }, whoName(game[color], app.levels)), game.result?.winner === color && h("span", { class: "badge badge--good" }, t("review.winner"))),
        own?.left_ms !== undefined && own.left_ms !== null && h("span", { class: "clock" }, clockText(own.left_ms)));
    }
  }

  /** @param {GameHistory} whole */
  function renderBoard({ game, moves: all, line }) {
    const { numbers, coordinates } = app.settings.values;
    board ??= createBoard(boardPlace, { size: game.size, rules: game.rules, translate: (key, parameters) => t(key, parameters) });
    board.update({
      moves: all.map(({ point }) => point),
      shown,
      toMove: shown % 2 === 0 ? "black" : "white",
      winningLine: line ?? null,
      showNumbers: numbers,
      showCoordinates: coordinates,
      marks: app.settings.values.thinking ? thoughtMarks(all[shown - 1]?.why, game.rules) : NO_MARKS,
    });
  }

  /**
   * What a bot saw before its move, for who asks for it.
   *
   * @param {GameHistory} whole
   */
  function renderThought({ game, moves: all }) {
    const { thinking } = app.settings.values;
    thought.hidden = !all.some(({ why }) => why);
    const bot = whoName(game.black.level === undefined || all[shown - 1]?.color === "white" ? game.white : game.black, app.levels);
    morph(thought, h("div", null, toggle("thinking", t("thought.show"), thinking)), ...(thinking ? thoughtNote(bot, all[shown - 1]?.why, game.size) : []));
  }

  /** @param {GameHistory} whole */
  function renderResult({ game }) {
    morph(result,
      h("h2", null, resultText(game.result, game.rules)),
      game.result && h("p", null, reasonText(game.result, game.rules)),
      h("p", null, gameLine(game)),
      h("p", { class: "muted small" }, h("time", { datetime: new Date(game.started_at).toISOString() }, dateText(game.started_at))));
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
    return t("review.position", { n: shown, of: plies(), color: colorName(color, game.rules), point: pointName(move.point, game.size), time: thoughtText(move.think_ms) });
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
      board?.destroy();
    },
  };
}
