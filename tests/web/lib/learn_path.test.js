import assert from "node:assert/strict";
import { test } from "node:test";

import { LANGUAGES, t, useLanguage } from "../../../web_client/i18n/index.js";
import { colorName } from "../../../web_client/i18n/words.js";
import { beginExample, playExample } from "../../../web_client/lib/example.js";
import { parsePoint } from "../../../web_client/lib/geometry.js";
import { FIRST_LESSONS, PATH } from "../../../web_client/lib/learn_path.js";

const MOST_SECONDS = 180;
const SECONDS_A_PRESS = 2;
/** A beginner reads 200 words of English a minute, and 220 characters of Chinese. */
const SECONDS_A_WORD = 60 / 200;
const SECONDS_A_CHARACTER = 60 / 220;

/** @param {string} text */
function secondsToRead(text) {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{Script=Latin}\d’]+/gu)?.length ?? 0;
  return characters * SECONDS_A_CHARACTER + words * SECONDS_A_WORD;
}

/** List what is read on the way through a position, a text for each press. @param {import("../../../web_client/lib/examples.js").Example} example */
function textsOf(example) {
  let state = beginExample(example);
  const names = { color: colorName("black", example.rules), other: colorName("white", example.rules) };
  const texts = [];
  while (state.step) {
    const { task, right } = state.step;
    const words = { ...names, point: right[0] };
    state = playExample(state, /** @type {number} */ (parsePoint(right[0], example.size)));
    const answered = state.step ? t("rulespage.answered", words) : "";
    texts.push(`${t(`rulespage.task.${task}`, words)} ${t(`rulespage.right.${task}`, words)} ${answered}`);
  }
  return [...texts, t("path.next")];
}

for (const { language } of LANGUAGES)
  test(`in three minutes a beginner is at their first game, in ${language}`, async () => {
    await useLanguage(language);
    const lessons = PATH.slice(0, FIRST_LESSONS);
    const pressed = [
      t("lobby.newcomer"),
      ...lessons.flatMap(({ positions }) => positions.flatMap(textsOf)),
      t("path.play"),
    ];
    const read = [
      ...lessons.flatMap(({ id }) => [t(`path.${id}`), t(`path.${id}.sentence`)]),
      t("path.ready"),
      t("path.ready.sentence"),
    ];
    const seconds = [...pressed, ...read].reduce((sum, text) => sum + secondsToRead(text), 0);
    const all = Math.round(seconds + pressed.length * SECONDS_A_PRESS);
    assert.ok(all <= MOST_SECONDS, `${all} s, ${pressed.length} presses`);
    assert.ok(all > 60, "all of it is counted");
  });
