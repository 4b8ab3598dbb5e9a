import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { askForAct } from "./act_dialog.js";

/** @import {App} from "../lib/app.js" */
/** @import {ActName, PlayerRecord} from "../lib/messages.js" */

const ROLES = ["none", "teacher", "moderator", "owner", "bot"];

/**
 * Owner's acts on an account: reset the password, change the role, close, delete.
 *
 * @param {App} app
 * @param {PlayerRecord} record
 * @param {() => void} onActed  called after an act
 * @param {(done: string) => Promise<unknown>} changed  reloads the player
 */
export function accountActs(app, { who, account_at: account, role, disabled, totp }, onActed, changed) {
  const target = who.id ?? "";
  const said = h("div", { role: "status", "data-testid": "account-said" });
  const roles = h(
    "select",
    { class: "select", id: "staff-role", value: role ?? "none" },
    ROLES.map((each) => h("option", { value: each }, each === "none" ? t("staff.no_role") : t(`role.${each}`))),
  );

  /** @param {ActName} act @param {string} [argument] */
  async function ask(act, argument = "") {
    const name = who.name ?? "";
    const role = argument === "none" ? t("staff.no_role") : argument && t(`role.${argument}`);
    const about = role ? t("staff.about", { what: name, target: role }) : name;
    const done = await askForAct(app, { act, target, argument, about });
    if (done) onActed();
    if (done?.code) said.replaceChildren(codeNote(done.code));
    else if (done) await changed(t("staff.done"));
  }

  /** @param {ActName} act @param {boolean} [danger] */
  const button = (act, danger = false) =>
    h(
      "button",
      {
        type: "button",
        class: danger ? "button button--danger" : "button",
        "data-do": act,
        onclick: () => void ask(act),
      },
      t(`do.${act}`),
    );

  return h(
    "section",
    { class: "stack stack--tight", "aria-labelledby": "account-acts", "data-testid": "account-acts" },
    h("h3", { id: "account-acts" }, t("staff.account")),
    account
      ? h(
          "form",
          {
            class: "field",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
              event.preventDefault();
              void ask("account_role", roles.value);
            },
          },
          h("label", { for: "staff-role" }, t("staff.role")),
          h(
            "div",
            { class: "copy-link-row" },
            roles,
            h("button", { type: "submit", class: "button" }, t("settings.save")),
          ),
        )
      : null,
    h(
      "div",
      { class: "row" },
      account ? button("account_reset") : null,
      account ? button(disabled ? "account_enable" : "account_disable") : null,
      totp ? button("account_totp") : null,
      role === "bot" ? button("account_token") : null,
      button("delete_player", true),
    ),
    said,
  );
}

/**
 * Card in which the owner makes accounts and invitations; each yields a code that is shown once.
 *
 * @param {App} app
 * @param {() => void} onActed  called after an act
 */
export function accountMaker(app, onActed) {
  const said = h("div", { role: "status", "data-testid": "made" });
  const name = h("input", { class: "input", id: "staff-new", maxlength: 40, autocomplete: "off", required: true });

  /** @param {ActName} act @param {string} [target] */
  async function make(act, target = "") {
    try {
      const { code } = await app.session.command({ t: "act", act, target });
      said.replaceChildren(codeNote(code ?? ""));
      onActed();
    } catch (error) {
      said.replaceChildren(h("p", { class: "field-error" }, errorText(error)));
    }
  }

  return h(
    "section",
    { class: "card stack", "aria-labelledby": "maker-title" },
    h("h2", { id: "maker-title" }, t("staff.accounts")),
    h(
      "form",
      {
        class: "field",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          void make("account_create", name.value.trim());
        },
      },
      h("label", { for: "staff-new" }, t("staff.new_name")),
      h(
        "div",
        { class: "copy-link-row" },
        name,
        h("button", { type: "submit", class: "button" }, t("do.account_create")),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "button", "data-do": "invite", onclick: () => make("account_invite") },
        t("do.account_invite"),
      ),
    ),
    said,
  );
}

/** @param {string} code */
const codeNote = (code) =>
  h("p", { class: "notice" }, `${t("staff.code")} `, h("code", { "data-testid": "code" }, code));
