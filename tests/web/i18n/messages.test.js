import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { TEXTS as OF_BOTS } from "../../../web_client/i18n/bot_texts.js";
import { messages as inEnglish } from "../../../web_client/i18n/en.js";
import { TEXTS } from "../../../web_client/i18n/puzzle_texts.js";
import { messages as inSimplified } from "../../../web_client/i18n/zh-Hans.js";
import { messages as inTraditional } from "../../../web_client/i18n/zh-Hant.js";
import { ALL_RULES, ROWS } from "../../../web_client/lib/rules.js";
import { EXAMPLES, RULE_TOPICS, SHAPE_TOPICS } from "../../../web_client/lib/examples.js";
import { PATH } from "../../../web_client/lib/learn_path.js";
import { BANDS, THEMES } from "../../../web_client/lib/puzzle_filter.js";
import { OPENINGS } from "../../../web_client/lib/openings.js";
import { SIGNS } from "../../../web_client/lib/trap.js";
import { ERROR_CODES, FILE_FAULTS } from "../../../web_client/protocol.js";

const en = { ...inEnglish, ...TEXTS.en, ...OF_BOTS.en };
const hans = { ...inSimplified, ...TEXTS["zh-Hans"], ...OF_BOTS["zh-Hans"] };
const hant = { ...inTraditional, ...TEXTS["zh-Hant"], ...OF_BOTS["zh-Hant"] };
const CLIENT = join(dirname(fileURLToPath(import.meta.url)), "../../../web_client");

/** @param {import("../../../web_client/lib/examples.js").Step} step @returns {string[]} */
const tasksFrom = ({ task, answers = {} }) => [task, ...Object.values(answers).flatMap(({ step }) => tasksFrom(step))];

const TASKS = [...Object.values(EXAMPLES), ...PATH.flatMap(({ positions }) => positions)].flatMap(({ step }) =>
  tasksFrom(step),
);

