/** Texts for the concepts of the game. */

import { DAY_MS, daysOf } from "../lib/slow.js";
import { isFives } from "../lib/rules.js";
import { clockText } from "../lib/time.js";
import { has, language, t, written } from "./index.js";

/** @import {GameSummary, LevelInfo} from "../lib/api.js" */
/** @import {ClockSpec, Color, Offence, Rules, Who} from "../lib/messages.js" */

/** @param {Rules} rules @returns {string} */
export const rulesName = (rules) => t(`rules.${rules}`);

/** @param {number} size @returns {string} */
export const sizeName = (size) => `${size}×${size}`;

/**
 * @param {Color} color
 * @param {Rules} rules
 * @returns {string}  "Black"; in noughts and crosses "Crosses"
 */
export function colorName(color, rules) {
  if (rules !== "tictactoe") return t(`color.${color}`);
  return t(color === "black" ? "color.cross" : "color.nought");
}

/**
 * Name the stones that a side plays.
 *
 * @param {Color} color
 * @param {Rules} rules
 * @returns {string}  in the form used after "You play"; in Chinese without the word for a side
 */
export const stonesName = (color, rules) => (rules === "tictactoe" ? colorName(color, rules) : t(`stones.${color}`));

/** @param {ClockSpec} clock @returns {string} */
export function clockName(clock) {
  switch (clock.kind) {
    case "none":
      return t("clock.none");
    case "per_move":
      return t("clock.per_move", { time: spanText(clock.move_ms) });
    case "absolute":
      return t("clock.sudden", { initial: spanText(clock.total_ms) });
    case "correspondence":
      return correspondenceName(clock);
    case "byo_yomi":
    case "canadian": {
      const overtime = overtimeName(clock);
      return clock.main_ms === 0 ? overtime : t("clock.then", { main: spanText(clock.main_ms), overtime });
    }
  }
  const initial = spanText(clock.initial_ms);
  if (clock.increment_ms === 0) return t("clock.sudden", { initial });
  const name = t("clock.fischer", { initial, increment: spanText(clock.increment_ms) });
  return clock.cap_ms ? t("clock.capped", { clock: name, cap: spanText(clock.cap_ms) }) : name;
}

/**
 * @param {Extract<ClockSpec, {kind: "correspondence"}>} clock
 * @returns {string}  "3 days a move, 7 days in reserve, weekends free"
 */
function correspondenceName({ move_ms, bank_ms, total_ms, weekends_free }) {
  const parts = [
    total_ms && t("clock.in_all", { time: spanText(total_ms) }),
    move_ms && t(total_ms ? "clock.at_most" : "clock.per_move", { time: spanText(move_ms) }),
    bank_ms && t("clock.bank", { time: spanText(bank_ms) }),
    weekends_free && t("clock.weekends_free"),
  ];
  return parts.filter(Boolean).join(t("clock.and"));
}

/**
 * @param {number} ms
 * @returns {string}  "2 days 5 h", below a day "5 h 12 min"
 */
export function daysText(ms) {
  const { days, hours, minutes } = daysOf(ms);
  const [first, second] = days
    ? [t("span.days", { n: days }), hours && t("span.hours", { n: hours })]
    : [hours && t("span.hours", { n: hours }), t("span.minutes", { n: minutes })];
  return [first, second].filter(Boolean).join(" ");
}

/**
 * @param {Extract<ClockSpec, {kind: "byo_yomi" | "canadian"}>} clock
 * @returns {string}  "3 periods of 30 s a move"
 */
function overtimeName(clock) {
  const period = spanText(clock.period_ms);
  if (clock.kind === "byo_yomi") return t("clock.byo_yomi", { n: clock.periods, period });
  return t("clock.canadian", { n: clock.stones, period });
}

/**
 * Describe the overtime beside a clock.
 *
 * @param {import("../lib/time.js").Overtime} overtime
 * @param {ClockSpec} clock
 * @returns {string}
 */
export function overtimeText({ what, n }, clock) {
  if (what === "periods") return t("clock.periods_left", { n });
  if (what === "stones") return t("clock.stones_left", { n });
  return clock.kind === "byo_yomi" || clock.kind === "canadian" ? overtimeName(clock) : "";
}

