import { t } from "../i18n/index.js";
import { bytesText, dateText, errorText, listText, refusedPlace, sentences, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { treePath } from "../lib/router.js";
import { fileName, saveWritten } from "../lib/save_file.js";
import { keepTreeFor } from "../lib/upload.js";
import { askForAct } from "./act_dialog.js";
import { LONGEST_NOTE } from "./report_form.js";
import { itemButton, staffList } from "./staff_list.js";
import { treeUpload } from "./tree_upload.js";

/** @import {App} from "../lib/app.js" */
/** @import {ActName} from "../lib/messages.js" */
/** @import {StaffTree} from "../protocol.js" */
/** @import {StaffPart} from "../pages/staff.js" */

/** @type {StaffTree["visibility"][]} */
const VISIBILITIES = ["private", "link", "public"];

/**
 * Stored trees of all players, which the owner can export, delete, and import for a player.
 *
 * @param {App} app
 * @returns {StaffPart}
 */
export function staffTrees(app) {
  let closed = false;
  const total = h("p", { class: "muted", "data-testid": "trees-total" });

  const list = staffList({
    name: "staff-trees",
    heading: t("stored.title"),
    hint: t("stored.hint"),
    shows: ["all"],
    tab: () => "",
    search: t("stored.search"),
    none: t("stored.none"),
    async ask({ find, after }) {
      const before = after ? { before: /** @type {StaffTree} */ (after).number } : {};
      const { trees, more, count, bytes } = await app.session.command({ t: "trees", find, ...before });
      total.textContent = t("stored.total", { n: count, size: bytesText(bytes) });
      return { items: trees, more };
    },
    line: treeLine,
    does: {
      lib: (what, trees) => save("lib", what, trees),
      sgf: (what, trees) => save("sgf", what, trees),
      delete: async (what, trees) => ((await ask("tree_delete", find(what, trees))) ? t("stored.deleted") : ""),
    },
  });
  list.element.querySelector("p")?.after(total);

  /** @param {DOMStringMap} what @param {StaffTree[]} trees */
  const find = ({ tree = "" }, trees) => /** @type {StaffTree} */ (trees.find((each) => each.tree === tree));

  /** @param {ActName} act @param {StaffTree} tree */
  const ask = (act, { tree, title, owner }) =>
    askForAct(app, { act, target: tree, about: t("staff.about", { what: nameOf(owner), target: title }) });

  /** @param {"lib" | "sgf"} format @param {DOMStringMap} what @param {StaffTree[]} trees */
  async function save(format, what, trees) {
    const tree = find(what, trees);
    const noted = await ask("tree_export", tree);
    if (!noted) return "";
    list.say(t("stored.writing"));
    try {
      await saveWritten(
        () => app.api.staffTree(tree.tree, format, noted.id),
        `${fileName(tree.title)}.${format}`,
        () => closed,
      );
      return t("staff.saved");
    } catch (error) {
      return sentences(errorText(error), refusedPlace(error));
    }
  }

  const upload = importForm(app, async () => {
    await list.load();
    list.say(t("stored.brought"));
    list.element.querySelector("h2")?.focus();
  });

  /** @param {DragEvent} event */
  function dropped(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void upload.take(file);
  }

  const over = (/** @type {DragEvent} */ event) => event.preventDefault();
  return {
    element: h("div", { class: "stack", ondragover: over, ondrop: dropped }, list.element, upload.element),
    load: () => void list.load(),
    close() {
      closed = true;
      upload.close();
    },
  };
}

/** @param {StaffTree["owner"]} owner */
const nameOf = ({ name }) => name || t("talk.gone");

/** @param {StaffTree} tree */
function treeLine({ tree, title, owner, visibility, size, nodes, bytes, at, file }) {
  const hidden = visibility === "private";
  const about = listText([nameOf(owner), title]);
  return h(
    "li",
    { class: "list-item row--apart staff-item", "data-key": tree, "data-tree": tree },
    h(
      "div",
      { class: "stack stack--tight grow" },
      h("bdi", { class: "list-title" }, title),
      h("p", { class: "small" }, h("bdi", null, t("trees.by", { name: nameOf(owner) }))),
      h(
        "p",
        { class: "muted small numeric" },
        [sizeName(size), t("trees.moves", { n: nodes - 1 }), bytesText(bytes), dateText(at)].join(" · "),
      ),
      file ? h("p", { class: "muted small staff-file" }, h("bdi", null, file)) : null,
      h(
        "div",
        { class: "row row--tight" },
        h("span", { class: hidden ? "badge badge--warn" : "badge" }, t(`visibility.${visibility}`)),
      ),
    ),
    h(
      "div",
      { class: "row row--tight" },
      hidden ? null : h("a", { class: "button button--small", href: treePath(tree) }, t("stored.open")),
      itemButton("lib", { tree }, t("stored.save", { format: ".lib" }), about),
      itemButton("sgf", { tree }, t("stored.save", { format: ".sgf" }), about),
      itemButton("delete", { tree }, t("staff.delete"), about),
    ),
  );
}

/** @param {App} app @param {() => void} kept */
function importForm(app, kept) {
  const owner = h("input", { class: "input", id: "stored-owner", maxlength: 40, autocomplete: "off", required: true });
  const visibility = h(
    "select",
    { class: "select", id: "stored-visibility" },
    VISIBILITIES.map((each) => h("option", { value: each }, t(`visibility.${each}`))),
  );
  const note = h("input", { class: "input", id: "stored-note", maxlength: LONGEST_NOTE, autocomplete: "off" });
  return treeUpload(app, {
    heading: t("stored.bring"),
    fields: [
      h(
        "div",
        { class: "tree-upload-fields" },
        h("div", { class: "field" }, h("label", { for: "stored-owner" }, t("stored.owner")), owner),
        h("div", { class: "field" }, h("label", { for: "stored-visibility" }, t("tree.visibility")), visibility),
      ),
      h("div", { class: "field" }, h("label", { for: "stored-note" }, t("staff.note")), note),
    ],
    async bring(upload, wanted) {
      const { who } = await app.session.command({ t: "player", player: owner.value.trim() });
      const seen = /** @type {StaffTree["visibility"]} */ (visibility.value);
      const wishes = { owner: who.id ?? "", visibility: seen, note: note.value.trim() };
      return keepTreeFor(app.session, upload, { ...wanted, ...wishes });
    },
    kept() {
      note.value = "";
      kept();
    },
  });
}
