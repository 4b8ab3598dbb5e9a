import { createBoard } from "../board/board.js";
import { copyLink } from "../components/copy_link.js";
import { pictureButtons } from "../components/picture_buttons.js";
import { playback, stepOfKey } from "../components/playback.js";
import { positionString } from "../components/position_string.js";
import { treeBranches } from "../components/tree_branches.js";
import { treeEditing } from "../components/tree_editing.js";
import { treeOwner } from "../components/tree_owner.js";
import { t } from "../i18n/index.js";
import { colorName, errorText, refusedPlace, sentences } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { leaveAt, nodeLeft } from "../lib/left_trees.js";
import { actions, morph } from "../lib/morph.js";
import { movesText } from "../lib/position_string.js";
import { gamePath, isRoomId, pathOf, treePath } from "../lib/router.js";
import { fileName, saveWritten } from "../lib/save_file.js";
import { Refused } from "../lib/session.js";
import { play as sound } from "../lib/sound.js";
import {
  PASS,
  childrenOf,
  marksAt,
  movesIn,
  movesOn,
  numbersOf,
  pathTo,
  stonesOn,
  stringOf,
  toMoveOn,
} from "../lib/tree.js";
import { createTreeFeed } from "../lib/tree_feed.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {TreeNode, TreeSummary} from "../lib/api.js" */
/** @import {BoardHandle} from "../board/board.js" */

/**
 * Page of a stored tree: its positions and their notes.
 *
 * @param {App} app
 * @param {string} id
 * @param {URLSearchParams} query  `node` is the node to start at
 * @returns {Page}
 */
