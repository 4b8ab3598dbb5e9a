import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { PASS, freeLetter, plainText, splicesOf } from "../lib/tree.js";

/** @import {App} from "../lib/app.js" */
/** @import {TreeNode, TreeSummary} from "../lib/api.js" */
/** @import {NodeEdit} from "../protocol.js" */

/** @typedef {"move" | "triangle" | "square" | "circle" | "cross" | "label"} Tool */

/** @type {[Tool, string][]} */
const TOOLS = [
  ["move", "●"],
  ["triangle", "△"],
  ["square", "□"],
  ["circle", "○"],
  ["cross", "✕"],
  ["label", "A"],
];
/** Pause in writing after which a comment is saved. */
const PAUSE_MS = 900;
/** Server's maximum length of a comment. */
const MOST = 20_000;

/**
 * Owner's controls that change a tree: its comments, marks, texts and branches. Every change is saved as it is made,
 * one after the other, for the version that the page has read.
 *
 * @param {App} app
 * @param {TreeSummary} tree  gets each new version
 * @param {object} on
 * @param {(node: number | null) => Promise<void>} on.edited  reads the tree anew and shows a node, or the same one
 * @param {() => void} on.changed  called when `busy` or the tool has changed
 * @param {() => void} on.whole  asks for the whole comment
 */
