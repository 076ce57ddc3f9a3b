"""The closed list of problem kinds: what each means to the reader of the data-quality table."""

from __future__ import annotations

PROBLEM_KINDS: dict[str, str] = {
    "unreadable_line": "a line inside a deck list that gave no card",
    "unclosed_bracket": "a card name whose closing bracket is missing (the name was taken to its end)",
    "no_commander": "a deck list that names no commander",
    "cut_off": "a deck list that visibly ends before its end",
    "no_list": "a deck entry or file that holds no card: no list, so nothing to judge",
    "set_aside": "cards of a section outside the deck (maybeboard, tokens, display cards): not counted",
    "bad_date": "a date that could not be read: the deck counts as undated",
    "identity_differs": "a card whose colour identity by its text differs from the file's own",
    "namesake": "a second card of one name (a playtest card, say): the one in the pool is kept",
    "bad_file": "a file that is not what its ending or its start says",
    "unknown_section": "a heading inside a list that names no known zone",
    "replacement_characters": "bytes that the page's own encoding cannot express",
    "soft_404": "a page with status 200 that says the thing is not there",
    "placeholder_name": "a card face whose name is a placeholder of the publisher",
    "layout_changed": "a page on which nothing of the known layout was found",
    "parser_failed": "a page on which our own parser failed: a fault of ours, the page is kept",
    "protected": "an article behind a password",
    "opted_out": "a page or site that asks not to be kept for others (noarchive, noindex, none, a TDM "
    "reservation): its decks are counted and not published",
    "content_signal": "what robots.txt says of the use of the pages (Content-Signal): nothing was left out",
    "truncated_page": "a page that ends before its end",
    "bad_json": "a JSON body that could not be read",
    "bad_row": "a row of a list update or card file that could not be read",
    "crawled_source": "a deck by hand that names a crawled site as its source: kept as one by hand",
    "unknown_status": "a restriction whose state the post does not give",
    "unresolved_name": "a card name that no known card answers to",
    "ambiguous_name": "a card name that several cards answer to",
    "rule_changed": "the text of a living rule page differs from the night before",
    "deleted": "an article that was there is confirmed gone",
    "not_content": "an answer that is no content: maintenance, a login wall, a challenge, an API's error",
    "struck_out": "a card of a list that is struck through: on the page, not in the deck",
    "bad_record": "a record that lacks what every row needs (a name, a count above zero, a key): left out",
    "empty_deck": "a deck without any card: not stored",
    "duplicate_key": "two records of one page with the same key",
}

# Of a file, a line or a page with one of these nothing became a deck.
NOTHING_READ = frozenset(
    {
        "bad_file",
        "bad_json",
        "empty_deck",
        "layout_changed",
        "no_list",
        "not_content",
        "parser_failed",
        "protected",
        "soft_404",
    }
)
