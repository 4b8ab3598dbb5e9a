import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { saveFile } from "../lib/save_file.js";

/**
 * Recovery codes, shown once to be written down or saved.
 *
 * @param {string[]} codes
 * @param {string} name  of the account
 * @param {() => void} done
 */
export function recoveryCodes(codes, name, done) {
  const save = () => {
    const text = [t("account.codes_of", { name, host: location.host }), "", ...codes, ""].join("\n");
    saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), "tengen-codes.txt");
  };
  return h(
    "div",
    { class: "notice stack stack--tight", "data-testid": "recovery-codes" },
    h("h3", { tabindex: -1 }, t("account.codes")),
    h("p", null, t("account.codes_once")),
    h(
      "ul",
      { class: "account-codes mono" },
      codes.map((code) => h("li", null, code)),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button", onclick: save }, t("account.codes_save")),
      h(
        "button",
        { type: "button", class: "button button--primary", "data-do": "codes-kept", onclick: done },
        t("account.codes_kept"),
      ),
    ),
  );
}
