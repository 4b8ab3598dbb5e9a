import { textField } from "../components/account_forms.js";
import { formCard } from "../components/form_card.js";
import { card, say } from "../components/settings_controls.js";
import { isFor, staffTabs } from "../components/staff_tabs.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { classPath } from "../lib/router.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {ClassroomInfo} from "../lib/messages.js" */

/**
 * A teacher's classes; the server's owner sees all.
 *
 * @param {App} app
 * @returns {Page}
 */
export function classesPage(app) {
  const body = h("div", { class: "stack" });
  const stranger = h("p", { class: "muted", "data-testid": "stranger", hidden: true }, t("class.stranger"));
  const said = h("p", { class: "field-hint", role: "status" });
  const tabs = staffTabs("classes");
  const element = h(
    "div",
    { class: "page page--narrow" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("class.title"))),
    tabs.element,
    stranger,
    said,
    body,
  );
  let known = "";

  function update() {
    if (app.status !== "online" || !app.me.id) return;
    const role = app.account?.role ?? "";
    stranger.hidden = isFor("classes", role);
    body.hidden = !stranger.hidden;
    const now = `${app.me.id} ${role}`;
    if (body.hidden || now === known) return;
    known = now;
    tabs.update(role);
    void say(said, readAll);
  }

  async function readAll() {
    const { classrooms } = await app.session.command({ t: "classrooms" });
    body.replaceChildren(listCard(classrooms), makeCard());
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

  const stop = app.watch(update);
  update();
  return { title: t("class.title"), element, close: stop };
}
