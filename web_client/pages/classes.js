import { textField } from "../components/account_forms.js";
import { classFrame } from "../components/class_frame.js";
import { formCard } from "../components/form_card.js";
import { card } from "../components/settings_controls.js";
import { staffTabs } from "../components/staff_tabs.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { classPath } from "../lib/router.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {ClassroomInfo} from "../lib/messages.js" */

/** Page of a teacher's classes; the server's owner sees all classes. @param {App} app @returns {Page} */
export function classesPage(app) {
  const tabs = staffTabs("classes");
  const frame = classFrame(
    app,
    [h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("class.title"))), tabs.element],
    readAll,
  );

  /** @param {string} role */
  async function readAll(role) {
    tabs.update(role);
    const { classrooms } = await app.session.command({ t: "classrooms" });
    frame.body.replaceChildren(listCard(classrooms), makeCard());
    return "";
  }

  /** @param {ClassroomInfo[]} classrooms */
  function listCard(classrooms) {
    const list = classrooms.length
      ? h("ul", { class: "list" }, classrooms.map(classLine))
      : h("p", { class: "muted" }, t("class.none"));
    return card("classes-title", t("class.yours"), h("p", { class: "muted" }, t("class.words")), list);
  }

  /** @param {ClassroomInfo} classroom */
  function classLine({ id: each, name, pupils, teacher }) {
    const others = teacher.id === app.me.id ? "" : ` · ${teacher.name || t("talk.gone")}`;
    return h(
      "li",
      null,
      h(
        "a",
        { class: "list-item", href: classPath(each) },
        h(
          "div",
          null,
          h("strong", null, h("bdi", null, name)),
          h("p", { class: "muted small" }, t("class.pupils", { n: pupils }), others),
        ),
      ),
    );
  }

  function makeCard() {
    const name = textField(
      t("class.name"),
      { maxlength: 60, autocomplete: "off", name: "class" },
      t("class.name_hint"),
    );
    return formCard("make-class", t("class.make"), [name.element], async () => {
      const made = await app.session.command({ t: "make_classroom", name: name.input.value.trim() });
      app.navigate(classPath(made.classroom.id));
      return "";
    });
  }

  return { title: t("class.title"), element: frame.element, close: frame.begin() };
}
