"""Charset decisions: BOM, header, meta, sniffing; browsers' labels; what is lost is counted (RY4, HTML5)."""

import pytest

from parsers.decode import decode

TEXT = "《 FORBIDDEN ～禁断の星～》①髙 デッキ"


def _page(label: str | None) -> str:
    meta = f'<meta charset="{label}">' if label else ""
    return f"<html><head>{meta}</head><body>{TEXT}</body></html>"


@pytest.mark.parametrize(
    ("codec", "label", "header"),
    [
        ("cp932", "shift_jis", "text/html"),
        ("cp932", "Shift_JIS", "text/html; charset=ISO-8859-1"),
        ("cp932", "x-sjis", "text/html; charset=UTF-8"),
        ("cp932", None, "text/html; charset=Windows-31J"),
        ("cp932", None, "text/html"),
        ("cp932", None, "text/html; charset=utf-8"),
        ("utf-8", "utf-8", "text/html; charset=ISO-8859-1"),
        ("utf-8", None, "text/html; charset=ISO-8859-1"),
        ("utf-8", None, "text/html; charset=Shift_JIS"),
        ("utf-8-sig", "shift_jis", "text/html; charset=EUC-JP"),
        ("utf-16", None, "text/html"),
        ("utf-8", None, "application/json"),
    ],
)
def test_text_is_right_whatever_the_labels_say(codec: str, label: str | None, header: str) -> None:
    decoded = decode(_page(label).encode(codec), header)
    assert TEXT in decoded.text
    assert decoded.replacements == 0


def test_euc_jp_reads_what_browsers_read() -> None:
    # NEC row 13 and the IBM extensions are no part of Python's euc_jp.
    body = "<p>あいう".encode("euc_jp") + b"\xad\xa1\xfc\xe2</p>"
    decoded = decode(body, "text/html; charset=euc-jp")
    assert "あいう①髙" in decoded.text
    assert decoded.replacements == 0


def test_jis_x_0213_in_euc_is_read() -> None:
    body = "<p>俱楽部</p>".encode("euc_jis_2004")
    assert "俱楽部" in decode(body, "text/html; charset=euc-jp").text


def test_iso_2022_jp_without_a_label() -> None:
    assert decode("闇の龍".encode("iso2022_jp"), "").text == "闇の龍"


def test_western_page_is_not_taken_for_japanese() -> None:
    assert decode("<p>Étang Bouillant, Lande Balayée</p>".encode("latin-1"), "").text.startswith("<p>Étang")


def test_lost_bytes_are_counted_and_the_rest_is_read() -> None:
    body = "《水の見本》".encode() + b"\xff\xfe" + "《闇の見本》".encode()
    decoded = decode(body, "text/html; charset=utf-8")
    assert decoded.replacements == 2
    assert "《水の見本》" in decoded.text
    assert "《闇の見本》" in decoded.text


def test_xml_declaration_and_nul_do_not_reach_the_parser() -> None:
    decoded = decode(b'<?xml version="1.0" encoding="EUC-JP"?>\n<a>\x00</a>', "text/xml")
    assert decoded.text.strip() == "<a></a>"


def test_a_commented_meta_does_not_count() -> None:
    body = '<!-- <meta charset="euc-jp"> --><p>闇の龍と光の騎士</p>'.encode()
    assert "闇の龍" in decode(body, "text/html").text


@pytest.mark.parametrize("label", ["no-such-charset", "", "utf-7x", "\x00"])
def test_unknown_labels_fall_to_sniffing(label: str) -> None:
    assert decode("闇の龍".encode("cp932"), f"text/html; charset={label}").text == "闇の龍"


def test_empty_body() -> None:
    assert decode(b"", "").text == ""
