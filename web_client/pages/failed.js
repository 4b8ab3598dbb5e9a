import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {Page} from "../lib/app.js" */

/**
 * In place of a page whose script did not come. It loads the address anew: browsers may remember that a script failed.
 *
 * @returns {Page}
 */
export function failedPage() {
  const element = h(
    "div",
    { class: "page page--narrow", "data-testid": "not-loaded" },
    h(
      "div",
      { class: "empty", role: "alert" },
      h("h1", { tabindex: -1 }, t("load.failed")),
      h("p", null, t("load.failed.words")),
      h(
        "button",
        { type: "button", class: "button button--primary", onclick: () => location.reload() },
        t("load.again"),
      ),
    ),
  );
  return { title: t("load.failed"), element };
}
