/** Remarks of a room, as its page knows them. Pure. */

/** @import {Phrase, Remark, TalkNews, Who} from "./messages.js" */
/** @import {Room} from "./room.js" */

/** @typedef {Omit<Extract<TalkNews, {t: "talk"}>, "t">} Talk */

export const LONGEST = 140;
const MOST_KEPT = 200;
/** Number of moves during which players still greet each other. */
const BEGINNING = 10;

/** @param {Talk | null} before @param {TalkNews} news @returns {Talk | null} */
export function withTalk(before, news) {
  if (news.t === "talk") return news;
  if (!before) return null;
  if (news.t === "unsaid") return { ...before, remarks: before.remarks.filter(({ id }) => id !== news.remark) };
  const others = before.remarks.filter(({ id }) => id !== news.remark.id);
  return { ...before, remarks: [...others, news.remark].slice(-MOST_KEPT) };
}

/** List the phrases that suit the stage of the game. @param {Room} room @returns {Phrase[]} */
export function phrasesFor(room) {
  if (room.result) return ["good_game", "well_played", "thanks", "congratulations", "one_more", "goodbye"];
  if (room.moves.length < BEGINNING) return ["hello", "good_luck", "thanks", "one_moment", "sorry", "nice_move"];
  return ["nice_move", "well_played", "oops", "thanks", "one_moment", "sorry"];
}

/**
 * Tell whether there is anybody to talk to: not for a viewer who waits alone, nor against a bot without any remarks.
 *
 * @param {Room} room
 * @param {Talk | null} talk
 */
export function hasTalk(room, talk) {
  if (!talk || (talk.level === "off" && !talk.remarks.length)) return false;
  if (talk.remarks.length) return true;
  if (room.you === null) return true;
  const other = room.seats[1 - room.you];
  return Boolean(other && typeof other.level !== "number");
}

/**
 * List the people whom the viewer may want to block or report: the seated ones, and those with remarks.
 *
 * @param {Room} room
 * @param {Talk | null} talk
 * @param {string} me
 * @returns {{id: string, name: string}[]}
 */
export function othersIn(room, talk, me) {
  const found = new Map();
  for (const who of [...room.seats, ...(talk?.remarks ?? []).map((/** @type {Remark} */ { who }) => who)])
    if (who?.id && who.id !== me) found.set(who.id, { id: who.id, name: nameIn(room, who) });
  return [...found.values()];
}

/**
 * Return the current name of somebody in a room: seated players by their seat, which follows renames, others by the
 * name in their remark.
 *
 * @param {Room} room
 * @param {Who} who
 */
export function nameIn({ seats }, who) {
  const seated = who.id ? seats.find((each) => each?.id === who.id) : null;
  return seated?.name || who.name || "";
}

/**
 * Count the remarks of others after a given one, by its number.
 *
 * @param {Talk} talk
 * @param {number} last
 * @param {string} me
 */
export const countNew = ({ remarks }, last, me) => remarks.filter(({ id, who }) => id > last && who.id !== me).length;
