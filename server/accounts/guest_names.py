"""Names for guests: two friendly words, such as "Calm Heron".

A name is stored as it is made, in the language of the page that the guest opened first, and everybody reads the same
name: a name that every reader saw translated could neither be looked for nor be spoken of.
"""

from collections.abc import Callable

from server.protocol.values import Language

Choose = Callable[[int], int]
"""Returns a random number from 0 below another, as `secrets.randbelow`."""


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split())


WORDS: dict[Language, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (
        _split(
            "Agile Amiable Amused Artful Awake Bold Bright Brisk Calm Candid Careful Cheery Clever Cosmic Cosy "
            "Curious Dapper Daring Dreamy Eager Earnest Fabled Festive Gallant Gentle Genuine Happy Honest "
            "Hopeful Jolly Keen Kind Lively Loyal Lucky Mellow Merry Mindful Modest Musical Nimble Noble Patient "
            "Playful Polite Quick Quiet Radiant Serene Sincere Smiling Steady Stellar Sunny Tidy Trusty Upbeat "
            "Vivid Wise Witty"
        ),
        _split(
            "Badger Bamboo Birch Bison Camel Cedar Clover Condor Crane Cricket Curlew Dolphin Dragon Eagle Falcon "
            "Fern Finch Gazelle Gecko Hedgehog Heron Ibis Juniper Kestrel Lemur Koala Lantern Lark Lotus Lynx "
            "Magnolia Maple Marmot Meadow Narwhal Newt Orchid Oriole Osprey Otter Panda Pebble Penguin Pelican "
            "Puffin Quail Rabbit Raven Salmon Sparrow Starling Swan Thistle Tiger Turtle Walrus Willow Wolf Wren "
            "Zebra"
        ),
    ),
    "zh-Hans": (
        _split(
            "快乐 开心 悠闲 从容 聪明 机智 勇敢 温柔 安静 活泼 勤奋 认真 耐心 细心 专心 热心 诚实 "
            "真诚 谦虚 友好 友善 善良 乐观 自在 自信 坚定 坚强 沉着 冷静 稳重 灵巧 灵活 敏捷 轻快 "
            "飞快 好奇 俏皮 风趣 幽默 优雅 文静 斯文 淡定 坦率 爽朗 明朗 晴朗 闪亮 璀璨 幸运 吉祥 "
            "如意 欢喜 知足 清新 宁静 可靠 守信 豪爽 潇洒"
        ),
        _split(
            "海豚 熊猫 白鹭 仙鹤 松鼠 刺猬 企鹅 海豹 海狮 鲸鱼 金鱼 锦鲤 燕子 喜鹊 百灵 黄莺 云雀 "
            "麻雀 猎鹰 大雁 天鹅 孔雀 小鹿 羚羊 骏马 斑马 骆驼 袋鼠 水獭 雪豹 狮子 白兔 蜻蜓 蝴蝶 "
            "蜜蜂 蟋蟀 青松 翠竹 红枫 银杏 垂柳 白桦 梧桐 荷花 兰花 梅花 茉莉 桂花 山茶 水仙 海棠 "
            "丁香 薄荷 芦苇 星光 棋子 玉石 明月 山泉 彩虹"
        ),
    ),
    "zh-Hant": (
        _split(
            "快樂 開心 悠閒 從容 聰明 機智 勇敢 溫柔 安靜 活潑 勤奮 認真 耐心 細心 專心 熱心 誠實 "
            "真誠 謙虛 友好 友善 善良 樂觀 自在 自信 堅定 堅強 沉著 冷靜 穩重 靈巧 靈活 敏捷 輕快 "
            "飛快 好奇 俏皮 風趣 幽默 優雅 文靜 斯文 淡定 坦率 爽朗 明朗 晴朗 閃亮 璀璨 幸運 吉祥 "
            "如意 歡喜 知足 清新 寧靜 可靠 守信 豪爽 瀟灑"
        ),
        _split(
            "海豚 熊貓 白鷺 仙鶴 松鼠 刺蝟 企鵝 海豹 海獅 鯨魚 金魚 錦鯉 燕子 喜鵲 百靈 黃鶯 雲雀 "
            "麻雀 獵鷹 大雁 天鵝 孔雀 小鹿 羚羊 駿馬 斑馬 駱駝 袋鼠 水獺 雪豹 獅子 白兔 蜻蜓 蝴蝶 "
            "蜜蜂 蟋蟀 青松 翠竹 紅楓 銀杏 垂柳 白樺 梧桐 荷花 蘭花 梅花 茉莉 桂花 山茶 水仙 海棠 "
            "丁香 薄荷 蘆葦 星光 棋子 玉石 明月 山泉 彩虹"
        ),
    ),
}
"""Qualities, then animals, plants and things, by language. No quality says anything of a body, a faith or a people."""

TRIES = 4
"""Most names of two words that a guest is offered before a number is added."""


def make_guest_name(lang: Language, attempt: int, choose: Choose) -> str:
    """Return a name such as "Calm Heron" for an attempt, the first being 0; after `TRIES`, "Calm Heron 47", with one
    digit more at each attempt.
    """
    qualities, bearers = WORDS[lang]
    name = ("{} {}" if lang == "en" else "{}{}").format(
        qualities[choose(len(qualities))], bearers[choose(len(bearers))]
    )
    digits = attempt - TRIES + 2
    if digits < 2:
        return name
    low = 10 ** (digits - 1)
    return f"{name} {low + choose(9 * low)}"
