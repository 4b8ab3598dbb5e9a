import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { roomPath } from "../lib/router.js";
import { copyLink } from "./copy_link.js";

/**
 * Layout of a room's page: the board between its players; beside it the state, the actions, the lesson and the moves, and
 * below them tabs with the talk and the details.
 *
 * @param {string} id  of the room
 * @param {ReturnType<typeof import("./tabs.js").createTabs>} tabs
 * @param {ReturnType<typeof import("./position_string.js").positionString>} string  of the shown position
 * @param {HTMLElement} pictures  saves images once the game is over
 */
export function roomFrame(id, tabs, string, pictures) {
  const title = h("h1", { class: "room-title", tabindex: -1 }, t("room.title"));
  const top = h("div", { class: "player" });
  const bottom = h("div", { class: "player" });
  const boardPlace = h("div", { class: "board-place" });
  const headline = h("p", { class: "status", role: "status", "data-testid": "status" });
  const detail = h("p", { class: "muted", "aria-live": "polite", "data-testid": "detail" });
  const rating = h("div", {
    class: "stack stack--tight",
    "aria-live": "polite",
    "data-testid": "rating",
    hidden: true,
  });
  const thought = h("div", { class: "thought-note", role: "status", "data-testid": "thought", hidden: true });
  const learned = h("div", { role: "status" });
  const notices = h("div", { class: "stack stack--tight room-notices", "aria-live": "polite" });
  const buttons = h("div", { class: "row room-actions" });
  const opening = h("section", {
    class: "card stack stack--tight opening-card",
    "aria-labelledby": "opening-title",
    "data-testid": "opening",
    hidden: true,
  });
  const plan = h("section", {
    class: "card stack stack--tight",
    "aria-labelledby": "plan-title",
    "aria-live": "polite",
    "data-testid": "plan-card",
    hidden: true,
  });
  const lesson = h("section", {
    class: "stack stack--tight room-lesson",
    "aria-labelledby": "lesson-title",
    hidden: true,
  });
  const steps = h("div", { class: "row playback", role: "group", "aria-label": t("step.label") });
  const moves = h("div", { class: "moves" });
  const scroller = h("div", { class: "scroll moves-scroll", role: "group", "aria-label": t("moves.label") }, moves);
  const record = h(
    "section",
    { class: "stack stack--tight room-record", "aria-labelledby": "moves-title" },
    h("h2", { id: "moves-title" }, t("moves.label")),
    scroller,
    steps,
  );
  const link = copyLink(t("room.link"), () => location.origin + roomPath(id));
  const state = h(
    "div",
    { class: "card stack stack--tight room-state" },
    headline,
    detail,
    rating,
    link,
    learned,
    buttons,
    lesson,
    thought,
    record,
  );
  const about = h("div", { class: "stack stack--tight" });
  const more = h("div", null);
  const tools = h("div", { class: "row row--tight" });
  tabs
    .panel("details")
    .append(
      h(
        "div",
        { class: "stack stack--tight" },
        about,
        tools,
        h(
          "details",
          null,
          h("summary", null, t("room.more")),
          h("div", { class: "stack stack--tight" }, more, string, pictures),
        ),
      ),
    );

  const playing = h(
    "div",
    { class: "play", hidden: true },
    h("div", { class: "play-board" }, top, boardPlace, bottom),
    h("div", { class: "play-side" }, notices, state, opening, plan, tabs.element),
  );
  const waiting = h("div", { class: "empty" }, h("p", { role: "status" }, t("loading")));
  const invited = h("section", { class: "card stack invitation", "data-testid": "invitation", hidden: true });
  const element = h("div", { class: "page page--play" }, title, waiting, invited, playing);
  return {
    element,
    waiting,
    invited,
    playing,
    title,
    top,
    bottom,
    boardPlace,
    headline,
    detail,
    rating,
    learned,
    notices,
    link,
    buttons,
    state,
    record,
    opening,
    plan,
    lesson,
    thought,
    scroller,
    moves,
    steps,
    about,
    more,
    string,
    pictures,
    tools,
  };
}
