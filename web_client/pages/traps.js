import { learnTabs } from "../components/learn_tabs.js";
import { trapPicture } from "../components/trap_picture.js";
import { t } from "../i18n/index.js";
import { colorName, dateText, errorText, rulesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { gamePath, trapPath } from "../lib/router.js";
import { RULES } from "../lib/terms.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {PatternInfo} from "../lib/api.js" */

/** So many games are named on a card of the list. */
const SOURCES = 3;

/**
 * The traps that the bots have learned, the newest and most met first.
 *
 * @param {App} app
 * @param {URLSearchParams} query  `rules` filters
 * @returns {Page}
 */
export function trapsPage(app, query) {
  const rules = RULES.find((known) => known === query.get("rules")) ?? null;
  /** @type {PatternInfo[]} */
  let patterns = [];
  let total = 0;
  /** @type {string | null} */
  let cursor = null;
  let loading = true;
  /** @type {unknown} */
  let failure = null;
  let closed = false;

  const result = h("div", { class: "stack" });
  const filter = h("select", {
    class: "select", id: "traps-rules", value: rules ?? "",
    onchange: (event) => app.navigate(event.target.value ? `/traps?rules=${event.target.value}` : "/traps"),
  },
    h("option", { value: "" }, t("games.any")), RULES.map((known) => h("option", { value: known }, rulesName(known))));
  const element = h("div", { class: "page" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("traps.title")), learnTabs("traps")),
    h("div", { class: "stack" },
      h("div", { class: "traps-head" },
        h("p", { class: "muted traps-hint" }, t("traps.hint")),
        h("div", { class: "field" }, h("label", { for: "traps-rules" }, t("create.rules")), filter)),
      result));

  actions(element, { more: () => load() });

  async function load() {
    loading = true;
    failure = null;
    render();
    const wanted = new URLSearchParams();
    if (rules) wanted.set("rules", rules);
    if (cursor) wanted.set("cursor", cursor);
    try {
      const page = await app.api.patterns(wanted);
      patterns = [...patterns, ...page.patterns];
      ({ total } = page);
      cursor = page.next ?? null;
    } catch (error) {
      failure = error;
    }
    loading = false;
    if (!closed) render();
  }

  function render() {
    const none = patterns.length === 0 && !loading && !failure;
    morph(result,
      patterns.length > 0 && h("p", { class: "muted small" }, t("traps.count", { n: total })),
      patterns.length > 0 && h("ul", { class: "traps", "data-testid": "traps" }, patterns.map((pattern) => h("li", { "data-key": pattern.key }, trapCard(pattern, SOURCES)))),
      h("p", { class: none ? "empty" : "visually-hidden", role: "status" }, loading ? t("loading") : none ? t("traps.none") : ""),
      failure ? h("p", { class: "notice notice--danger", role: "alert" }, errorText(failure)) : null,
      (cursor !== null || failure !== null) && h("button", { type: "button", class: "button", "data-do": "more", "aria-disabled": loading ? "true" : null }, t(failure ? "games.retry" : "traps.more")));
  }

  void load();

  return {
    title: t("traps.title"),
    element,
    close() {
      closed = true;
    },
  };
}

/**
 * One learned trap.
 *
 * @param {App} app
 * @param {string} name  its key
 * @returns {Page}
 */
export function trapPage(app, name) {
  const place = h("div", { class: "trap-single" }, h("p", { role: "status" }, t("loading")));
  const element = h("div", { class: "page page--narrow" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("traps.one")), h("a", { href: "/traps" }, t("traps.all"))),
    place);

  async function load() {
    try {
      const pattern = await app.api.pattern(name);
      place.replaceChildren(trapCard(pattern, Infinity), h("p", { class: "muted small" }, t("traps.hint")));
    } catch (error) {
      place.replaceChildren(h("div", { class: "empty" }, h("p", { role: "alert" }, errorText(error))));
    }
  }

  void load();

  return { title: t("traps.one"), element };
}

/**
 * @param {PatternInfo} pattern
 * @param {number} most  sources named
 */
function trapCard(pattern, most) {
  const { key, rules, attacker = null, length, met, not_lost: notLost, taught, sources, learned_at: learnedAt } = pattern;
  return h("article", { class: "card trap-card", "data-trap": key },
    h("a", { class: "trap-link", href: trapPath(key) }, trapPicture(pattern)),
    h("div", { class: "stack stack--tight" },
      h("p", { class: "list-title" }, t("traps.length", { n: length })),
      h("p", { class: "muted small" }, [rulesName(rules), attacker && t("traps.attacker", { color: colorName(attacker, rules) })].filter(Boolean).join(" · ")),
      h("p", { class: "small numeric" }, met ? t("traps.met", { n: met, held: notLost }) : t("traps.not_met")),
      h("p", { class: "small" }, taught ? t("traps.taught", { n: taught }) : t("traps.imported"), " ", sources.slice(0, most).flatMap(sourceLink)),
      h("p", { class: "muted small" }, h("time", { datetime: new Date(learnedAt).toISOString() }, dateText(learnedAt)))));
}

/**
 * @param {PatternInfo["sources"][number]} source
 * @param {number} index
 * @returns {(string | Node)[]}
 */
const sourceLink = ({ game, ply }, index) => [index ? ", " : "", h("a", { href: gamePath(game, ply) }, t("traps.source", { n: index + 1, ply }))];
