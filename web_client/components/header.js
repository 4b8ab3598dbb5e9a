import { t, LANGUAGES, language } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { isPathFinished } from "../lib/path_progress.js";
import { pathOf } from "../lib/router.js";
import { createBell } from "./bell.js";
import { ownName } from "./own_name.js";

/** @import {App} from "../lib/app.js" */
/** @import {Language} from "../lib/messages.js" */
/** @import {PageName} from "../lib/router.js" */

/** @type {() => {path: string, key: string, pages: PageName[]}[]} */
const places = () => [
  { path: pathOf("lobby"), key: "nav.lobby", pages: ["lobby", "play", "room", "player", "leaderboard", "bot"] },
  { path: pathOf("games"), key: "nav.games", pages: ["games", "game", "trees", "tree"] },
  { path: pathOf("explorer"), key: "nav.explorer", pages: ["explorer"] },
  {
    path: pathOf(isPathFinished() ? "puzzles" : "learn"),
    key: "nav.learn",
    pages: ["learn", "puzzles", "puzzle", "run", "traps", "trap", "line", "rules"],
  },
  { path: pathOf("settings"), key: "nav.settings", pages: ["settings", "staff", "classes", "code", "oidc"] },
];

/**
 * Header of every page: navigation, connection status, language and theme.
 *
 * @param {App} app
 * @param {PageName} page  the current page
 * @returns {{element: HTMLElement, update: () => void}}
 */
export function createHeader(app, page) {
  const connection = h("span", { class: "connection", role: "status", "data-connection": app.status });
  const languages = h(
    "select",
    {
      class: "select select--quiet",
      "aria-label": t("settings.language"),
      value: language(),
      onchange: (event) => app.settings.change("language", /** @type {Language} */ (event.target.value)),
    },
    LANGUAGES.map((known) =>
      h("option", { value: known.language, lang: known.language, title: known.name }, known.short),
    ),
  );
  const theme = h("button", {
    type: "button",
    class: "button button--quiet button--icon button--small",
    onclick: () => app.settings.change("theme", isDark() ? "light" : "dark"),
  });

  const signIn = h(
    "button",
    {
      type: "button",
      class: "button button--quiet site-sign-in",
      "data-do": "account",
      hidden: true,
      onclick: () =>
        import("./account_dialog.js").then(
          ({ openAccount }) => openAccount(app),
          () => app.navigate(`${pathOf("settings")}?account`),
        ),
    },
    t("account.sign_in"),
  );
  // On narrow pages the places are behind a button.
  const menu = h("button", {
    type: "button",
    class: "button button--quiet button--icon site-menu",
    "aria-controls": "site-places",
    "aria-label": t("nav.menu"),
    "data-do": "menu",
    onclick: () => {
      unfold(menu.getAttribute("aria-expanded") !== "true");
      // They come before the button.
      if (element.classList.contains("is-open")) element.getElementsByTagName("a")[1].focus();
    },
  });
  const own = ownName(app, "site-own");
  const bell = createBell(app);
  const element = h(
    "header",
    {
      class: "site-header",
      onkeydown: (event) => {
        if (event.key !== "Escape" || menu.getAttribute("aria-expanded") !== "true") return;
        unfold(false);
        menu.focus();
      },
    },
    h(
      "div",
      { class: "site-header-row" },
      h(
        "a",
        { class: "site-name", href: pathOf("lobby"), "aria-label": "Tengen" },
        h("span", { class: "stone stone--black", "aria-hidden": "true" }),
        h("span", { class: "site-word" }, "Tengen"),
      ),
      h(
        "div",
        { class: "site-places", id: "site-places" },
        h(
          "nav",
          { class: "site-nav", "aria-label": t("nav.label") },
          places().map(({ path, key, pages }) =>
            h("a", { href: path, "aria-current": pages.includes(page) ? "page" : null }, t(key)),
          ),
        ),
        h("div", { class: "site-tools" }, languages, theme),
      ),
      connection,
      signIn,
      own.element,
      bell.element,
      menu,
    ),
  );

  /** @param {boolean} open */
  function unfold(open) {
    menu.setAttribute("aria-expanded", String(open));
    menu.textContent = open ? "×" : "☰";
    element.classList.toggle("is-open", open);
  }

  function update() {
    bell.update();
    own.update();
    signIn.hidden = !app.me.id || app.account !== null || app.status !== "online";
    connection.dataset.connection = app.status;
    const words = app.status === "online" ? "" : t(`connection.${app.status}`);
    if (connection.textContent !== words) connection.textContent = words;
    const other = isDark() ? "light" : "dark";
    theme.textContent = isDark() ? "☀" : "☾";
    theme.setAttribute("aria-label", t(`theme.to_${other}`));
    theme.title = t(`theme.to_${other}`);
  }

  unfold(false);
  update();
  return { element, update };
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
