import { treeUpload } from "../components/tree_upload.js";
import { t } from "../i18n/index.js";
import { dayText, errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { newest } from "../lib/newest.js";
import { pathOf, treePath } from "../lib/router.js";
import { movesIn } from "../lib/tree.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {TreePage, TreeSummary} from "../lib/api.js" */

const MIB = 1 << 20;

/** Page of stored trees: the viewer's own with an upload form, and the public ones. @param {App} app @returns {Page} */
export function treesPage(app) {
  /** @type {TreePage | null} */
  let mine = null;
  /** @type {import("../protocol.js").BookmarkList | null} */
  let marked = null;
  /** @type {TreeSummary[]} */
  let shared = [];
  /** @type {string | null} */
  let cursor = null;
  let loading = true;
  /** @type {unknown} */
  let failure = null;
  let closed = false;
  let asked = "";

  const upload = treeUpload(app);
  const own = h("section", { class: "stack stack--tight", "aria-labelledby": "trees-mine", "data-testid": "my-trees" });
  const bookmarks = h("section", {
    ...{ class: "stack stack--tight", "aria-labelledby": "trees-bookmarks", "data-testid": "bookmarks", hidden: true },
  });
  const others = h("section", { class: "stack stack--tight", "aria-labelledby": "trees-public" });
  const element = h(
    "div",
    { class: "page", ondragover: (event) => event.preventDefault(), ondrop: dropped },
    h(
      "div",
      { class: "page-head" },
      h("h1", { tabindex: -1 }, t("trees.title")),
      h(
        "div",
        { class: "row" },
        h("a", { href: pathOf("games") }, t("nav.games")),
        h("button", { type: "button", class: "button", "data-do": "new" }, t("trees.new")),
      ),
    ),
    h("div", { class: "stack" }, h("p", { class: "muted" }, t("trees.hint")), upload.element, own, bookmarks, others),
  );

  actions(element, { more: () => void loadPublic(), new: () => void begin() });

  /** Begin a tree without moves. */
  async function begin() {
    try {
      const { tree } = await app.session.command({ t: "tree_new", title: t("trees.new") });
      if (!closed && tree) app.navigate(treePath(tree));
    } catch (error) {
      app.refuse(error);
    }
  }

  /** @param {DragEvent} event */
  function dropped(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void upload.take(file);
  }

  const load = newest(
    () => {
      asked = app.me.id ?? "";
      return Promise.all([app.api.trees("mine"), app.api.bookmarks()]);
    },
    (found) => {
      [mine, marked] = found;
      if (!closed) render();
    },
    (error) => {
      failure = error;
      if (!closed) render();
    },
  );

  async function loadPublic() {
    loading = true;
    try {
      const page = await app.api.trees("public", cursor);
      shared = [...shared, ...page.trees];
      cursor = page.next ?? null;
    } catch (error) {
      failure = error;
    }
    loading = false;
    if (!closed) render();
  }

  function render() {
    morph(
      own,
      h(
        "div",
        { class: "row row--apart", "data-key": "head" },
        h("h2", { id: "trees-mine" }, t("trees.mine")),
        mine?.trees.length
          ? h(
              "span",
              { class: "muted small" },
              t("trees.room", {
                n: ((mine.bytes ?? 0) / MIB).toFixed(1),
                most: Math.round((mine.most_bytes ?? 0) / MIB),
              }),
            )
          : null,
      ),
      failure
        ? h("p", { class: "notice notice--danger", role: "alert", "data-key": "failure" }, errorText(failure))
        : null,
      mine && !mine.trees.length && h("p", { class: "muted", "data-key": "none" }, t("trees.none")),
      mine?.trees.length ? list(mine.trees, "mine") : null,
    );
    bookmarks.hidden = !mine?.trees.length;
    morph(
      bookmarks,
      h("h2", { id: "trees-bookmarks", "data-key": "head" }, t("trees.bookmarks")),
      marked?.bookmarks.length
        ? h("ul", { class: "card list", "data-key": "list" }, marked.bookmarks.map(bookmark))
        : h("p", { class: "muted", "data-key": "none" }, t("trees.no_bookmarks")),
      marked?.more && h("p", { class: "muted small", "data-key": "more" }, t("trees.bookmarks_more")),
    );
    morph(
      others,
      h("h2", { id: "trees-public", "data-key": "head" }, t("trees.public")),
      !loading && !shared.length && h("p", { class: "muted", "data-key": "none" }, t("trees.none_public")),
      shared.length > 0 && list(shared, "public"),
      cursor !== null
        && h(
          "button",
          {
            type: "button",
            class: "button",
            "data-do": "more",
            "data-key": "more",
            "aria-disabled": loading ? "true" : null,
          },
          t("trees.more"),
        ),
    );
  }

  /** @param {readonly TreeSummary[]} trees @param {string} key */
  function list(trees, key) {
    return h(
      "ul",
      { class: "card list", "data-key": key },
      trees.map((tree) =>
        h(
          "li",
          { "data-key": tree.id, "data-tree": tree.id },
          h(
            "a",
            { class: "list-item", href: treePath(tree.id) },
            h("span", { class: "grow" }, h("span", { class: "list-title tree-title" }, tree.title), line(tree, key)),
            h(
              "time",
              { class: "muted small", datetime: new Date(tree.created_at).toISOString() },
              dayText(tree.created_at),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {import("../protocol.js").BookmarkInfo} place */
  function bookmark({ tree, title, node, moves, name = "" }) {
    const after = t("trees.bookmark", { n: moves });
    return h(
      "li",
      { "data-key": `${tree}-${node}` },
      h(
        "a",
        { class: "list-item", href: treePath(tree, node) },
        h(
          "span",
          { class: "grow" },
          h("span", { class: "list-title tree-title" }, h("span", { "aria-hidden": "true" }, "★ "), name || after),
          h("span", { class: "muted small tree-line" }, name ? `${title} · ${after}` : title),
        ),
      ),
    );
  }

  /** @param {TreeSummary} tree @param {string} key */
  function line(tree, key) {
    const facts = [
      t("trees.moves", { n: movesIn(tree) }),
      key === "mine" ? t(`tree.visibility.${tree.visibility}`) : t("trees.by", { name: tree.owner.name || "?" }),
    ];
    return h("span", { class: "muted small tree-line" }, facts.join(" · "));
  }

  void load();
  void loadPublic();
  render();
  const stop = app.watch(() => {
    // On the first visit there is no identity until the server has greeted the page.
    if ((app.me.id ?? "") !== asked) void load();
  });

  return {
    title: t("trees.title"),
    element,
    close() {
      closed = true;
      upload.close();
      stop();
    },
  };
}
