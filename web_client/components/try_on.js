import { t } from "../i18n/index.js";
import { levelName, stonesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { canPlay } from "../lib/ladder.js";
import { lastOpponent } from "../lib/terms.js";

/** @import {App} from "../lib/app.js" */
/** @import {Board} from "../lib/ladder.js" */
/** @import {Color} from "../lib/messages.js" */

/**
 * Folded form that starts a game from a position against a chosen bot.
 *
 * @param {App} app
 * @param {(level: number) => void} onTry
 * @returns {{element: HTMLElement, update: (game: Board, toMove: Color | null, before: boolean) => void}}
 */
export function tryOn(app, onTry) {
  const level = h("select", { class: "select", id: "try-level" });
  const whose = h("p", { class: "muted small" });
  const element = h(
    "details",
    { class: "card fold", "data-testid": "try" },
    h("summary", null, h("h2", null, t("try.title"))),
    h(
      "form",
      { class: "stack stack--tight", onsubmit: submit },
      whose,
      h(
        "div",
        { class: "try-row" },
        h("label", { class: "visually-hidden", for: "try-level" }, t("create.opponent")),
        level,
        h("button", { type: "submit", class: "button" }, t("try.button")),
      ),
    ),
  );

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    if (level.value) onTry(Number(level.value));
  }

  return {
    element,
    /** `before`: start before the shown move, in place of the player who made it. */
    update(game, toMove, before) {
      const playable = app.levels.filter((info) => canPlay(info, game)).map((info) => info.level);
      element.hidden = toMove === null || playable.length === 0;
      if (toMove) whose.textContent = t(before ? "try.before" : "try.whose", { color: stonesName(toMove, game.rules) });
      if ([...level.options].map(({ value }) => Number(value)).join() === playable.join()) return;
      const chosen = level.value ? Number(level.value) : lastOpponent();
      level.replaceChildren(...playable.map((known) => h("option", { value: known }, levelName(app.levels, known))));
      level.value = String(playable.find((known) => known === chosen) ?? playable.at(-1) ?? "");
    },
  };
}
