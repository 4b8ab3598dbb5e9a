/** Trees of the viewer's that staff have deleted, as lines of the bell. */

import { t } from "../i18n/index.js";
import { dateText } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {App} from "../lib/app.js" */

/** @param {Pick<App, "deletedTrees">} app @returns {HTMLElement[]} */
export const treeItems = ({ deletedTrees }) =>
  deletedTrees.map(({ tree, title, at }) =>
    h(
      "li",
      { class: "row row--apart", "data-key": `tree-${tree}`, "data-waits": "" },
      h(
        "span",
        { class: "grow stack stack--tight" },
        h("span", { class: "list-title" }, t("bell.tree_deleted")),
        h("bdi", { class: "truncate" }, title),
        h("time", { class: "muted small", datetime: new Date(at).toISOString() }, dateText(at)),
      ),
      h(
        "button",
        { type: "button", class: "button button--small", "data-do": "tree-seen", "data-tree": tree },
        t("bell.tree_seen"),
      ),
    ),
  );
