import { t } from "../i18n/index.js";
import { errorText, sanctionText, sentences } from "../i18n/words.js";
import { blockPlayer } from "./blocking.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { LONGEST, countNew, hasTalk, nameIn, othersIn, phrasesFor } from "../lib/talk.js";
import { botLevel } from "../lib/room.js";
import { createReportForm } from "./report_form.js";

/** @import {App} from "../lib/app.js" */
/** @import {Phrase, Remark} from "../lib/messages.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {Talk} from "../lib/talk.js" */

/** Longest wait before the room is requested again: timers of browsers overflow after 24 days. */
const LONGEST_WAIT_MS = 86_400_000;
/** Margin for the difference between the server's clock and the browser's. */
const AFTER_MS = 500;

/**
 * Panel with a room's remarks, and the phrases or the text field for new ones; its tab is marked while there are remarks
 * that have not been in sight.
 *
 * @param {App} app
 * @param {string} id  of the room
 * @param {ReturnType<typeof import("./tabs.js").createTabs>} tabs
 */
export function createTalkCard(app, id, tabs) {
  const list = h("ul", { class: "talk", "data-testid": "talk" });
  const log = h("div", { class: "scroll talk-scroll", role: "log", tabindex: 0, "aria-label": t("talk.title") }, list);
  const note = h("p", { class: "muted small", "data-testid": "talk-note" });
  const phrases = h("div", { class: "row row--tight talk-phrases", role: "group", "aria-label": t("talk.phrases") });
  const entered = h("input", {
    class: "input",
    id: "talk-text",
    maxlength: LONGEST,
    autocomplete: "off",
    enterkeyhint: "send",
    dir: "auto",
    required: true,
    "aria-describedby": "talk-said",
  });
  const form = h(
    "form",
    { class: "field", onsubmit: write },
    h("label", { for: "talk-text" }, t("talk.write")),
    h("div", { class: "copy-link-row" }, entered, h("button", { type: "submit", class: "button" }, t("talk.send"))),
  );
  const said = h("p", { class: "field-error", id: "talk-said", role: "status" });
  const people = h("ul", { class: "list talk-people" });
  const about = h("details", { class: "talk-about" }, h("summary", null, t("talk.about")), people);
  const fresh = h("button", {
    type: "button",
    class: "button button--primary button--small talk-new",
    "data-do": "new-talk",
    hidden: true,
  });
  const element = h(
    "div",
    { class: "stack stack--tight", "data-testid": "talk-card" },
    log,
    note,
    phrases,
    form,
    said,
    about,
  );
  tabs.panel("talk").append(element);
  tabs.element.append(fresh); // outside of the panel, which may be hidden
  tabs.show("talk", false);
  actions(tabs.element, {
    phrase: ({ phrase }) => tell({ t: "say", room: id, phrase: /** @type {Phrase} */ (phrase) }),
    block: ({ player, on }) => block(player ?? "", on === "true"),
    "new-talk": () => {
      tabs.select("talk");
      log.scrollIntoView({ block: "center" });
      tabs.focus("talk");
    },
    report: ({ player, name }) => reporting.ask(player ?? "", name ?? ""),
  });
  const reporting = createReportForm(app, id, () => about.querySelector("summary")?.focus());
  about.append(reporting.element);
  let over = { until: 0, timer: /** @type {ReturnType<typeof setTimeout> | number} */ (0) };
  let last = 0;
  let told = false;
  let unseen = 0;
  new IntersectionObserver((seen) => {
    if (seen.at(-1)?.isIntersecting) showUnseen(0);
  }).observe(log);

  /** @param {number} count  number of remarks that arrived while the list was out of sight */
  function showUnseen(count) {
    unseen = count;
    tabs.mark("talk", count);
    fresh.hidden = count === 0 || isInSight(tabs.list);
    fresh.textContent = t("talk.new", { n: count });
  }

  /** @param {import("../lib/messages.js").Command} command */
  const tell = (command) => attempt(() => app.session.command(command));

  /** @param {() => Promise<unknown>} work */
  async function attempt(work) {
    try {
      await work();
      said.textContent = "";
      return true;
    } catch (error) {
      said.textContent = errorText(error);
      return false;
    }
  }

  /**
   * Request the room again when a mute ends; the server decides whether it has.
   *
   * @param {number} until  0 if nothing ends by itself
   */
  function lookWhenOver(until) {
    if (over.until === until) return;
    clearTimeout(over.timer);
    const wait = Math.min(Math.max(0, until - app.time.now()), LONGEST_WAIT_MS) + AFTER_MS;
    over = { until, timer: until ? setTimeout(look, wait) : 0 };
  }

  function look() {
    over = { until: 0, timer: 0 }; // if this was too early, the next answer schedules another request
    if (element.isConnected) app.session.lookAgain(id);
  }

  /** @param {SubmitEvent} event */
  async function write(event) {
    event.preventDefault();
    const text = entered.value.trim();
    if (!text) return;
    if (await tell({ t: "say", room: id, text })) entered.value = "";
    entered.focus();
  }

  /** @param {string} player @param {boolean} on */
  async function block(player, on) {
    if (!(await attempt(() => blockPlayer(app, player, on)))) return;
    app.session.lookAgain(id);
    about.querySelector("summary")?.focus();
  }

  return {
    /** @param {Room} room @param {Talk | null} talk */
    render(room, talk) {
      const has = hasTalk(room, talk);
      tabs.show("talk", has);
      if (!talk || !has) return;
      const mute = talk.muted ?? null;
      const may = talk.level !== "off" && !mute;
      const alone = talk.side === "players" && botLevel(room) !== null;
      morph(list, ...talk.remarks.map((remark) => remarkLine(remark, nameIn(room, remark.who), app.me.id ?? "")));
      log.hidden = !talk.remarks.length;
      note.textContent = mute
        ? sentences(t("error.muted"), sanctionText(mute.reason, mute.until ?? 0))
        : noteOf(room, talk, alone);
      note.hidden = !note.textContent;
      if (!may && form.contains(document.activeElement)) tabs.focus("talk");
      lookWhenOver(mute?.until ?? 0);
      phrases.hidden = form.hidden = !may || alone;
      form.hidden ||= talk.level !== "free";
      morph(phrases, ...phrasesFor(room).map(phraseButton));
      const others = othersIn(room, talk, app.me.id ?? "");
      about.hidden = !others.length;
      morph(people, ...others.map((who) => personLine(who, app.blocked.has(who.id))));
      const newest = talk.remarks.at(-1)?.id ?? 0;
      if (newest !== last) log.scrollTop = log.scrollHeight;
      const more = told ? countNew(talk, last, app.me.id ?? "") : 0; // earlier remarks are not news
      if (more && !isInSight(log)) showUnseen(unseen + more);
      last = Math.max(last, newest);
      told = true;
    },
  };
}

