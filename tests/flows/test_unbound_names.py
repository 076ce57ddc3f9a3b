"""A restricted name that no card has binds nothing: `doctor` and the night's summary say so."""

import json

from flows.cli import run
from flows.finish import resolve_names
from flows.output import Output
from flows.summary import markdown_summary, print_summary
from warehouse.database import connect_work
from warehouse.publish import publish

OWN = "cards,status,min_identity,effective_on,previous,url\n誰も知らない札,banned,,2025-01-01,,x\n"


def _doctor(home, capsys):
    capsys.readouterr()
    code = run(["--home", str(home), "doctor", "-o", "json"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return code, {row["subject"]: (row["state"], row["detail"]) for row in rows}


def test_doctor_names_them_of_own_lists_and_of_those_that_decks_are_judged_by(sample_night, tmp_path, capsys):
    home = sample_night.copy(tmp_path / "census")
    (home / "restrictions").mkdir()
    (home / "restrictions" / "kitchen.csv").write_text(OWN)
    con = connect_work(home)
    resolve_names(con, home)
    publish(con, home)
    con.close()
    code, found = _doctor(home, capsys)
    assert code == 0
    assert found["list kitchen"] == (
        "note",
        "no known card is called 誰も知らない札: these rows bind nothing",
    )
    assert found["list dmedh"][0] == "note"
    assert not {"list commander", "list ryugekisen"} & set(found)
    (home / "formats").mkdir()
    (home / "formats" / "broken.toml").write_text("id =")
    code, found = _doctor(home, capsys)
    assert code == 1
    assert "broken.toml" in found["formats"][1]


def test_the_summary_counts_them(sample_night, capsys):
    print_summary(sample_night.report, Output.json)
    unbound = {row["list"]: row for row in json.loads(capsys.readouterr().out)["unbound"]}
    assert set(unbound) == {"dm-hall", "dmedh"}
    row = unbound["dmedh"]
    assert 0 < row["not_known"] < row["names"]
    assert row["for_example"].split(" / ")[0] in markdown_summary(sample_night.report)


def test_a_list_that_nobody_has_is_told_on_the_sheet(tmp_path, capsys):
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "ours.toml").write_text(
        'id = "ours"\nextends = "dmedh"\nnames.en = "Ours"\n[rules.DM8]\nlist = "our-lst"\n'
    )
    assert run(["--home", str(tmp_path), "formats", "ours", "-o", "csv"]) == 0
    assert "there is no list our-lst (restrictions/our-lst.csv)" in capsys.readouterr().err
    (tmp_path / "restrictions").mkdir()
    (tmp_path / "restrictions" / "our-lst.csv").write_text(OWN)
    assert run(["--home", str(tmp_path), "formats", "ours", "-o", "csv"]) == 0
    assert capsys.readouterr().err == ""
