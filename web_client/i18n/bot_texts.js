/** Texts of a bot's page, in all languages: the lobby does not load them. */

import { addTexts } from "./index.js";

/** @import {Language} from "../lib/messages.js" */
/** @import {Messages} from "./index.js" */

/** @type {Record<Language, Messages>} */
export const TEXTS = {
  en: {
    "bot.title": "A bot",
    "bot.all": "All bots",
    "bot.play": "Play",
    "bot.terms": "The button starts this game: {terms}",
    "bot.elo": "Elo {elo}, measured in games between bots before it learned anything here",
    "bot.elo_only": "Elo {elo}, measured in games between bots",
    "bot.scales": "Its rating comes from rated games here. The two numbers are on different scales.",
    "bot.no_elo": "Its strength has not been measured yet.",
    "bot.learns": "It learns from the games it loses here.",
    "bot.learns_not": "It does not learn.",
    "bot.first_day": "Compare: {name}",
    "bot.today": "Today: {name}",
    "bot.strength": "Strength here",
    "bot.curve_label": "Elo over lost games, with intervals",
    "bot.curve_axes": "Across: games it had lost here before. Upwards: Elo.",
    "bot.interval":
      "Based on public games with people that began from the empty board and were not resigned at once. The strength of these people is estimated from their games against the other bots, whose Elo was measured. The bars are 95 % intervals: they reflect the small number of games and the uncertainty about the opponents, but not that people learn too.",
    "bot.practice": "Practice",
    "bot.practised": {
      one: "It has practised {n} game that it lost, from before its mistake, against a stronger search. It holds the position in {after} %, at first in {before} %.",
      other:
        "It has practised {n} games that it lost, from before its mistakes, against a stronger search. It holds the positions in {after} %, at first in {before} %.",
    },
    "bot.newest": "Newest lines that beat it",
    "bot.newest_none": "None yet.",
    "bot.held": "Lines it no longer falls for",
    "bot.held_none": "None yet.",
    "bot.versions": "Versions",
    "bot.with_weights": "{version}, learned weights {weights}",
    "bot.versions_none": "Nobody has played it in a public game yet.",
    "bot.too_few": {
      one: "There is {n} public game with people from the empty board; a curve needs {needed}.",
      other: "There are {n} public games with people from the empty board; a curve needs {needed}.",
    },
    "bot.point": {
      one: "After {after} lost games: Elo {elo} ({low} to {high}), from {n} games",
      other: "After {after} lost games: Elo {elo} ({low} to {high}), from {n} games",
    },
  },
  "zh-Hans": {
    "bot.title": "机器人",
    "bot.all": "全部机器人",
    "bot.play": "对弈",
    "bot.terms": "按钮开始的对局：{terms}",
    "bot.elo": "Elo {elo}（未经学习，由机器人互相对局测得）",
    "bot.elo_only": "Elo {elo}（由机器人互相对局测得）",
    "bot.scales": "它的等级分来自这里的等级分对局；两个数的标准不同。",
    "bot.no_elo": "它的棋力还没有测定。",
    "bot.learns": "它会从在这里输掉的对局中学习。",
    "bot.learns_not": "它不学习。",
    "bot.first_day": "对照：{name}",
    "bot.today": "现在的它：{name}",
    "bot.strength": "在这里的棋力",
    "bot.curve_label": "Elo 随输棋局数的变化及其区间",
    "bot.curve_axes": "横轴：此前在这里输掉的局数。纵轴：Elo。",
    "bot.interval":
      "取自与人从空棋盘开始、没有一开局就认输的公开对局。人的棋力由他们与其他已测机器人的对局估计。竖线是 95 % 区间，包含了对局不多和对手不够了解的影响，不包含人也在进步这一点。",
    "bot.practice": "练习",
    "bot.practised": {
      other: "它输掉的对局中有 {n} 局已从失误之前的局面练过，对手是更强的搜索：现在守住 {after}%，起初是 {before}%。",
    },
    "bot.newest": "最近赢过它的变化",
    "bot.newest_none": "暂时没有。",
    "bot.held": "不再上当的变化",
    "bot.held_none": "暂时没有。",
    "bot.versions": "版本",
    "bot.with_weights": "{version}，学得的权重 {weights}",
    "bot.versions_none": "还没有人与它公开对局。",
    "bot.too_few": { other: "与人从空棋盘开始的公开对局有 {n} 局；要有 {needed} 局，曲线才有意义。" },
    "bot.point": { other: "输 {after} 局之后：Elo {elo}（{low} 至 {high}），{n} 局" },
  },
  "zh-Hant": {
    "bot.title": "機器人",
    "bot.all": "全部機器人",
    "bot.play": "對弈",
    "bot.terms": "按鈕開始的對局：{terms}",
    "bot.elo": "Elo {elo}（未經學習，由機器人互相對局測得）",
    "bot.elo_only": "Elo {elo}（由機器人互相對局測得）",
    "bot.scales": "它的等級分來自這裡的等級分對局；兩個數的標準不同。",
    "bot.no_elo": "它的棋力還沒有測定。",
    "bot.learns": "它會從在這裡輸掉的對局中學習。",
    "bot.learns_not": "它不學習。",
    "bot.first_day": "對照：{name}",
    "bot.today": "現在的它：{name}",
    "bot.strength": "在這裡的棋力",
    "bot.curve_label": "Elo 隨輸棋局數的變化及其區間",
    "bot.curve_axes": "橫軸：此前在這裡輸掉的局數。縱軸：Elo。",
    "bot.interval":
      "取自與人從空棋盤開始、沒有一開局就認輸的公開對局。人的棋力由他們與其他已測機器人的對局估計。豎線是 95 % 區間，包含了對局不多和對手不夠了解的影響，不包含人也在進步這一點。",
    "bot.practice": "練習",
    "bot.practised": {
      other: "它輸掉的對局中有 {n} 局已從失誤之前的局面練過，對手是更強的搜尋：現在守住 {after}%，起初是 {before}%。",
    },
    "bot.newest": "最近贏過它的變化",
    "bot.newest_none": "暫時沒有。",
    "bot.held": "不再上當的變化",
    "bot.held_none": "暫時沒有。",
    "bot.versions": "版本",
    "bot.with_weights": "{version}，學得的權重 {weights}",
    "bot.versions_none": "還沒有人與它公開對局。",
    "bot.too_few": { other: "與人從空棋盤開始的公開對局有 {n} 局；要有 {needed} 局，曲線才有意義。" },
    "bot.point": { other: "輸 {after} 局之後：Elo {elo}（{low} 至 {high}），{n} 局" },
  },
};

/** Let the texts be known; the page that needs them calls it first. */
export const addBotTexts = () => addTexts(TEXTS);
