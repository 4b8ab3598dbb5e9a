import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { card, say } from "./settings_controls.js";

/** @import {App} from "../lib/app.js" */
/** @import {Who} from "../lib/messages.js" */

/** Card of the blocked players. `refresh` asks the server for them. @param {App} app */
export function blocksCard(app) {
  const list = h("ul", { class: "list", "aria-labelledby": "blocks-title", "data-testid": "blocks" });
  const said = h("p", { class: "field-hint", role: "status" });
  const heading = h("p", { class: "muted" }, t("blocks.none"));
  const element = card("blocks-title", t("blocks.title"), heading, list, said);

  async function refresh() {
    const { players } = await app.session.command({ t: "blocks" });
    list.replaceChildren(...players.map(line));
    list.hidden = players.length === 0;
    heading.textContent = t(players.length ? "blocks.hint" : "blocks.none");
  }

  /** @param {Who} who */
  function line({ id = "", name = "" }) {
    return h(
      "li",
      { class: "list-item row--apart" },
      h("bdi", null, name),
      h(
        "button",
        {
          type: "button",
          class: "button button--small",
          "aria-label": t("blocks.lift_named", { name }),
          onclick: () => lift(id, name),
        },
        t("blocks.lift"),
      ),
    );
  }

  /** @param {string} player @param {string} name */
  async function lift(player, name) {
    await say(said, async () => {
      await app.session.command({ t: "block", player, on: false });
      app.blocked.delete(player);
      await refresh();
      return t("blocks.lifted", { name });
    });
  }

  list.hidden = true;
  return { element, refresh };
}
