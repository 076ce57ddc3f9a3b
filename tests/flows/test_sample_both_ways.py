"""Every sample article gives the same records whether its long runs are cut short or read whole."""

import pytest

from flows.sample.articles import SampleArticle, load_articles
from flows.sample.rest import article_json
from parsers.dm_edh import DmEdhParser
from tests.parsers.article_pages import article, page, rest
from tests.parsers.commentary_pages import PLAIN

ARTICLES = load_articles()


@pytest.mark.parametrize("sample", ARTICLES, ids=lambda sample: str(sample.id))
def test_cut_short_or_whole(sample: SampleArticle) -> None:
    post = article_json(sample, "https://dm-edh.com")
    html = post["content"]["rendered"] + PLAIN
    longer = {**post, "content": {**post["content"], "rendered": html}}
    title = post["title"]["rendered"]
    for kept in (rest(post), rest(longer), page(article(html, title=title, post_id=sample.id))):
        assert DmEdhParser().parse(kept) == DmEdhParser(whole=True).parse(kept)
