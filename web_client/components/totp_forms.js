import { t } from "../i18n/index.js";
import { h, svg } from "../lib/dom.js";
import { Refused } from "../lib/session.js";
import { accountForm, nameForKeeper, passwordField, textField } from "./account_forms.js";
import { formCard } from "./form_card.js";

/** @import {App} from "../lib/app.js" */
/** @import {QrCode} from "../protocol.js" */

/**
 * Field for an authenticator code, hidden until the server asks for one.
 *
 * @returns {{element: HTMLElement, code: () => string, asking: <Done>(work: () => Promise<Done>) => Promise<Done>}}
 */
export function totpField() {
  const field = textField(
    t("account.totp"),
    { name: "totp", autocomplete: "one-time-code", inputmode: "text", maxlength: 40, required: false },
    t("account.totp_hint"),
  );
  field.element.hidden = true;
  return {
    element: field.element,
    code: () => field.input.value,
    async asking(work) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof Refused && error.code === "totp_wanted") {
          field.element.hidden = false;
          field.input.focus();
        }
        throw error;
      }
    },
  };
}

/**
 * Form in which an account of staff sets up or removes an authenticator.
 *
 * @param {App} app
 * @param {HTMLElement} place  shows the secret once
 * @param {(words: string) => string} changed  shows the result
 */
export function totpForm(app, place, changed) {
  const password = passwordField(t("account.password"), "current-password");
  const keeper = nameForKeeper(app.me.name ?? "");
  if (app.account?.totp) {
    const code = textField(
      t("account.totp"),
      { name: "totp", autocomplete: "one-time-code", maxlength: 40 },
      t("account.totp_hint"),
    );
    return accountForm({
      does: "totp-end",
      heading: t("account.totp_on"),
      words: t("account.totp_end_words"),
      button: t("account.totp_end"),
      danger: true,
      fields: [keeper, password.element, code.element],
      async send() {
        await app.session.command({ t: "totp_end", password: password.input.value, totp: code.input.value });
        know(false);
        return changed(t("account.totp_ended"));
      },
    });
  }
  return accountForm({
    does: "totp-begin",
    heading: t("account.totp_set"),
    words: t("account.totp_words"),
    button: t("account.totp_next"),
    fields: [keeper, password.element],
    async send() {
      const asked = { t: /** @type {const} */ ("totp_begin"), password: password.input.value, place: location.host };
      const { code: secret, qr } = await app.session.command(asked);
      password.input.value = "";
      if (secret && qr) confirmForm(secret, qr);
      return "";
    },
  });

  /** @param {string} secret @param {QrCode} qr */
  function confirmForm(secret, qr) {
    const code = textField(t("account.totp"), { name: "totp", autocomplete: "one-time-code", maxlength: 40 });
    const form = formCard(
      "totp-confirm",
      t("account.totp_set"),
      [
        h("p", null, t("account.totp_secret")),
        picture(qr),
        h("output", { class: "mono totp-secret" }, secret.replace(/(.{4})/g, "$1 ").trim()),
        h("p", null, h("a", { href: qr.text }, t("account.totp_link"))),
        code.element,
      ],
      async () => {
        await app.session.command({ t: "totp_confirm", totp: code.input.value });
        place.replaceChildren();
        place.hidden = true;
        know(true);
        return changed(t("account.totp_done"));
      },
      t("account.totp_confirm"),
    );
    place.hidden = false;
    place.replaceChildren(form);
    code.input.focus();
  }

  /** @param {QrCode} qr */
  function picture({ size, path }) {
    return svg(
      "svg",
      { class: "qr-code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("account.totp_qr") },
      svg("path", { d: path }),
    );
  }

  /** @param {boolean} totp */
  function know(totp) {
    if (app.account) app.account = { ...app.account, totp };
  }
}
