# SPDX-License-Identifier: GPL-2.0-or-later
"""What test scripts have in common: checks that are counted, commands that must succeed, and the verdict."""

import contextlib
import os
import subprocess
import sys
import tempfile

SKIP = 77
TIME_LIMIT_S = 300
MOST_SHOWN = 2000  # characters
failures = []  # what check() has found


def check(good, what):
    if not good:
        failures.append(what)
        print("FAIL", str(what)[:MOST_SHOWN], flush=True)


def expect(good, what):
    """As check(), but ends the test."""
    if not good:
        sys.exit(f"FAIL {what}")


def run(command, status=0, **more):
    """Runs a command that must end with this status, or else the test ends.  Returns the command's output, or what it
    has said on standard error if the status is another one than 0."""
    settings = {"capture_output": True, "text": True, "timeout": TIME_LIMIT_S, **more}
    result = subprocess.run(list(map(str, command)), **settings)
    if result.returncode != status:
        sys.exit(f"{command}: exit {result.returncode}\n{result.stdout[-MOST_SHOWN:]}{result.stderr[-MOST_SHOWN:]}")
    return result.stdout if status == 0 else result.stderr


def run_cases(cases):
    """Calls these functions, in a new folder."""
    with tempfile.TemporaryDirectory(prefix="hpcmp-") as folder:
        os.chdir(folder)
        for case in cases:
            case()
            print(f"right: {case.__name__}", flush=True)
        os.chdir("/")


@contextlib.contextmanager
def busy_processors(n):
    """So many processes that take all the time of a processor."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(n)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIP)


def finish(name):
    """Ends the test of this name."""
    print(f"{name}:", f"{len(failures)} wrong" if failures else "right")
    sys.exit(len(failures) > 0)
