"""The command itself against a real WordPress: a first night, and one after an edit and an addition."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta

from tests.wordpress.nights import PACE, published_decks
from tests.wordpress.posts import a_blog, article, edit, listed, local, post

IDS = (4081, 20001, 20004, 7190)


def nightly(site, home, prefect):
    environment = {key: text for key, text in os.environ.items() if not key.startswith("PREFECT_")}
    environment |= {"PREFECT_HOME": str(prefect), "DECKCENSUS_PACE": json.dumps({"dm-edh": PACE})}
    command = [sys.executable, "-m", "flows", "nightly", "--base", f"dm-edh={site.base}", "--home", str(home)]
    process = subprocess.Popen(
        [*command, "--output", "json"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=180)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 0, err
    return json.loads(out)


def test_two_nights_by_the_command(site, tmp_path):
    home, prefect = tmp_path / "census", tmp_path / "prefect"
    site.operate(*a_blog(IDS))
    summary = nightly(site, home, prefect)
    assert [(row["site"], row["status"], row["decks"]) for row in summary["sites"]] == [("dm-edh", "done", 3)]
    assert set(published_decks(home)) == {("4081", 1), ("20001", 1), ("20004", 1)}
    assert {asked.agent.partition("/")[0] for asked in site.requests} == {"deckcensus"}
    later = datetime.now(UTC) + timedelta(seconds=1)
    site.operate(
        edit(article(20004), later, title="【DMEDH】デッキ解説:新しい題"),
        post(article(20006), date=local(datetime.now(UTC) - timedelta(minutes=5)), modified=local(later)),
    )
    site.forget()
    summary = nightly(site, home, prefect)
    assert summary["sites"][0]["requests"] == len(site.requests)
    decks = published_decks(home)
    assert set(decks) == {("4081", 1), ("20001", 1), ("20004", 1), ("20004", 2), ("20006", 1)}
    assert decks[("20004", 2)].title == "【DMEDH】デッキ解説:新しい題"
    assert decks[("20006", 1)].listed == listed(article(20006).decks[0])