/** @param {Room} room @param {Talk} talk @param {boolean} alone */
function noteOf(room, talk, alone) {
  if (alone) return "";
  if (talk.side === "watchers") return t(room.result ? "talk.watchers_over" : "talk.watchers");
  return talk.remarks.length ? "" : t("talk.players");
}

/** @param {HTMLElement} shown */
function isInSight(shown) {
  const { top, bottom } = shown.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** @param {Phrase} phrase */
const phraseButton = (phrase) =>
  h(
    "button",
    { type: "button", class: "button button--small", "data-do": "phrase", "data-phrase": phrase, "data-key": phrase },
    t(`phrase.${phrase}`),
  );

/** @param {Remark} remark @param {string} called @param {string} me */
function remarkLine({ id, who, side, phrase, text, staff, hidden }, called, me) {
  const name = who.id === me ? t("talk.you") : called || t("talk.gone");
  return h(
    "li",
    { class: hidden ? "talk-line is-hidden" : "talk-line", "data-key": id, "data-side": side },
    h("bdi", { class: "talk-name" }, name),
    staff && h("span", { class: "badge badge--accent" }, t("talk.staff")),
    " ",
    h("bdi", null, phrase ? t(`phrase.${phrase}`) : (text ?? "")),
  );
}

/** @param {{id: string, name: string}} who @param {boolean} blocked */
const personLine = ({ id, name }, blocked) =>
  h(
    "li",
    { class: "list-item row--apart", "data-key": id },
    h("bdi", null, name),
    h(
      "span",
      { class: "row row--tight" },
      h(
        "button",
        {
          type: "button",
          class: "button button--small",
          "data-do": "block",
          "data-player": id,
          "data-on": String(!blocked),
          "aria-label": t(blocked ? "blocks.lift_named" : "talk.block_named", { name }),
        },
        t(blocked ? "blocks.lift" : "talk.block"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button button--small",
          "data-do": "report",
          "data-player": id,
          "data-name": name,
          "aria-label": t("report.named", { name }),
        },
        t("report.button"),
      ),
    ),
  );
