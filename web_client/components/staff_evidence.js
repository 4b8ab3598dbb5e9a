import { t } from "../i18n/index.js";
import { dayText, errorText, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { countStates, FIGURES, GROUPS, shareParts, spreadParts } from "../lib/evidence.js";
import { gamePath } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */
/** @import {Evidence} from "../lib/messages.js" */
/** @import {Figures} from "../lib/evidence.js" */

/**
 * Comparison of a player's latest rated games with the analyses, loaded on request.
 *
 * @param {App} app
 * @param {string} player  id
 * @param {() => void} onActed  called after viewing or requesting analyses, which the log records
 */
export function staffEvidence(app, player, onActed) {
  const said = h("p", { class: "field-hint", role: "status" });
  const place = h("div", { class: "stack", "data-testid": "evidence" });
  const look = h(
    "button",
    { type: "button", class: "button", "data-do": "evidence", onclick: load },
    t("evidence.look"),
  );

  const row = h("div", { class: "row" }, look);

  async function load() {
    try {
      const evidence = await app.session.command({ t: "evidence", player });
      onActed();
      row.hidden = true;
      said.textContent = "";
      place.replaceChildren(...draw(evidence));
    } catch (error) {
      said.textContent = errorText(error);
    }
  }

  async function study() {
    try {
      await app.session.command({ t: "study_games", player });
      await load();
      said.textContent = t("evidence.asked");
    } catch (error) {
      said.textContent = errorText(error);
    }
  }

  /** @param {Evidence} evidence */
  function draw({ who, games, least, pool, ...groups }) {
    if (!games.length) return [h("p", { class: "muted" }, t("evidence.no_games"))];
    const names = {
      own: t("evidence.own", { name: who.name || t("player.deleted") }),
      opponents: t("evidence.opponents"),
      near: t("evidence.near", { pool: t(`pool.${pool}`) }),
    };
    const { studied, waiting, none } = countStates(games);
    return [
      h("p", { class: "small" }, t("evidence.compared", { pool: t(`pool.${pool}`) })),
      ...FIGURES.map((figure) =>
        h(
          "div",
          { class: "stack stack--tight", "data-figure": figure },
          h("h4", null, t(`evidence.${figure}`)),
          h("p", { class: "muted small" }, t(`evidence.${figure}_hint`)),
          h(
            "dl",
            { class: "staff-facts" },
            GROUPS.map((group) =>
              h(
                "div",
                { "data-group": group },
                h("dt", null, h("bdi", null, names[group])),
                h("dd", null, figureText(groups[group], figure, least)),
              ),
            ),
          ),
        ),
      ),
      h(
        "p",
        null,
        t("evidence.studied", { n: studied, all: games.length }),
        waiting ? t("evidence.waiting", { n: waiting }) : "",
      ),
      none
        ? h(
            "div",
            { class: "row" },
            h("button", { type: "button", class: "button", "data-do": "study", onclick: study }, t("evidence.study")),
          )
        : null,
      h(
        "details",
        null,
        h("summary", null, t("evidence.games", { n: games.length })),
        h(
          "ul",
          { class: "list" },
          games.map(({ game, ended_at: ended, opponent, state }) =>
            h(
              "li",
              { class: "list-item row--apart", "data-state": state },
              h("a", { href: gamePath(game) }, h("bdi", null, whoName(opponent, app.levels)), `, ${dayText(ended)}`),
              state === "studied" ? null : h("span", { class: "badge" }, t(`evidence.state.${state}`)),
            ),
          ),
        ),
      ),
    ].filter((part) => part !== null);
  }

  return h(
    "section",
    { class: "stack", "aria-labelledby": "evidence-title" },
    h("h3", { id: "evidence-title" }, t("evidence.title")),
    h("p", { class: "small" }, t("evidence.what")),
    h("p", { class: "muted small" }, t("evidence.noted")),
    row,
    said,
    place,
  );
}

/** @param {Figures} figures @param {"choices" | "wins" | "times"} name @param {number} least */
function figureText(figures, name, least) {
  if (figures.games < least) return t("evidence.few", { n: figures.games, least });
  if (name === "times") return figures.times ? t("evidence.spread", spreadParts(figures.times)) : t("evidence.never");
  const share = figures[name];
  return share ? t("evidence.share", shareParts(share)) : t("evidence.never");
}
