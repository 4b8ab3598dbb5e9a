/** Entry point of the client: identity, connection, language, theme, and the page of the address. */

import { createHeader } from "./components/header.js";
import { createToasts } from "./components/toasts.js";
import { chooseLanguage, language, t, useLanguage } from "./i18n/index.js";
import { errorText, sanctionText } from "./i18n/words.js";
import { createApi } from "./lib/api.js";
import { h } from "./lib/dom.js";
import { createEmitter } from "./lib/emitter.js";
import { createIdentity } from "./lib/identity.js";
import { createOwnRatings } from "./lib/own_ratings.js";
import { createOwnRooms } from "./lib/own_rooms.js";
import { createPush } from "./lib/push.js";
import { matchRoute, pathOf, roomPath } from "./lib/router.js";
import { createSeeking } from "./lib/seeking.js";
import { createSession } from "./lib/session.js";
import { createSettings } from "./lib/settings.js";
import { createSlowGames } from "./lib/slow_games.js";
import { play } from "./lib/sound.js";
import { createTab } from "./lib/tab.js";
import { createServerTime } from "./lib/time.js";
import { failedPage } from "./pages/failed.js";
import { findPage } from "./pages/index.js";
import { createSocket } from "./socket.js";

/** @import {App, Page} from "./lib/app.js" */

const LEVELS_RETRY_MS = 5_000;

const settings = createSettings();
const time = createServerTime();
const toasts = createToasts();
const tab = createTab(document, navigator);
/** @type {ReturnType<typeof createEmitter<[]>>} */
const changes = createEmitter();
/** @type {ReturnType<typeof createEmitter<[]>>} */
const devices = createEmitter();
const identity = createIdentity();
const build = document.querySelector("meta[name=tengen-build]")?.getAttribute("content") ?? "";

const session = createSession({
  build,
  token() {
    identity.opened();
    return identity.token();
  },
  keepToken(fresh, signedIn) {
    const kept = identity.keep(fresh, signedIn);
    if (!kept) location.reload();
    return kept;
  },
  hidden: () => document.hidden,
  language,
  send: (message) => socket.send(message),
  onWelcome(welcome) {
    time.forget();
    time.learn(welcome.now);
    const goesOn = app.ownRooms.list().length > 0 || app.slowGames.list().length > 0;
    if (app.me.id !== welcome.player.id && !app.account && goesOn) identity.leave(app.me);
    app.me = welcome.player;
    app.named = welcome.named ?? null;
    app.account = welcome.account ?? null;
    app.registration = welcome.registration ?? "open";
    app.provider = welcome.provider ?? "";
    app.blocked = new Set(welcome.blocked);
    app.challenges = []; // the server sends them next, if there are any
    app.reports = 0; // likewise
    app.lessons = [];
    app.deletedTrees = [];
    app.offers = [];
    app.ownRooms.only(welcome.rooms, welcome.waiting);
    void app.slowGames.begin(welcome.player.id ?? "");
    void app.ownRatings.begin(welcome.account ? (welcome.player.id ?? "") : "");
    app.push.begin(welcome.player.id ?? "", welcome.push ?? null).catch(() => {}); // the settings show the state
    app.seeking.again().catch(app.refuse);
    changes.emit();
  },
  onRenamed(player) {
    app.me = player;
    changes.emit();
  },
  onDevices: devices.emit,
  onStarted(room, opponent, challenge) {
    app.ownRooms.add(room, null);
    changes.emit();
    void app.slowGames.refresh();
    play("notify");
    if (challenge && matchRoute(location.pathname).page !== "room") {
      app.navigate(roomPath(room));
      app.toast(t("seek.found", { name: opponent.name ?? "" }));
      return;
    }
    app.toast(t("app.started", { name: opponent.name ?? "" }), { href: roomPath(room), text: t("app.started.open") });
  },
  onYourMove(room, opponent) {
    void app.slowGames.refresh();
    play("notify");
    app.toast(t("app.your_move", { name: opponent.name ?? "" }), {
      href: roomPath(room),
      text: t("app.started.open"),
    });
  },
  onSeek(news) {
    if (!app.seeking.received(news) || news.t !== "matched") return;
    app.ownRooms.add(news.room, null);
    play("notify");
    const found = t("seek.found", { name: news.opponent.name ?? "" });
    const path = roomPath(news.room);
    // Do not interrupt another game.
    if (matchRoute(location.pathname).page === "room") app.toast(found, { href: path, text: t("app.started.open") });
    else {
      app.navigate(path);
      app.toast(found);
    }
  },
  seeking: () => app.seeking.search !== null,
  onChallenges(all) {
    app.challenges = all;
    changes.emit();
  },
  onChallenged(by) {
    play("notify");
    app.toast(t("challenge.told", { name: by.name ?? "" }));
  },
  onRoomClosed(room) {
    app.toast(t("rooms.closed_by_staff"), { href: roomPath(room), text: t("staff.room") });
  },
  onRated() {
    void app.ownRatings.refresh();
  },
  onRegistration(registration) {
    app.registration = registration;
    changes.emit();
  },
  onReports(waiting) {
    app.reports = waiting;
    changes.emit();
  },
  onOffers(offers) {
    app.offers = offers;
    changes.emit();
  },
  onTreesDeleted(trees) {
    app.deletedTrees = trees;
    changes.emit();
  },
  onLessons(lessons) {
    app.lessons = lessons;
    changes.emit();
    seeLesson();
  },
  onTime: time.learn,
  onStale: () => {
    stale.hidden = false;
  },
  onSanctioned({ kind, reason, until }) {
    const words = t(kind === "mute" ? "error.muted" : "error.timed_out");
    app.toast(`${words} ${sanctionText(reason, until ?? 0)}`);
  },
  onBye(code, detail) {
    // Another tab has signed in or out: continue with the browser's current identity.
    if (code === "signed_out" && identity.changed) return;
    socket.farewell(code);
    if (code === "signed_out") signedOut.hidden = false;
    else if (code === "banned") showBan(detail);
    else if (code !== "restart" && code !== "replaced") app.toast(errorText({ code, detail }));
  },
});

