import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { staffPath } from "../lib/router.js";

/** @typedef {"owner" | "moderator" | "teacher"} StaffRole */

/** @type {StaffRole[]} */
const STAFF = ["owner", "moderator", "teacher"];
/** @type {StaffRole[]} */
const JUDGES = ["owner", "moderator"];
/** @type {Record<string, StaffRole[]>}  roles by the last part of the address */
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
 * Tell whether a role may use a part of the staff's pages.
 *
 * @param {string} part
 * @param {string} role  empty without one
 */
export function isFor(part, role) {
  return ROLES[part]?.some((each) => each === role) ?? false;
}

/**
 * Navigation between the staff's pages.
 *
 * @param {string} current  the shown part
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
