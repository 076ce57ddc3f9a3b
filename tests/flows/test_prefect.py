"""The night as a Prefect flow: names, tasks, retries, artifacts, schedule; with a real server of its own."""

import asyncio
import json
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import yaml

from flows import stages
from flows.night_plan import NightPlan
from flows.sample.world import SampleWorld
from flows.settings import Settings
from flows.summary import summary_of
from schema.errors import Locked, UsageError
from tests.conftest import PROJECT, TODAY

pytestmark = [pytest.mark.prefect, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def prefect_server():
    from prefect.testing.utilities import prefect_test_harness

    with prefect_test_harness(server_startup_timeout=120):
        yield


def plan_for(home: Path, **changes):
    values = {"home": home, "sites": ("dm-edh",), "today": TODAY, "sample": True, "limit": 3}
    return NightPlan(**{**values, **changes})


def read(coroutine_of):
    async def ask():
        from prefect.client.orchestration import get_client

        async with get_client() as client:
            return await coroutine_of(client)

    return asyncio.run(ask())


def test_a_night_is_a_flow_run_with_a_task_a_stage_and_two_artifacts(prefect_server, tmp_path):
    from flows.nightly import nightly_flow

    report = nightly_flow(plan_for(tmp_path / "census"), TODAY)
    assert report.exit_code == 0
    assert (tmp_path / "census" / "census.duckdb").is_file()
    runs = read(lambda client: client.read_flow_runs())
    assert "nightly 2026-11-29" in [run.name for run in runs]
    tasks = read(lambda client: client.read_task_runs())
    assert {
        "crawl dm-edh",
        "load dm-edh",
        "resolve names",
        "judge",
        "marts and checks",
        "publish",
        "export",
        "report",
    } <= {run.name for run in tasks}
    # A task is a stage or a site's batch, never a page or a deck.
    assert len(tasks) < 20
    artifacts = {artifact.key: artifact for artifact in read(lambda client: client.read_artifacts())}
    assert set(artifacts) >= {"nightly-summary", "site-status"}
    assert "# Night of 2026-11-29" in artifacts["nightly-summary"].data
    assert json.loads(artifacts["site-status"].data)[0]["site"] == "dm-edh"


@pytest.mark.parametrize("frequency", [None, 90])
def test_a_night_sends_no_heartbeats_unless_the_user_asks_for_them(prefect_server, tmp_path, frequency):
    from prefect.settings import PREFECT_FLOWS_HEARTBEAT_FREQUENCY, temporary_settings

    from flows.engine import run_with_prefect

    asked = {PREFECT_FLOWS_HEARTBEAT_FREQUENCY: frequency} if frequency else {}
    found = []
    with temporary_settings(asked):
        report = run_with_prefect(
            plan_for(tmp_path / "census"),
            lambda line: found.append(PREFECT_FLOWS_HEARTBEAT_FREQUENCY.value()),
        )
    assert report.exit_code == 0
    assert set(found) == {frequency}
    # What the artifact showed is what the terminal shows: it is read once.
    assert report.summary is not None
    assert summary_of(report) is report.summary


def test_a_site_that_is_down_is_crawled_again_and_ends_as_partial(prefect_server, tmp_path):
    from flows.nightly import RETRY_DELAYS, nightly_flow

    with SampleWorld() as world:
        world.set("dm-edh", fail_all=503)
        plan = plan_for(
            tmp_path / "census", sample=False, bases=world.bases, pace=stages.SAMPLE_PACE, limit=None
        )
        from flows import nightly

        held = nightly.RETRY_DELAYS
        nightly.RETRY_DELAYS = (0, 0)
        try:
            report = nightly_flow(plan, TODAY)
        finally:
            nightly.RETRY_DELAYS = held
        assert len(RETRY_DELAYS) == 2
        asked = [request for request in world.requests if request.target == "/robots.txt"]
    assert report.exit_code == 3
    assert "dm-edh" in report.failures
    tasks = [run for run in read(lambda client: client.read_task_runs()) if run.name == "crawl dm-edh"]
    assert max(run.run_count for run in tasks) == 3
    assert asked


def test_a_held_home_is_an_error_of_the_flow(prefect_server, tmp_path):
    from flows.nightly import nightly_flow
    from warehouse.lock import HomeLock

    with HomeLock(tmp_path), pytest.raises(Locked):
        nightly_flow(plan_for(tmp_path), TODAY)


def test_the_schedule_is_nightly_in_tokyo_and_survives_a_restart(tmp_path):
    from flows.serve import nightly_deployment

    settings = Settings(home=tmp_path)
    deployment = nightly_deployment(settings, cron=settings.cron, timezone=settings.timezone)
    (schedule,) = deployment.schedules
    assert schedule.schedule.cron == "30 4 * * *"
    assert schedule.schedule.timezone == "Asia/Tokyo"
    assert deployment.name == "nightly"
    assert deployment.concurrency_limit == 1
    assert deployment.parameters["home"] == str(tmp_path.resolve())


@pytest.mark.parametrize("cron", ["30 2 * * *", "0 3 * * *", "30 4 * * *"])
@pytest.mark.parametrize("change", ["2026-03-29", "2026-10-25"])
def test_where_clocks_are_put_forward_or_back_every_day_has_its_night(cron, change, tmp_path):
    from prefect.server.schemas.schedules import CronSchedule

    from flows.serve import nightly_deployment

    deployment = nightly_deployment(Settings(home=tmp_path), cron=cron, timezone="Europe/Berlin")
    (asked,) = deployment.schedules
    schedule = CronSchedule(cron=asked.schedule.cron, timezone=asked.schedule.timezone)
    begin = datetime.fromisoformat(change).replace(tzinfo=ZoneInfo("Europe/Berlin")) - timedelta(days=2)
    runs = asyncio.run(schedule.get_dates(n=5, start=begin))
    days = [run.astimezone(ZoneInfo("Europe/Berlin")).date() for run in runs]
    assert days == [begin.date() + timedelta(days=number) for number in range(5)]


def test_a_step_that_failed_or_passed_before_is_done_again(prefect_server):
    from prefect import flow

    from flows.nightly import as_task
    from schema.errors import SiteDown

    done = []

    def step(word):
        done.append(word)
        if len(done) == 1:
            raise SiteDown("not yet")
        return len(done)

    run = as_task((0,))

    @flow(validate_parameters=False)
    def twice():
        return [run("crawl x", step, "same"), run("crawl x", step, "same")]

    assert twice() == [2, 3]


@pytest.mark.parametrize(("cron", "timezone"), [("every night", "Asia/Tokyo"), ("30 4 * * *", "Asia/Edo")])
def test_a_schedule_that_is_none_is_refused(cron, timezone, tmp_path):
    from flows.serve import nightly_deployment

    with pytest.raises(UsageError, match="no such schedule"):
        nightly_deployment(Settings(home=tmp_path), cron=cron, timezone=timezone)


def test_the_work_pool_file_names_the_same_flow_and_schedule():
    import importlib

    (entry,) = yaml.safe_load((PROJECT / "flows" / "prefect.yaml").read_text(encoding="utf-8"))["deployments"]
    file, name = entry["entrypoint"].split(":")
    assert (PROJECT / file).is_file()
    flow = getattr(importlib.import_module(file.removesuffix(".py").replace("/", ".")), name)
    assert set(entry["parameters"]) <= set(flow.parameters.properties)
    assert entry["schedules"] == [{"cron": "30 4 * * *", "timezone": "Asia/Tokyo"}]


def test_a_night_whose_server_is_gone_at_its_end_is_done_all_the_same(prefect_server, tmp_path, monkeypatch):
    import httpx

    from flows.engine import run_with_prefect

    def refused(report):
        raise httpx.ConnectError("[Errno 111] Connection refused")

    monkeypatch.setattr("flows.nightly.write_artifacts", refused)
    told = []
    report = run_with_prefect(plan_for(tmp_path / "census"), told.append)
    assert (report.exit_code, report.published is not None) == (0, True)
    assert "Connection refused" in told[-1]
    assert told[-1].endswith("the night is done")


def test_a_night_without_prefect_gives_the_same_rows(sample_night, tmp_path):
    from flows.engine import run_with_prefect

    told = []
    plan = plan_for(tmp_path / "census")

    class Broken:
        def __call__(self, *arguments):
            from prefect.exceptions import PrefectException

            raise PrefectException("no server")

    from flows import nightly

    held = nightly.nightly_flow
    nightly.nightly_flow = Broken()
    try:
        report = run_with_prefect(plan, told.append)
    finally:
        nightly.nightly_flow = held
    assert report.exit_code == 0
    assert "without it" in told[0]
