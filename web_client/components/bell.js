import { t } from "../i18n/index.js";
import { blockPlayer } from "./blocking.js";
import { h, svg } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { roomPath } from "../lib/router.js";
import { challengeItems, reasonIn } from "./challenge_items.js";
import { lessonItems } from "./lesson_items.js";
import { offerItems } from "./offer_items.js";
import { ownName } from "./own_name.js";
import { reportItems } from "./report_items.js";
import { slowItems } from "./slow_items.js";
import { treeItems } from "./tree_items.js";

/** @import {App} from "../lib/app.js" */

const SHAPE = "M12 3a6 6 0 0 0-6 6v4l-2 3h16l-2-3V9a6 6 0 0 0-6-6Zm-2.5 15a2.5 2.5 0 0 0 5 0Z";

/**
 * Bell in the header: the number of items that wait for the viewer, and the list of them. Each kind of item is one line
 * of `list`; an item marked with `data-waits` counts once, or as often as the attribute says.
 *
 * @param {App} app
 * @returns {{element: HTMLElement, update: () => void}}
 */
export function createBell(app) {
  const list = () => [
    ...reportItems(app),
    ...offerItems(app, location.pathname),
    ...slowItems(app),
    ...challengeItems(app),
    ...lessonItems(app),
    ...treeItems(app),
  ];
  const count = h("span", { class: "bell-count", "aria-hidden": "true" });
  const items = h("ul", { class: "list" });
  const own = ownName(app, "bell-own"); // for widths at which the header has no room for it
  const panel = h(
    "div",
    { class: "bell-panel card", id: "bell-panel", role: "region", hidden: true },
    own.element,
    items,
  );
  const button = h(
    "button",
    {
      type: "button",
      class: "button button--quiet button--icon button--small bell",
      "aria-controls": "bell-panel",
      "aria-expanded": "false",
      "data-testid": "bell",
      onclick: () => open(panel.hidden !== false),
    },
    svg("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" }, svg("path", { d: SHAPE })),
    count,
  );
  const element = h("div", { class: "bell-place", onkeydown: leave }, button, panel);
  element.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) open(false);
  });

  actions(panel, {
    "accept-challenge": ({ challenge }) =>
      attempt(async () => {
        const { room } = await app.session.command({ t: "accept_challenge", challenge: challenge ?? "" });
        if (!room) return;
        app.ownRooms.add(room, null);
        app.navigate(roomPath(room));
      }),
    "decline-challenge": ({ challenge }) =>
      attempt(() =>
        app.session.command({ t: "decline_challenge", challenge: challenge ?? "", reason: reasonIn(panel, challenge) }),
      ),
    "block-challenge": ({ challenge, player }) =>
      attempt(async () => {
        await blockPlayer(app, player ?? "", true);
        await app.session.command({ t: "decline_challenge", challenge: challenge ?? "", reason: "no" });
      }),
    "tree-seen": ({ tree }) => attempt(() => app.session.command({ t: "tree_seen", tree: tree ?? "" })),
    "withdraw-challenge": ({ challenge }) =>
      attempt(() => app.session.command({ t: "withdraw_challenge", challenge: challenge ?? "" })),
  });

  /** @param {() => Promise<unknown>} work */
  async function attempt(work) {
    try {
      await work();
    } catch (error) {
      app.refuse(error);
    }
  }

  /** @param {boolean} shown */
  function open(shown) {
    panel.hidden = !shown;
    button.setAttribute("aria-expanded", String(shown));
    if (shown) document.addEventListener("pointerdown", pressed);
    else document.removeEventListener("pointerdown", pressed);
  }

  /** @param {Event} event */
  function pressed({ target }) {
    if (!(target instanceof Node && element.contains(target))) open(false);
  }

  /** @param {KeyboardEvent} event */
  function leave(event) {
    if (event.key !== "Escape" || panel.hidden) return;
    open(false);
    button.focus();
  }

  function update() {
    const shown = list();
    const waiting = shown.reduce(
      (sum, { dataset: { waits } }) => sum + (waits === undefined ? 0 : Number(waits) || 1),
      0,
    );
    app.setWaiting(waiting);
    count.textContent = waiting ? String(waiting) : "";
    count.hidden = waiting === 0;
    const label = waiting ? t("bell.some", { n: waiting }) : t("bell.none");
    button.setAttribute("aria-label", label);
    button.title = label;
    panel.setAttribute("aria-label", t("bell.title"));
    own.update();
    const focused = panel.contains(document.activeElement);
    morph(items, ...(shown.length ? shown : [h("li", { class: "muted" }, t("bell.none"))]));
    if (focused && !panel.contains(document.activeElement)) button.focus(); // the focused item is gone
  }

  update();
  return { element, update };
}
