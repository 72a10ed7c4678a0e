# SPDX-License-Identifier: GPL-2.0-or-later
"""The build tree that the tests are run for: what its Makefile says, and make in it."""

import fcntl
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

BUILD = Path(os.environ["top_builddir"]).resolve()


def of_makefile(name):
    """The value of a variable that configure has set; "" if it has not."""
    found = re.search(rf"^{name} = ?(.*)$", (BUILD / "Makefile").read_text(), re.MULTILINE)
    return found.group(1) if found else ""


def account(command, result, folder=None):
    """All about a command that has ended, for a message."""
    where = f" in {folder}" if folder else ""
    said = (result.stdout or "") + (result.stderr or "")
    return f"{shlex.join(map(str, command))}{where}: exit {result.returncode}\n{said}"


def make(target, *settings):
    """Makes a target in the build tree; ends the test with all that make says if it cannot.

    The options of the make that has started the test are not for this one.  Two tests do
    not make at once: each could find the same file too old.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "-s", "-C", BUILD, target, *settings]
    with open(BUILD / "config.status", "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        result = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
    if result.returncode != 0:
        sys.exit(account(command, result))