export function treeEditing(app, tree, on) {
  /** @type {Tool} */
  let tool = "move";
  /** @type {TreeNode} */
  let node = { n: -1 };
  let main = true;
  /** The saved comment of the shown node, and its saved name. */
  let [saved, savedName] = ["", ""];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<void>} */
  let queue = Promise.resolve();
  /** Changes under way, those of them that move branches, and those of the comment. */
  let [waiting, moving, writing] = [0, 0, 0];
  /** Refusals so far: what waited behind one is not sent. */
  let refusals = 0;
  let news = "";
  let closed = false;

  const comment = h("textarea", {
    class: "textarea",
    id: "tree-comment",
    rows: 4,
    maxlength: MOST,
    oninput: typed,
    onblur: flush,
  });
  const name = h("input", {
    ...{ class: "input", id: "tree-name", maxlength: 80, autocomplete: "off", onchange: flushName },
  });
  const star = h(
    "button",
    {
      ...{ type: "button", class: "button button--icon", "data-do": "bookmark", "aria-pressed": "false" },
      ...{ "aria-label": t("tree.edit.bookmark"), title: t("tree.edit.bookmark") },
      onclick: () => void send({ kind: "bookmark", on: !node.marked }),
    },
    "★",
  );
  const text = h("input", {
    class: "input tree-text",
    id: "tree-text",
    maxlength: 20,
    autocomplete: "off",
    "aria-label": t("tree.edit.text"),
    placeholder: t("tree.edit.text"),
    hidden: true,
  });
  const chosen = h("span", { class: "muted" }, t(`tree.tool.${tool}`));
  const tools = h(
    "div",
    { class: "segments tree-tools", role: "radiogroup", "aria-labelledby": "tree-tools-label" },
    TOOLS.map(([name, sign]) =>
      h(
        "label",
        { title: t(`tree.tool.${name}`) },
        h("input", {
          ...{ type: "radio", name: "tree-tool", value: name, checked: name === tool },
          "aria-label": t(`tree.tool.${name}`),
          onchange: () => choose(name),
        }),
        h("span", { "aria-hidden": "true" }, sign),
      ),
    ),
  );
  const buttons = h("div", { class: "row row--tight" });
  const says = h("p", { class: "muted small", role: "status", "data-testid": "tree-saved" });
  const element = h(
    "section",
    { class: "card stack stack--tight", "aria-label": t("tree.edit"), "data-testid": "tree-editing" },
    h("div", { class: "field" }, h("label", { for: "tree-comment" }, t("tree.edit.comment")), comment),
    h(
      "div",
      { class: "field" },
      h("label", { for: "tree-name" }, t("tree.edit.name")),
      h("div", { class: "copy-link-row" }, name, star),
    ),
    h(
      "div",
      { class: "field" },
      h(
        "p",
        { class: "small" },
        h("span", { class: "label", id: "tree-tools-label" }, t("tree.edit.tool")),
        " ",
        chosen,
      ),
      tools,
      text,
    ),
    buttons,
    says,
  );

  actions(buttons, {
    promote: () => void send({ kind: "promote" }),
    "delete-branch": () => void remove(),
    pass: () => void send({ kind: "add", point: PASS }),
    undo: () => void undo(),
    redo: () => void redo(),
  });

  /** @param {Tool} name */
  function choose(name) {
    tool = name;
    text.hidden = name !== "label";
    chosen.textContent = t(`tree.tool.${name}`);
    on.changed();
  }

  function typed() {
    clearTimeout(timer);
    timer = setTimeout(flush, PAUSE_MS);
    show();
  }

  /** Save the comment, if it has changed. */
  function flush() {
    clearTimeout(timer);
    const written = plainText(comment.value);
    if (written === saved || node.n < 0) return;
    const splices = splicesOf(saved, written);
    saved = written;
    for (const splice of splices) void send({ kind: "comment", ...splice });
  }

  /** Save the name, if it has changed. */
  function flushName() {
    const written = plainText(name.value).trim();
    if (written === savedName || node.n < 0) return;
    savedName = written;
    void send({ kind: "name", text: written });
  }

  function onHidden() {
    if (document.hidden) flush();
  }

  /** @param {NodeEdit} edit  of the shown node @returns {Promise<boolean>}  whether it is saved */
  function send(edit) {
    if (edit.kind !== "comment") flush();
    const [at, before, moves] = [node.n, refusals, ["add", "delete", "undo", "redo"].includes(edit.kind)];
    waiting += 1;
    moving += Number(moves);
    writing += Number(edit.kind === "comment");
    news = "";
    show();
    if (moves) on.changed();
    let done = false;
    const work = queue.then(async () => {
      if (before === refusals) done = await perform(at, edit);
      else writing -= Number(edit.kind === "comment");
      waiting -= 1;
      moving -= Number(moves);
      if (closed) return;
      show();
      on.changed();
    });
    queue = work;
    return work.then(() => done);
  }

  /** @param {number} at @param {NodeEdit} edit @returns {Promise<boolean>} */
  async function perform(at, edit) {
    try {
      const { v, node: look } = await app.session.command({
        ...{ t: /** @type {const} */ ("tree_edit"), tree: tree.id, v: tree.v ?? 0, node: at, edit },
      });
      tree.v = v ?? tree.v;
      if (!closed) await on.edited(edit.kind === "comment" || edit.kind === "name" ? null : (look ?? null));
      writing -= Number(edit.kind === "comment"); // until now, the comment that was read before may be shown again
      return true;
    } catch (error) {
      refusals += 1;
      writing -= Number(edit.kind === "comment");
      if (closed) return false;
      app.refuse(error);
      await on.edited(null);
      return false;
    }
  }

  async function remove() {
    const moves = (node.below ?? 0) + 1;
    if ((await send({ kind: "delete" })) && !closed) {
      news = t("tree.edit.deleted", { n: moves });
      show();
    }
  }

  async function undo() {
    flush();
    if (tree.undoable || waiting) await send({ kind: "undo" });
  }

  async function redo() {
    flush();
    if (tree.redoable || waiting) await send({ kind: "redo" });
  }

  function show() {
    const fresh = plainText(comment.value) !== saved;
    const words = waiting ? t("tree.edit.saving") : fresh ? t("tree.edit.unsaved") : news || t("tree.edit.saved");
    if (says.textContent !== words) says.textContent = words;
    star.setAttribute("aria-pressed", String(Boolean(node.marked)));
    morph(
      buttons,
      button("promote", t("tree.edit.promote"), main),
      button("delete-branch", t("tree.edit.delete"), !node.n),
      button("pass", t("tree.edit.pass"), false),
      button("undo", t("tree.edit.undo"), !tree.undoable && !waiting),
      button("redo", t("tree.edit.redo"), !tree.redoable),
    );
  }

  /** @param {string} does @param {string} words @param {boolean} off */
  const button = (does, words, off) =>
    h(
      "button",
      {
        type: "button",
        class: "button button--small",
        "data-do": does,
        "data-key": does,
        "aria-disabled": off ? "true" : null,
      },
      words,
    );

  document.addEventListener("visibilitychange", onHidden);

  return {
    element,
    undo,
    redo,

    /** Whether changes are under way. */
    saving: () => waiting > 0,

    /** Whether branches are being changed: a press on the board waits for that. */
    busy: () => moving > 0,

    /** Whether a press on the board marks a point. */
    marking: () => tool !== "move",

    /** Add a move after the shown node. @param {number} point */
    add: (point) => void send({ kind: "add", point }),

    /** Mark a point with the chosen tool, or take its mark away. @param {number} point */
    mark(point) {
      if (tool === "label") {
        const there = (node.labels ?? []).find(([at]) => at === point)?.[1];
        const wanted = text.value.trim();
        void send({
          kind: "label",
          point,
          text: there && (!wanted || wanted === there) ? "" : wanted || freeLetter(node),
        });
      } else if (tool !== "move") {
        const there = (node.marks ?? []).some(([at, mark]) => at === point && mark === tool);
        void send({ kind: "mark", point, mark: there ? null : tool });
      }
    },

    /**
     * Show a node.
     *
     * @param {TreeNode} shown
     * @param {boolean} first  whether it is the root or the main child of its parent
     */
    update(shown, first) {
      const same = shown.n === node.n;
      if (!same) {
        flush();
        flushName();
      }
      const untouched = comment.value === saved;
      [node, main] = [shown, first];
      const there = shown.comment ?? "";
      if (!same || !writing) {
        saved = there;
        if ((!same || untouched) && comment.value !== there) comment.value = there; // else what is written is saved later
      }
      savedName = (shown.name ?? "").trim();
      if ((!same || document.activeElement !== name) && name.value !== savedName) name.value = savedName;
      comment.readOnly = Boolean(shown.more);
      if (shown.more && !same) on.whole();
      show();
    },

    close() {
      flush();
      flushName();
      closed = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onHidden);
    },
  };
}
