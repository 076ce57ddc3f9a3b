"""The night's summary to a webhook: chat services show `content` or `text`, scripts read the rest."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from flows.settings import load_settings
from flows.summary import markdown_summary

if TYPE_CHECKING:
    from flows.night import NightReport

_LOG = logging.getLogger(__name__)


def payload(report: NightReport) -> dict[str, Any]:
    """What is posted: the Markdown under the keys that Discord and Slack read, and the facts."""
    text = markdown_summary(report)
    return {
        "content": text[:1900],
        "text": text,
        "status": "partial" if report.failures else "done",
        "failures": report.failures,
        "date": report.plan.today.isoformat(),
    }


def send_summary(report: NightReport) -> bool:
    """Post the summary where a webhook is set; a webhook that fails never fails the night."""
    url = load_settings().webhook
    if not url:
        return False
    from flows.fetch import post_json

    try:
        post_json(url, payload(report))
    except Exception as error:
        _LOG.warning("the webhook could not be reached: %s", error)
        return False
    return True