/** Keys composed at run time, by prefix. */
const FAMILIES = {
  "rules.": ALL_RULES.flatMap((rules) => [rules, `${rules}.sentence`]),
  "sanction.": ["mute", "timeout", "ban", "until", "until_lifted"],
  "staff.": ["handled_by", "dismissed_by"],
  "tree.tool.": ["move", "triangle", "square", "circle", "cross", "label"],
  "staff.part.": ["people", "rooms", "games", "trees", "jobs", "learning", "server", "settings"],
  "live.registration.": ["open", "invite", "closed"],
  "live.talk.": ["same", "off", "phrases", "free"],
  "setting.": [
    "registration",
    "talk",
    "talk_watchers",
    "rooms_per_player",
    "bot_games_per_player",
    "bot_games_per_address",
    "bot_games",
  ],
  "people.show.": ["all", "accounts", "staff", "sanctioned"],
  "people.laid.": ["mute", "timeout", "ban"],
  "rooms.show.": ["all", "open", "people", "bots"],
  "finished.show.": ["all", "rated"],
  "jobs.show.": ["waiting", "failed"],
  "house.": ["game"],
  "check.": ["database", "proofs", "backup"].flatMap((check) => [check, `${check}.hint`]),
  "check.outcome.": ["sound", "faulty", "failed"],
  "patterns.show.": ["on", "off"],
  "weights.state.": ["trial", "passed", "refused", "forgotten"],
  "weights.line.": ["two", "open_two", "three", "open_three", "four", "open_four", "double_four"],
  "weights.threat.": ["open_three", "double_three", "four", "four_three", "winning_four"],
  "do.": [
    "account_create",
    "account_disable",
    "account_disable.hint",
    "account_enable",
    "account_enable.hint",
    "account_invite",
    "account_reset",
    "account_reset.hint",
    "account_role",
    "account_role.hint",
    "account_token",
    "account_token.hint",
    "account_totp",
    "account_totp.hint",
    "book_rebuild",
    "book_rebuild.hint",
    "close_room",
    "close_room.hint",
    "delete_game",
    "delete_game.hint",
    "delete_player",
    "delete_player.hint",
    "game_learn",
    "game_learn.hint",
    "pattern_forget",
    "pattern_forget.hint",
    "pattern_off",
    "pattern_off.hint",
    "pattern_on",
    "pattern_on.hint",
    "patterns_rebuild",
    "patterns_rebuild.hint",
    "ratings_recompute",
    "ratings_recompute.hint",
    "ratings_restore",
    "ratings_restore.hint",
    "ratings_strike",
    "ratings_strike.hint",
    "tree_delete",
    "tree_delete.hint",
    "tree_export",
    "tree_export.hint",
    "weights_forget",
    "weights_forget.hint",
    "weights_freeze",
    "weights_freeze.hint",
    "weights_unfreeze",
    "weights_unfreeze.hint",
    "weights_use",
    "weights_use.hint",
  ],
  "evidence.": ["choices", "wins", "times"].flatMap((figure) => [figure, `${figure}_hint`]),
  "evidence.state.": ["none", "waiting"],
  "act.": [
    "mute",
    "timeout",
    "ban",
    "lift_mute",
    "lift_timeout",
    "lift_ban",
    "rename",
    "hide",
    "settle",
    "close_room",
    "delete_game",
    "rename_player",
    "delete_player",
    "account_create",
    "account_reset",
    "account_role",
    "account_disable",
    "account_enable",
    "account_totp",
    "account_token",
    "account_invite",
    "account_owner",
    "claim_owner",
    "backup",
    "setting",
    ...["class_make", "class_rename", "class_end", "class_pupils", "class_codes", "class_release"],
    "ratings_strike",
    "ratings_restore",
    "ratings_recompute",
    "job_retry",
    "job_cancel",
    "pattern_on",
    "pattern_off",
    "pattern_forget",
    "patterns_rebuild",
    "game_learn",
    "book_rebuild",
    "weights_use",
    "weights_forget",
    "weights_freeze",
    "weights_unfreeze",
    "tree_delete",
    "tree_export",
    "tree_import",
    "patterns_import",
    "evidence",
    "study_games",
    "check",
  ],
  "act.data.": [
    "reason",
    "until",
    "note",
    "before",
    "name",
    "remark",
    "room",
    "said",
    "report",
    "state",
    "argument",
    "classroom",
    "class",
    "pupils",
    "pattern",
    "version",
    "tree",
    ...["file", "read", "new", "backup"],
    "games",
    "setting",
    "old",
    "value",
    "check",
  ],
  "offence.": ["insult", "spam", "name", "cheating", "leaving", "other"],
  "phrase.": [
    "hello",
    "good_luck",
    "one_moment",
    "thanks",
    "sorry",
    "nice_move",
    "oops",
    "well_played",
    "good_game",
    "congratulations",
    "one_more",
    "goodbye",
  ],
  "color.": ["black", "white", "random"],
  "tree.visibility.": ["public", "link", "private"],
  "visibility.": ["public", "link", "private"],
  "bell.lesson.": ["learned", "won", "lost"],
  "rating.unrated.": [
    ...["rules", "not_public", "no_account", "aborted", "too_short", "same_bot", "took_back", "struck", "deleted"],
  ],
  "settings.board.": ["wood", "paper", "slate"],
  "settings.stones.": ["stone", "flat", "clear"],
  "reason.you_": ["resigned", "timeout", "abandoned", "forbidden"],
  "pool.": ["gomoku", "renju", "caro"].flatMap((family) => [family, `${family}_correspondence`]),
  "profile.streak.": ["won", "drawn", "lost"],
  "profile.last.": ["won", "drawn", "lost"],
  "connection.": ["connecting", "offline", "stopped"],
  "theme.to_": ["light", "dark"],
  "step.": ["first", "previous", "next", "last"],
  "status.": ["won", "lost", "drawn", "aborted", "choice", "number", "offer", "pick"],
  "reason.": [
    ...ROWS,
    "five",
    "forbidden",
    "full_board",
    "resigned",
    "timeout",
    "abandoned",
    "agreed_draw",
    "aborted",
    "unfinished",
    "unknown",
  ],
  "play.first.": ["black", "white", "random"],
  "thought.": [
    "win",
    "block",
    "attack",
    "attack_plain",
    "defend",
    "defend_plain",
    "centre",
    "near_centre",
    "random",
    "trap",
    "remembered",
    "proof",
    "sees_won",
    "sees_drawn",
    "sees_lost",
  ],
  "thought.sees_": ["won", "drawn", "lost"],
  "shape.": [
    "two",
    "three",
    "four",
    "five",
    "closed_two",
    "open_two",
    "closed_three",
    "open_three",
    "closed_four",
    "open_four",
    "double_three",
    "four_three",
    "double_four",
  ],
  "direction.": ["row", "column", "falling", "rising"],
  "download.": ["sgf", "psq", "svg", "png", "gif"],
  "offer.": ["draw", "takeback", "rematch"].flatMap((what) => [`${what}.asked`, `${what}.offered`]),
  "label.": ["missed_win", "lost_here", "not_proven_lost", "turned", "forced"],
  "turn.": ["missed_win", "lost_here", "not_proven_lost"].flatMap((label) => [label, `${label}.you`]),
  "verdict.": ["missed_win", "lost_win", "lost_here", "not_proven_lost", "turned", "forced", "lost_before"].flatMap(
    (said) => [said, `${said}.you`],
  ),
  "legend.": ["missed_win", "lost_here", "not_proven_lost", "turned", "forced"],
  "better.": [
    "open",
    "lost",
    "undecided",
    "unknown",
    "played",
    "turned",
    "forbidden",
    "win",
    "win_played",
    "win_unknown",
    ...["ask", "ask_win"].flatMap((asked) => [asked, `${asked}.you`]),
  ],
  "create.": ["rated_begins", "rated_changed", "begun_by"],
  "stones.": ["black", "white"],
  "method.": ["five", "four", "vcf", "vct", "fukumi"],
  "search.": ["five", "four", "vcf", "vct", "fukumi"],
  "analysis.": ["none", "failed", "suspect", "suspect.you", "practice", "practice_held", "practice_lost"],
  "explorer.position.": ["won", "lost"],
  "explorer.lead.": ["even", "slightly", "ahead", "far"],
  "explorer.proven.": ["won", "lost"],
  "explorer.move.": ["won", "lost"],
  "explorer.who.": ["all", "people", "bots", "files"],
  "explorer.span.": ["ever", "week", "month", "year"],
  "learn.": ["learn", "puzzles", "traps", "rules"],
  "path.": PATH.flatMap(({ id }) => [id, `${id}.sentence`]),
  "rulespage.": [
    ...Object.keys(RULE_TOPICS).map((rules) => `more.${rules}`),
    ...["player.0", "player.1"],
    ...Object.keys(SHAPE_TOPICS).flatMap((shape) => [`shape.${shape}`, `shape.${shape}.sentence`]),
    ...TASKS.flatMap((task) => [`task.${task}`, `right.${task}`, `why.${task}`]),
    ...["overline", "enclosed"].map((why) => `wrong.${why}`),
  ],
  "traps.sign.": SIGNS,
  "lesson.": [
    "queued",
    "next",
    "running",
    "running_plain",
    "nothing",
    "never",
    "seeking",
    "set_up",
    ...[
      "beat",
      "forced",
      "lost",
      "lost_all",
      "let_go",
      "turn",
      "suspect.bot",
      "suspect.plain",
      "suspect.person",
      "practice",
      "practice_held",
      "practice_lost",
    ].flatMap((says) => [`${says}.you`, `${says}.other`]),
  ],
  "lesson.check.": ["waiting", "running"],
  "analysis.check.": ["waiting", "running", "done", "none"],
  "puzzle.kind.": ["win", "defence"],
  "puzzle.task.": ["win", "defence"],
  "puzzle.solved.": ["win", "defence"],
  "puzzle.wrong.": ["win", "defence"],
  "puzzle.yours.": ["solved", "failed", "shown"],
  "puzzle.band.": [...BANDS],
  "puzzle.theme.": [...THEMES],
  "puzzles.": ["solve", "daily", "streak", "storm"],
  "hint.": [
    "five",
    "blocks_five",
    "forced_win",
    "only_defence",
    "open_four",
    "double_four",
    "four_three",
    "blocks_open_four",
    "blocks_double_four",
    "blocks_four_three",
    "double_three",
    "blocks_double_three",
    "four",
    "open_three",
    "builds",
  ],
  "opening.": [
    ...OPENINGS.flatMap((name) => [name, `${name}.sentence`]),
    ...["keep", "swap", "black", "white", "one", "two", "offer"].flatMap((word) =>
      ["say", "means", "said"].map((key) => `${key}.${word}`),
    ),
    ...["keep_offer", "swap_offer"].map((word) => `means.${word}`),
    ...Array.from({ length: 12 }, (_, index) => `nth.${index + 1}`),
    ...["black", "white"].map((color) => `color.${color}`),
    ...["black", "white"].flatMap((color) => [`lay.${color}`, `lays.${color}`]),
  ],
  "story.way.": ["black", "white", "one", "swap", "offer"],
  "pattern.": ["D", "I"].flatMap((letter) => Array.from({ length: 13 }, (_, index) => `${letter}${index + 1}`)),
  "follow.": ["away", "here", "playing"],
  "challenge.reason.": ["no", "later", "not_now", "faster", "slower", "other_rules", "casual", "rated"],
  "seek.color.": ["black", "white"],
  "seek.first.": ["random", "black", "white"],
  "role.": ["owner", "moderator", "teacher", "bot"],
  "error.": [...ERROR_CODES, "unreachable", "pupil_name"],
  "fault.": FILE_FAULTS,
  "left_out.": ["nodes_of_variations", "comments", "names_of_nodes", "labels", "marks_of_nodes"],
  "push.": [
    "unable",
    "denied",
    ...["your_move", "deadline", "challenge", "lesson", "offer", "rematch"].map((kind) => `kind.${kind}`),
  ],
  "string.wrong.": ["outside", "taken", "unreadable"],
  "plan.why.": ["ends_the_game", "game_over", "too_many"],
  "board.": [
    ...["black", "white", "cross", "nought"].flatMap((piece) => [
      `cell.${piece}`,
      `cell.${piece}.last`,
      `cell.${piece}.pending`,
      `cell.${piece}.line`,
      `cell.${piece}.ahead`,
      `cell.${piece}.set`,
      `move.${piece}`,
    ]),
    ...["overline", "double-four", "double-three"].map((reason) => `forbidden.${reason}`),
    ...["occupied", "turn", "over", "pending", "review", "unknown", "not_allowed"].map((why) => `refused.${why}`),
  ],
};

