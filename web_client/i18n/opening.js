/** An opening in words. */

import { pointName } from "../lib/geometry.js";
import { t } from "./index.js";

/** @import {Choice, OpeningName, OpeningTurn} from "../lib/messages.js" */

/**
 * @typedef {{k: "chose", choice: Choice} | {k: "declared", number: number}
 *   | {k: "proposed", points: readonly number[]}} Decision  what an event of a room says of it
 */

/** @param {OpeningName} name */
export const openingName = (name) => t(`opening.${name}`);

/** @param {OpeningName} name */
export const openingSentence = (name) => t(`opening.${name}.sentence`);

/** @param {string} number  D1 to D13, I1 to I13 */
export const patternName = (number) => `${t(`pattern.${number}`)} (${number})`;

/**
 * What is asked, of the reader or of somebody else.
 *
 * @param {OpeningTurn} turn
 * @param {number} ply
 * @param {string | null} name  of who is asked; null for the reader
 * @param {number} chosen  how many points are chosen to be offered
 * @returns {string}
 */
export function askedText(turn, ply, name, chosen) {
  const yours = name === null;
  switch (turn.kind) {
    case "stone": {
      const zone = zoneText(turn);
      const color = ply % 2 === 0 ? "black" : "white";
      return yours ? t(`opening.lay.${color}`, { zone }) : t(`opening.lays.${color}`, { name, zone });
    }
    case "choice":
      return yours ? t("opening.choose") : t("opening.chooses", { name });
    case "number":
      return yours ? t("opening.declare") : t("opening.declares", { name });
    case "offer": {
      const n = turn.count ?? 1;
      return yours ? t("opening.offer", { n, chosen }) : t("opening.offers", { name, n });
    }
    case "pick":
      return yours ? t("opening.pick") : t("opening.picks", { name });
  }
}

/** @param {OpeningTurn} turn */
function zoneText({ nearest = 0, farthest }) {
  const n = 2 * (nearest > 0 ? nearest - 1 : (farthest ?? 0)) + 1;
  if (nearest > 0) return t("opening.zone.outside", { n });
  if (farthest === undefined || farthest === null || farthest > 9) return t("opening.zone.any");
  return n === 1 ? t("opening.zone.centre") : t("opening.zone.inside", { n });
}

/**
 * What was decided.
 *
 * @param {Decision} event
 * @param {string} name  of who did
 * @param {number} size
 * @returns {string}
 */
export function decidedText(event, name, size) {
  switch (event.k) {
    case "chose":
      return t(`opening.said.${event.choice}`, { name });
    case "declared":
      return t("opening.declared", { name, n: event.number });
    case "proposed":
      return t("opening.proposed", { name, points: event.points.map((point) => pointName(point, size)).join(" ") });
  }
}