export function treePage(app, id, query) {
  /** @type {TreeSummary | null} */
  let tree = null;
  /** @type {unknown} */
  let failure = null;
  /** Whether it was deleted while it was shown. */
  let lost = false;
  /** @type {Map<number, TreeNode>} */
  const known = new Map();
  /** @type {Map<number, number>}  child visited last, by its parent */
  const last = new Map();
  let at = 0;
  let hint = "";
  let saving = false;
  let closed = false;
  /** Newest version that the server has told of, and whether the tree is being read anew. */
  let [newest, reading] = [0, false];
  /** @type {BoardHandle | null} */
  let board = null;
  /** @type {ReturnType<typeof treeEditing> | null}  for the owner */
  let editing = null;

  const feed = createTreeFeed(app.api, id, known, (error) => {
    if (error) app.refuse(error);
    render();
  });
  const title = h("h1", { class: "tree-title", tabindex: -1 }, t("trees.title"));
  const about = h("p", { class: "muted small", "data-testid": "tree-about" });
  const boardPlace = h("div", { class: "board-place" });
  const position = h("p", { class: "status explorer-position", role: "status", "data-testid": "position" });
  const steps = h("div", { class: "row playback", role: "group", "aria-label": t("step.label") });
  const said = h("section", { class: "card stack stack--tight tree-said", "data-testid": "comment" });
  const branches = h("section", { class: "card stack stack--tight", "aria-label": t("tree.branches") });
  const owner = h("div", { hidden: true });
  const editor = h("div", { hidden: true });
  const size = () => tree?.size ?? 15;
  const string = positionString(() => stringOf(pathTo(known, at), size()), { size, go: find });
  const link = copyLink(t("tree.share"), () => location.origin + treePath(id, at));
  const pictures = pictureButtons(app, {
    picture: () => app.api.treePicture(id, at),
    film: () => app.api.treeFilm(id, at),
    name: () => `${fileName(tree?.title ?? "")}-${movesOn(pathTo(known, at))}`,
  });
  const files = h("div", { class: "row row--tight" });
  const waiting = h("div", { class: "empty play-head" }, h("p", { role: "status" }, t("loading")));
  const shown = [
    h(
      "div",
      { class: "play-board", hidden: true },
      boardPlace,
      h("div", { class: "stack stack--tight" }, position, steps),
    ),
    h(
      "div",
      { class: "play-side", hidden: true },
      editor,
      said,
      branches,
      h(
        "section",
        { class: "card stack stack--tight" },
        string,
        link,
        h(
          "div",
          { class: "field", role: "group", "aria-labelledby": "tree-files" },
          h("span", { class: "label", id: "tree-files" }, t("tree.save_as")),
          files,
        ),
        pictures,
      ),
      owner,
    ),
  ];
  const element = h(
    "div",
    { class: "page page--play page--explorer" },
    h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "play-head stack stack--tight" },
        h("div", { class: "row row--apart" }, title, h("a", { href: pathOf("trees") }, t("tree.back"))),
        about,
      ),
      waiting,
      shown,
    ),
  );

  actions(element, {
    step: ({ step }) => void stepBy(step),
    branch: ({ node }) => go(Number(node)),
    "more-branches": () => void more(),
    whole: () => void readWhole(),
    save: ({ format }) => void save(format === "sgf" ? "sgf" : "lib"),
  });

  async function load() {
    try {
      if (!isRoomId(id)) throw Object.assign(new Error(), { code: "not_found" });
      tree = await app.api.tree(id);
      at = await openAt(tree, query.get("node") ?? nodeLeft(id));
      for (const node of pathTo(known, at)) if (node.n) last.set(node.parent ?? 0, node.n);
    } catch (error) {
      failure = error;
    }
    if (closed) return;
    if (tree?.yours) {
      const own = treeOwner(app, tree, { changed: render, deleted: () => app.navigate(pathOf("trees")) });
      owner.replaceChildren(own);
      editing = treeEditing(app, tree, { edited, changed, whole: () => void readWhole() });
      editor.replaceChildren(editing.element);
      owner.hidden = editor.hidden = false;
    }
    moved();
    if (tree) stop.push(app.session.followTree(id, told));
  }

  /**
   * Load the nodes around the one to show first: a wanted one, or the end of the game that the tree was made from, or
   * the start.
   *
   * @param {TreeSummary} whole
   * @param {string | number | null} wanted
   * @returns {Promise<number>}
   */
  async function openAt(whole, wanted) {
    const node = Number(wanted ?? (await endOfGame(whole)));
    try {
      return await feed.anew(Number.isInteger(node) && node > 0 ? node : 0);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "not_found") throw error;
      return feed.anew(0); // no node has this number
    }
  }

  /**
   * Find the last position of the game that a tree has the name of; the root if the tree is not of that game after all.
   *
   * @param {TreeSummary} whole
   * @returns {Promise<number>}
   */
  async function endOfGame({ game, size }) {
    if (!game) return 0;
    try {
      const { moves } = await app.api.game(game);
      const points = moves.map(({ point }) => point);
      return (await app.api.treeFind(id, movesText(points, size))).node ?? 0;
    } catch (error) {
      if (error instanceof Refused) return 0;
      throw error;
    }
  }

  /** @param {import("../lib/messages.js").TreeNews} news */
  function told({ v, title, gone = false, deleted = false }) {
    if (!tree) return;
    if (gone) {
      [tree, lost, failure] = [null, deleted, Object.assign(new Error(), { code: "not_found" })];
      return render();
    }
    tree.title = title;
    newest = Math.max(newest, v);
    render();
    catchUp();
  }

  /** Read the tree anew if it was edited in another window, but not between own edits. */
  function catchUp() {
    if (!tree || reading || editing?.saving() || newest <= (tree.v ?? 0)) return;
    newest = 0; // if reading fails, the next news tries again
    void edited(null);
  }

  function changed() {
    render();
    catchUp();
  }

  /** Read an edited tree anew. @param {number | null} node  to be shown; null for the same one */
  async function edited(node) {
    reading = true;
    let target = node ?? at;
    try {
      const now = await app.api.tree(id);
      target = await feed.anew(target);
      if (!known.has(target)) target = 0; // a newer version was read meanwhile
      if (closed || !tree) return;
      Object.assign(tree, { undoable: false, redoable: false }, now);
    } catch (error) {
      return app.refuse(error);
    } finally {
      reading = false;
    }
    if (target !== at && (known.get(target)?.parent ?? 0) === at) sound("stone");
    if (target) last.set(known.get(target)?.parent ?? 0, target);
    at = target;
    hint = "";
    moved();
    catchUp();
  }

  /** @param {number} node  known, including its ancestors */
  function go(node) {
    const target = known.get(node);
    if (!target || node === at) return;
    if (node) last.set(target.parent ?? 0, node);
    if (node && (target.parent ?? 0) === at) sound("stone");
    at = node;
    hint = "";
    moved();
  }

  function moved() {
    if (!failure) {
      history.replaceState(null, "", treePath(id, at));
      leaveAt(id, at);
    }
    string.refresh();
    link.refresh();
    render();
    void feed.ahead(at);
  }

  /** @param {string | undefined} step */
  async function stepBy(step) {
    const node = known.get(at);
    if (!node) return;
    if (step === "first") go(0);
    else if (step === "previous") go(node.parent ?? 0);
    else if (step === "next") go(last.get(at) ?? node.first ?? at);
    else if (step === "last") {
      try {
        const end = await feed.toEnd(at);
        if (closed) return;
        for (const each of pathTo(known, end)) if (each.n) last.set(each.parent ?? 0, each.n);
        go(end);
      } catch (error) {
        app.refuse(error);
      }
    }
  }

  /** @param {-1 | 1} by  direction among the branches of the position */
  function sideways(by) {
    const node = known.get(at);
    const parent = at ? known.get(node?.parent ?? 0) : undefined;
    const numbers = parent ? numbersOf(parent) : [];
    const beside = numbers[numbers.indexOf(at) + by];
    if (beside !== undefined) go(beside);
  }

  /** @param {number} point  pressed on the board */
  function goTo(point) {
    if (editing?.marking()) return editing.mark(point);
    const node = known.get(at);
    const child = node && childrenOf(known, node).find((each) => each.point === point);
    if (child) return go(child.n);
    if (editing) return editing.add(point);
    hint = t("tree.no_branch", { point: pointName(point, tree?.size ?? 15) });
    render();
  }

  async function more() {
    const node = known.get(at);
    if (node) await quietly(feed.more(at, childrenOf(known, node).length));
  }

  const readWhole = () => quietly(feed.whole(at));

  /** @param {Promise<unknown>} work */
  async function quietly(work) {
    try {
      await work;
    } catch (error) {
      app.refuse(error);
    }
    if (!closed) render();
  }

  /**
   * @param {number[]} moves  pasted ones
   * @returns {Promise<string | void>}  a message if the tree does not contain them
   */
  async function find(moves) {
    const { node, searched } = await app.api.treeFind(id, movesText(moves, size()));
    if (node === null) return t(searched ? "tree.found_not" : "tree.found_partly");
    await feed.open(node);
    if (closed) return;
    for (const each of pathTo(known, node)) if (each.n) last.set(each.parent ?? 0, each.n);
    go(node);
  }

  /** @param {"lib" | "sgf"} format */
  async function save(format) {
    if (saving || !tree) return;
    saving = true;
    render();
    try {
      await saveWritten(
        () => app.api.treeFile(id, format),
        `${fileName(tree.title)}.${format}`,
        () => closed,
      );
    } catch (error) {
      app.toast(sentences(errorText(error), refusedPlace(error)));
    }
    saving = false;
    if (!closed) render();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (!tree || event.defaultPrevented) return;
    const step = stepOfKey(event);
    const { target } = event;
    const writing = target instanceof Element && target.closest("input:not([type=radio]), textarea");
    const key = editing && !writing && (event.ctrlKey || event.metaKey) ? event.key.toLowerCase() : "";
    const redoes = key === "y" || (key === "z" && event.shiftKey);
    const elsewhere = target instanceof Element && target.closest("input, select, textarea, [role=grid]");
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (redoes) void editing?.redo();
    else if (key === "z") void editing?.undo();
    else if (step) void stepBy(step);
    else if (by && !elsewhere && at && (known.get(known.get(at)?.parent ?? 0)?.children ?? 0) > 1) sideways(by);
    else return;
    event.preventDefault();
  }

  function render() {
    const ready = tree !== null && known.has(at);
    for (const part of shown) part.hidden = !ready;
    waiting.hidden = ready;
    if (!tree || !ready) {
      if (failure)
        morph(
          waiting,
          h("p", { role: "alert" }, lost ? t("tree.was_deleted") : errorText(failure)),
          h("a", { class: "button", href: pathOf("trees") }, t("tree.back")),
        );
      return;
    }
    const { size } = tree;
    const rules = tree.rules ?? "freestyle";
    title.textContent = tree.title;
    app.setTitle(tree.title);
    const facts = [
      t("trees.moves", { n: movesIn(tree) }),
      tree.owner.name && t("trees.by", { name: tree.owner.name }),
      tree.game
        ? h("a", { href: gamePath(tree.game), "data-key": "game" }, t("tree.of_game"))
        : tree.file && t("tree.from", { file: tree.file }),
      tree.skipped ? t("tree.skipped", { n: tree.skipped }) : null,
    ];
    morph(about, ...facts.flatMap((fact) => (fact ? [" · ", fact] : [])).slice(1));
    const path = pathTo(known, at);
    const node = path[path.length - 1];
    const children = childrenOf(known, node);
    const { coordinates, numbers } = app.settings.values;
    board ??= createBoard(boardPlace, {
      size,
      rules,
      translate: (key, parameters) => t(key, parameters),
      onPlay: goTo,
      settings: { confirmTouch: false },
    });
    board.update({
      laid: stonesOn(path),
      toMove: children[0]?.color ?? toMoveOn(path),
      canPlay: !editing?.busy(),
      marking: editing?.marking() ?? false,
      showCoordinates: coordinates,
      showNumbers: numbers,
      marks: marksAt(node, children),
    });
    const words = hint || placeText(path);
    if (position.textContent !== words) position.textContent = words;
    const depth = path.length - 1;
    morph(steps, ...playback(depth, depth + ((node.children ?? 0) > 0 ? 1 : 0)));
    const parent = known.get(node.parent ?? 0);
    editing?.update(node, !node.n || parent?.first === node.n);
    renderSaid(node);
    morph(branches, ...treeBranches(node, children, last.get(at), size));
    morph(
      files,
      saveButton("lib", "RenLib"),
      saveButton("sgf", "SGF"),
      saving && h("span", { class: "muted small", role: "status", "data-key": "writing" }, t("tree.writing")),
    );
  }

  /** @param {"lib" | "sgf"} format @param {string} words */
  function saveButton(format, words) {
    const data = { "data-do": "save", "data-format": format, "data-key": format };
    return h(
      "button",
      { type: "button", class: "button button--small", "aria-disabled": saving ? "true" : null, ...data },
      words,
    );
  }

  /** @param {TreeNode} node */
  function renderSaid({ name, comment, marked, more: cut }) {
    const heading =
      (name || marked) && h("h2", { "data-key": "name" }, [marked && "★", name].filter(Boolean).join(" "));
    if (editing) return morph(said); // all of it is in the fields
    morph(
      said,
      heading,
      h(
        "p",
        { class: comment ? "tree-comment" : "muted", "data-key": "comment" },
        comment || (name ? "" : t("tree.no_comment")),
      ),
      cut
        && h(
          "button",
          { type: "button", class: "button button--small", "data-do": "whole", "data-key": "whole" },
          t("tree.whole"),
        ),
    );
  }

  /** @param {readonly TreeNode[]} path */
  function placeText(path) {
    const { point, color } = path[path.length - 1];
    if (path.length === 1) return t("tree.start");
    if (typeof point !== "number") return t("tree.no_move");
    const parameters = { n: movesOn(path), color: colorName(color ?? "black", tree?.rules ?? "freestyle") };
    if (point === PASS) return t("tree.passed", parameters);
    return t("tree.at", { ...parameters, point: pointName(point, tree?.size ?? 15) });
  }

  document.addEventListener("keydown", onKey);
  const stop = [app.settings.watch(render)];
  void load();

  return {
    title: t("trees.title"),
    element,
    close() {
      editing?.close();
      closed = true;
      feed.close();
      document.removeEventListener("keydown", onKey);
      for (const each of stop) each();
      board?.destroy();
    },
  };
}
