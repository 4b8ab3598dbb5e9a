import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { markText } from "../lib/rating.js";
import { playerPath } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */

/**
 * Viewer's name and rating, linked to the profile.
 *
 * @param {App} app
 * @param {string} className
 * @returns {{element: HTMLElement, update: () => void}}
 */
export function ownName(app, className) {
  const element = h("a", { class: `own-name ${className}`, hidden: true });
  return {
    element,
    update() {
      const name = app.me.name ?? "";
      element.hidden = !name;
      if (element.hidden) return;
      element.setAttribute("href", playerPath(name));
      element.title = t("profile.own");
      const mark = app.ownRatings.first();
      morph(
        element,
        h("bdi", { class: "truncate" }, name),
        mark
          && h(
            "span",
            { class: "own-rating numeric", title: t(`pool.${mark.pool}`) },
            h("span", { class: "visually-hidden" }, `${t(`pool.${mark.pool}`)} `),
            markText(mark),
          ),
      );
    },
  };
}
