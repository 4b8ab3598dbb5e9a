import { t } from "../i18n/index.js";
import { blockPlayer } from "./blocking.js";
import { createReportForm } from "./report_form.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { challengePath } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */
/** @import {FollowedNews, Who} from "../lib/messages.js" */

/**
 * Actions towards the player whose profile is shown: challenge, follow, block and their opposites, and a report to the
 * staff. Hidden on the viewer's own profile.
 *
 * @param {App} app
 * @returns {{element: HTMLElement, show: (who: Who) => void, close: () => void}}
 */
export function profileActions(app) {
  /** @type {Who | null} */
  let about = null;
  /** @type {FollowedNews["players"] | null}  null until the server has sent the followed players */
  let followed = null;
  const buttons = h("div", { class: "row row--apart profile-actions" });
  const reporting = createReportForm(app, null, () => {
    /** @type {HTMLElement | null} */ (buttons.querySelector("[data-do=report]"))?.focus();
  });
  const element = h(
    "div",
    { class: "stack stack--tight", "data-testid": "profile-actions", hidden: true },
    buttons,
    reporting.element,
  );

  actions(element, {
    follow: () => follow(true),
    unfollow: () => follow(false),
    block: ({ on }) => block(on === "true"),
    report: () => reporting.ask(about?.id ?? "", about?.name ?? ""),
  });

  /** @param {boolean} on */
  async function block(on) {
    try {
      await blockPlayer(app, about?.id ?? "", on);
    } catch (error) {
      app.refuse(error);
    }
    render();
  }

  /** @param {boolean} on */
  async function follow(on) {
    try {
      await app.session.command({ t: "follow", player: about?.id ?? "", on });
    } catch (error) {
      app.refuse(error);
    }
  }

  function render() {
    element.hidden = !about || !app.me.id || about.id === app.me.id;
    if (!about || element.hidden) return;
    const name = about.name ?? "";
    const known = followed?.find(({ who }) => who.id === about?.id);
    const blocked = app.blocked.has(about.id ?? "");
    morph(
      buttons,
      h(
        "div",
        { class: "row" },
        !blocked
          && h(
            "a",
            {
              class: "button button--primary",
              href: challengePath(name),
              "aria-label": t("follow.challenge_whom", { name }),
            },
            t("follow.challenge"),
          ),
        !blocked
          && h(
            "button",
            {
              type: "button",
              class: "button",
              "data-do": known ? "unfollow" : "follow",
              "aria-label": t(known ? "follow.drop_whom" : "follow.add_whom", { name }),
              disabled: !followed,
            },
            t(known ? "follow.drop" : "follow.add"),
          ),
        h(
          "span",
          { role: "status" },
          known
            && !blocked
            && h(
              "span",
              {
                class: known.presence === "away" ? "muted small" : "badge badge--good",
                "data-presence": known.presence,
              },
              t(`follow.${known.presence}`),
            ),
        ),
        blocked && h("span", { class: "badge badge--warn" }, t("blocks.is")),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: blocked ? "button" : "button button--quiet",
            "data-do": "block",
            "data-key": "block",
            "data-on": String(!blocked),
            "aria-label": t(blocked ? "blocks.lift_named" : "talk.block_named", { name }),
          },
          t(blocked ? "blocks.lift" : "talk.block"),
        ),
        h(
          "button",
          {
            type: "button",
            class: "button button--quiet",
            "data-do": "report",
            "data-key": "report",
            "aria-label": t("report.named", { name }),
          },
          t("report.button"),
        ),
      ),
    );
  }

  const stop = [
    app.session.lookAtFollowed((news) => {
      followed = news.players;
      render();
    }),
    app.watch(render),
  ];

  return {
    element,
    show(who) {
      about = who;
      render();
    },
    close() {
      for (const each of stop) each();
    },
  };
}
