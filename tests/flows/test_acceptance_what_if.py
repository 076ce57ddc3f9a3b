"""`what-if` held against a count of one's own over the published tables."""

import json

import pytest

from flows.cli import run

# Decks that are legal today even if the recommendations bound, and hold the card.
HOLDERS = """
select count(distinct d.deck_id) as decks
from deck d
join verdict v on v.deck_id = d.deck_id and v.basis = 'today' and v.format = 'dmedh' and v.verdict = 'legal'
join deck_card c on c.deck_id = d.deck_id
join card k on k.card_id = c.card_id and k.name = '{card}'
where d.format = 'dmedh' and d.is_current and d.deleted_on is null
    and not exists (
        select 1 from violation x
        where x.deck_id = d.deck_id and x.basis = 'today' and x.format = 'dmedh' and x.severity = 'advisory'
    )
"""


@pytest.mark.parametrize("card", ["ボルバルザーク・エクス", "偽りの王 ヴィルヘルム"])
def test_a_ban_makes_illegal_just_the_legal_decks_that_hold_the_card(card, sample_night, capsys):
    home = ["--home", str(sample_night.home)]
    assert run([*home, "query", HOLDERS.format(card=card), "-o", "json"]) == 0
    holders = json.loads(capsys.readouterr().out)["decks"]
    assert holders > 0
    assert run([*home, "what-if", "-f", "dmedh", "--ban", card, "-o", "json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (
        sum(row["decks"] for row in rows if (row["before"], row["after"]) == ("legal", "illegal")) == holders
    )


def test_the_line_says_that_recommendations_are_taken_to_bind(sample_night, capsys):
    home = ["--home", str(sample_night.home)]
    assert run([*home, "what-if", "-f", "dmedh", "--ban", "ボルバルザーク・エクス"]) == 0
    assert "recommendations is taken to bind" in capsys.readouterr().err


def test_a_share_is_per_cent_for_a_person_and_a_number_for_a_program(sample_night, capsys):
    asked = ["--home", str(sample_night.home), "what-if", "-f", "dmedh", "--ban", "ボルバルザーク・エクス"]
    assert run(asked) == 0
    told = [line.split()[-1] for line in capsys.readouterr().out.splitlines()[1:]]
    assert run([*asked, "-o", "json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [f"{row['share']:.1%}" for row in rows]
    assert all(row["share"] == round(row["decks"] / row["field"], 6) for row in rows)
