"""What a night leaves in Prefect: two artifacts with the same keys each night, for a history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prefect.artifacts import create_markdown_artifact, create_table_artifact

from flows.summary import markdown_summary, site_rows

if TYPE_CHECKING:
    from flows.night import NightReport

SUMMARY_KEY = "nightly-summary"
SITES_KEY = "site-status"


def write_artifacts(report: NightReport) -> None:
    """Write the summary in Markdown and the table of sites; called inside a flow run."""
    create_markdown_artifact(
        key=SUMMARY_KEY, markdown=markdown_summary(report), description="What the night brought"
    )
    create_table_artifact(
        key=SITES_KEY,
        table=[dict(zip(columns, row, strict=True)) for columns, rows in [site_rows(report)] for row in rows],
        description="How each site's crawl went",
    )
