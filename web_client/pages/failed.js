import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {Page} from "../lib/app.js" */

/**
 * Page shown if the script of a page failed to load. A reload is necessary, since browsers cache the failure.
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