const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const socket = createSocket(
  `${scheme}//${location.host}/ws`,
  () => session,
  (status) => {
    app.status = status;
    refused.hidden = status !== "refused";
    changes.emit();
  },
  () =>
    fetch("/healthz").then(
      ({ ok }) => ok,
      () => false,
    ),
);

/** @type {App} */
const app = {
  session,
  api: createApi(identity.own),
  identity,
  settings,
  time,
  me: { id: "", name: "" },
  named: null,
  account: null,
  registration: "open",
  provider: "",
  ownRooms: createOwnRooms(),
  seeking: createSeeking(session, () => performance.now()),
  push: createPush(session, language),
  slowGames: createSlowGames(
    () => app.api.slowGames(),
    () => {
      for (const { room } of app.slowGames.list()) app.ownRooms.drop(room); // the lobby lists them separately
      changes.emit();
    },
  ),
  ownRatings: createOwnRatings(() => app.api.ratings(), changes.emit),
  challenges: [],
  reports: 0,
  lessons: [],
  deletedTrees: [],
  offers: [],
  blocked: new Set(),
  levels: [],
  status: "connecting",
  watch: changes.on,
  watchDevices: devices.on,
  navigate(path, { replace = false } = {}) {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    open({ moved: true });
  },
  setTitle: tab.setTitle,
  setWaiting: tab.setWaiting,
  toast: toasts.show,
  refuse: (error) => toasts.show(errorText(error)),
  seeLesson,
};

const stale = h("div", { class: "notice notice--warn stale", role: "status", hidden: true });
const signedOut = h("div", { class: "notice notice--warn stale", role: "alert", hidden: true });
const refused = h("div", { class: "notice notice--warn stale", role: "alert", "data-testid": "refused", hidden: true });
const banned = h("div", { class: "notice notice--danger stale", role: "alert", "data-testid": "banned", hidden: true });
/** @type {Record<string, string | number>}  reason and end of a ban */
let ban = {};
const header = h("div");
const main = h("main", { id: "main", tabindex: -1 });
const skip = h("a", { class: "skip-link", href: "#main", onclick: skipToMain });
document.getElementById("frame")?.remove();
document.body.append(skip, h("div", { class: "app" }, header, main), toasts.element);

/** @type {Page | null} */
let page = null;
let updateHeader = () => {};

/** Number of pages opened so far; a page that loads late must not replace a newer one. */
let opened = 0;

/** @param {{moved: boolean}} how  `moved`: the viewer came from another page of this client */
function open({ moved }) {
  page?.close?.();
  page = null;
  opened += 1;
  const now = opened;
  const { page: name, id } = matchRoute(location.pathname);
  const query = new URLSearchParams(location.search);
  const { element, update } = createHeader(app, name);
  updateHeader = update;
  header.replaceChildren(element, stale, refused, signedOut, banned);
  const make = findPage(name);
  /** @param {Awaited<typeof make>} loaded */
  const put = (loaded) => {
    let next;
    try {
      next = loaded(app, id, query);
    } catch (error) {
      show(failedPage(), moved); // otherwise the previous page would stay and take no press
      throw error;
    }
    show(next, moved);
  };
  if (typeof make === "function") return put(make);
  main.inert = true; // the previous page stays visible until then
  make.then(
    (loaded) => now === opened && put(loaded),
    () => {
      if (now !== opened) return;
      if (stale.hidden) show(failedPage(), moved);
      else location.reload(); // the server has pages of a newer version, which do not work with this one
    },
  );
}

