import assert from "node:assert/strict";
import { test } from "node:test";

import { isStudied, learnsOf, lessonOf, withLesson } from "../../../web_client/lib/lesson.js";
import { room } from "./room.test.js";

const moves = Array.from({ length: 9 }, (_, ply) => ({ point: ply, think_ms: 1 }));
const SEATS = [{ id: "ann", name: "Ann" }, { level: 10 }];
const WHO = { bot: "Learner", winner: "Ann", learns: true };

/** Finished game of Ann, who is white, against a bot. */
const over = (winner = "white", changes = {}) =>
  room({ seats: SEATS, moves, result: { winner, reason: "five" }, ...changes });
const news = (lesson, state = "running") => ({ t: "analysis", game: "r", state, lesson });
const keys = (found) => found.says.map(({ key }) => key.replace("lesson.", ""));

test("only games against bots that somebody won are studied by themselves", () => {
  assert.ok(isStudied(over()));
  assert.ok(!isStudied(over("white", { seats: [SEATS[0], { id: "bob", name: "Bob" }] })));
  assert.ok(!isStudied(over(null)));
  assert.ok(!isStudied(over("white", { moves: moves.slice(1) })));
  assert.ok(!isStudied(over("white", { result: null })));
});

test("before there is a lesson it is said how far it is", () => {
  assert.equal(lessonOf(over(), null, WHO), null);
  const said = (state, ahead) => lessonOf(over(), { t: "analysis", game: "r", state, ahead }, WHO)?.says[0].key;
  assert.deepEqual(
    [said("queued", 2), said("queued"), said("running"), said("failed"), said("done")],
    ["lesson.queued", "lesson.next", "lesson.running", undefined, undefined],
  );
});

test("a mistake that is named is promised not to be made again, and the game begins there anew", () => {
  const found = lessonOf(over(), news({ entry: 7, mistake: 6, learned: true }), WHO);
  assert.deepEqual(keys(found), ["beat.you", "never"]);
  assert.deepEqual(
    found.says.map(({ words }) => [words.n, words.point]),
    [
      [8, "H15"],
      [7, "G15"],
    ],
  );
  assert.deepEqual([found.again, found.find, found.taught], [6, null, true]);
  assert.deepEqual(found.learned, { moves: moves.map(({ point }) => point), from: 6, never: 6 });
});

test("where no better move is known nothing more is promised than is true", () => {
  const found = lessonOf(over(), news({ entry: 7, learned: true }), WHO);
  assert.deepEqual([keys(found), found.again], [["beat.you", "never", "seeking"], 6]);
});

test("a bot that does not learn, or from such a game, promises nothing", () => {
  assert.deepEqual(keys(lessonOf(over(), news({ entry: 7, mistake: 6 }), { ...WHO, learns: false })), ["forced.you"]);
  assert.deepEqual(
    keys(lessonOf(over("white", { start: 2, from_game: "other" }), news({ entry: 7, mistake: 6 }), WHO)),
    ["beat.you", "set_up"],
  );
});

test("a bot tells what it has practised since, in the figures of its tests alone", () => {
  const practice = { games: 120, held: 2, tests: 20, held_after: 13, tests_after: 20, end: "games" };
  const said = (changes, room = over()) =>
    lessonOf(room, news({ entry: 7, mistake: 6, learned: true, practice: { ...practice, ...changes } }), WHO)?.says[2];
  assert.deepEqual(said({}), {
    key: "lesson.practice.you",
    words: { n: 120, before: 10, after: 65, winner: "Ann" },
  });
  assert.equal(said({}, over("white", { you: undefined }))?.key, "lesson.practice.other");
  assert.equal(said({ games: 20, held: 20, end: "holds" })?.key, "lesson.practice_held.you");
  assert.equal(said({ held_after: 0, end: "lost" })?.key, "lesson.practice_lost.you");
  assert.equal(said({ held_after: 1, end: "lost" })?.key, "lesson.practice.you");
  assert.equal(said({ games: 7, tests: 7, tests_after: 7, end: "time" }), undefined);
  assert.equal(said({ tests_after: 0, end: "time" }), undefined);
});

