"""Ruff, asked about one text or some paths under the project's own settings."""

from __future__ import annotations

import subprocess
import sys

from tests.docs.readme import PROJECT


def ruff(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    """Check paths, or `text` under a file name; the exit code and the findings are in the answer."""
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", *arguments]
    return subprocess.run(command, cwd=PROJECT, input=text, capture_output=True, text=True, check=False)
