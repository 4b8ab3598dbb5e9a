/** Offers of others that wait for an answer, as lines of the bell. */

import { t } from "../i18n/index.js";
import { dateText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { roomPath } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */
/** @import {OfferNotice} from "../protocol.js" */

/**
 * List the offers, newest first, without those of the shown room, which appear beside its board.
 *
 * @param {Pick<App, "offers">} app
 * @param {string} path  of the page
 * @returns {HTMLElement[]}
 */
export const offerItems = ({ offers }, path) => offers.filter(({ room }) => roomPath(room) !== path).map(item);

/** @param {OfferNotice} offer */
const item = ({ room, what, by, at }) =>
  h(
    "li",
    { class: "row row--apart", "data-key": `offer-${what}-${room}`, "data-offered": what, "data-waits": "" },
    h(
      "span",
      { class: "stack stack--tight" },
      h("span", { class: "list-title" }, t(`offer.${what}.asked`, { name: by.name ?? "" })),
      h("time", { class: "muted small", datetime: new Date(at).toISOString() }, dateText(at)),
    ),
    h("a", { class: "button button--small", href: roomPath(room) }, t("app.started.open")),
  );