/** @param {Page} next @param {boolean} moved */
function show(next, moved) {
  page = next;
  main.inert = false;
  main.replaceChildren(page.element);
  app.setTitle(page.title);
  if (!moved) return;
  scrollTo(0, 0);
  const asked = /** @type {HTMLElement | null} */ (page.element.querySelector("[data-arrive]"));
  asked?.scrollIntoView(); // part of the page that the address names
  (asked ?? page.element.querySelector("h1"))?.focus({ preventScroll: true });
}

/** Mark a lesson as seen while it is on the screen. */
function seeLesson() {
  const game = page?.lesson?.() ?? null;
  if (game === null || document.hidden) return;
  if (app.lessons.some((lesson) => lesson.game === game)) session.command({ t: "lesson_seen", game }).catch(() => {}); // otherwise the server sends it again
}

/** Follow links within the client without a page load. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  if (matchRoute(link.pathname).page === "missing") return;
  event.preventDefault();
  app.navigate(link.pathname + link.search);
}

/** @param {MouseEvent} event */
function skipToMain(event) {
  event.preventDefault();
  main.focus();
}

function applyTheme() {
  const { theme, board, stones } = settings.values;
  const chosen = document.documentElement.dataset;
  if (theme === "auto") delete chosen.theme;
  else chosen.theme = theme;
  chosen.board = board;
  chosen.stones = stones;
  for (const color of document.querySelectorAll("meta[name=theme-color]")) {
    const { of } = /** @type {HTMLMetaElement} */ (color).dataset;
    color.setAttribute("media", theme === "auto" ? `(prefers-color-scheme: ${of})` : theme === of ? "all" : "not all");
  }
}

async function applyLanguage() {
  const chosen = settings.values.language;
  await useLanguage(chosen === "auto" ? chooseLanguage(navigator.languages) : chosen);
  document.documentElement.lang = language();
  skip.textContent = t("nav.skip");
  stale.replaceChildren(
    t("stale.words"),
    " ",
    h("button", { type: "button", class: "button button--small", onclick: () => location.reload() }, t("stale.reload")),
  );
  refused.replaceChildren(t("refused.words"));
  tellBan();
  signedOut.replaceChildren(
    t("device.gone"),
    " ",
    h(
      "button",
      { type: "button", class: "button button--small", "data-do": "new-guest", onclick: becomeGuest },
      t("device.new_guest"),
    ),
    " ",
    h("button", { type: "button", class: "button button--small", onclick: signInAnew }, t("account.sign_in")),
  );
}

/** @param {Record<string, string | number>} [detail] */
function showBan(detail = {}) {
  ban = detail;
  tellBan();
  banned.hidden = false;
  banned.scrollIntoView({ block: "nearest" });
}

function tellBan() {
  banned.replaceChildren(
    errorText({ code: "banned", detail: ban }),
    " ",
    h("button", { type: "button", class: "button button--small", onclick: () => location.reload() }, t("stale.reload")),
  );
}

/** Continue as a new guest after this device was signed out. */
function becomeGuest() {
  identity.forget();
  location.reload();
}

/** Sign in again after this device was signed out. */
function signInAnew() {
  identity.forget();
  location.assign(`${pathOf("settings")}#account-title`);
  if (location.pathname === pathOf("settings")) location.reload();
}

async function loadLevels() {
  try {
    app.levels = await app.api.levels();
    changes.emit();
  } catch {
    setTimeout(loadLevels, LEVELS_RETRY_MS);
    return;
  }
  if (app.levels.some(({ ready }) => ready === false)) setTimeout(loadLevels, LEVELS_RETRY_MS);
}

settings.watch(async (changed) => {
  if (changed === "theme" || changed === "board" || changed === "stones") {
    applyTheme();
    updateHeader();
  }
  if (changed === "language") {
    await applyLanguage();
    open({ moved: false });
  }
});
changes.on(() => updateHeader());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => updateHeader());
document.addEventListener("click", follow);
document.addEventListener("visibilitychange", seeLesson);
// Loaded for who goes about by keys; the page works without it.
const keepFocus = () => import("./lib/focus.js").then(({ keepFocus }) => keepFocus(document)).catch(() => {});
addEventListener("keydown", keepFocus, { once: true });
addEventListener("popstate", () => open({ moved: true }));
// Another tab has signed in or out after the server rejected this page's token.
addEventListener("storage", () => {
  if (signedOut.hidden || !identity.token() || !identity.changed) return;
  signedOut.hidden = true;
  socket.again();
});
// A press on a notice opens its page here.
navigator.serviceWorker?.addEventListener("message", ({ data }) => app.navigate(data.path));

applyTheme();
const first = Promise.resolve(findPage(matchRoute(location.pathname).page)).catch(() => {}); // `open` reports the failure
await applyLanguage();
await first;
open({ moved: false });
socket.open();
void loadLevels();
// The page works without it, and not every origin supports it.
navigator.serviceWorker?.register("/service_worker.js", { updateViaCache: "none" }).catch(() => {});
