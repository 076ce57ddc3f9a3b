"""A process beside ours that ends when ours has, however ours ended: a kill leaves nothing running.

    python -m flows.beside PARENT MODULE [ARGUMENT…]    runs MODULE as `python -m MODULE` does

What is started so looks once a second whether the process that started it, PARENT, is still there.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading
import time

LOOK_EVERY = 1.0


def command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module beside the present process."""
    return [sys.executable, "-m", "flows.beside", str(os.getpid()), module, *arguments]


def end_with(parent: int) -> None:
    """End this process, at once and without a word, when it is no longer a child of `parent`."""

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_EVERY)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=look, name="end-with-parent", daemon=True).start()


def main() -> None:
    """Run the module that the command line names."""
    parent, module = int(sys.argv[1]), sys.argv[2]
    end_with(parent)
    sys.argv = sys.argv[2:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
