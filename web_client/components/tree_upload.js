import { t } from "../i18n/index.js";
import { errorText, refusedPlace } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { treePath } from "../lib/router.js";
import { TREE_BYTES, isFederations, keepTree, uploadOf } from "../lib/upload.js";
import { filePreview } from "./file_preview.js";

/** @import {App} from "../lib/app.js" */
/** @import {TreeWishes, Upload} from "../lib/upload.js" */

/**
 * Form that uploads a file of variations, chosen or dropped, with a title and a progress bar.
 *
 * @param {App} app
 * @param {object} [wishes]  for an upload on behalf of another player
 * @param {string} [wishes.heading]
 * @param {HTMLElement[]} [wishes.fields]  additional fields
 * @param {(upload: Upload, wanted: TreeWishes) => Promise<string>} [wishes.bring]  resolves to the tree's id
 * @param {(tree: string) => void} [wishes.kept]
 * @returns {{element: HTMLElement, take: (file: File) => Promise<void>, close: () => void}}
 */
export function treeUpload(
  app,
  {
    heading = t("trees.bring"),
    fields = [],
    bring = (upload, wanted) => keepTree(app.session, upload, wanted),
    kept = (tree) => app.navigate(treePath(tree)),
  } = {},
) {
  /** @type {{name: string, data: Uint8Array} | null} */
  let chosen = null;
  /** @type {Upload | null} */
  let upload = null;
  let seen = false;
  let sending = false;
  /** Whether bytes are on their way. */
  let arriving = false;
  let closed = false;

  const input = h("input", {
    type: "file",
    class: "drop-input",
    id: "tree-file",
    accept: ".lib,.sgf,.psq,.txt,.rif,.xml",
    onchange: () => input.files?.[0] && void take(input.files[0]),
  });
  const name = h("strong", null, t("trees.choose"));
  const title = h("input", { class: "input", id: "tree-title", maxlength: 80, autocomplete: "off" });
  const accepted = h("input", { type: "checkbox", id: "tree-terms", onchange: () => void look() });
  const terms = h(
    "section",
    { class: "notice notice--warn stack stack--tight", "aria-labelledby": "tree-terms-title", hidden: true },
    h("h3", { id: "tree-terms-title" }, t("trees.terms")),
    h("p", null, t("trees.terms_of")),
    h("p", null, t("trees.terms_seen")),
    h("label", { class: "check", for: "tree-terms" }, accepted, h("span", null, t("trees.terms_accept"))),
  );
  const progress = h("progress", { class: "progress", max: 1, value: 0, "aria-label": t("import.sending") });
  const says = h("p", { class: "field-hint", role: "status", "data-testid": "tree-progress" });
  const under = h("div", { class: "stack stack--tight", hidden: true }, progress, says);
  const failure = h("div", { class: "notice notice--danger", role: "alert", hidden: true });
  const submit = h(
    "button",
    { type: "submit", class: "button button--primary", "aria-disabled": "true" },
    t("trees.submit"),
  );
  const preview = filePreview({
    id: "tree",
    fail,
    onSeen: (file) => {
      seen = file !== null;
      ready();
    },
  });
  const element = h(
    "form",
    { class: "card stack tree-upload", onsubmit: send, "aria-label": heading },
    h("h2", null, heading),
    ...fields,
    h(
      "label",
      { class: "drop", for: "tree-file" },
      input,
      name,
      h("span", { class: "field-hint" }, t("trees.formats")),
    ),
    h(
      "div",
      { class: "tree-upload-fields" },
      h("div", { class: "field" }, h("label", { for: "tree-title" }, t("trees.name")), title),
    ),
    terms,
    preview.element,
    under,
    failure,
    h("div", { class: "row" }, submit),
  );

  /** @param {(string | null)[]} lines  none clears the message */
  function fail(...lines) {
    if (lines.length > 0) arriving = false;
    failure.hidden = lines.length === 0;
    failure.replaceChildren(...lines.filter((line) => line !== null).map((line) => h("p", null, line)));
    ready();
  }

  function ready() {
    if (chosen && seen && !sending && (terms.hidden || accepted.checked)) submit.removeAttribute("aria-disabled");
    else submit.setAttribute("aria-disabled", "true");
    under.hidden = !sending && !arriving;
  }

  /** @param {File} file */
  async function take(file) {
    if (sending) return;
    fail();
    terms.hidden = true;
    accepted.checked = false;
    input.value = "";
    name.textContent = file.name;
    drop();
    if (file.size > TREE_BYTES) fail(t("trees.too_large", { n: TREE_BYTES >> 20 }));
    else if (file.size === 0) fail(t("import.empty"));
    else {
      const taken = { name: file.name, data: new Uint8Array() };
      chosen = taken;
      title.value = file.name.replace(/\.[^.]*$/, "").slice(0, 80);
      const asks = await isFederations(file);
      taken.data = new Uint8Array(await file.arrayBuffer());
      if (chosen !== taken) return;
      terms.hidden = !asks;
      void look();
    }
    ready();
  }

  /** Forget the chosen file. */
  function drop() {
    chosen = upload = null;
    seen = arriving = false;
    void preview.show(null);
    ready();
  }

  /** Preview the file. Files from a federation need its terms accepted before they are sent anywhere. */
  async function look() {
    seen = arriving = false;
    ready();
    /** @type {Upload | null} */
    const next =
      chosen && (terms.hidden || accepted.checked)
        ? uploadOf(app.session, "tree", chosen, (share) => upload === next && show(share))
        : null;
    upload = next;
    await preview.show(upload);
  }

  /** @param {number} share */
  function show(share) {
    progress.value = share;
    arriving = share < 1;
    ready();
    const words = share < 1 ? t("trees.sending", { n: Math.floor(share * 100) }) : t("trees.reading");
    if (says.textContent !== words) says.textContent = words;
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (!chosen || !upload || !seen || sending || (!terms.hidden && !accepted.checked)) return;
    sending = true;
    fail();
    show(1); // all of it was sent for the look
    try {
      const wanted = { title: title.value.trim(), terms: !terms.hidden, ...preview.wishes() };
      const tree = await bring(upload, wanted);
      drop();
      name.textContent = t("trees.choose");
      title.value = "";
      terms.hidden = true;
      if (!closed) kept(tree);
    } catch (error) {
      fail(errorText(error), refusedPlace(error));
    }
    sending = false;
    ready();
  }

  return {
    element,
    take,
    close() {
      closed = true;
    },
  };
}
