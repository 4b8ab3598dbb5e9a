import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { treePath } from "../lib/router.js";
import { SIZES } from "../lib/rules.js";
import { mergeGames } from "../lib/upload.js";

/** @import {App} from "../lib/app.js" */

/**
 * Dialog that merges the games of the filtered list into a tree. It is in the page only while it is open.
 *
 * @param {App} app
 * @param {Record<string, string>} filters
 * @returns {{open: () => void, close: () => void}}
 */
export function mergeDialog(app, filters) {
  let working = false;
  const title = h("input", {
    class: "input",
    id: "merge-title",
    maxlength: 80,
    required: true,
    value: t("trees.merge_title"),
    autocomplete: "off",
  });
  const size = h(
    "select",
    { class: "select", id: "merge-size", value: 15 },
    SIZES.map((known) => h("option", { value: known }, `${known}×${known}`)),
  );
  const says = h("p", { class: "field-hint", role: "status" });
  const failure = h("div", { class: "notice notice--danger", role: "alert", hidden: true });
  const submit = h("button", { type: "submit", class: "button button--primary" }, t("trees.merge_submit"));
  const element = h(
    "dialog",
    { class: "dialog", "aria-labelledby": "merge-heading", onclose: () => element.remove() },
    h(
      "form",
      { class: "stack", onsubmit: send },
      h("h2", { id: "merge-heading" }, t("trees.merge")),
      h("p", { class: "muted small" }, t("trees.merge_hint")),
      h("div", { class: "field" }, h("label", { for: "merge-title" }, t("trees.name")), title),
      h("div", { class: "field" }, h("label", { for: "merge-size" }, t("trees.merge_size")), size),
      says,
      failure,
      h(
        "div",
        { class: "dialog-actions" },
        h("button", { type: "button", class: "button", onclick: () => element.close() }, t("trees.cancel")),
        submit,
      ),
    ),
  );

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (working) return;
    working = true;
    submit.setAttribute("aria-disabled", "true");
    failure.hidden = true;
    says.textContent = t("trees.merging");
    try {
      const { level, ...rest } = filters;
      const tree = await mergeGames(app.session, {
        title: title.value.trim(),
        size: Number(size.value),
        .../** @type {object} */ (rest),
        ...(level === undefined ? {} : { level: Number(level) }),
      });
      if (element.open) {
        element.close();
        app.navigate(treePath(tree));
      }
    } catch (error) {
      failure.hidden = false;
      failure.textContent = errorText(error);
    }
    says.textContent = "";
    working = false;
    submit.removeAttribute("aria-disabled");
  }

  return {
    open() {
      document.body.append(element);
      element.showModal();
    },
    close: () => element.close(),
  };
}
