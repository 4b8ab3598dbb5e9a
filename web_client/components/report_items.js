/** Open reports, as one line of the staff's bell. */

import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { pathOf } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */

/** @param {Pick<App, "reports">} app @returns {HTMLElement[]} */
export function reportItems({ reports }) {
  if (!reports) return [];
  return [
    h(
      "li",
      { class: "row row--apart", "data-key": "reports", "data-testid": "reports-waiting", "data-waits": reports },
      h("span", null, t("staff.open_reports", { n: reports })),
      h("a", { class: "button button--small", href: pathOf("staff") }, t("staff.title")),
    ),
  ];
}
