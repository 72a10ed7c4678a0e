# SPDX-License-Identifier: GPL-2.0-or-later
"""Helpers that the test scripts share: where things are, running ilmgen, the verdict."""

import glob
import os
import subprocess
import sys
import tempfile

PASS, FAIL, SKIP = 0, 1, 77

_HERE = os.path.dirname(os.path.abspath(__file__))
TOP_SRCDIR = os.environ.get("top_srcdir") or os.path.join(_HERE, "..", "..")
TOP_BUILDDIR = os.environ.get("top_builddir") or os.path.join(TOP_SRCDIR, "build")
_BUILT = os.path.join(TOP_BUILDDIR, "ilmgen", "ilmgen")
ILMGEN = os.path.abspath(os.environ.get("ILMGEN") or _BUILT)
# Far more than any of our inputs takes, under a sanitizer too.
# `make check-long` takes larger loads than `make check`.
IS_LONG = bool(os.environ.get("CHECK_LONG"))
TIMEOUT_SECONDS = 300


def run(*args, stdin=None, stdout=subprocess.PIPE, cwd=None):
    """ilmgen with these arguments; `stdin` as bytes."""
    return subprocess.run(
        [ILMGEN, *map(str, args)],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        stdout=stdout,
        stderr=subprocess.PIPE,
        cwd=cwd,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )


class Report:
    """Counts what was checked, and says so at the end."""

    def __init__(self):
        self.passed, self.failed = 0, 0

    def check(self, name, function, *args):
        """Runs one check; it passes if it raises nothing."""
        try:
            function(*args)
        except Exception as error:  # a checker that stumbles is a failure, too
            self.failed += 1
            reason = f"{type(error).__name__}: {error}".rstrip()
            print(f"FAIL {name}: {reason}", flush=True)
            return False
        self.passed += 1
        return True

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        return FAIL if self.failed or not self.passed else PASS


def inputs(pattern):
    """The files in test_inputs/ whose names match, in order; there are some."""
    found = sorted(glob.glob(os.path.join(TOP_SRCDIR, "test_inputs", pattern)))
    if not found:
        sys.exit(f"there is no test_inputs/{pattern}")
    return found


def scratch_folder():
    """A folder that goes away when the test ends."""
    return tempfile.TemporaryDirectory(prefix="ilmgen-test-")


def main(test):
    """Runs `test`, which returns an exit status, if there is an ilmgen to test."""
    if not os.path.isfile(ILMGEN) or not os.access(ILMGEN, os.X_OK):
        print(f"skipped: there is no {ILMGEN} (set ILMGEN)")
        sys.exit(SKIP)
    sys.exit(test())
