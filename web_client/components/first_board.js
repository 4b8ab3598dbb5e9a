import { createBoard } from "../board/board.js";
import { t } from "../i18n/index.js";
import { levelName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { botPath, pathOf } from "../lib/router.js";
import { emblem, strengthMark } from "./emblem.js";

/** @import {App} from "../lib/app.js" */
/** @import {LevelInfo} from "../lib/api.js" */

/**
 * Empty board whose first stone begins a game against a bot.
 *
 * @param {App} app
 * @param {{rules: import("../lib/messages.js").Rules, size: number}} game
 * @param {(level: number, point: number) => Promise<boolean>} begin  false if there is no game
 * @returns {{element: HTMLElement, meet: (level: LevelInfo | null) => void}}  `meet` names the bot; null: none is there
 */
export function firstBoard(app, game, begin) {
  /** @type {LevelInfo | null} */
  let opponent = null;
  /** @type {number | null} */
  let pending = null;
  const who = h("div", { class: "player first-opponent" });
  const place = h("div", { class: "board-place" });
  const element = h(
    "section",
    { class: "lobby-board", "aria-label": t("first.title"), "data-testid": "first-board" },
    who,
    place,
  );
  const board = createBoard(place, {
    ...game,
    translate: (key, parameters) => t(key, parameters),
    onPlay: play,
    settings: { confirmTouch: app.settings.values.confirmTouch },
  });

  /** @param {number} point */
  async function play(point) {
    if (!opponent) return;
    pending = point;
    draw();
    if (await begin(opponent.level, point)) return;
    pending = null;
    draw();
  }

  function draw() {
    const canPlay = opponent !== null && pending === null;
    board.update({ canPlay, pending, showCoordinates: app.settings.values.coordinates });
    morph(who, ...(opponent ? strip(app, opponent) : [h("p", { class: "muted" }, t("loading"))]));
  }

  draw();
  return {
    element,
    meet(level) {
      opponent = level;
      draw();
    },
  };
}

/** @param {App} app @param {LevelInfo} level */
function strip(app, level) {
  const name = levelName(app.levels, level.level);
  return [
    emblem(level),
    h(
      "div",
      { class: "grow" },
      h(
        "div",
        { class: "row row--tight" },
        h("a", { class: "player-name", href: botPath(level.level), "data-level": level.level }, name),
        strengthMark({ level: level.level }, level.rating, app.levels),
      ),
      h("p", { class: "small" }, t("first.hint")),
    ),
    h("a", { class: "button button--small", href: pathOf("play") }, t("first.other")),
  ];
}
