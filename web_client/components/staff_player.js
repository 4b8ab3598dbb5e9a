import { t } from "../i18n/index.js";
import { dateText, sanctionText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { accountActs } from "./staff_account.js";
import { LONGEST_NOTE, OFFENCES } from "./report_form.js";
import { say } from "./settings_controls.js";
import { staffEvidence } from "./staff_evidence.js";

/** @import {App} from "../lib/app.js" */
/** @import {LaidSanction, Offence, PlayerRecord} from "../lib/messages.js" */

/** @typedef {PlayerRecord["may"][number]} Kind */

const JUDGES = new Set(["owner", "moderator"]);
const HOUR = 60;
/** Durations in minutes; 0 lasts until lifted. */
const SPANS = [10, HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR, 0];
const TEACHERS_SPANS = SPANS.filter((minutes) => minutes > 0 && minutes <= 7 * 24 * HOUR);

/**
 * Search for players, and staff's view of one, with the acts the viewer may perform.
 *
 * @param {App} app
 * @param {() => void} onActed  called after an act
 * @param {(text: string) => Promise<string | null>} find  returns the player to show for a name or id; null: none
 */
export function staffPlayer(app, onActed, find) {
  const sought = h("input", { class: "input", id: "staff-player", type: "search", maxlength: 40, autocomplete: "off" });
  const said = h("p", { class: "field-hint", role: "status" });
  const place = h("div", { class: "stack", "data-testid": "player-record" });
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": "player-title" },
    h("h2", { id: "player-title", tabindex: -1 }, t("staff.player")),
    h(
      "form",
      { class: "field", role: "search", onsubmit: submit },
      h("label", { for: "staff-player" }, t("staff.name_or_id")),
      h("div", { class: "copy-link-row" }, sought, h("button", { type: "submit", class: "button" }, t("staff.search"))),
    ),
    said,
    place,
  );

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    await say(said, async () => {
      const player = await find(sought.value.trim());
      if (player === null) place.replaceChildren();
      else await show(player);
      place.querySelector("h3")?.focus();
      return "";
    });
  }

  /**
   * @param {string} player  id or name
   * @param {string} [done]  message to show after an act
   */
  const look = (player, done = "") =>
    say(said, async () => {
      await show(player);
      return done;
    });

  /** @param {string} player */
  async function show(player) {
    const record = await app.session.command({ t: "player", player });
    place.replaceChildren(...draw(record));
  }

  /** Perform an act on a player and reload them. @param {string} player @param {() => Promise<unknown>} work */
  const act = (player, work) =>
    say(said, async () => {
      await work();
      onActed();
      await look(player, t("staff.done"));
      if (document.activeElement === document.body) element.querySelector("h2")?.focus(); // else they have gone on
      return t("staff.done");
    });

  /** @param {PlayerRecord} record */
  function draw(record) {
    const owner = app.account?.role === "owner" && record.may.length > 0;
    const id = record.who.id ?? "";
    return [...drawRecord(record), owner ? accountActs(app, record, onActed, (done) => look(id, done)) : null].filter(
      (part) => part !== null,
    );
  }

  /** @param {PlayerRecord} record */
  function drawRecord({
    who,
    created_at: since,
    seen_at: seen,
    account_at: account,
    role,
    here,
    open,
    sanctions,
    may,
    disabled,
  }) {
    const id = who.id ?? "";
    return [
      h(
        "div",
        { class: "row row--tight" },
        h("h3", { tabindex: -1 }, h("bdi", null, who.name ?? "")),
        role ? h("span", { class: "badge badge--accent" }, t(`role.${role}`)) : null,
        account ? null : h("span", { class: "badge" }, t("staff.guest")),
        disabled ? h("span", { class: "badge badge--warn" }, t("staff.disabled")) : null,
        here ? h("span", { class: "badge badge--good" }, t("staff.here")) : null,
      ),
      h(
        "p",
        { class: "muted small" },
        `${t("staff.since", { date: dateText(since) })} · ${t("staff.seen", { date: dateText(seen) })} · ID ${id}`,
      ),
      open ? h("p", null, t("staff.open_reports", { n: open })) : null,
      sanctions.length
        ? h(
            "ul",
            { class: "list", "aria-label": t("staff.sanctions") },
            sanctions.map((each) => laid(id, each, may)),
          )
        : h("p", { class: "muted" }, t("staff.no_sanctions")),
      JUDGES.has(app.account?.role ?? "") ? staffEvidence(app, id, onActed) : null,
      ...(may.length ? [sanctionForm(id, may), renameForm(id)] : [h("p", { class: "muted" }, t("staff.no_power"))]),
    ].filter((part) => part !== null);
  }

  /** @param {string} player @param {number} sanction */
  async function lift(player, sanction) {
    try {
      await app.session.command({ t: "lift", sanction });
    } catch (error) {
      await show(player); // another member of staff was faster
      if (document.activeElement === document.body) element.querySelector("h2")?.focus(); // else they have gone on
      throw error;
    }
  }

  /** @param {string} player @param {LaidSanction} sanction @param {Kind[]} may */
  function laid(player, { id, kind, reason, at, until, by, note, lifted_at: lifted }, may) {
    const over = lifted || (until && until <= app.time.now());
    return h(
      "li",
      { class: "list-item row--apart", "data-sanction": kind, "data-over": over ? "" : null },
      h(
        "div",
        null,
        h("strong", null, t(`sanction.${kind}`)),
        h("p", { class: "small" }, sanctionText(reason, until ?? 0)),
        h(
          "p",
          { class: "muted small" },
          t("act.by", { name: by?.name || t("staff.command_line"), date: dateText(at) }),
        ),
        note ? h("p", { class: "small" }, h("bdi", null, note)) : null,
        lifted ? h("p", { class: "muted small" }, t("staff.lifted", { date: dateText(lifted) })) : null,
      ),
      !over && may.includes(kind)
        ? h(
            "button",
            {
              type: "button",
              class: "button button--small",
              "data-do": "lift",
              "aria-label": t("staff.lift_named", { kind: t(`sanction.${kind}`) }),
              onclick: () => act(player, () => lift(player, id)),
            },
            t("staff.lift"),
          )
        : null,
    );
  }

  /** @param {string} player @param {Kind[]} may */
  function sanctionForm(player, may) {
    const spans = may.includes("ban") ? SPANS : TEACHERS_SPANS;
    const kind = select("staff-kind", may, (each) => t(`sanction.${each}`));
    const span = select("staff-span", spans.map(String), (each) => spanText(Number(each)));
    const reason = select("staff-reason", OFFENCES, (each) => t(`offence.${each}`));
    const note = noteField("staff-note");
    return h(
      "form",
      {
        class: "stack stack--tight",
        "data-testid": "sanction-form",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const minutes = Number(span.value) || null;
          void act(player, () =>
            app.session.command({
              t: "sanction",
              player,
              kind: /** @type {Kind} */ (kind.value),
              reason: /** @type {Offence} */ (reason.value),
              minutes,
              note: note.value.trim(),
            }),
          );
        },
      },
      h("h3", null, t("staff.lay")),
      h(
        "div",
        { class: "cards" },
        labelled("staff-kind", t("staff.kind"), kind),
        labelled("staff-span", t("staff.span"), span),
        labelled("staff-reason", t("staff.reason"), reason),
        labelled("staff-note", t("staff.note"), note),
      ),
      h("p", { class: "muted small" }, t("staff.lay_hint")),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "button button--danger" }, t("staff.lay_button")),
      ),
    );
  }

  /** @param {string} player */
  function renameForm(player) {
    const name = h("input", { class: "input", id: "staff-name", maxlength: 40, autocomplete: "off", required: true });
    const note = noteField("rename-note");
    return h(
      "form",
      {
        class: "stack stack--tight",
        "data-testid": "rename-form",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const said = { name: name.value.trim(), note: note.value.trim() };
          void act(player, () => app.session.command({ t: "rename_player", player, ...said }));
        },
      },
      h("h3", null, t("staff.rename")),
      h(
        "div",
        { class: "cards" },
        labelled("staff-name", t("staff.rename_to"), name),
        labelled("rename-note", t("staff.note"), note),
      ),
      h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, t("staff.rename"))),
    );
  }

  return {
    element,

    /** @param {string} player */
    async look(player) {
      await look(player);
      if (document.activeElement === document.body) element.querySelector("h2")?.focus(); // else they have gone on
    },
  };
}

/**
 * @template {string} Value
 * @param {string} id
 * @param {Value[]} values
 * @param {(value: Value) => string} text
 */
const select = (id, values, text) =>
  h(
    "select",
    { class: "select", id },
    values.map((value) => h("option", { value }, text(value))),
  );

/** @param {string} id @param {string} label @param {HTMLElement} control */
const labelled = (id, label, control) => h("div", { class: "field" }, h("label", { for: id }, label), control);

/** @param {string} id */
const noteField = (id) => h("input", { class: "input", id, maxlength: LONGEST_NOTE, autocomplete: "off" });

/** @param {number} minutes */
function spanText(minutes) {
  if (!minutes) return t("staff.until_lifted");
  if (minutes < HOUR) return t("staff.minutes", { n: minutes });
  if (minutes < 24 * HOUR) return t("staff.hours", { n: minutes / HOUR });
  return t("staff.days", { n: minutes / 24 / HOUR });
}