/**
 * @param {number} ms
 * @returns {string}  "90 s", "5 min", "2 h"
 */
export function spanText(ms) {
  const seconds = Math.round(ms / 1000);
  if (seconds % 86_400 === 0 && seconds) return t("span.days", { n: seconds / 86_400 });
  if (seconds % 3600 === 0 && seconds) return t("span.hours", { n: seconds / 3600 });
  if (seconds % 60 === 0 && seconds) return t("span.minutes", { n: seconds / 60 });
  return t("span.seconds", { n: seconds });
}

const BYTES = /** @type {const} */ (["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"]);

/**
 * @param {number} bytes
 * @returns {string}  "1.4 GB"
 */
export function bytesText(bytes) {
  const power = Math.min(BYTES.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)));
  return new Intl.NumberFormat(language(), {
    style: "unit",
    unit: BYTES[power],
    unitDisplay: power ? "short" : "long",
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** power);
}

/** Write a large number in groups. @param {number} number */
export const numberText = (number) => new Intl.NumberFormat(language()).format(number);

/**
 * Describe the effort of a search for a forced win, and of its check.
 *
 * @param {import("../lib/analysis.js").Looked} looked
 * @returns {string}  "fours and threes, 20,000 stones"
 */
export const searchText = ({ method, nodes, searched = 0 }) =>
  t(searched ? "search.looked_and_checked" : "search.looked", {
    attacks: t(`search.${method}`),
    n: numberText(nodes),
    checked: numberText(searched),
  });

/** Format the thinking time of a move. @param {number} ms @returns {string} */
export function thoughtText(ms) {
  if (ms >= 60_000) return clockText(ms);
  return t("span.seconds", { n: (ms / 1000).toFixed(ms < 10_000 ? 1 : 0) }).replace(" ", "\u00a0");
}

/** @param {LevelInfo[]} levels @param {number} level @returns {string} */
export function levelName(levels, level) {
  const info = levels.find((known) => known.level === level);
  return info ? (info.name[language()] ?? info.name.en) : t("level.unnamed", { level });
}

/** @param {Who | null} who @param {LevelInfo[]} levels @returns {string} */
export function whoName(who, levels) {
  if (!who) return t("player.nobody");
  if (who.level !== undefined && who.level !== null) return levelName(levels, who.level);
  return who.name || t("player.deleted");
}

/**
 * Name a player of a stored game; imported files may lack names.
 *
 * @param {GameSummary} game
 * @param {Color} color
 * @param {LevelInfo[]} levels
 * @returns {string}
 */
export function sideName(game, color, levels) {
  return game.imported && !game[color].name ? colorName(color, game.rules) : whoName(game[color], levels);
}

/** Format the value of a live setting. @param {string} name @param {string} value */
export function settingText(name, value) {
  const key = name === "registration" ? `live.registration.${value}` : `live.talk.${value}`;
  return ["registration", "talk", "talk_watchers"].includes(name) && has(key) ? t(key) : value;
}

const NOTHING_LEARNED = ", nothing learned";

/** Format the engine version of a bot. @param {string} version */
export const versionText = (version) =>
  version.endsWith(NOTHING_LEARNED)
    ? t("bot.version_fresh", { version: version.slice(0, -NOTHING_LEARNED.length) })
    : version;

/**
 * Describe the end of a game in a sentence.
 *
 * @param {{winner: Color | null, reason: string}} result
 * @param {Rules} rules
 * @returns {string}
 */
export function reasonText({ winner, reason }, rules) {
  if (reason === "five" && !isFives(rules)) return t(`reason.${rules === "tictactoe" ? "row_3" : rules}`);
  if (reason === "abandoned" && winner === null) return t("reason.abandoned_draw");
  const loser = winner && colorName(winner === "black" ? "white" : "black", rules);
  return t(`reason.${reason}`, { loser: loser ?? "" });
}

/**
 * @param {{winner: Color | null, reason: string} | null | undefined} result
 * @param {Rules} rules
 * @returns {string}  "Black won", "Draw", "No result", "Being played"
 */
