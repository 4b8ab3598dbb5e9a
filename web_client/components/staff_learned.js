import { t } from "../i18n/index.js";
import { bytesText, errorText, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { staffCheck } from "./staff_check.js";
import { staffPatterns } from "./staff_patterns.js";
import { staffTable } from "./staff_table.js";
import { staffWeights } from "./staff_weights.js";

/** @import {App} from "../lib/app.js" */
/** @import {ProofPool} from "../protocol.js" */
/** @import {StaffPart} from "../pages/staff.js" */

/** Learned knowledge: patterns, weights and proofs. @param {App} app @returns {StaffPart} */
export function staffLearned(app) {
  const patterns = staffPatterns(app);
  const weights = staffWeights(app);
  const proofs = proofTable(app);
  const check = staffCheck(app, "proofs");
  return {
    element: h("div", { class: "stack" }, patterns.element, weights.element, proofs.element, check.element),
    load() {
      void patterns.load();
      void weights.load();
      void proofs.load();
      void check.load();
    },
    close: check.close,
  };
}

/** @param {App} app */
function proofTable(app) {
  const said = h("p", { class: "field-hint", role: "status" });
  const place = h("div", { "data-testid": "proofs" });
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": "proofs-title" },
    h("h2", { id: "proofs-title" }, t("proofs.title")),
    h("p", { class: "muted" }, t("proofs.hint")),
    said,
    place,
  );

  async function load() {
    try {
      const { pools } = await app.session.command({ t: "proofs" });
      said.textContent = pools.length ? "" : t("proofs.none");
      morph(place, pools.length > 0 && table(pools));
    } catch (error) {
      said.textContent = errorText(error);
    }
  }

  return { element, load };
}

/** @param {ProofPool[]} pools */
function table(pools) {
  const heads = [t("proofs.rules"), t("proofs.won"), t("proofs.lost"), t("proofs.bytes"), t("proofs.dropped")];
  const number = new Intl.NumberFormat(document.documentElement.lang);
  const rows = pools.map(({ rules, size, won, lost, bytes, dropped }) => [
    `${rulesName(rules)} ${sizeName(size)}`,
    ...[number.format(won), number.format(lost), bytesText(bytes), number.format(dropped)],
  ]);
  return staffTable({ "aria-labelledby": "proofs-title" }, heads, rows);
}
