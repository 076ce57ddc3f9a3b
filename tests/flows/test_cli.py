"""The command line: what goes where, which exit code, and what a command may import."""

import csv
import json
import subprocess
import sys

import pytest

from flows.cli import run
from warehouse.lock import HomeLock

COMMANDS = (
    "nightly",
    "serve",
    "replay",
    "add",
    "cards",
    "check",
    "what-if",
    "query",
    "export",
    "report",
    "formats",
    "doctor",
)


def test_every_command_of_the_interface_is_there(capsys):
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n  {command} " in out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command, capsys):
    assert run([command, "--help"]) == 0
    assert "Usage: deckcensus" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["check"],
        ["check", "no-such-file.txt", "--format", "dmedh"],
        ["check", "x", "--format", "no-such-format"],
        ["formats", "no-such-format"],
        ["query", ""],
        ["query", "select", "--output", "xml"],
        ["nightly", "--site", "elsewhere"],
        ["nightly", "--base", "dm-edh"],
        ["nightly", "--base", "dm-edh=http://127.0.0.1:99999"],
        ["nightly", "--base", "dm-edh=http://[::1"],
        ["nightly", "--sample", "--base", "dm-edh=http://127.0.0.1:1"],
        ["nightly", "--since", "yesterday"],
        ["what-if", "--format", "dmedh"],
        ["add", "no-such-file.txt"],
        ["cards", "load", "no-such-file.csv", "--game", "dm"],
    ],
)
def test_a_wrong_call_is_exit_2_and_no_traceback(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("DECKCENSUS_HOME", str(tmp_path / "home"))
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err
    assert "Traceback" not in captured.err


def test_a_live_crawl_refuses_to_start_without_a_contact(capsys, tmp_path, monkeypatch):
    monkeypatch.delenv("DECKCENSUS_CONTACT", raising=False)
    assert run(["nightly", "--home", str(tmp_path / "home")]) == 1
    assert "DECKCENSUS_CONTACT" in capsys.readouterr().err
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("contact", ["me", "you@example.com", "https://"])
def test_a_placeholder_is_no_contact(contact, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("DECKCENSUS_CONTACT", contact)
    assert run(["nightly", "--home", str(tmp_path / "home")]) == 1
    assert "contact" in capsys.readouterr().err


def test_a_census_that_is_not_there_is_one_line_and_a_hint(capsys, tmp_path):
    assert run(["query", "select 1", "--home", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 2
    assert "hint:" in captured.err


def test_a_setting_that_cannot_be_read_is_named(capsys, monkeypatch):
    monkeypatch.setenv("DECKCENSUS_SITES", "dm-edh,elsewhere")
    assert run(["formats"]) == 1
    assert "DECKCENSUS_SITES" in capsys.readouterr().err


@pytest.mark.parametrize("zone", ["Asia", "Nowhere", "../Tokyo"])
def test_a_time_zone_that_is_none_is_named(zone, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("DECKCENSUS_TIMEZONE", zone)
    assert run(["nightly", "--sample", "--home", str(tmp_path)]) == 2
    told, hint = capsys.readouterr().err.splitlines()
    assert told == f"deckcensus: no such time zone: {zone}"
    assert hint.startswith("  hint: set DECKCENSUS_TIMEZONE")


def test_a_home_that_is_held_is_exit_75_with_the_pid(capsys, tmp_path):
    import os

    with HomeLock(tmp_path):
        assert run(["nightly", "--sample", "--home", str(tmp_path)]) == 75
    assert f"pid {os.getpid()}" in capsys.readouterr().err


READERS = {
    "formats": ["formats"],
    "query": ["query", "select 1 as one"],
    "doctor": ["doctor"],
    "export": ["export", "{tmp}/out"],
    "report": ["report", "{tmp}/pages"],
    "what-if": ["what-if", "--format", "dmedh", "--ban", "ボルバルザーク・エクス"],
    "check": ["check", "{tmp}/deck.txt", "--format", "dmedh"],
}


@pytest.mark.parametrize("command", READERS)
def test_a_command_that_reads_does_not_import_prefect(command, sample_night, tmp_path):
    (tmp_path / "deck.txt").write_text("《天気君》(統率者)\n", encoding="utf-8")
    arguments = [part.format(tmp=tmp_path) for part in READERS[command]]
    code = (
        "import sys; from flows.cli import run; "
        f"code = run({['--home', str(sample_night.home), *arguments]!r}); "
        "sys.stderr.write(f'code {code} prefect {chr(112) + chr(114) + \"efect\" in sys.modules}')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.endswith("prefect False"), done.stderr
    assert "code 1 " not in done.stderr, done.stderr


def test_debug_is_allowed_on_either_side_and_shows_the_traceback(capsys, tmp_path):
    assert run(["query", "select 1", "--home", str(tmp_path), "--debug"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_home_is_allowed_on_either_side(capsys, sample_night):
    assert run(["--home", str(sample_night.home), "query", "select 1 as one", "-o", "csv"]) == 0
    assert run(["query", "select 1 as one", "-o", "csv", "--home", str(sample_night.home)]) == 0
    assert capsys.readouterr().out == "one\n1\none\n1\n"


def test_stdout_holds_data_only(sample_night):
    done = subprocess.run(
        [
            sys.executable, "-m", "flows", "--home", str(sample_night.home),
            "query", "select commander, decks from commander_popularity where period = 'all'", "-o", "json",
        ],
        capture_output=True,
        text=True,
        check=True,
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows
    assert all(set(row) == {"commander", "decks"} for row in rows)


def test_head_closing_the_pipe_is_no_error(sample_night):
    done = subprocess.run(
        f"set -o pipefail; {sys.executable} -m flows --home {sample_night.home} query "
        '"select * from range(200000)" -o csv | head -1',
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "range\n", "")


def test_head_is_no_error_for_what_a_person_reads_either(sample_night, tmp_path):
    """The table of `check` is printed by another hand than rows of data."""
    deck = "《天気君》(統率者)\n" + "".join(f"《名{number}》\n" for number in range(3000))
    (tmp_path / "deck.txt").write_text(deck, encoding="utf-8")
    done = subprocess.run(
        f"set -o pipefail; {sys.executable} -m flows --home {sample_night.home} "
        f"check {tmp_path / 'deck.txt'} -f dmedh | head -1",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.count("\n") == 1
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "closed", "code"),
    [("query 'select 1'", ">&-", 0), ("check - -f dmedh", "<&-", 1), ("formats nonsense", "2>&-", 2)],
)
def test_a_stream_that_the_caller_closed_is_no_fault(arguments, closed, code, sample_night):
    done = subprocess.run(
        f"{sys.executable} -m flows --home {sample_night.home} {arguments} {closed}",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert "fault" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "line", "hint"),
    [
        (["chekc"], "no such command 'chekc'. Did you mean 'check'?", "`deckcensus --help` shows how"),
        (["check"], "missing argument 'PATH|URL|-'.", "`deckcensus check --help` shows how"),
        (
            ["query", "select 1", "-o", "xml"],
            "invalid value for '--output' / '-o': 'xml' is not one of 'table', 'json', 'csv', 'md'.",
            "`deckcensus query --help` shows how",
        ),
        (
            ["what-if", "--ban", "x"],
            "missing option '--format' / '-f'.",
            "`deckcensus what-if --help` shows how",
        ),
        (["formats", "dmehd"], "no such format: dmehd", "did you mean dmedh? there are commander,"),
        (
            ["check", "x.txt", "-f", "dmedh", "--on", "yesterday"],
            "--on takes a date, not 'yesterday'",
            "year, month",
        ),
        (
            ["nightly", "--since", "2020-02-30"],
            "--since takes a date, not '2020-02-30'",
            "year, month and day",
        ),
        (["nightly", "--site", "dm-hed"], "no such site: dm-hed", "did you mean dm-edh? there are dm-edh,"),
    ],
)
def test_a_wrong_call_is_one_line_and_a_hint(arguments, line, hint, capsys):
    assert run(arguments) == 2
    told, second = capsys.readouterr().err.splitlines()
    assert told == f"deckcensus: {line}"
    assert second.startswith(f"  hint: {hint}")


def test_nothing_of_a_file_but_letters_reaches_the_terminal(tmp_path, capsys):
    """A column named with the sequence that clears a screen."""
    file = tmp_path / "cards.csv"
    file.write_text("\x1b[2Jtitle,type\nSol Ring,Artifact\n", encoding="utf-8")
    assert run(["cards", "load", str(file), "--game", "mtg", "--home", str(tmp_path / "census")]) == 2
    told = capsys.readouterr().err
    assert "no column called name among: �[2Jtitle, type" in told
    assert "\x1b" not in told


def test_a_card_file_that_is_not_there_is_named_with_a_hint(tmp_path, capsys):
    (tmp_path / "deck.txt").write_text("1 Sol Ring\n", encoding="utf-8")
    cards = str(tmp_path / "none.csv")
    assert run(["check", str(tmp_path / "deck.txt"), "-f", "commander", "--cards", cards]) == 2
    told, hint = capsys.readouterr().err.splitlines()
    assert told == f"deckcensus: no such card file: {cards}"
    assert hint.startswith("  hint: give the path of")


def test_a_home_that_is_a_file_is_told_by_its_name(capsys, tmp_path):
    (tmp_path / "home").touch()
    assert run(["nightly", "--sample", "--home", str(tmp_path / "home")]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"deckcensus: {tmp_path / 'home'}: File exists",
        "  hint: a directory is needed, and a file is in its place",
    ]


@pytest.mark.parametrize(
    ("sql", "said", "hint"),
    [
        ("delete from deck", "read-only", "the published copy is only read"),
        ("copy deck to 'x.csv'", "disabled", "a query reaches the census and no files"),
        ("select * from decks", "Did you mean", "lists the tables"),
        ("select * frm deck", 'syntax error at or near "deck"', "lists the tables"),
        ("select 1; select 2", "an earlier one gives some: select 1", "one SELECT a call"),
        ("begin; from deck; commit", "an earlier one gives some: from deck", "one SELECT a call"),
        ("/* nothing */", "there is no SQL to run", "try: deckcensus query"),
    ],
)
def test_sql_that_is_refused_says_why_on_one_line(sql, said, hint, sample_night, capsys):
    assert run(["--home", str(sample_night.home), "query", sql]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert said in first
    assert "LINE 1" not in first
    assert hint in second


def test_a_setting_that_is_no_json_is_named(capsys, monkeypatch):
    monkeypatch.setenv("DECKCENSUS_PACE", "x")
    assert run(["formats"]) == 1
    assert capsys.readouterr().err.startswith("deckcensus: DECKCENSUS_PACE is no JSON\n")


def test_a_census_without_the_game_s_cards_says_so(sample_night, tmp_path, capsys):
    (tmp_path / "deck.txt").write_text("1 Sol Ring\n", encoding="utf-8")
    run(["--home", str(sample_night.home), "check", str(tmp_path / "deck.txt"), "-f", "commander"])
    assert (
        "holds no Magic cards: load them with `deckcensus cards load FILE --game mtg`"
        in capsys.readouterr().err
    )


def test_a_rule_sheet_tells_a_person_the_last_day_of_an_edition(capsys):
    """Rows name the first day without it, and the clauses of the sheet the last day with it."""
    assert run(["formats", "dmedh"]) == 0
    table = capsys.readouterr().out
    assert "edition 2019-12-20, to 2020-02-22: " in table
    assert run(["formats", "dmedh", "-o", "csv"]) == 0
    rows = {row["rule"]: row for row in csv.DictReader(capsys.readouterr().out.splitlines())}
    assert rows["DM7"]["until"] == "2020-02-23"


def test_a_statement_without_rows_may_stand_before_a_query(sample_night, capsys):
    asked = "set variable day = 5; create temp table here as select 1; select getvariable('day') as day"
    assert run(["--home", str(sample_night.home), "query", asked, "-o", "csv"]) == 0
    assert capsys.readouterr().out == "day\n5\n"