export function resultText(result, rules) {
  if (!result) return t("result.playing");
  if (result.winner) return t("result.won", { color: colorName(result.winner, rules) });
  return t(result.reason === "aborted" || result.reason === "unfinished" ? "result.aborted" : "result.draw");
}

/** Join sentences: between Chinese ones is no space. @param {...(string | null | undefined | false)} texts */
export const sentences = (...texts) => texts.filter(Boolean).join(language() === "en" ? " " : "");

/** Describe a refusal in one sentence. @param {unknown} error @returns {string} */
export function errorText(error) {
  const { code, detail } = /** @type {{code?: string, detail?: Record<string, string | number>}} */ (error ?? {});
  if (code && SANCTIONED.has(code) && typeof detail?.why === "string")
    return sentences(t(`error.${code}`), sanctionText(/** @type {Offence} */ (detail.why), Number(detail.until ?? 0)));
  if (code && has(`error.${code}`)) return t(`error.${code}`, detail);
  return t("error.unknown", { code: code ?? "?" });
}

/** Codes of refusals by a sanction, which have a reason. */
const SANCTIONED = new Set(["muted", "timed_out", "banned"]);

/**
 * Describe the reason and the end of a sanction.
 *
 * @param {Offence} why
 * @param {number} until  0 if it lasts until lifted
 */
export const sanctionText = (why, until) =>
  t(until ? "sanction.until" : "sanction.until_lifted", {
    why: t(`offence.${why}`),
    date: until ? dateText(until) : "",
  });

/**
 * Describe why an answer cannot be planned.
 *
 * @param {unknown} error
 * @returns {string | null}  null if the refusal has another cause
 */
export function planFault(error) {
  const { detail = {} } = /** @type {{detail?: Record<string, string | number>}} */ (error ?? {});
  if (detail.why === undefined) return null;
  return has(`plan.why.${detail.why}`) ? t(`plan.why.${detail.why}`) : errorText({ code: detail.why });
}

/** Names of text encodings. @type {[import("../protocol.js").TreeEncoding, string][]} */
export const ENCODING_NAMES = [
  ["utf-8", "UTF-8"],
  ["utf-16", "UTF-16"],
  ["utf-16-le", "UTF-16 LE"],
  ["utf-16-be", "UTF-16 BE"],
  ["gb18030", "GB 18030 (GBK, GB 2312)"],
  ["big5", "Big5"],
  ["cp932", "Shift JIS (Windows-932)"],
  ["euc_jp", "EUC-JP"],
  ["euc_kr", "EUC-KR (Windows-949)"],
  ["cp1250", "Windows-1250"],
  ["cp1251", "Windows-1251"],
  ["cp1252", "Windows-1252"],
  ["cp1253", "Windows-1253"],
  ["cp1254", "Windows-1254"],
  ["cp1257", "Windows-1257"],
  ["koi8-r", "KOI8-R"],
  ["iso8859-2", "ISO 8859-2 (Latin 2)"],
  ["latin-1", "ISO 8859-1 (Latin 1)"],
];

/**
 * Describe what was left out of a file, or is unusual about it, with its position.
 *
 * @param {import("../protocol.js").FileNote} note
 * @returns {string}
 */
export function noteText({ why, unit = "file", at = 0, text = "", game = 0 }) {
  const place = unit === "file" ? {} : { [unit]: at };
  const said = refusedPlace({ detail: { why, text, ...place } }) ?? "";
  return game && unit !== "game" ? t("import.at_game", { game, why: said }) : said;
}

/** Describe one of several games in a file. @param {import("../protocol.js").SeenGame} game @returns {string} */
export function seenGameText({ n, plies, black = "", white = "", date = "", result = "" }) {
  const facts = [date, result, t("lobby.ply", { n: plies })].filter(Boolean).join(" · ");
  return t("file.game", { n, black: black || "?", white: white || "?", facts });
}

/**
 * List the data beyond the moves that is not stored.
 *
 * @param {readonly Record<string, number>[]} games
 * @returns {string}  empty if there is none
 */
