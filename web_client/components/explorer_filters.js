import { t } from "../i18n/index.js";
import { rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { PLAYERS, SPANS, readPlace } from "../lib/explorer.js";
import { movesText } from "../lib/position_string.js";
import { ALL_RULES, sizesOf } from "../lib/rules.js";

/** @import {Place} from "../lib/explorer.js" */

/** Form with the filters of the explorer. @param {Place} first @param {() => void} onChange */
export function explorerFilters(first, onChange) {
  const player = h("input", {
    class: "input",
    type: "text",
    id: "explorer-player",
    name: "player",
    value: first.player,
    placeholder: t("games.everybody"),
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
  });
  const form = h("form", {
    class: "card explorer-filters",
    role: "search",
    "aria-label": t("games.filters"),
    onsubmit: (event) => event.preventDefault(),
    onchange: onChange,
  });

  /** @param {Place} place */
  function fill({ rules, size, who, span }) {
    form.replaceChildren(
      choice(
        "rules",
        t("create.rules"),
        rules,
        ALL_RULES.map((known) => [known, rulesName(known)]),
      ),
      choice(
        "size",
        t("create.size"),
        String(size),
        sizesOf(rules).map((known) => [String(known), sizeName(known)]),
      ),
      choice(
        "who",
        t("explorer.who"),
        who,
        PLAYERS.map((known) => [known, t(`explorer.who.${known}`)]),
      ),
      choice(
        "span",
        t("explorer.span"),
        span,
        SPANS.map((known) => [known, t(`explorer.span.${known || "ever"}`)]),
      ),
      h("div", { class: "field" }, h("label", { for: "explorer-player" }, t("games.player")), player),
    );
  }

  /**
   * Read the chosen filters.
   *
   * @param {Place} place  the moves on the board
   */
  function chosen(place) {
    const wanted = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
    wanted.set("moves", movesText(place.moves, place.size));
    return readPlace(wanted);
  }

  fill(first);
  return { element: form, fill, chosen };
}

/** @param {string} name @param {string} label @param {string} value @param {string[][]} options */
function choice(name, label, value, options) {
  const id = `explorer-${name}`;
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h(
      "select",
      { class: "select", id, name, value },
      options.map(([option, text]) => h("option", { value: option }, text)),
    ),
  );
}
