"""Texts of game files in the reader's language: how a game began, and the names of bots."""

from collections.abc import Mapping
from dataclasses import dataclass

from server.protocol.values import ChoiceName, Language, Who


@dataclass(frozen=True, slots=True)
class FileWords:
    """Sentences in which ``{name}`` is the player who decided; ``bot`` is a bot's name with its ``{level}``.

    ``given`` marks the end of a given position from which the players continued.
    """

    bot: str
    given: str
    choices: Mapping[ChoiceName, str]
    declared: str
    proposed: str
    between: str = "; "

    def name(self, who: Who) -> str:
        """Return a player's name."""
        return who.name if who.level is None else self.bot.format(level=who.level)


FILE_WORDS: Mapping[Language, FileWords] = {
    "en": FileWords(
        bot="Bot, level {level}",
        given="This position was given, and the game begins here",
        choices={
            "keep": "{name} keeps the colours",
            "swap": "{name} swaps the colours",
            "black": "{name} takes black",
            "white": "{name} takes white",
            "one": "{name} keeps black and lays one fifth stone",
            "two": "{name} lays two more stones",
            "offer": "{name} keeps black and offers fifth stones",
        },
        declared="{name}: {n} fifth stones to be offered",
        proposed="{name} offers {points}",
    ),
    "zh-Hans": FileWords(
        bot="机器人，{level} 级",
        given="以上局面为给定，对局由此开始",
        choices={
            "keep": "{name} 不交换",
            "swap": "{name} 交换执色",
            "black": "{name} 选择执黑",
            "white": "{name} 选择执白",
            "one": "{name} 执黑，直接下第五手",
            "two": "{name} 选择再下两子",
            "offer": "{name} 执黑，给出打点",
        },
        declared="{name} 宣布第五手 {n} 打",
        proposed="{name} 给出打点 {points}",
        between="；",
    ),
    "zh-Hant": FileWords(
        bot="機器人，{level} 級",
        given="以上局面為給定，對局由此開始",
        choices={
            "keep": "{name} 不交換",
            "swap": "{name} 交換執色",
            "black": "{name} 選擇執黑",
            "white": "{name} 選擇執白",
            "one": "{name} 執黑，直接下第五手",
            "two": "{name} 選擇再下兩子",
            "offer": "{name} 執黑，給出打點",
        },
        declared="{name} 宣布第五手 {n} 打",
        proposed="{name} 給出打點 {points}",
        between="；",
    ),
}
