import { accountForm, textField } from "../components/account_forms.js";
import { classFrame } from "../components/class_frame.js";
import { codeSheet } from "../components/code_sheet.js";
import { pupilList } from "../components/pupil_list.js";
import { formCard } from "../components/form_card.js";
import { card, say } from "../components/settings_controls.js";
import { t } from "../i18n/index.js";
import { dayText, errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pathOf } from "../lib/router.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {ClassroomState} from "../lib/messages.js" */

const DAYS = [1, 7, 14, 30, 90, 180];
/** Maximum number of names in one command, since messages have a size limit. */
const AT_ONCE = 20;

/**
 * Page of a class: its pupils, and the sheet of their sign-in codes.
 *
 * @param {App} app
 * @param {string} id
 * @returns {Page}
 */
export function classPage(app, id) {
  const heading = h("h1", { tabindex: -1 }, t("class.title"));
  const frame = classFrame(
    app,
    [
      h(
        "div",
        { class: "page-head" },
        heading,
        h("a", { class: "button button--small", href: pathOf("classes") }, t("class.all")),
      ),
    ],
    readClass,
  );
  const { element, body, said } = frame;
  /** @type {HTMLElement | null} */
  let sheet = null;

  async function readClass() {
    showClass(await app.session.command({ t: "classroom", classroom: id }));
    return "";
  }

  /** @param {ClassroomState} state */
  function showClass({ classroom, pupils }) {
    heading.textContent = classroom.name;
    app.setTitle(classroom.name);
    const managed = pupils.filter((each) => each.managed).length;
    body.replaceChildren(
      card(
        "pupils-title",
        t("class.pupils", { n: pupils.length }),
        pupilList(pupils, { codeFor, release, rename: renamePupil }),
      ),
      ...(managed ? [codesCard(managed)] : []),
      addCard(),
      h("section", { class: "card" }, nameForm(classroom.name), endForm()),
    );
  }

  /** @param {number} managed  number of pupils who sign in by codes */
  function codesCard(managed) {
    const days = h(
      "select",
      { class: "select", id: "class-days", value: "14" },
      DAYS.map((n) => h("option", { value: String(n) }, t("staff.days", { n }))),
    );
    const out = h("input", { type: "checkbox" });
    return formCard(
      "all-codes",
      t("class.codes"),
      [
        h("p", { class: "muted" }, t("class.codes_words", { n: managed })),
        h("div", { class: "field" }, h("label", { for: "class-days" }, t("class.days")), days),
        h("label", { class: "check" }, out, h("span", null, t("class.sign_out"))),
      ],
      () => makeCodes([], Number(days.value), out.checked),
      t("class.codes_make"),
    );
  }

  /** @param {string[]} players @param {number} days @param {boolean} signOut */
  async function makeCodes(players, days, signOut) {
    const made = await app.session.command({
      t: "pupil_codes",
      classroom: id,
      players,
      days,
      sign_out: signOut,
    });
    closeSheet();
    sheet = codeSheet(made, () => {
      closeSheet();
      heading.focus();
    });
    element.append(sheet);
    await readClass();
    sheet.scrollIntoView();
    sheet.querySelector("h2")?.focus({ preventScroll: true });
    return "";
  }

  function closeSheet() {
    sheet?.remove();
    sheet = null;
  }

  /** @param {string} player */
  const codeFor = (player) => void say(said, () => makeCodes([player], 14, false));

  /** @param {string} player @param {string} name */
  const release = (player, name) =>
    void say(said, async () => {
      const { code, expires_at: until } = await app.session.command({ t: "release_pupil", player });
      await readClass();
      body.prepend(
        h(
          "div",
          { class: "notice stack stack--tight", "data-testid": "released" },
          h("strong", null, t("class.released", { name })),
          h("output", { class: "code-shown mono" }, code ?? ""),
          h("p", null, t("class.released_words", { name, date: dayText(until ?? 0) })),
        ),
      );
      heading.focus();
      return "";
    });

  /** @param {string} player @param {string} name */
  const renamePupil = (player, name) =>
    void say(said, async () => {
      await app.session.command({ t: "rename_player", player, name });
      await readClass();
      return t("staff.done");
    });

  function addCard() {
    const names = h("textarea", {
      class: "input",
      id: "class-names",
      rows: 6,
      required: true,
      "aria-describedby": "class-names-hint",
    });
    const field = h(
      "div",
      { class: "field" },
      h("label", { for: "class-names" }, t("class.names")),
      names,
      h("p", { class: "field-hint", id: "class-names-hint" }, t("class.names_hint")),
    );
    return formCard("add-pupils", t("class.add"), [field], async () => {
      let left = names.value
        .split("\n")
        .map((each) => each.trim())
        .filter(Boolean);
      while (left.length) {
        try {
          showAdded(await app.session.command({ t: "add_pupils", classroom: id, names: left.slice(0, AT_ONCE) }));
        } catch (error) {
          throw named(error);
        }
        left = left.slice(AT_ONCE);
        names.value = left.join("\n"); // keep only the names that are not added yet
      }
      await readClass();
      said.textContent = t("staff.done");
      return "";
    });
  }

  /** @param {ClassroomState} state */
  function showAdded({ pupils }) {
    said.textContent = t("class.pupils", { n: pupils.length });
  }

  /** @param {string} before */
  function nameForm(before) {
    const name = textField(t("class.name"), { maxlength: 60, autocomplete: "off", name: "class", value: before });
    return accountForm({
      does: "rename-class",
      heading: t("class.rename_class"),
      button: t("settings.save"),
      fields: [name.element],
      async send() {
        await app.session.command({ t: "rename_classroom", classroom: id, name: name.input.value.trim() });
        await readClass();
        return "";
      },
    });
  }

  function endForm() {
    const sure = h("input", { type: "checkbox", required: true });
    return accountForm({
      does: "end-class",
      heading: t("class.end"),
      words: t("class.end_words"),
      button: t("class.end"),
      danger: true,
      fields: [h("label", { class: "check" }, sure, h("span", null, t("class.end_sure")))],
      async send() {
        await app.session.command({ t: "end_classroom", classroom: id });
        app.navigate(pathOf("classes"), { replace: true });
        return "";
      },
    });
  }

  return { title: t("class.title"), element, close: frame.begin() };
}

/** Describe a refusal and the name it is about. @param {unknown} error */
function named(error) {
  const { code, detail } = /** @type {{code?: string, detail?: Record<string, string | number>}} */ (error ?? {});
  if (!detail?.name) return error;
  return { code: "pupil_name", detail: { name: detail.name, why: errorText({ code, detail }) } };
}
