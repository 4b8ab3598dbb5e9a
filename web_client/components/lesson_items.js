/** Unread lessons of the viewer's games against bots, as lines of the bell. */

import { t } from "../i18n/index.js";
import { dateText, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamePath } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */
/** @import {LessonNotice} from "../protocol.js" */

/** List the lessons, newest first. @param {Pick<App, "lessons" | "levels">} app @returns {HTMLElement[]} */
export const lessonItems = ({ lessons, levels }) =>
  lessons.map((lesson) => item(lesson, whoName({ level: lesson.level }, levels)));

/** @param {LessonNotice} lesson @param {string} name  the bot's */
function item({ game, at, won = false, learned = false, entry, checked = false }, name) {
  const words = won ? (learned ? "learned" : "won") : "lost";
  return h(
    "li",
    { class: "row row--apart", "data-key": `lesson-${game}`, "data-lesson": game, "data-waits": "" },
    h(
      "span",
      { class: "stack stack--tight" },
      h("span", { class: "list-title" }, t(`bell.lesson.${words}`, { name })),
      entry === undefined || entry === null
        ? null
        : h("span", null, t(won ? "lesson.forced.you" : "lesson.forced.other", { n: entry + 1, winner: name })),
      checked ? h("span", { class: "muted small" }, t("bell.lesson.checked")) : null,
      h("time", { class: "muted small", datetime: new Date(at).toISOString() }, dateText(at)),
    ),
    h("a", { class: "button button--small", href: gamePath(game) }, t("bell.lesson.look")),
  );
}
