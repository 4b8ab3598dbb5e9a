import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { staffPath } from "../lib/router.js";

/** @typedef {"owner" | "moderator" | "teacher"} StaffRole */

/** @type {StaffRole[]} */
const STAFF = ["owner", "moderator", "teacher"];
/** @type {StaffRole[]} */
const JUDGES = ["owner", "moderator"];
/** @type {Record<string, StaffRole[]>} whom the parts of the staff's pages are for, by the end of their addresses */
const ROLES = {
  people: STAFF,
  rooms: JUDGES,
  games: JUDGES,
  trees: ["owner"],
  jobs: JUDGES,
  learning: ["owner"],
  server: JUDGES,
  settings: ["owner"],
  classes: ["owner", "teacher"],
};

/**
 * Whether somebody of this role works with a part.
 *
 * @param {string} part
 * @param {string} role  empty for who has none
 */
export function isFor(part, role) {
  return ROLES[part]?.some((each) => each === role) ?? false;
}

/**
 * The way from one part of the staff's pages to another.
 *
 * @param {string} current  the part that is shown
 * @returns {{element: HTMLElement, update: (role: string) => void}}
 */
export function staffTabs(current) {
  const element = h("nav", { class: "segments staff-tabs", "aria-label": t("staff.title"), hidden: true });
  return {
    element,
    update(role) {
      const parts = Object.keys(ROLES).filter((each) => isFor(each, role));
      element.hidden = parts.length === 0;
      morph(
        element,
        ...parts.map((each) =>
          h(
            "a",
            { href: staffPath(each), "data-key": each, "aria-current": each === current ? "page" : null },
            each === "classes" ? t("class.title") : t(`staff.part.${each}`),
          ),
        ),
      );
    },
  };
}
