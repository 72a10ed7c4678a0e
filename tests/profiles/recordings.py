# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs that profiles are tested with, and what the report says of them."""

import json

import checks
from checks import ILMGEN, TOP


def run(command, status=0, **more):
    """The output as bytes, or what is said on standard error as a text."""
    said = checks.run(command, status, text=False, **more)
    return said if status == 0 else said.decode(errors="surrogateescape")


def record(folder, source, *options):
    program = folder / source.split(".")[0]
    trace = program.with_suffix(".json")
    compiler = "c++" if source.endswith(".cpp") else "cc"
    run([compiler, "-g", "-O1", "-pthread", *options, "-o", program, TOP / "tests" / "report" / source])
    checks.record(trace, [program], "--hpcmp-sample=20000")
    return trace


def report(trace, folder, *options):
    file = folder / "told.json"
    run([ILMGEN, f"--report={file}", "--force", "--sections=all", *options, trace])
    return {name: table["rows"] for section in json.loads(file.read_text()).values() if isinstance(section, dict) for name, table in section.items()}
