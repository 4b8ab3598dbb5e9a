import assert from "node:assert/strict";
import { test } from "node:test";

import { actDetails, actText } from "../../../web_client/i18n/act.js";
import { t, useLanguage } from "../../../web_client/i18n/index.js";

/** @param {string} action @param {Record<string, unknown>} data */
const told = (action, data) => actDetails({ id: 1, at: 0, action, data }).map(({ label, text }) => `${label}: ${text}`);

test("what stands in the log has no word of the program's own", async () => {
  await useLanguage("zh-Hans");
  assert.deepEqual(told("settle", { report: 7, state: "handled" }), ["举报编号: 7", `结果: ${t("staff.handled")}`]);
  assert.deepEqual(told("account_role", { name: "Mona", argument: "teacher" }), ["名字: Mona", "身份: 教师"]);
  assert.deepEqual(told("account_role", { argument: "none" }), [`身份: ${t("staff.no_role")}`]);
  assert.deepEqual(told("rename_player", { argument: "Ada" }), ["名字: Ada"]);
  assert.deepEqual(told("setting", { setting: "talk", old: "off", value: "free" }), [
    `${t("act.data.setting")}: ${t("setting.talk")}`,
    `${t("act.data.old")}: ${t("live.talk.off")}`,
    `${t("act.data.value")}: ${t("live.talk.free")}`,
  ]);
  assert.deepEqual(told("weights_use", { version: "0" }), [`版本: ${t("weights.program")}`]);
  await useLanguage("en");
});

test("what this client does not know stands there as it came", () => {
  assert.equal(actText({ id: 1, at: 0, action: "fly", data: {} }), "fly");
  assert.deepEqual(told("fly", { wings: 2, reason: "boredom" }), ["wings: 2", "Reason: boredom"]);
});
