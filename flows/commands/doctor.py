"""`deckcensus doctor`: is everything whole, and when did each site last succeed?"""

from __future__ import annotations

from flows.commands.options import HomeOption, OutputOption, settings_for
from flows.output import Output, notes, write_rows


def doctor(output: OutputOption = Output.table, home: HomeOption = None) -> int:
    """Check the archive, the lock, and when each site last succeeded.

    Every archived record is compared with its digest; databases are opened, and a site that had no good night
    for too long is named.

    Exit code 1 when something is wrong.
    """
    from flows.examination import examine

    findings = list(examine(settings_for(home)))
    write_rows(
        ("subject", "state", "detail"), [(item.subject, item.state, item.detail) for item in findings], output
    )
    wrong = sum(item.state == "wrong" for item in findings)
    if wrong and output is Output.table:
        notes().print("1 thing is wrong" if wrong == 1 else f"{wrong} things are wrong", markup=False)
    return 1 if wrong else 0
