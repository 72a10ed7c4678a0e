#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Sums up what Automake's test driver left below a build folder.

    summary.py [--status=N] BUILD

Prints the end of what each failed test said, why each skipped one was skipped, and
last "N passed, N failed"; exits 0 if some passed and none failed.  The reason is the test's own, from its last line
"skipped: REASON"; a test that gives none has failed.  So has, where the
environment says CI, a skipped test that is not in tests/skipped-in-ci, one
"NAME: why" a line.  N is the exit status of make: if it is not 0 and no test
has failed, the tests could not be built.
"""

import argparse
import os
import re
import sys
from pathlib import Path

EXPECTED = Path(__file__).parent / "skipped-in-ci"
LINES_SHOWN = 60


def results(build):
    """By a test's name, which is its place without an extension: PASS, SKIP, ..."""
    found = {}
    for path in sorted(build.rglob("*.trs")):
        result = re.search(r"^:test-result: (\w+)", path.read_text(), re.MULTILINE)
        name = str(path.relative_to(build).with_suffix(""))
        found[name] = result[1] if result else "ERROR"
    return found


def said(build, name):
    log = build / f"{name}.log"
    return log.read_text(errors="replace") if log.exists() else ""


def reason(build, name):
    reasons = re.findall(r"^skipped: (.+)", said(build, name), re.MULTILINE)
    return reasons[-1] if reasons else None


def report_failures(build, names):
    for name in names:
        print(f"{name}: FAILED:")
        for line in said(build, name).splitlines()[-LINES_SHOWN:]:
            print(f"    {line}")


def expected_skips():
    lines = EXPECTED.read_text().splitlines()
    return {line.partition(":")[0] for line in lines if line and not line.startswith("#")}


def report_skips(build, names, strict):
    """Returns how many of the skipped tests count as failed."""
    if names:
        print(f"{len(names)} skipped:")
    allowed = expected_skips() if strict else names
    wrong = 0
    for name in names:
        why = reason(build, name)
        fault = "" if why else "FAILED, gives no reason"
        if name not in allowed:
            fault = "FAILED, not expected"
        wrong += bool(fault)
        print(f"  {name}: " + ": ".join(filter(None, (fault, why))))
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--status", type=int, default=0)
    parser.add_argument("build", type=Path)
    options = parser.parse_args()
    found = results(options.build)
    skipped = [name for name, result in found.items() if result == "SKIP"]
    passed = sum(result == "PASS" for result in found.values())
    failures = [name for name, result in found.items() if result not in ("PASS", "SKIP")]
    report_failures(options.build, failures)
    failed = len(failures) + report_skips(options.build, skipped, bool(os.environ.get("CI")))
    if options.status != 0 and failed == 0:
        print("not all tests could be built and run")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


sys.exit(main())