export function leftOutText(games) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const [what, n] of games.flatMap((game) => Object.entries(game))) sums.set(what, (sums.get(what) ?? 0) + n);
  const parts = [...sums].map(([what, n]) => {
    const key = `left_out.${what.replaceAll(" ", "_")}`;
    return has(key) ? t(key, { n }) : t("words.aside", { text: what, aside: n });
  });
  return parts.length ? t("file.left_out", { what: listText(parts) }) : "";
}

/**
 * Describe a refusal of a file: the line, byte, node, move or game, and the reason.
 *
 * @param {unknown} error
 * @returns {string | null}  null for other refusals
 */
export function refusedPlace(error) {
  const { detail = {} } = /** @type {{detail?: Record<string, string | number>}} */ (error ?? {});
  if (detail.why === undefined) return null;
  const why = has(`fault.${detail.why}`) ? t(`fault.${detail.why}`, detail) : errorText({ code: detail.why });
  if (detail.game !== undefined) return t("import.at_game", { game: detail.game, why });
  if (detail.line !== undefined) return t("import.at_line", { line: detail.line, why });
  if (detail.byte !== undefined) return t("import.at_byte", { byte: detail.byte, why });
  if (detail.node !== undefined) return t("import.at_node", { node: detail.node, why });
  return detail.move === undefined ? why : t("import.at_move", { move: detail.move, why });
}

/**
 * @param {number} at  milliseconds since 1970
 * @returns {string}
 */
export const dateText = (at) =>
  new Intl.DateTimeFormat(written(navigator.languages ?? []), { dateStyle: "medium", timeStyle: "short" }).format(at);

/**
 * Format the start of a game. Files state a day without a time zone, the same for all readers, or a month, a year, or
 * nothing.
 *
 * @param {{started_at?: number | null, played_on?: string | null, imported?: string | null}} game  `started_at` in
 *   milliseconds since 1970, `played_on` as YYYY-MM or YYYY
 * @param {{time?: boolean}} [wanted]  whether the time of day is told, if it is known
 * @returns {string}
 */
export function startText({ started_at: at, played_on: played, imported }, { time = true } = {}) {
  const languages = written(navigator.languages ?? []);
  if (played?.includes("-")) {
    const format = new Intl.DateTimeFormat(languages, { year: "numeric", month: "long", timeZone: "UTC" });
    return format.format(Date.parse(`${played}-01`));
  }
  if (at === null || at === undefined) return played ?? t("date.unknown");
  return imported && at % DAY_MS === 0
    ? new Intl.DateTimeFormat(languages, { dateStyle: "medium", timeZone: "UTC" }).format(at)
    : (time ? dateText : dayText)(at);
}

/**
 * Format the same as a machine-readable date.
 *
 * @param {{started_at?: number | null, played_on?: string | null}} game
 * @returns {string | null}
 */
export const startDate = ({ started_at: at, played_on: played }) =>
  played ?? (at === null || at === undefined ? null : new Date(at).toISOString());

/**
 * @param {number} at  milliseconds since 1970
 * @returns {string}
 */
export const dayText = (at) =>
  new Intl.DateTimeFormat(written(navigator.languages ?? []), { dateStyle: "medium" }).format(at);

/**
 * @param {number} from  milliseconds since 1970
 * @param {number} until
 * @returns {string}  "23 Nov, 09:00 – 26 Nov, 09:00"
 */
export const rangeText = (from, until) =>
  new Intl.DateTimeFormat(written(navigator.languages ?? []), {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).formatRange(from, until);

/**
 * @param {string[]} parts
 * @returns {string}  "H8, G7 and G9"
 */
export const listText = (parts) => new Intl.ListFormat(language(), { type: "conjunction" }).format(parts);

/**
 * Join nodes as a list.
 *
 * @param {readonly Node[]} nodes
 * @returns {(string | Node)[]}
 */
export const listNodes = (nodes) =>
  new Intl.ListFormat(language(), { type: "conjunction" })
    .formatToParts(nodes.map((_, index) => String(index)))
    .map(({ type, value }) => (type === "element" ? nodes[Number(value)] : value));

/** Format half points: "1½". @param {number} halves @returns {string} */
export function scoreText(halves) {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole ? `${whole}½` : "½";
}
