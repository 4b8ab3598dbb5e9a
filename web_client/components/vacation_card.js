import { t } from "../i18n/index.js";
import { rangeText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { newest } from "../lib/newest.js";
import { card, say } from "./settings_controls.js";

/** @import {App} from "../lib/app.js" */

/**
 * Card of the viewer's vacations, during which their clocks in games by correspondence stand still.
 *
 * @param {App} app
 * @returns {HTMLElement}
 */
export function vacationCard(app) {
  const list = h("ul", { class: "stack stack--tight vacations", "data-testid": "vacations", hidden: true });
  const days = h("input", {
    class: "input",
    id: "vacation-days",
    type: "number",
    min: 1,
    max: 30,
    value: 7,
    required: true,
    "aria-describedby": "vacation-said",
  });
  const from = h("input", { class: "input", id: "vacation-from", type: "date" });
  const said = h("p", { class: "field-hint", id: "vacation-said", role: "status" });
  const back = h(
    "button",
    { type: "button", class: "button", "data-do": "end-vacation", hidden: true, onclick: end },
    "",
  );

  let left = "";
  const load = newest(() => app.api.vacations(), draw);

  async function refresh() {
    await load();
    return left;
  }

  /** @param {import("../lib/api.js").Vacations} found */
  function draw({ vacations, days_left: days }) {
    const now = app.time.now();
    list.replaceChildren(
      ...vacations.map(([start, until]) =>
        h(
          "li",
          { class: start <= now ? "notice" : "notice notice--quiet" },
          h("strong", null, t(start <= now ? "vacation.now" : "vacation.later")),
          h("span", { class: "numeric" }, rangeText(start, until)),
        ),
      ),
    );
    list.hidden = back.hidden = vacations.length === 0;
    back.textContent = t(vacations.some(([start]) => start <= now) ? "vacation.end" : "vacation.cancel");
    left = t("vacation.left", { n: days });
  }

  /** @param {SubmitEvent} event */
  async function take(event) {
    event.preventDefault();
    await say(
      said,
      async () => {
        const start = from.value ? new Date(`${from.value}T00:00`).getTime() : 0;
        await app.session.command({ t: "take_vacation", days: Number(days.value), start });
        return refresh();
      },
      days,
    );
  }

  async function end() {
    await say(said, async () => {
      await app.session.command({ t: "end_vacation" });
      return refresh();
    });
  }

  if (app.me.id) {
    void say(said, refresh);
  } else {
    const stop = app.watch(() => {
      if (!app.me.id) return;
      stop();
      void say(said, refresh);
    });
  }
  return card(
    "vacation-title",
    t("vacation.title"),
    h("p", { class: "muted" }, t("vacation.hint")),
    list,
    h(
      "form",
      { class: "stack stack--tight", onsubmit: take },
      h(
        "div",
        { class: "create-custom" },
        h("div", { class: "field" }, h("label", { for: "vacation-days" }, t("vacation.days")), days),
        h("div", { class: "field" }, h("label", { for: "vacation-from" }, t("vacation.from")), from),
      ),
      h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, t("vacation.take")), back),
      said,
    ),
  );
}
