import { t } from "../i18n/index.js";
import { dayText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { accountForm, nameForKeeper, passwordField } from "./account_forms.js";
import { totpField } from "./totp_forms.js";

/** @import {App} from "../lib/app.js" */
/** @import {LinkedIdentity} from "../protocol.js" */

/**
 * List of the identities linked to an account with a password, with forms to link one and to unlink it. Empty until the
 * server has answered.
 *
 * @param {App} app
 * @param {(words: string) => string} told  shows the result
 */
export function linkedIdentities(app, told) {
  const element = h("div", { class: "stack" });

  async function refresh() {
    const { identities } = await app.session.command({ t: "identities" });
    element.replaceChildren(
      ...identities.flatMap((identity) => [line(identity), unlinkForm(identity)]),
      ...(app.provider && !identities.some((identity) => identity.current) ? [linkForm(app.provider)] : []),
    );
  }

  /** @param {LinkedIdentity} identity */
  function label({ issuer, current = false }) {
    return (current && app.provider) || new URL(issuer).host;
  }

  /** @param {LinkedIdentity} identity */
  function line(identity) {
    const words = { label: label(identity), date: dayText(identity.made_at) };
    return h("p", { class: "muted", "data-linked": identity.issuer }, t("oidc.linked_since", words));
  }

  /** @param {string} provider */
  function linkForm(provider) {
    const password = passwordField(t("account.password"), "current-password");
    const totp = totpField();
    return accountForm({
      does: "oidc-link-begin",
      heading: t("oidc.link", { label: provider }),
      words: t("oidc.link_words", { label: provider }),
      button: t("oidc.link_go", { label: provider }),
      fields: [nameForKeeper(app.me.name ?? ""), password.element, totp.element],
      async send() {
        const { code } = await totp.asking(() =>
          app.session.command({ t: "oidc_link", password: password.input.value, totp: totp.code() }),
        );
        password.input.value = "";
        location.assign(`/oidc/start?link=${code}`);
        return "";
      },
    });
  }

  /** @param {LinkedIdentity} identity */
  function unlinkForm(identity) {
    const password = passwordField(t("account.password"), "current-password");
    const totp = totpField();
    return accountForm({
      does: "oidc-unlink",
      heading: t("oidc.unlink", { label: label(identity) }),
      words: t("oidc.unlink_words"),
      button: t("oidc.unlink_now"),
      danger: true,
      fields: [nameForKeeper(app.me.name ?? ""), password.element, totp.element],
      async send() {
        await totp.asking(() =>
          app.session.command({
            t: "oidc_unlink",
            issuer: identity.issuer,
            password: password.input.value,
            totp: totp.code(),
          }),
        );
        told(t("oidc.unlinked", { label: label(identity) }));
        await refresh();
        return "";
      },
    });
  }

  void refresh().catch(() => {}); // offline: the card is redrawn after the next greeting
  return element;
}