const sources = readdirSync(CLIENT, { recursive: true })
  .map(String)
  .filter(
    (name) =>
      name.endsWith(".js") && !name.startsWith("i18n/en") && !name.startsWith("i18n/zh") && !name.endsWith("_texts.js"),
  )
  .map((name) => readFileSync(join(CLIENT, name), "utf8"));

const texts = (message) => (typeof message === "string" ? [message] : Object.values(message));
const placeholders = (message) => new Set(texts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []));

/** Keys written literally in the sources, as an argument or as one branch of a conditional. */
const written = new Set(
  sources
    .flatMap((text) => [...text.matchAll(/"([a-z]+(?:\.[\w-]+)+|loading)"/g)].map((found) => found[1]))
    .filter((key) => key in en || Object.keys(en).some((known) => known.split(".")[0] === key.split(".")[0])),
);
const made = new Set(Object.entries(FAMILIES).flatMap(([prefix, ends]) => ends.map((end) => prefix + end)));

for (const [name, other] of Object.entries({ "zh-Hans": hans, "zh-Hant": hant })) {
  test(`${name} has the keys of English`, () => {
    assert.deepEqual(Object.keys(other).sort(), Object.keys(en).sort());
  });

  test(`${name} has the placeholders of English`, () => {
    for (const key of Object.keys(en))
      assert.deepEqual([...placeholders(other[key])].sort(), [...placeholders(en[key])].sort(), key);
  });

  test(`${name} has the plural form that Chinese needs`, () => {
    for (const [key, message] of Object.entries(other)) if (typeof message === "object") assert.ok(message.other, key);
  });
}

test("English has both plural forms", () => {
  for (const [key, message] of Object.entries(en))
    if (typeof message === "object") assert.ok(message.one && message.other, key);
});

test("every key that the sources name exists", () => {
  assert.ok(written.size > 100, "the sources were not read");
  assert.deepEqual(
    [...written, ...made].filter((key) => !(key in en)),
    [],
  );
});

test("every key that is put together belongs to a family known here", () => {
  const prefixes = new Set(
    sources.flatMap((text) => [...text.matchAll(/`([a-z]+\.(?:[a-z]+_)?)\$\{/g)].map((found) => found[1])),
  );
  const known = Object.keys(FAMILIES);
  assert.deepEqual(
    [...prefixes].filter((prefix) => !known.includes(prefix)),
    [],
  );
});

test("no key is left over", () => {
  assert.deepEqual(
    Object.keys(en).filter((key) => !written.has(key) && !made.has(key)),
    [],
  );
});
