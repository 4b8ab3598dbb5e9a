import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { challengePath } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */
/** @import {FollowedNews} from "../lib/messages.js" */

/**
 * Card of the followed players: presence, a challenge button each, and a field that adds one.
 *
 * @param {App} app
 * @param {boolean} alone  whether it is shown while nobody is followed
 * @param {(news: FollowedNews) => void} [heard]  also receives the news: the server's have one listener
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function followedCard(app, alone, heard = () => {}) {
  /** @type {FollowedNews["players"]} */
  let players = [];
  const list = h("div");
  const name = h("input", { class: "input", id: "follow-name", maxlength: 40, autocomplete: "off", required: true });
  const element = h(
    "section",
    { class: "card stack stack--tight", "aria-labelledby": "followed-title", "data-testid": "followed" },
    h("h2", { id: "followed-title" }, t("follow.title")),
    list,
    h(
      "form",
      { class: "field", onsubmit: add },
      h("label", { for: "follow-name" }, t("follow.whom")),
      h("div", { class: "copy-link-row" }, name, h("button", { type: "submit", class: "button" }, t("follow.add"))),
    ),
  );

  actions(element, { unfollow: ({ player }) => follow(player ?? "", false) });

  /** @param {SubmitEvent} event */
  async function add(event) {
    event.preventDefault();
    const wanted = name.value.trim();
    try {
      const found = (await app.session.command({ t: "find_players", name: wanted })).players;
      const same = found.find((who) => who.name?.toLowerCase() === wanted.toLowerCase());
      const other = same ?? (found.length === 1 ? found[0] : null);
      if (!other?.id) {
        app.toast(t("challenge.nobody", { name: wanted }));
        return;
      }
      await follow(other.id, true);
      name.value = "";
    } catch (error) {
      app.refuse(error);
    }
  }

  /** @param {string} player @param {boolean} on */
  async function follow(player, on) {
    try {
      await app.session.command({ t: "follow", player, on });
    } catch (error) {
      app.refuse(error);
    }
  }

  function render() {
    element.hidden = !alone && players.length === 0;
    morph(
      list,
      players.length ? h("ul", { class: "list" }, players.map(line)) : h("p", { class: "muted" }, t("follow.none")),
    );
  }

  const stop = app.session.lookAtFollowed((news) => {
    players = news.players;
    render();
    heard(news);
  });
  render();
  return { element, close: stop };
}

/** @param {FollowedNews["players"][number]} followed */
function line({ who, presence }) {
  const name = who.name ?? "";
  return h(
    "li",
    { class: "list-item", "data-key": `followed-${who.id}`, "data-presence": presence },
    h(
      "span",
      { class: "grow" },
      h("span", { class: "list-title" }, name),
      h("span", { class: presence === "away" ? "muted small" : "badge badge--good" }, t(`follow.${presence}`)),
    ),
    h(
      "a",
      {
        class: "button button--small",
        href: challengePath(name),
        "aria-label": t("follow.challenge_whom", { name }),
      },
      t("follow.challenge"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button button--small button--quiet",
        "data-do": "unfollow",
        "data-player": who.id,
        "aria-label": t("follow.drop_whom", { name }),
      },
      "×",
    ),
  );
}
