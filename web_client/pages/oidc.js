import { textField } from "../components/account_forms.js";
import { formCard } from "../components/form_card.js";
import { totpField } from "../components/totp_forms.js";
import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pathOf } from "../lib/router.js";
import { Refused } from "../lib/session.js";

/** @import {App, Page} from "../lib/app.js" */

const TICKET = "tengen_ticket";

/**
 * Page that the provider redirects to, with a ticket to sign in with or with an error.
 *
 * @param {App} app
 * @param {URLSearchParams} query
 * @returns {Page}
 */
export function oidcPage(app, query) {
  const title = t("oidc.title");
  const body = h("div", { class: "stack" }, h("p", { role: "status" }, t("oidc.waiting")));
  const element = h(
    "div",
    { class: "page page--narrow" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, title)),
    body,
  );
  const ticket = readTicket();
  let begun = false;

  function update() {
    if (begun || app.status !== "online" || !app.me.id) return;
    begun = true;
    const error = query.get("error");
    if (error || !ticket) fail({ code: error ?? "oidc_state" });
    else void enter().catch(fail);
  }

  /** @param {{name?: string, totp?: string}} [said]  name of an account to create, authenticator code */
  async function enter(said = {}) {
    try {
      await app.session.command({ t: "oidc_sign_in", ticket, ...said });
    } catch (error) {
      if (said.name || said.totp || !(error instanceof Refused)) throw error;
      const proposed = String(error.detail.name ?? "");
      if (error.code === "choose_name") choose(proposed);
      else if (error.code === "totp_wanted") askTotp();
      else if (error.code === "confirm_link") confirm(proposed);
      else throw error;
      return;
    }
    forgetTicket();
    app.navigate(pathOf("lobby"), { replace: true });
    app.toast(t("code.welcome", { name: app.me.name ?? "" }));
  }

  /** @param {string} proposed */
  function choose(proposed) {
    const name = textField(t("account.name"), {
      name: "username",
      autocomplete: "nickname",
      maxlength: 40,
      value: proposed,
    });
    const form = formCard(
      "choose-name",
      t("oidc.choose"),
      [h("p", { class: "muted" }, t("oidc.choose_words")), name.element],
      async () => {
        await enter({ name: name.input.value.trim() });
        return "";
      },
      t("account.keep"),
    );
    body.replaceChildren(form);
    name.input.focus();
  }

  function askTotp() {
    const code = totpField();
    code.element.hidden = false;
    const form = formCard(
      "oidc-totp",
      t("account.totp"),
      [code.element],
      async () => {
        await enter({ totp: code.code() });
        return "";
      },
      t("account.sign_in"),
    );
    body.replaceChildren(form);
    form.querySelector("input")?.focus();
  }

  /** @param {string} name  of the identity at the provider */
  function confirm(name) {
    const label = app.provider ?? "";
    const form = formCard(
      "oidc-link",
      t("oidc.link", { label }),
      [
        h(
          "p",
          null,
          t(name ? "oidc.link_sure" : "oidc.link_sure_nameless", { name, label, account: app.me.name ?? "" }),
        ),
        h("p", null, h("a", { href: pathOf("settings"), onclick: forgetTicket }, t("oidc.link_not"))),
      ],
      async () => {
        await app.session.command({ t: "oidc_link_confirm", ticket });
        forgetTicket();
        app.navigate(pathOf("settings"), { replace: true });
        app.toast(t("oidc.linked", { label }));
        return "";
      },
      t("oidc.link_now"),
    );
    body.replaceChildren(form);
    form.querySelector("button")?.focus();
  }

  /** @param {unknown} error */
  function fail(error) {
    forgetTicket();
    body.replaceChildren(
      h("p", { class: "notice notice--warn", role: "alert" }, errorText(error)),
      h(
        "div",
        { class: "row" },
        app.provider && !app.account
          ? h("a", { class: "button button--primary", href: "/oidc/start" }, t("oidc.again"))
          : null,
        h("a", { class: "button", href: pathOf("settings") }, t("nav.settings")),
      ),
    );
  }

  const stop = app.watch(update);
  update();
  return { title, element, close: stop };
}

/** Read and delete the ticket from the cookie; it is valid only in this browser. */
function readTicket() {
  for (const part of document.cookie.split(";")) {
    const [name, value = ""] = part.trim().split("=");
    if (name === TICKET) return value;
  }
  return "";
}

function forgetTicket() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${TICKET}=; Path=/oidc; Max-Age=0`;
}
