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
    "bad_file": "a file that is not what its ending or its start says",
    "unknown_section": "a heading inside a list that names no known zone",
    "replacement_characters": "bytes that the page's own encoding cannot express",
    "soft_404": "a page with status 200 that says the thing is not there",
    "placeholder_name": "a card face whose name is a placeholder of the publisher",
    "layout_changed": "a page on which nothing of the known layout was found",
    "protected": "an article behind a password",
    "truncated_page": "a page that ends before its end",
    "bad_json": "a JSON body that could not be read",
    "bad_row": "a row of a list update or card file that could not be read",
    "unknown_status": "a restriction whose state the post does not give",
    "unresolved_name": "a card name that no known card answers to",
    "ambiguous_name": "a card name that several cards answer to",
    "rule_changed": "the text of a living rule page differs from the night before",
    "drift": "a site gave far fewer decks than on the nights before",
    "deleted": "an article that was there is confirmed gone",
    "fetch_failed": "a URL that could not be fetched tonight",
    "bad_record": "a record that lacks what every row needs (a name, a count above zero, a key): left out",
    "empty_deck": "a deck without any card: not stored",
    "duplicate_key": "two records of one page with the same key",
}
