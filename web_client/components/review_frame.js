import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/**
 * Layout of a review page: the board between its players; beside it the moves, the comments and the actions.
 *
 * @param {HTMLElement} trying  form that starts a game from the position
 * @param {HTMLElement} explorer  continuations in other games
 * @param {HTMLElement} link  to the position
 * @param {HTMLElement} string  of the position
 */
export function reviewFrame(trying, explorer, link, string) {
  const title = h("h1", { class: "room-title", tabindex: -1 }, t("review.title"));
  const waiting = h("div", { class: "empty" }, h("p", { role: "status" }, t("loading")));
  const top = h("div", { class: "player" });
  const bottom = h("div", { class: "player" });
  const boardPlace = h("div", { class: "board-place" });
  const steps = h("div", { class: "row playback", role: "group", "aria-label": t("step.label") });
  const position = h("p", { class: "status", role: "status", "data-testid": "position" });
  const verdictPlace = h("div", { class: "card stack stack--tight review-verdict", "data-testid": "verdict" });
  const thought = h("div", { class: "thought-note", "data-testid": "thought" });
  const moves = h("div", { class: "moves" });
  const scroller = h("div", { class: "scroll moves-scroll", role: "group", "aria-label": t("moves.label") }, moves);
  const analysisPlace = h("section", {
    class: "card stack stack--tight review-story",
    "aria-labelledby": "analysis-title",
    "data-testid": "analysis",
    hidden: true,
  });
  const result = h("div", { class: "stack stack--tight", "data-testid": "result" });
  const again = h("div", { class: "row" });
  const downloads = h(
    "div",
    { class: "row" },
    ["sgf", "psq", "svg", "png", "gif"].map((format) =>
      h(
        "button",
        { type: "button", class: "button button--small", "data-do": "download", "data-notation": format },
        t(`download.${format}`),
      ),
    ),
  );

  const playing = h(
    "div",
    { class: "play", hidden: true },
    h("div", { class: "play-board" }, top, boardPlace, bottom),
    h(
      "div",
      { class: "play-side" },
      analysisPlace,
      h("div", { class: "card stack stack--tight review-position" }, position, steps),
      verdictPlace,
      h(
        "section",
        { class: "card stack stack--tight review-later", "aria-labelledby": "moves-title" },
        h("h2", { class: "visually-hidden", id: "moves-title" }, t("moves.label")),
        scroller,
        thought,
      ),
      h("div", { class: "card stack stack--tight review-later" }, result, again),
      h("div", { class: "review-later" }, trying),
      h("div", { class: "review-later" }, explorer),
      h(
        "details",
        { class: "card fold review-later", "data-testid": "files" },
        h("summary", null, h("h2", null, t("review.files"))),
        h("div", { class: "stack stack--tight" }, link, string, downloads),
      ),
    ),
  );
  const element = h("div", { class: "page page--play" }, title, waiting, playing);
  return {
    element,
    title,
    waiting,
    playing,
    top,
    bottom,
    boardPlace,
    position,
    steps,
    verdictPlace,
    thought,
    scroller,
    moves,
    analysisPlace,
    result,
    again,
  };
}
