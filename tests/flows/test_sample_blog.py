"""The replica blog speaks WordPress: REST, sitemap, feeds, archives, redirects, validators."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import httpx
import pytest

from flows.sample import SampleWorld, SampleWorldError

if TYPE_CHECKING:
    from collections.abc import Iterator

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"


@pytest.fixture
def world() -> Iterator[SampleWorld]:
    with SampleWorld() as running:
        yield running


@pytest.fixture
def client(world: SampleWorld) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=world.base("dm-edh"), trust_env=False) as opened:
        yield opened


def _posts(client: httpx.Client, **params: Any) -> list[dict[str, Any]]:
    answer = client.get("/wp-json/wp/v2/posts", params={"per_page": 100, **params})
    assert answer.status_code == 200
    rows: list[dict[str, Any]] = answer.json()
    return rows


def _all_posts(client: httpx.Client, **params: Any) -> list[dict[str, Any]]:
    first = _posts(client, page=1, **params)
    return first + _posts(client, page=2, **params)


def test_robots_names_the_sitemap(client: httpx.Client, world: SampleWorld) -> None:
    text = client.get("/robots.txt").text
    assert "Disallow: /wp-admin/" in text
    assert f"Sitemap: {world.base('dm-edh')}/wp-sitemap.xml" in text


def test_rest_pages_count_and_end_with_400(client: httpx.Client) -> None:
    first = client.get("/wp-json/wp/v2/posts", params={"per_page": 40, "orderby": "id", "order": "asc"})
    total, pages = int(first.headers["X-WP-Total"]), int(first.headers["X-WP-TotalPages"])
    assert pages == -(-total // 40)
    rows, url = first.json(), first.links["next"]["url"]
    while url:
        answer = client.get(url)
        rows += answer.json()
        url = answer.links.get("next", {}).get("url")
    ids = [row["id"] for row in rows]
    assert len(ids) == total == len(set(ids))
    assert ids == sorted(ids)
    past = client.get("/wp-json/wp/v2/posts", params={"per_page": 40, "page": pages + 1})
    assert past.status_code == 400
    assert past.json()["code"] == "rest_post_invalid_page_number"


@pytest.mark.parametrize(
    "params", [{"per_page": 0}, {"per_page": 101}, {"per_page": "x"}, {"orderby": "colour"}]
)
def test_rest_refuses_wrong_parameters(client: httpx.Client, params: dict[str, Any]) -> None:
    answer = client.get("/wp-json/wp/v2/posts", params=params)
    assert answer.status_code == 400
    assert answer.json()["code"] == "rest_invalid_param"


def test_rest_filters_fields_and_modified_after(client: httpx.Client) -> None:
    rows = _posts(client, modified_after="2026-01-05T00:00:00", _fields="id,modified_gmt,content")
    assert rows
    assert all(set(row) == {"id", "modified_gmt", "content"} for row in rows)
    assert all(row["modified_gmt"] >= "2026-01-04T15:00:00" for row in rows)
    later = _posts(client, modified_after="2031-01-01T00:00:00")
    assert later == []


def test_rest_dates_are_of_the_site_and_of_utc(client: httpx.Client) -> None:
    row = client.get("/wp-json/wp/v2/posts/7190").json()
    assert (row["date"], row["date_gmt"]) == ("2019-10-27T20:00:00", "2019-10-27T11:00:00")


def test_rest_escapes_as_php_does(client: httpx.Client) -> None:
    body = client.get("/wp-json/wp/v2/posts/4081").content
    assert b"\\/dmedh\\/4081" in body
    assert body.isascii()
    assert json.loads(body)["title"]["rendered"].endswith("《 暗黒皇グレイテスト・シーザー》")


def test_rest_route_form_gives_the_same(client: httpx.Client) -> None:
    plain = client.get("/wp-json/wp/v2/posts", params={"per_page": 3})
    query = client.get("/", params={"rest_route": "/wp/v2/posts", "per_page": 3})
    assert plain.json() == query.json()
    assert "rest_route" in query.links["next"]["url"]


def test_pages_are_apart_from_posts(client: httpx.Client) -> None:
    pages = client.get("/wp-json/wp/v2/pages").json()
    assert [page["slug"] for page in pages] == ["dmedhrule"]
    assert all(row["slug"] != "dmedhrule" for row in _all_posts(client))


def test_protected_posts_are_empty_and_scheduled_ones_absent(client: httpx.Client) -> None:
    row = client.get("/wp-json/wp/v2/posts/20701").json()
    assert row["content"] == {"rendered": "", "protected": True}
    assert client.get("/wp-json/wp/v2/posts/20702").status_code == 404
    page = client.get("/dmedh/20701").text
    assert "post-password-form" in page
    assert "見えません" not in page
    assert client.get("/dmedh/20702").status_code == 404


@pytest.mark.parametrize(("closed", "status"), [(True, 401), (403, 403), (404, 404), ("html", 200)])
def test_rest_can_be_closed(
    world: SampleWorld, client: httpx.Client, closed: bool | int | str, status: int
) -> None:
    world.set("dm-edh", rest_closed=closed)
    answer = client.get("/wp-json/wp/v2/posts")
    assert answer.status_code == status
    assert answer.headers["Content-Type"].startswith("text/html" if closed == "html" else "application/json")


def test_sitemap_lists_every_post(client: httpx.Client) -> None:
    index = ElementTree.fromstring(client.get("/wp-sitemap.xml").content)
    parts = [node.text or "" for node in index.iter(f"{SITEMAP}loc")]
    assert len(parts) == 4
    urls = ElementTree.fromstring(client.get(parts[0]).content)
    listed = {(node.text or "").rsplit("/", 1)[1] for node in urls.iter(f"{SITEMAP}loc")}
    assert listed == {str(row["id"]) for row in _all_posts(client)}
    assert all((node.text or "").endswith("+09:00") for node in urls.iter(f"{SITEMAP}lastmod"))


def test_feed_has_full_content_and_ends_with_404(client: httpx.Client) -> None:
    page, seen = 1, []
    while (answer := client.get("/feed/", params={"paged": page})).status_code == 200:
        items = ElementTree.fromstring(answer.content).findall(".//item")
        assert 0 < len(items) <= 10
        seen += [item.findtext("guid", "").rsplit("=", 1)[1] for item in items]
        assert any(item.findtext(CONTENT) for item in items)
        page += 1
    assert answer.status_code == 404
    assert sorted(seen) == sorted(str(row["id"]) for row in _all_posts(client))
    assert b"<updated>" in client.get("/feed/atom/").content


def test_archives_hold_full_posts_and_page_to_the_end(client: httpx.Client) -> None:
    url, seen = "/category/dmedh/", []
    while url:
        text = client.get(url).text
        seen += re.findall(r'<article id="post-(\d+)"', text)
        following = re.search(r'class="next page-numbers" href="([^"]+)"', text)
        url = following.group(1) if following else ""
    assert sorted(seen) == sorted(str(row["id"]) for row in _all_posts(client, categories=3))
    assert "■デッキレシピ" in client.get("/category/dmedh/page/2/").text
    assert client.get("/category/dmedh/page/99/").status_code == 404
    assert client.get("/author/sample/page/2/").status_code == 200


def test_a_sticky_post_leads_the_home_page_on_top_of_its_ten(client: httpx.Client) -> None:
    ids = re.findall(r'<article id="post-(\d+)"', client.get("/").text)
    assert ids[0] == "20703"
    assert len(ids) == 11


def test_one_article_has_several_addresses(client: httpx.Client, world: SampleWorld) -> None:
    page = client.get("/dmedh/4081")
    assert page.status_code == 200
    for path in ("/?p=4081", "/dmedh/4081/"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (301, f"{world.base('dm-edh')}/dmedh/4081")
    assert client.get("/variantrules/Reading/dmedh/4081").text == page.text
    assert client.get("/variantrules/Reading/dmedhrule").text == client.get("/dmedhrule").text
    assert client.get("/dmedh/999999").status_code == 404


def test_unchanged_pages_answer_304(client: httpx.Client) -> None:
    page = client.get("/dmedh/4081")
    etag, modified = page.headers["ETag"], page.headers["Last-Modified"]
    assert modified == "Wed, 02 May 2018 12:00:00 GMT"
    same = client.get("/dmedh/4081", headers={"If-None-Match": f"W/{etag}"})
    assert (same.status_code, same.content) == (304, b"")
    assert client.get("/dmedh/4081", headers={"If-Modified-Since": modified}).status_code == 304
    assert client.get("/dmedh/4081", headers={"If-None-Match": '"other"'}).status_code == 200


def test_bodies_are_compressed_on_demand(client: httpx.Client) -> None:
    packed = client.get("/dmedh/4081", headers={"Accept-Encoding": "gzip"})
    plain = client.get("/dmedh/4081", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.content == plain.content


def test_a_second_night_edits_deletes_and_adds(client: httpx.Client, world: SampleWorld) -> None:
    before = client.get("/wp-json/wp/v2/posts/20092").json()
    world.set("dm-edh", revision=2, deleted={20001}, gone={20002}, added={20095})
    after = client.get("/wp-json/wp/v2/posts/20092").json()
    assert before["content"] != after["content"]
    assert before["modified"] < after["modified"]
    assert client.get("/dmedh/20001").status_code == 404
    assert client.get("/dmedh/20002").status_code == 410
    assert client.get("/dmedh/20095").status_code == 200
    ids = {row["id"] for row in _all_posts(client)}
    assert 20095 in ids
    assert not ids & {20001, 20002}


def test_a_stale_note_does_not_move_with_its_list(client: httpx.Client, world: SampleWorld) -> None:
    before = client.get("/dmedh/20093").text
    world.set("dm-edh", revision=2)
    after = client.get("/dmedh/20093").text
    note = "17/6/11 デッキレシピとカード解説を最新版に更新"
    assert note in before
    assert note in after
    assert before != after


@pytest.mark.parametrize("theme", ["classic", "blocks", "bare"])
def test_themes_change_the_page_and_not_the_list(
    client: httpx.Client, world: SampleWorld, theme: str
) -> None:
    world.set("dm-edh", theme=theme)
    text = client.get("/dmedh/20001").text
    assert ("entry-content" in text) == (theme == "classic")
    assert ("post_content" in text) == (theme == "blocks")
    assert client.get("/wp-json/wp/v2/posts/20001").json()["content"]["rendered"] in text


def test_everything_can_fail(client: httpx.Client, world: SampleWorld) -> None:
    world.set("dm-edh", fail_all=503)
    for path in ("/robots.txt", "/wp-json/wp/v2/posts", "/dmedh/4081"):
        assert client.get(path).status_code == 503
    assert httpx.get(f"{world.base('dm-official')}/robots.txt", trust_env=False).status_code == 200
    world.set("dm-edh", fail_all=None)
    assert client.get("/robots.txt").status_code == 200


def test_parts_can_be_closed(client: httpx.Client, world: SampleWorld) -> None:
    world.set("dm-edh", sitemap_closed=True, feed_closed=True, archives_closed=True)
    for path in ("/wp-sitemap.xml", "/feed/", "/category/dmedh/"):
        assert client.get(path).status_code == 404


def test_validators_can_be_left_out(client: httpx.Client, world: SampleWorld) -> None:
    world.set("dm-edh", validators="none")
    answer = client.get("/dmedh/4081")
    assert "ETag" not in answer.headers
    assert "Last-Modified" not in answer.headers


def test_a_server_may_lie_about_its_etag(client: httpx.Client, world: SampleWorld) -> None:
    world.set("dm-edh", validators="constant")
    before = client.get("/dmedh/20092")
    world.set("dm-edh", revision=2)
    after = client.get("/dmedh/20092", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.headers["ETag"] == before.headers["ETag"]
    assert after.text != before.text


def test_the_log_holds_what_was_asked(client: httpx.Client, world: SampleWorld) -> None:
    client.get("/dmedh/4081", headers={"User-Agent": "reader/1"})
    client.get("/dmedh/999999")
    assert [(line.target, line.status) for line in world.requests] == [
        ("/dmedh/4081", 200),
        ("/dmedh/999999", 404),
    ]
    assert world.requests[0].headers["user-agent"] == "reader/1"
    assert world.requests[0].started <= world.requests[0].ended <= world.requests[1].ended
    world.forget()
    assert world.requests == []


def test_an_unknown_switch_is_named(world: SampleWorld) -> None:
    with pytest.raises(TypeError, match="rest_shut"):
        world.set(rest_shut=True)
    with pytest.raises(KeyError):
        world.set("dm-eidh", fail_all=503)


def test_a_world_can_be_entered_again_on_the_same_port() -> None:
    world = SampleWorld()
    with pytest.raises(SampleWorldError):
        _ = world.base("dm-edh")
    with world:
        first = world.bases
    ports = {name: int(base.rsplit(":", 1)[1]) for name, base in first.items()}
    with SampleWorld(ports=ports) as again:
        assert again.bases == first


def test_an_old_wordpress_does_not_know_modified_after(client: httpx.Client, world: SampleWorld) -> None:
    world.set("dm-edh", rest_ignores_modified=True)
    assert len(_posts(client, modified_after="2031-01-01T00:00:00")) == 100


def test_a_sitemap_may_be_undated(client: httpx.Client, world: SampleWorld) -> None:
    world.set("dm-edh", sitemap_lastmod=False)
    assert "<lastmod>" not in client.get("/wp-sitemap-posts-post-1.xml").text


def test_feeds_and_archives_may_hold_excerpts_alone(client: httpx.Client, world: SampleWorld) -> None:
    world.set("dm-edh", excerpts=True)
    for path in ("/feed/", "/feed/atom/", "/category/dmedh/"):
        assert "■デッキレシピ" not in client.get(path).text
    assert "続きを読む" in client.get("/category/dmedh/").text
    assert "■デッキレシピ" in client.get("/dmedh/20001").text
