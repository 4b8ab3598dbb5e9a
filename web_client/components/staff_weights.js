import { t } from "../i18n/index.js";
import { dateText, errorText, listText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { saveFile } from "../lib/save_file.js";
import { askForAct } from "./act_dialog.js";
import { itemButton, staffList } from "./staff_list.js";
import { staffTable } from "./staff_table.js";

/** @import {App} from "../lib/app.js" */
/** @import {ActName} from "../lib/messages.js" */
/** @import {WeightDifference, WeightsVersion} from "../protocol.js" */

/**
 * @typedef {WeightsVersion & {number: number, used: boolean, against: number}} Line
 *   `against`: the version it is compared with
 */

/** Version that ships with the program. */
const PROGRAM = 0;
const DIGITS = 2;

/** Versions of the learned weights: the one in use, their match results, and their differences. @param {App} app */
export function staffWeights(app) {
  const inUse = h("p", { "data-testid": "weights-used" });
  const freezing = h("button", { type: "button", class: "button", hidden: true, onclick: freeze });
  const told = h("p", { class: "field-hint", role: "status" });
  const table = h("div", { class: "stack stack--tight", "data-testid": "weights-compared" });
  const other = h("select", { class: "select", id: "weights-other", onchange: () => void list.load() });
  const others = h(
    "div",
    { class: "field", hidden: true },
    h("label", { for: "weights-other" }, t("weights.other")),
    other,
  );
  let frozen = false;
  let used = PROGRAM;
  /** @type {number[]}  versions that can be compared */
  let known = [];

  async function freeze() {
    /** @type {ActName} */
    const act = frozen ? "weights_unfreeze" : "weights_freeze";
    if (await askForAct(app, { act, target: "", about: nameOf(used) })) await list.load();
  }

  /** @param {ActName} act @param {string} done */
  const does =
    (act, done) =>
    async (/** @type {DOMStringMap} */ { version = "" }) =>
      (await askForAct(app, { act, target: version, about: nameOf(Number(version)) })) ? done : "";

  /** @param {number} version @returns {Promise<string>}  message to show */
  async function save(version) {
    try {
      saveFile(await app.api.staffWeights(version), `weights-${version}.txt`);
      return t("staff.saved");
    } catch (error) {
      return errorText(error);
    }
  }

  /** @param {number} version @param {number} other */
  async function compare(version, other) {
    try {
      const found = await app.session.command({ t: "compare_weights", version, other });
      const names = { one: nameOf(version), other: nameOf(other) };
      told.textContent = t("weights.differ", { n: found.differing, all: found.all, ...names });
      morph(table, found.differences.length > 0 && differences(found.differences, names));
    } catch (error) {
      told.textContent = errorText(error);
      morph(table);
    }
    told.scrollIntoView({ block: "nearest" });
  }

  /** Offer the versions to compare with; the one in use is the default. */
  function offer() {
    const chosen = other.value;
    others.hidden = known.length === 0;
    const option = (/** @type {string} */ value, /** @type {string} */ words) =>
      h("option", { value, "data-key": value }, words);
    morph(
      other,
      option("", t("weights.in_use", { name: nameOf(used) })),
      ...[...known, PROGRAM].map((version) => option(String(version), nameOf(version))),
    );
    other.value = known.includes(Number(chosen)) || chosen === String(PROGRAM) ? chosen : "";
  }

  const list = staffList({
    name: "staff-weights",
    heading: t("weights.title"),
    hint: t("weights.hint"),
    shows: ["all"],
    tab: () => "",
    none: t("weights.none"),
    async ask({ after }) {
      const before = after ? { before: after.number } : {};
      const found = await app.session.command({ t: "weights", ...before });
      ({ used, frozen } = found);
      inUse.textContent = t(frozen ? "weights.frozen" : "weights.used", { name: nameOf(used) });
      freezing.textContent = t(frozen ? "do.weights_unfreeze" : "do.weights_freeze");
      freezing.hidden = false;
      back.hidden = used === PROGRAM;
      const there = found.versions.filter(({ state }) => state !== "forgotten").map(({ version }) => version);
      known = after ? [...known, ...there] : there;
      offer();
      const chosen = other.value === "" ? used : Number(other.value);
      const items = found.versions.map((each) => {
        const against = each.version === chosen ? PROGRAM : chosen;
        return { ...each, number: each.version, used: each.version === used, against };
      });
      return { items, more: found.more, broken: found.broken };
    },
    line: versionLine,
    does: {
      use: does("weights_use", t("weights.is_used")),
      forget: does("weights_forget", t("weights.is_forgotten")),
      save: ({ version }) => save(Number(version)),
      compare: ({ version, against }) => void compare(Number(version), Number(against)),
    },
  });
  const back = h(
    "button",
    {
      type: "button",
      class: "button",
      hidden: true,
      "data-do": "use",
      "data-version": String(PROGRAM),
      onclick: async (/** @type {Event} */ event) => {
        event.stopPropagation();
        if (await askForAct(app, { act: "weights_use", target: String(PROGRAM), about: nameOf(PROGRAM) })) {
          await list.load();
        }
      },
    },
    t("weights.back"),
  );
  const saving = itemButton("save", { version: String(PROGRAM) }, t("weights.save"), nameOf(PROGRAM));
  saving.className = "button";
  saving.textContent = t("weights.save_program");
  list.element.querySelector("p")?.after(inUse, h("div", { class: "row" }, freezing, back, saving), others);
  list.element.append(told, table);
  return list;
}

/** @param {number} version */
const nameOf = (version) => (version === PROGRAM ? t("weights.program") : t("weights.version", { version }));

/** @param {Line} line */
function versionLine({ version, at, state, games, parent, pairs, elo, interval, note, used, against }) {
  const name = nameOf(version);
  const [low, high] = interval ?? [0, 0];
  const match =
    elo == null ? "" : t("weights.elo", { elo: signed(elo, 1), low: signed(low, 1), high: signed(high, 1) });
  return h(
    "li",
    { class: "list-item row--apart staff-item", "data-key": String(version), "data-version-line": version },
    h(
      "div",
      { class: "stack stack--tight grow" },
      h(
        "div",
        { class: "row row--tight" },
        h("span", { class: "list-title" }, name),
        h(
          "span",
          { class: used ? "badge badge--good" : "badge" },
          t(used ? "weights.state.used" : `weights.state.${state}`),
        ),
      ),
      h("p", { class: "muted small" }, [dateText(at), t("weights.games", { n: games })].join(" · ")),
      h(
        "p",
        { class: "small numeric" },
        [t("weights.against", { name: nameOf(parent) }), t("weights.pairs", { n: pairs }), match]
          .filter(Boolean)
          .join(" · "),
      ),
      note ? h("p", { class: "muted small", lang: "en" }, note) : null,
    ),
    state === "forgotten"
      ? null
      : h(
          "div",
          { class: "row row--tight" },
          itemButton(
            "compare",
            { version: String(version), against: String(against) },
            t("weights.compare", { name: nameOf(against) }),
            name,
          ),
          itemButton("save", { version: String(version) }, t("weights.save"), name),
          used ? null : itemButton("use", { version: String(version) }, t("weights.use"), name),
          itemButton("forget", { version: String(version) }, t("weights.forget"), name),
        ),
  );
}

/** @param {WeightDifference[]} found @param {{one: string, other: string}} names */
function differences(found, names) {
  const heads = [t("weights.weight"), names.one, names.other, t("weights.difference")];
  const rows = found.map((each) => [
    weightText(each),
    ...[each.one.toFixed(DIGITS), each.other.toFixed(DIGITS), signed(each.one - each.other, DIGITS)],
  ]);
  return staffTable({ "aria-label": t("weights.weight") }, heads, rows);
}

/** @param {WeightDifference} weight */
function weightText({ kind, lines = [], threat, mine }) {
  if (kind === "to_move") return t("weights.to_move");
  if (threat) return t(mine ? "weights.mine" : "weights.theirs", { threat: t(`weights.threat.${threat}`) });
  return lines.length ? listText(lines.map((each) => t(`weights.line.${each}`))) : t("weights.nothing");
}

/** @param {number} value @param {number} digits */
const signed = (value, digits) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
