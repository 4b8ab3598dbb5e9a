import { t } from "../i18n/index.js";
import { dayText } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {PupilCodes} from "../lib/messages.js" */

/**
 * Printable sheet of sign-in codes, one slip per pupil. It is the only part of the page that is printed.
 *
 * @param {PupilCodes} sheet
 * @param {() => void} close
 */
export function codeSheet({ classroom, codes, expires_at: until }, close) {
  const place = `${location.host}/code`;
  return h(
    "section",
    { class: "card stack sheet", "aria-labelledby": "sheet-title", "data-testid": "sheet" },
    h("h2", { id: "sheet-title", tabindex: -1 }, t("class.sheet", { name: classroom.name })),
    h("p", { class: "notice notice--warn sheet-only-seen" }, t("class.sheet_once")),
    h("p", null, t("class.sheet_words", { place, date: dayText(until) })),
    h(
      "ul",
      { class: "slips" },
      codes.map(({ who, code }) =>
        h(
          "li",
          { class: "slip" },
          h("strong", null, h("bdi", null, who.name ?? "")),
          h("span", { class: "mono slip-code" }, code),
          h("span", { class: "small muted" }, place),
        ),
      ),
    ),
    h(
      "div",
      { class: "row sheet-only-seen" },
      h(
        "button",
        { type: "button", class: "button button--primary", "data-do": "print", onclick: () => print() },
        t("class.print"),
      ),
      h(
        "button",
        { type: "button", class: "button", "data-do": "close-sheet", onclick: close },
        t("class.sheet_close"),
      ),
    ),
  );
}
