import { t } from "../i18n/index.js";
import { dateText, dayText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { playerPath } from "../lib/router.js";

/** @import {Pupil} from "../lib/messages.js" */

/**
 * List of a class's pupils with the teacher's actions.
 *
 * @param {Pupil[]} pupils
 * @param {{codeFor: (player: string) => void, release: (player: string, name: string) => void,
 *   rename: (player: string, name: string) => void}} acts
 */
export function pupilList(pupils, acts) {
  if (!pupils.length) return h("p", { class: "muted" }, t("class.no_pupils"));
  return h("ul", { class: "list", "data-testid": "pupils" }, pupils.map(line));

  /** @param {Pupil} pupil */
  function line({ who, seen_at: seen, managed, code_until: until, code_used: used, here }) {
    const id = who.id ?? "";
    const name = who.name ?? "";
    let state = t("class.no_code");
    if (!managed) state = t("class.own_password");
    else if (until && used) state = t("class.code_used");
    else if (until) state = t("class.code_until", { date: dayText(until) });
    return h(
      "li",
      { class: "list-item row--apart pupil", "data-pupil": name },
      h(
        "div",
        null,
        h("a", { href: playerPath(name) }, h("strong", null, h("bdi", null, name))),
        here ? [" ", h("span", { class: "badge badge--good" }, t("staff.here"))] : [],
        h(
          "p",
          { class: "muted small" },
          `${state} · ${seen === null ? t("class.never_seen") : t("staff.seen", { date: dateText(seen) })}`,
        ),
      ),
      managed ? menu(id, name) : null,
    );
  }

  /** @param {string} id @param {string} name */
  function menu(id, name) {
    const wanted = h("input", {
      class: "input",
      "aria-label": t("class.new_name", { name }),
      maxlength: 40,
      value: name,
    });
    return h(
      "details",
      { class: "pupil-menu" },
      h("summary", { class: "button button--small", "aria-label": t("class.menu_of", { name }) }, t("class.menu")),
      h(
        "div",
        { class: "stack stack--tight" },
        h(
          "button",
          { type: "button", class: "button button--small", "data-do": "new-code", onclick: () => acts.codeFor(id) },
          t("class.new_code"),
        ),
        h(
          "form",
          {
            class: "copy-link-row",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
              event.preventDefault();
              acts.rename(id, wanted.value.trim());
            },
          },
          wanted,
          h("button", { type: "submit", class: "button button--small" }, t("class.rename")),
        ),
        h("p", { class: "muted small" }, t("class.release_words")),
        h(
          "button",
          {
            type: "button",
            class: "button button--small",
            "data-do": "release",
            onclick: () => acts.release(id, name),
          },
          t("class.release"),
        ),
      ),
    );
  }
}
