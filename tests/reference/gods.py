"""Which Gods link with which, as far as the rule sheet says (formats.md, God commander)."""

# "Known facts to start from". A link that stands nowhere here is unknown, never guessed.
COMPLETED_PAIRS = (
    frozenset({"竜極神ゲキ", "竜極神メツ"}),
    frozenset({"龍神ヘヴィ", "龍神メタル"}),
    frozenset({"霊神ゴウ", "雷神リキ"}),
)
TRI_G_LINK = frozenset({"龍神ヘヴィ", "龍神メタル", "破壊神デス"})
RING = (
    "天神シャイン・バルキリー",
    "海神ブルー・ポセイドン",
    "黒神ダーク・インドラ",
    "炎神フレイム・アゴン",
    "地神エメラルド・ファラオ",
)


def ring_is_properly_linked(names: frozenset[str]) -> bool:
    """GOD2: every God of the form reaches every other over neighbours of the ring."""
    linked = {next(iter(sorted(names)))}
    while True:
        reached = {RING[(RING.index(name) + step) % len(RING)] for name in linked for step in (-1, 1)} & names
        if reached <= linked:
            return linked == names
        linked |= reached