test("a suspect is called one, and nothing is called nothing", () => {
  assert.deepEqual(keys(lessonOf(over(), news({ suspect: 4 }), WHO)), ["suspect.bot.you"]);
  assert.deepEqual(keys(lessonOf(over(), news({ suspect: 4 }), { ...WHO, learns: false })), ["suspect.plain.you"]);
  assert.deepEqual(keys(lessonOf(over("black"), news({ suspect: 5 }), WHO)), ["suspect.person.you"]);
  const nothing = lessonOf(over(), news({}), WHO);
  assert.deepEqual([keys(nothing), nothing.again, nothing.taught], [["nothing"], null, false]);
});

test("who lost to a bot is asked for the better move where one is known", () => {
  const found = lessonOf(over("black"), news({ entry: 6, mistake: 5 }), WHO);
  assert.deepEqual([keys(found), found.find, found.again], [["lost.you"], 5, null]);
  assert.deepEqual(keys(lessonOf(over("black"), news({ entry: 6 }), WHO)), ["lost_all.you"]);
});

test("a lesson says whether it is checked, or waits for that", () => {
  const first = { ...news({ entry: 6, mistake: 5 }, "done"), check: "waiting" };
  assert.deepEqual(keys(lessonOf(over("black"), first, WHO)), ["lost.you", "check.waiting"]);
  assert.deepEqual(keys(lessonOf(over("black"), { ...first, check: "running" }, WHO))[1], "check.running");
  const checked = lessonOf(over("black"), news({ entry: 6, mistake: 5, turn: 5, checked: 90 }, "done"), WHO);
  assert.deepEqual([keys(checked), checked.find, checked.look], [["turn.you", "checked"], 5, null]);
});

test("a turning point before the proven mistake is shown, and without one the attack is", () => {
  const earlier = lessonOf(over("black"), news({ entry: 6, turn: 3, checked: 90 }, "done"), WHO);
  assert.deepEqual([keys(earlier), earlier.find, earlier.look], [["turn.you", "checked"], 3, null]);
  const none = lessonOf(over("black"), news({ entry: 6, line: [0, 1, 2], checked: 90 }, "done"), WHO);
  assert.deepEqual([keys(none), none.attack, none.look], [["lost_all.you", "checked"], 6, null]);
  assert.deepEqual(none.threat, { moves: [0, 1, 2, 3, 4, 5, 0, 1, 2], from: 6, line: "A15 – B15 – C15" });
  assert.deepEqual([earlier.threat, earlier.attack], [null, null]);
  const won = lessonOf(over("black"), news({ entry: 6, mistake: 5, checked: 90 }, "done"), WHO);
  assert.deepEqual([keys(won), won.find], [["let_go.you", "checked"], 5]);
});

test("a step of the study takes back nothing that its lesson has said", () => {
  const first = { ...news({ entry: 6, line: [0, 1, 2] }), check: "waiting" };
  const told = (after) => keys(lessonOf(over("black"), withLesson(first, after), WHO));
  for (const state of ["running", "queued"])
    assert.deepEqual(told(news(undefined, state)), ["lost_all.you", "check.waiting"]);
  assert.deepEqual(told({ ...news({ entry: 6 }, "done"), check: "running" }), ["lost_all.you", "check.running"]);
  const step = news(undefined);
  assert.deepEqual([withLesson(null, step), withLesson(step, step)], [step, step]);
});

test("who looks on is told the same of others, and has nothing to press", () => {
  const found = lessonOf(over("white", { you: undefined }), news({ entry: 7, mistake: 6, learned: true }), WHO);
  assert.deepEqual([keys(found), found.again, found.taught], [["beat.other", "never"], null, false]);
  assert.equal(lessonOf(over("black", { you: undefined }), news({ entry: 6, mistake: 5 }), WHO).find, null);
  const attacked = lessonOf(over("black", { you: undefined }), news({ entry: 6, line: [0, 1, 2] }), WHO);
  assert.deepEqual([attacked.attack, attacked.look, attacked.threat?.from], [null, 5, 6]);
});

test("the list of levels says who learns", () => {
  assert.deepEqual(
    [learnsOf([{ level: 10, learns: true }], 10), learnsOf([{ level: 6 }], 6), learnsOf([], null)],
    [true, false, false],
  );
});
