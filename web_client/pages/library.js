import { importDialog } from "../components/import_dialog.js";
import { listedGame } from "../components/listed_game.js";
import { mergeDialog } from "../components/merge_dialog.js";
import { t } from "../i18n/index.js";
import { errorText, levelName, listText, rulesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamesPath, gamesQuery, playerOf, playerText, readFilters } from "../lib/filters.js";
import { actions, morph } from "../lib/morph.js";
import { pathOf } from "../lib/router.js";
import { ALL_RULES } from "../lib/rules.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {GameSummary} from "../lib/api.js" */
/** @import {Who} from "../lib/messages.js" */

/**
 * Library page of stored games. The address holds the filters, so that a search can be bookmarked and shared.
 *
 * @param {App} app
 * @param {URLSearchParams} query
 * @returns {Page}
 */
export function libraryPage(app, query) {
  const filters = readFilters(query);
  /** @type {GameSummary[]} */
  let games = [];
  /** @type {string[]}  ids of games that cannot be read */
  let broken = [];
  /** @type {string | null} */
  let cursor = null;
  let loading = true;
  /** @type {unknown} */
  let failure = null;
  let closed = false;

  let shown = filters.player ?? "";
  const player = h("input", {
    class: "input",
    type: "text",
    name: "player",
    id: "filter-player",
    list: "filter-players",
    placeholder: t("games.everybody"),
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    value: shown,
  });
  const players = h("datalist", { id: "filter-players" });
  const mine = h("button", { type: "button", class: "button", onclick: searchMine }, t("games.mine"));
  const level = h("select", { class: "select", name: "level", id: "filter-level" });
  const result = h("div", { class: "stack" });
  const form = h(
    "form",
    { class: "filters card", role: "search", "aria-label": t("games.filters"), onsubmit: search },
    choice("player", t("games.player"), player, players),
    choice("level", t("games.level"), level),
    choice(
      "rules",
      t("create.rules"),
      select("rules", [["", t("games.any")], ...ALL_RULES.map((rules) => [rules, rulesName(rules)])]),
    ),
    choice(
      "result",
      t("games.result"),
      select("result", [
        ["", t("games.any")],
        ["black", t("result.won", { color: t("color.black") })],
        ["white", t("result.won", { color: t("color.white") })],
        ["draw", t("result.draw")],
      ]),
    ),
    choice(
      "since",
      t("games.since"),
      h("input", { class: "input", type: "date", name: "since", id: "filter-since", value: filters.since ?? "" }),
    ),
    choice(
      "until",
      t("games.until"),
      h("input", { class: "input", type: "date", name: "until", id: "filter-until", value: filters.until ?? "" }),
    ),
    h(
      "div",
      { class: "filters-buttons" },
      h("button", { type: "submit", class: "button button--primary" }, t("games.search")),
      mine,
      Object.keys(filters).length > 0
        && h("a", { class: "button button--quiet", href: pathOf("games") }, t("games.clear")),
    ),
  );

  const bringing = importDialog(app);
  const merging = mergeDialog(app, filters);
  const element = h(
    "div",
    { class: "page", ondragover: (event) => event.preventDefault(), ondrop: dropped },
    h(
      "div",
      { class: "page-head" },
      h("h1", { tabindex: -1 }, t("games.title")),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button button--quiet", href: pathOf("trees") }, t("trees.title")),
        h("button", { type: "button", class: "button", "data-do": "import" }, t("import.title")),
      ),
    ),
    h("div", { class: "stack" }, form, result),
  );

  actions(element, { more: () => load(), import: bringing.open, merge: merging.open });

  /** @param {DragEvent} event */
  function dropped(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    bringing.take(file);
  }

  /** List the players to suggest: the viewer, and those of the listed games. @returns {Who[]} */
  function known() {
    const byId = new Map([app.me, ...games.flatMap(({ black, white }) => [black, white])].map((who) => [who?.id, who]));
    return [...byId.values()]
      .filter((who) => who?.id && who.name && typeof who.level !== "number")
      .map((who) => /** @type {Who} */ (who));
  }

  /** Fill the suggestions without changing typed text. */
  function fillPlayers() {
    const text = playerText(filters.player ?? "", known());
    if (player.value === shown) player.value = text;
    shown = text;
    mine.hidden = !app.me.id;
    players.replaceChildren(
      ...known().map(({ id, name }) => h("option", { value: name, label: id === app.me.id ? t("player.you") : null })),
    );
  }

  /** @param {string} name @param {string[][]} options */
  function select(name, options) {
    return h(
      "select",
      { class: "select", name, id: `filter-${name}`, value: filters[name] ?? "" },
      options.map(([value, text]) => h("option", { value }, text)),
    );
  }

  function fillLevels() {
    level.replaceChildren(
      h("option", { value: "" }, t("games.any")),
      ...app.levels.map((info) => h("option", { value: info.level }, levelName(app.levels, info.level))),
    );
    level.value = filters.level ?? "";
  }

  /** @param {SubmitEvent} event */
  function search(event) {
    event.preventDefault();
    const wanted = new FormData(form);
    wanted.set("player", playerOf(player.value, known()));
    app.navigate(gamesPath(readFilters(wanted)));
  }

  function searchMine() {
    player.value = app.me.name ?? "";
    form.requestSubmit();
  }

  async function load() {
    loading = true;
    failure = null;
    render();
    try {
      const page = await app.api.games(gamesQuery(filters, cursor));
      games = [...games, ...page.games];
      broken = [...broken, ...(page.broken ?? [])];
      cursor = page.next ?? null;
    } catch (error) {
      failure = error;
    }
    loading = false;
    if (!closed) render();
  }

  function render() {
    fillPlayers();
    morph(
      result,
      games.length > 0
        && h(
          "ul",
          { class: "card list games-list", "data-testid": "games" },
          games.map((game) => listedGame(app, game)),
        ),
      h(
        "p",
        { class: games.length || loading || failure ? "visually-hidden" : "empty", role: "status" },
        loading ? t("loading") : games.length || failure ? "" : t("games.none"),
      ),
      broken.length > 0
        ? h("p", { class: "notice", "data-testid": "games-broken" }, t("games.broken", { ids: listText(broken) }))
        : null,
      failure ? h("p", { class: "notice notice--danger", role: "alert" }, errorText(failure)) : null,
      (cursor !== null || failure !== null)
        && h(
          "button",
          { type: "button", class: "button", "data-do": "more", "aria-disabled": loading ? "true" : null },
          t(failure ? "games.retry" : "games.more"),
        ),
      games.length > 0
        && h(
          "button",
          { type: "button", class: "button button--quiet", "data-do": "merge", "data-key": "merge" },
          t("trees.merge"),
        ),
    );
  }

  fillLevels();
  void load();
  const stop = app.watch(() => {
    fillLevels();
    render();
  });

  return {
    title: t("games.title"),
    element,
    close() {
      closed = true;
      bringing.close();
      merging.close();
      stop();
    },
  };
}

/** @param {string} name @param {string} label @param {...HTMLElement} field */
function choice(name, label, ...field) {
  return h("div", { class: "field" }, h("label", { for: `filter-${name}` }, label), ...field);
}
