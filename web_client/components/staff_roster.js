import { t } from "../i18n/index.js";
import { dateText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { itemButton, staffList } from "./staff_list.js";

/** @import {App} from "../lib/app.js" */
/** @import {StaffPerson} from "../protocol.js" */

/** @type {("all" | "accounts" | "staff" | "sanctioned")[]} */
const SHOWS = ["all", "accounts", "staff", "sanctioned"];

/**
 * All players, last seen first.
 *
 * @param {App} app
 * @param {(player: string) => void} onPlayer  shows a player
 */
export const staffRoster = (app, onPlayer) =>
  staffList({
    name: "staff-people",
    heading: t("people.title"),
    hint: t("people.hint"),
    shows: SHOWS,
    tab: (show) => t(`people.show.${show}`),
    none: t("people.none"),
    async ask({ show, find, after }) {
      const before = after ? { before: placeOf(/** @type {StaffPerson} */ (after)) } : {};
      const { people, more } = await app.session.command({ t: "people", show, find, ...before });
      return { items: people, more };
    },
    line: personLine,
    does: { look: ({ player = "" }) => onPlayer(player) },
  });

/** Return the sort key of a player in the list. @param {StaffPerson} person @returns {[number, string]} */
const placeOf = ({ who, seen_at: seen }) => [seen, who.id ?? ""];

/** @param {StaffPerson} person */
function personLine({
  who,
  made_at: made,
  seen_at: seen,
  games,
  account_at: account,
  role,
  password,
  disabled,
  here,
  sanctions = [],
}) {
  const { id = "", name = "" } = who;
  return h(
    "li",
    { class: "list-item row--apart staff-item", "data-key": id, "data-person": id },
    h(
      "div",
      { class: "stack stack--tight grow" },
      h(
        "div",
        { class: "row row--tight" },
        h("bdi", { class: "list-title" }, name),
        role ? h("span", { class: "badge badge--accent" }, t(`role.${role}`)) : null,
        account ? null : h("span", { class: "badge" }, t("staff.guest")),
        account && !password ? h("span", { class: "badge" }, t("people.no_password")) : null,
        here ? h("span", { class: "badge badge--good" }, t("staff.here")) : null,
        disabled ? h("span", { class: "badge badge--warn" }, t("staff.disabled")) : null,
        sanctions.map((kind) => h("span", { class: "badge badge--warn" }, t(`people.laid.${kind}`))),
      ),
      h(
        "p",
        { class: "muted small numeric" },
        [
          t("staff.seen", { date: dateText(seen) }),
          t("staff.since", { date: dateText(made) }),
          t("people.games", { n: games }),
        ].join(" · "),
      ),
    ),
    itemButton("look", { player: id }, t("staff.look"), name),
  );
}
