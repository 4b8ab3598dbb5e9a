import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { pathOf } from "../lib/router.js";

/** @import {Page} from "../lib/app.js" */

/** @returns {Page} */
export function missingPage() {
  const element = h(
    "div",
    { class: "page page--narrow" },
    h(
      "div",
      { class: "empty" },
      h("h1", { tabindex: -1 }, t("missing.title")),
      h("p", null, t("missing.words")),
      h("a", { class: "button button--primary", href: pathOf("lobby") }, t("missing.home")),
    ),
  );
  return { title: t("missing.title"), element };
}
