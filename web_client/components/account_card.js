import { language, t } from "../i18n/index.js";
import { dayText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pathOf, playerPath } from "../lib/router.js";
import { saveFile } from "../lib/save_file.js";
import { accountForm, nameForKeeper, passwordField, textField } from "./account_forms.js";
import { linkedIdentities } from "./linked_identities.js";
import { totpField, totpForm } from "./totp_forms.js";
import { recoveryCodes } from "./recovery_codes.js";
import { countGames, seatsNotice } from "./seats_notice.js";
import { card, check, say } from "./settings_controls.js";

/** @import {App} from "../lib/app.js" */

const FEW_CODES = 2;

/**
 * Card of the account: a guest can create one or sign in, an account can be managed. `refresh` redraws it.
 *
 * @param {App} app
 * @param {{id: string, entry?: boolean, done?: () => void}} place  `entry`: only the ways to an account, of which signing
 *   in is open; `done` is called once the person has an account and has seen its codes
 * @returns {{element: HTMLElement, refresh: () => void, showsCodes: () => boolean}}  `showsCodes`: codes are shown that
 *   nobody has said they saved
 */
export function accountCard(app, { id, entry = false, done = () => {} }) {
  const body = h("div", { class: "stack" });
  const codes = h("div", { class: "stack", hidden: true });
  const said = h("p", { class: "field-hint", role: "status" });
  const element = card(id, t("account.title"), codes, said, body);
  const intro = h("p", { class: "muted" });
  const keeping = h("div");
  let shown = "";
  let offered = "";

  function refresh() {
    const now = JSON.stringify([app.me.id, app.account, app.provider]);
    if (!app.me.id) return;
    if (now !== shown) {
      shown = now; // a redraw would discard typed text
      if (entry && app.account) return body.replaceChildren();
      body.replaceChildren(...(app.account ? ownForms() : guestForms()));
    }
    if (app.registration !== offered) offer();
  }

  /** Update the form that keeps a name; registration may change while another form is being filled in. */
  function offer() {
    offered = app.registration;
    const open = offered !== "closed";
    intro.textContent = t(open ? "account.guest" : "account.guest_closed");
    keeping.hidden = !open;
    keeping.replaceChildren(...(open ? [keepForm()] : []));
  }

  /** @param {string[] | null | undefined} fresh */
  function showCodes(fresh) {
    if (!fresh?.length) return;
    codes.hidden = false;
    codes.replaceChildren(
      recoveryCodes(fresh, app.me.name ?? "", () => {
        codes.hidden = true;
        codes.replaceChildren();
        element.querySelector("h2")?.focus();
        done();
      }),
    );
    codes.querySelector("h3")?.focus();
  }

  /** Show a message in the card after its form was removed. @param {string} words */
  function told(words) {
    said.className = "field-hint";
    said.textContent = words;
    return "";
  }

  /** @param {string} name */
  function welcome(name) {
    const words = t("account.signed_in", { name });
    if (entry) app.toast(words);
    done();
    return told(words);
  }

  function guestForms() {
    offered = "";
    return [
      intro,
      ...(app.provider
        ? [
            h(
              "div",
              { class: "row" },
              h("a", { class: "button", href: "/oidc/start" }, t("oidc.sign_in", { label: app.provider })),
            ),
          ]
        : []),
      ...(entry ? [signInForm(), keeping, recoverForm()] : [keeping, signInForm(), recoverForm()]),
      h("p", null, h("a", { href: pathOf("code") }, t("code.link"))),
      ...(entry ? [] : [archiveButton(), deleteForm()]),
    ];
  }

  function keepForm() {
    const guest = /^(guest|游客|遊客)\s*\d*$/i.test(app.me.name ?? "");
    const name = textField(
      t("account.name"),
      { name: "username", autocomplete: "username", maxlength: 40, value: guest ? "" : (app.me.name ?? "") },
      t("account.name_hint"),
    );
    const password = passwordField(t("account.password"), "new-password", t("account.password_hint"));
    const invitation =
      app.registration === "invite"
        ? textField(t("account.invitation"), { name: "invitation", autocomplete: "off", maxlength: 40 })
        : null;
    return accountForm({
      does: "keep-name",
      heading: t("account.keep"),
      words: t("account.keep_words"),
      button: t("account.keep"),
      fields: [name.element, password.element, invitation?.element ?? null],
      async send() {
        const kept = await app.session.command({
          t: "keep_name",
          name: name.input.value,
          password: password.input.value,
          ...(invitation ? { invitation: invitation.input.value } : {}),
        });
        showCodes(kept.codes);
        return told(t("account.kept", { name: kept.name ?? "" }));
      },
    });
  }

  function signInForm() {
    const name = textField(t("account.name"), { name: "username", autocomplete: "username", maxlength: 40 });
    const password = passwordField(t("account.password"), "current-password");
    const join = joinBox();
    const totp = totpField();
    return accountForm({
      does: "sign-in",
      open: entry,
      heading: t("account.sign_in"),
      button: t("account.sign_in"),
      fields: [name.element, password.element, totp.element, join.element],
      async send() {
        const { name: known } = await totp.asking(() =>
          app.session.command({
            t: "sign_in",
            name: name.input.value,
            password: password.input.value,
            join: join.wanted(),
            totp: totp.code(),
          }),
        );
        return welcome(known ?? "");
      },
    });
  }

  function recoverForm() {
    const name = textField(t("account.name"), { name: "username", autocomplete: "username", maxlength: 40 });
    const code = textField(
      t("account.code"),
      { name: "code", autocomplete: "off", maxlength: 40, class: "input mono" },
      t("account.code_hint"),
    );
    const password = passwordField(t("account.new_password"), "new-password", t("account.password_hint"));
    const join = joinBox();
    const totp = totpField();
    return accountForm({
      does: "recover",
      heading: t("account.forgotten"),
      button: t("account.recover"),
      fields: [name.element, code.element, password.element, totp.element, join.element],
      async send() {
        const { name: known } = await totp.asking(() =>
          app.session.command({
            t: "recover",
            name: name.input.value,
            code: code.input.value,
            password: password.input.value,
            join: join.wanted(),
            totp: totp.code(),
          }),
        );
        return welcome(known ?? "");
      },
    });
  }

  /** Build the checkbox that joins the guest's games to the account, checked by default. */
  function joinBox() {
    let wanted = true;
    const lost = seatsNotice(app, "account.join_lose");
    lost.hidden = true;
    const box = check(
      t("account.join", { name: app.me.name ?? "" }),
      true,
      (on) => {
        wanted = on;
        lost.hidden = on || countGames(app) === 0;
      },
      t("account.join_hint"),
    );
    return { element: h("div", { class: "stack stack--tight" }, box, lost), wanted: () => wanted };
  }

  function ownForms() {
    const {
      created_at: since,
      role,
      codes: left = 0,
      password: own = true,
      provider = false,
      totp = false,
    } = app.account ?? { created_at: 0 };
    const few = left <= FEW_CODES;
    return [
      h(
        "p",
        null,
        h("a", { href: playerPath(app.me.name ?? "") }, h("strong", null, app.me.name ?? "")),
        role ? [" ", h("span", { class: "badge badge--accent" }, t(`role.${role}`))] : [],
        " ",
        h(
          "time",
          { class: "muted", datetime: new Date(since).toISOString() },
          t("account.since", { date: dayText(since) }),
        ),
      ),
      own
        ? h("p", { class: few ? "notice notice--warn" : "muted" }, t("account.codes_left", { n: left }))
        : h("p", { class: "muted" }, t(provider ? "account.by_provider" : "account.no_password")),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "button", "data-do": "sign-out", onclick: signOut },
          t("account.sign_out"),
        ),
        role && role !== "bot" ? h("a", { class: "button", href: pathOf("staff") }, t("staff.open")) : null,
      ),
      ...(own ? [passwordForm(), codesForm()] : []),
      ...(own && (provider || app.provider) ? [linkedIdentities(app, toldAtTop)] : []),
      // a former staff member may still have an authenticator and must be able to remove it
      ...(own && (totp || (role && role !== "bot")) ? [totpForm(app, codes, toldAtTop)] : []),
      ...(role || !own ? [] : [ownerForm()]),
      archiveButton(),
      ...(own || provider ? [deleteForm()] : []),
    ];
  }

  /** @param {string} words */
  function toldAtTop(words) {
    refresh();
    element.querySelector("h2")?.focus();
    return told(words);
  }

  async function signOut() {
    await say(said, async () => {
      const guest = await app.session.command({ t: "sign_out", lang: language() });
      return t("account.signed_out", { name: guest.name ?? "" });
    });
  }

  function archiveButton() {
    return h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "button", "data-do": "archive", onclick: saveArchive },
        t("account.archive"),
      ),
    );
  }

  async function saveArchive() {
    await say(said, async () => {
      saveFile(await app.api.archive(), "tengen.zip");
      return t("account.archived");
    });
  }

  function passwordForm() {
    const old = passwordField(t("account.old_password"), "current-password");
    const fresh = passwordField(t("account.new_password"), "new-password", t("account.password_hint"));
    return accountForm({
      does: "change-password",
      heading: t("account.change"),
      words: t("account.change_words"),
      button: t("account.change"),
      fields: [nameForKeeper(app.me.name ?? ""), old.element, fresh.element],
      async send() {
        await app.session.command({ t: "change_password", old: old.input.value, new: fresh.input.value });
        old.input.value = fresh.input.value = "";
        return t("account.changed");
      },
    });
  }

  function codesForm() {
    const password = passwordField(t("account.password"), "current-password");
    const totp = totpField();
    return accountForm({
      does: "recovery-codes",
      heading: t("account.codes"),
      words: t("account.codes_words"),
      button: t("account.codes_make"),
      fields: [nameForKeeper(app.me.name ?? ""), password.element, totp.element],
      async send() {
        const { codes: fresh } = await totp.asking(() =>
          app.session.command({ t: "recovery_codes", password: password.input.value, totp: totp.code() }),
        );
        password.input.value = "";
        if (app.account) app.account = { ...app.account, codes: fresh?.length ?? 0 };
        refresh();
        showCodes(fresh);
        return "";
      },
    });
  }

  function ownerForm() {
    const code = textField(t("account.owner_code"), { name: "code", autocomplete: "off", maxlength: 40 });
    return accountForm({
      does: "claim-owner",
      heading: t("account.owner"),
      words: t("account.owner_words"),
      button: t("account.owner_claim"),
      fields: [code.element],
      async send() {
        await app.session.command({ t: "claim_owner", code: code.input.value });
        if (app.account) app.account = { ...app.account, role: "owner" };
        refresh();
        return told(t("account.owner_now"));
      },
    });
  }

  function deleteForm() {
    const asked = app.account && app.account.password !== false;
    const password = asked ? passwordField(t("account.password"), "current-password") : null;
    const sure = h("input", { type: "checkbox", required: true });
    return accountForm({
      does: "delete",
      heading: t(app.account ? "account.delete" : "account.delete_guest"),
      words: t("account.delete_words"),
      button: t("account.delete_now"),
      danger: true,
      fields: [
        password ? nameForKeeper(app.me.name ?? "") : null,
        password?.element ?? null,
        h("label", { class: "check" }, sure, h("span", null, t("account.delete_sure"))),
      ],
      async send() {
        await app.session.command({ t: "delete_player", password: password?.input.value ?? "" });
        return told(t("account.deleted"));
      },
    });
  }

  refresh();
  return { element, refresh, showsCodes: () => !codes.hidden };
}
