"""Articles with long commentary, in every context and with every oddity, for reading both ways."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.parsers.article_pages import NAMES, article, cells, deck_table, page, rest, rest_post

if TYPE_CHECKING:
    from schema.records import Page

LONG = "この札は序盤から終盤まで仕事をし、" + "引いた時はいつでも役割があるのです" * 3 + "。"
PLAIN = "".join(f"<h3>《 脇の獣 {number}》</h3>\n<p>{LONG}</p>\n" for number in range(12))
PROSE = (
    LONG,
    LONG,
    LONG,
    LONG,
    LONG,
    "《 {name}》とともに使うと、" + "とても強いのです" * 5 + "。",
    "まず出して、次に殴ります。",
    "《{name}》は速い、だから強い。<br />\n次の行も同じ調子で、だらだらと続く。",
    LONG + "<br>" + LONG,
)
ODD = (
    "強い。",
    "解説。",
    "デッキレシピ",
    "超次元は以下の8枚です。",
    "※ 注意、これは例です。",
    "(統率者)",
    "4",
    "",
    "19/11/2、最新版に更新しましたので、ご覧ください。" + LONG,
    "2色以上で禁止、2色以上で規制。",
    "続きを読む、あとで。",
    "『デッキ、その二。』",
    "【甲、乙】。",
    "《 {name}》",
    "《{name}》×4",
    "《 {name}》(統率者)",
    "統率者《甲》※強い、とても。",
    "《{name} は括弧が、閉じません。",
    "{name}》は括弧が、開きません。",
    LONG + " &amp; " + LONG,
    f"<b>{LONG}</b>",
    "「殴ります、そして勝ちます。」",
    "これは、3枚。",
    "禁止、解除、規制、無制限、コンビ禁止。",
    "デュエパーティーでも、強い。",
    f'<a href="/dmedh/4001">{LONG}</a>',
    f"<s>{LONG}</s>",
    f"{LONG}  {LONG}",
    "光 35枚、系。",
    "まとめ、。",
    f"{LONG}\n{LONG}\n{LONG}",
)
HEADS = (
    "<h3>《 {name}》</h3>",
    "<h3>《 {name}》</h3>",
    "<h3>《 {name}》</h3>",
    '<h4 id="i-{number}">《{name}》</h4>',
    '<h3 class="wp-block-heading">《 {name}》</h3>',
    '<h3><span id="i-{number}">《 {name}》</span></h3>',
)
ODD_HEADS = (
    "<h3>《 超次元ゾーン》</h3>",
    "<h3>《GR》</h3>",
    "<h3>■デッキレシピ</h3>",
    "<h3>超次元ゾーン</h3>",
    "<h2>《 {name}》</h2>",
    "<h3>《 {name}》×4</h3>",
    "<h3>《 {name}》(統率者)</h3>",
    "<h3>《 {name}》《 別の札》</h3>",
    "<h3>{name}</h3>",
    "<h3>《 {name}</h3>",
    "<h3>禁止</h3>",
    "<h3>《 禁止》</h3>",
    "<p>《 {name}》</p>",
    "<h3>■まとめ</h3>",
    "<h3>メインデッキ</h3>",
    "<h3>『もう一つ』</h3>",
    "<h3>《 NEW STAR 〜{name}〜》</h3>",
    "<h3>《 &#9733; {name}》</h3>",
    "<h3>統率者</h3>",
)
AROUND = (
    "{}",
    "{}",
    "{}",
    "<div>{}</div>",
    "<aside>{}</aside>",
    "<nav><div>{}</nav>",
    "<ul><li>{}</li></ul>",
    "<s>{}</s>",
    "<table><tr><td>{}</td></tr></table>",
    "<blockquote>{}</blockquote>",
    "<script>{}</script>",
    "<b>{}",
    "<p>{}</p>",
    "<header>{}</header>",
    '<a href="#x">{}</a>',
    "<pre>{}</pre>",
    "<!-- {} -->",
    "<div style='text-decoration:line-through'>{}</div>",
    "<noscript>{}</noscript>",
    "<section>{}</section>",
    "<p>{}",
    "<footer>{}</footer>",
)
LISTS = (
    "",
    "",
    deck_table(),
    "".join(f"<p>《 {name}》</p>" for name in NAMES[:30]),
    "<h3>超次元ゾーン</h3>" + deck_table(NAMES[:9]),
    "<p>《 甲の主》(統率者)</p>" + "".join(f"<h3>《 {name}》</h3>" for name in NAMES[:25]),
    "<p>" + "<br>".join(NAMES[:40]) + "</p>",
    "<h2>■サンプルレシピ</h2>",
    "<p>『もう一つのデッキ』</p>",
    "<h3>GR</h3><p>《 壱》</p><p>《 弐》</p>",
    "<p>《 離れた札》</p>",
    f"<table><tr><td>枚数</td><td>カード名</td></tr>{cells()}</table>",
    f"<table><tr><td>カード名</td><td>備考</td></tr>{cells()}</table>",
    f"<table>{cells(NAMES[:20])}<tr><td>超次元ゾーン</td></tr>{cells(NAMES[20:40], columns=1)}</table>",
    f"<table>{cells(NAMES[:9], columns=1)}<tr><td>統率者</td><td>《 主》</td></tr>{cells(NAMES[9:])}</table>",
    f"<table>{cells(NAMES[:30])}<tr><td>(以下略)</td></tr></table>",
    f"<table><tr><td>甲</td></tr><tr><td>乙</td></tr><tr><td>丙丁</td></tr>{cells(NAMES)}</table>",
    f"<aside><table>{cells()}</table></aside>",
    f"<ul><li><table>{cells(NAMES[:24])}</table></li></ul>",
    f"<s><table>{cells(NAMES[:24])}</table></s>",
    f"<table>{cells([*NAMES[:30], 'NEW STAR 〜始まりの日〜', *NAMES[30:]])}</table>",
    f"<p>(統率者)</p><table>{cells()}</table>",
    f"<table>{cells(NAMES[:7])}<tr><td>《 札》×2</td><td>3</td></tr>{cells(NAMES[7:40])}</table>",
)


def commentary(chance: random.Random, parts: int) -> str:
    """Parts of commentary, some of them odd."""
    odd = chance.choice((0, 0, 0, 0.01, 0.05))
    gap = chance.choice(("", "\n", "\n\n", "<p>&nbsp;</p>"))
    out = []
    for number in range(parts):
        name = chance.choice((*NAMES, f"脇の獣 {number}", f"竜{number}"))
        head = chance.choice(ODD_HEADS if chance.random() < odd else HEADS)
        out.append(head.format(name=name, number=number))
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            text = chance.choice(ODD if chance.random() < odd else PROSE).format(name=name)
            out.append(f"<p>{text}</p>")
        if chance.random() < 0.02:
            out.append(chance.choice(LISTS))
    return gap.join(out)


def long_article(seed: int) -> Page:
    """A page or a REST answer with lists among commentary, the same for the same seed."""
    chance = random.Random(seed)
    pieces = [chance.choice(LISTS) for _ in range(2)]
    pieces.append(chance.choice((deck_table(), deck_table(), chance.choice(LISTS))))
    for _ in range(chance.choice((1, 1, 2, 3))):
        around = "{}" if chance.random() < 0.6 else chance.choice(AROUND)
        pieces.append(around.format(commentary(chance, chance.choice((3, 6, 9, 25)))))
    pieces.append(chance.choice(LISTS))
    if chance.random() < 0.3:
        chance.shuffle(pieces)
    head = chance.choice(
        (
            "",
            "<h2>■デッキレシピ</h2>",
            "<p>18/5/2 最新版に更新</p><h2>■デッキレシピ</h2>",
            "<h2>カード解説</h2>",
        )
    )
    title = chance.choice(
        (
            "【DMEDH】デッキ解説:黒赤《甲の主》",
            "【DMEDH】デッキ解説",
            "雑記",
            f"《{NAMES[3]}》統率",
            "規制の変更のお知らせ",
            "デュエパーティーのデッキ紹介",
        )
    )
    content = head + "".join(pieces)
    if chance.random() < 0.3:
        post = rest_post(content, title=title)
        return rest(post, rest_post(deck_table(), post_id=4300))
    filler = f"<style>{'.a{color:red}' * chance.choice((0, 200))}</style>"
    return page(article(content, title=title, head=filler))
