import { accountCard } from "../components/account_card.js";
import { blocksCard } from "../components/blocks_card.js";
import { followedCard } from "../components/followed_card.js";
import { smallBoard } from "../components/small_board.js";
import { devicesCard } from "../components/devices_card.js";
import { card, check, field, say } from "../components/settings_controls.js";
import { pushCard } from "../components/push_card.js";
import { vacationCard } from "../components/vacation_card.js";
import { LANGUAGES, t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { muted, setMuted } from "../lib/sound.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Settings} from "../lib/settings.js" */

/** A few moves on 9 lines that show the looks. */
const EXAMPLE = [40, 30, 39, 31, 50, 41, 48, 32];

/**
 * Page of this device's settings and of the account.
 *
 * @param {App} app
 * @param {URLSearchParams} query  with `account`, the page starts at the account
 * @returns {Page}
 */
export function settingsPage(app, query) {
  const name = h("input", {
    class: "input",
    id: "settings-name",
    name: "name",
    maxlength: 40,
    autocomplete: "nickname",
    required: true,
    value: app.me.name,
    "aria-describedby": "name-said",
  });
  const nameSaid = h("p", { class: "field-hint", id: "name-said", role: "status" });
  const devices = devicesCard(app);
  const account = accountCard(app, { id: "account-title" });
  if (query.has("account")) account.element.dataset.arrive = "";
  const followed = followedCard(app, true, (news) => {
    const box = hidden.querySelector("input");
    if (box) box.checked = news.hidden ?? false;
  });
  const blocks = blocksCard(app);
  const push = pushCard(app);

  const named = check(t("consent.setting"), app.named === true, consent, t("consent.setting_hint"));
  const hidden = check(t("follow.hide"), false, hide, t("follow.hide_hint"));
  const theme = select("theme", [
    ["auto", t("theme.auto")],
    ["light", t("theme.light")],
    ["dark", t("theme.dark")],
  ]);

  const looks = /** @type {const} */ (["wood", "paper", "slate"]);
  const stones = /** @type {const} */ (["stone", "flat", "clear"]);

  const element = h(
    "div",
    { class: "page page--narrow" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("settings.title"))),
    h(
      "div",
      { class: "stack" },
      card(
        "look-title",
        t("settings.look"),
        field(
          "language",
          t("settings.language"),
          select("language", [["auto", t("settings.auto")], ...LANGUAGES.map((known) => [known.language, known.name])]),
        ),
        field("theme", t("settings.theme"), theme),
      ),
      card(
        "board-title",
        t("settings.board"),
        h(
          "div",
          { class: "board-looks" },
          smallBoard({ size: 9 }, EXAMPLE),
          h(
            "div",
            { class: "stack stack--tight" },
            field(
              "board",
              t("settings.board_look"),
              select(
                "board",
                looks.map((look) => [look, t(`settings.board.${look}`)]),
              ),
            ),
            field(
              "stones",
              t("settings.stones"),
              select(
                "stones",
                stones.map((look) => [look, t(`settings.stones.${look}`)]),
              ),
            ),
          ),
        ),
        check(t("settings.sound"), !muted(), (on) => setMuted(!on)),
        check(t("settings.numbers"), app.settings.values.numbers, (on) => app.settings.change("numbers", on)),
        check(t("settings.coordinates"), app.settings.values.coordinates, (on) =>
          app.settings.change("coordinates", on),
        ),
        check(
          t("settings.confirm_touch"),
          app.settings.values.confirmTouch,
          (on) => app.settings.change("confirmTouch", on),
          t("settings.confirm_touch_hint"),
        ),
        check(
          t("settings.premove"),
          app.settings.values.premove,
          (on) => app.settings.change("premove", on),
          t("settings.premove_hint"),
        ),
      ),
      card(
        "name-title",
        t("settings.name"),
        h(
          "form",
          { class: "field", onsubmit: rename },
          h("label", { for: "settings-name" }, t("settings.name_label")),
          h(
            "div",
            { class: "copy-link-row" },
            name,
            h("button", { type: "submit", class: "button" }, t("settings.save")),
          ),
          nameSaid,
        ),
        named,
        hidden,
      ),
      account.element,
      vacationCard(app),
      push.element,
      followed.element,
      blocks.element,
      devices.element,
    ),
  );

  /** @param {"language" | "theme" | "board" | "stones"} setting @param {string[][]} options */
  function select(setting, options) {
    return h(
      "select",
      {
        class: "select",
        id: `settings-${setting}`,
        value: app.settings.values[setting],
        onchange: (event) => app.settings.change(setting, /** @type {Settings[typeof setting]} */ (event.target.value)),
      },
      options.map(([value, text]) => h("option", { value }, text)),
    );
  }

  /** @param {boolean} named */
  async function consent(named) {
    await say(nameSaid, async () => {
      await app.session.command({ t: "consent", named });
      app.named = named;
      return t("settings.saved");
    });
  }

  /** @param {boolean} on */
  async function hide(on) {
    await say(nameSaid, async () => {
      await app.session.command({ t: "hide_me", on });
      return t("settings.saved");
    });
  }

  /** @param {SubmitEvent} event */
  async function rename(event) {
    event.preventDefault();
    await say(
      nameSaid,
      async () => {
        const { name: taken } = await app.session.command({ t: "rename", name: name.value.trim() });
        app.me = { ...app.me, name: taken ?? name.value.trim() };
        name.value = app.me.name ?? "";
        return t("settings.saved");
      },
      name,
    );
  }

  let known = "";
  const refreshOnce = () => {
    const connected = `${app.me.id} ${app.status}`;
    if (connected !== known && app.status === "online") {
      void devices.refresh(); // changes made while offline were not announced
      void blocks.refresh();
      void push.refresh();
    }
    known = connected;
  };
  refreshOnce();

  const stop = [
    app.watch(() => {
      refreshOnce();
      account.refresh();
      if (document.activeElement !== name) name.value = app.me.name ?? "";
      const box = named.querySelector("input");
      if (box) box.checked = app.named === true;
    }),
    app.watchDevices(devices.refresh),
    // The header can change the theme, too.
    app.settings.watch(() => {
      theme.value = app.settings.values.theme;
    }),
  ];

  return {
    title: t("settings.title"),
    element,
    close() {
      devices.close();
      followed.close();
      for (const each of stop) each();
    },
  };
}
