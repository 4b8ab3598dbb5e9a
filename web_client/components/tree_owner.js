import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {App} from "../lib/app.js" */
/** @import {TreeSummary} from "../lib/api.js" */

/** @type {TreeSummary["visibility"][]} */
const VISIBILITIES = ["private", "link", "public"];

/**
 * Owner's controls of a tree: title, visibility, deletion.
 *
 * @param {App} app
 * @param {TreeSummary} tree
 * @param {{changed: (change: Partial<TreeSummary>) => void, deleted: () => void}} on
 * @returns {HTMLElement}
 */
export function treeOwner(app, tree, on) {
  const title = h("input", { class: "input", id: "own-title", maxlength: 80, value: tree.title, autocomplete: "off" });
  const visibility = h(
    "select",
    {
      class: "select",
      id: "own-visibility",
      value: tree.visibility,
      disabled: Boolean(tree.sealed),
      onchange: () => void change({ visibility: /** @type {TreeSummary["visibility"]} */ (visibility.value) }),
    },
    VISIBILITIES.map((value) => h("option", { value }, t(`tree.visibility.${value}`))),
  );

  /** @param {Partial<Pick<TreeSummary, "title" | "visibility">>} wanted */
  async function change(wanted) {
    try {
      await app.session.command({ t: "tree_change", tree: tree.id, ...wanted });
      Object.assign(tree, wanted);
      on.changed(wanted);
    } catch (error) {
      visibility.value = tree.visibility;
      app.refuse(error);
    }
  }

  /** @param {SubmitEvent} event */
  function rename(event) {
    event.preventDefault();
    if (title.value.trim()) void change({ title: title.value.trim() });
  }

  async function remove() {
    if (!confirm(t("tree.delete_sure"))) return;
    try {
      await app.session.command({ t: "tree_delete", tree: tree.id });
      app.toast(t("tree.deleted"));
      on.deleted();
    } catch (error) {
      app.refuse(error);
    }
  }

  return h(
    "section",
    { class: "card stack stack--tight", "data-testid": "tree-owner" },
    h(
      "form",
      { class: "field copy-link", onsubmit: rename },
      h("label", { for: "own-title" }, t("trees.name")),
      h("div", { class: "copy-link-row" }, title, h("button", { type: "submit", class: "button" }, t("tree.rename"))),
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "own-visibility" }, t("tree.visibility")),
      visibility,
      tree.sealed && h("p", { class: "field-hint" }, t("tree.sealed")),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button button--danger", onclick: remove }, t("tree.delete")),
    ),
  );
}
