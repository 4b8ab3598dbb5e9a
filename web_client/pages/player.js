import { profileCards } from "../components/profile.js";
import { profileActions } from "../components/profile_actions.js";
import { t } from "../i18n/index.js";
import { dayText, errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { pathOf } from "../lib/router.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {PlayerProfile} from "../protocol.js" */

/**
 * Public page of a player with an account.
 *
 * @param {App} app
 * @param {string} name
 * @returns {Page}
 */
export function playerPage(app, name) {
  /** @type {PlayerProfile | null} */
  let profile = null;
  /** @type {unknown} */
  let failure = null;
  let closed = false;
  const title = h("h1", { class: "truncate", tabindex: -1 }, name);
  const acts = profileActions(app);
  const waiting = h("p", { role: "status" }, t("loading"));
  const content = h("div", { class: "stack", hidden: true }); // shown whole: nothing in it moves
  const element = h(
    "div",
    { class: "page page--narrow" },
    h("div", { class: "page-head" }, title, h("a", { href: pathOf("leaderboard") }, t("leaderboard.title"))),
    h("div", { class: "stack" }, waiting, acts.element, content),
  );

  async function load() {
    try {
      profile = await app.api.player(name);
    } catch (error) {
      failure = error;
    }
    if (!closed) render();
  }

  function render() {
    const greeted = app.me.id || app.status !== "connecting"; // until then it may be the viewer's own
    waiting.hidden = Boolean(failure || (profile && greeted));
    content.hidden = !waiting.hidden;
    if (failure)
      morph(
        content,
        h(
          "div",
          { class: "empty" },
          h("p", { role: "alert" }, isNobody(failure) ? t("profile.nobody") : errorText(failure)),
          h("a", { class: "button", href: pathOf("leaderboard") }, t("leaderboard.title")),
        ),
      );
    if (!profile || !greeted) return;
    title.textContent = profile.who.name ?? name;
    app.setTitle(title.textContent);
    acts.show(profile.who);
    morph(
      content,
      profile.since !== null
        && h("p", { class: "muted", "data-key": "since" }, t("profile.since", { date: dayText(profile.since) })),
      ...profileCards(app, profile),
    );
  }

  const stop = app.watch(render);
  void load();

  return {
    title: name,
    element,
    close() {
      closed = true;
      acts.close();
      stop();
    },
  };
}

/** Tell whether the profile does not exist: guests and deleted players have none. @param {unknown} failure */
const isNobody = (failure) => /** @type {{code?: string}} */ (failure).code === "not_found";
