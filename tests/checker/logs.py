# SPDX-License-Identifier: GPL-2.0-or-later
"""Helpers that the tests of other systems' logs share."""

import json
import os

from check_ilm import check_ilm
from checks import TOP, expect, ilmgen, scratch_folder
from reference_ilm import Options
from trace import is_declaration, parse_json, read_trace

REAL_LOGS = os.path.join(TOP, "..", "shared", "neighbours")
TEST_INPUTS = os.path.join(TOP, "test_inputs")


class Log:
    """A log and what ilmgen makes of it.  It is given as bytes, which go through a pipe, or as a path."""

    def __init__(self, log, *args):
        self.source = ("-", log) if isinstance(log, bytes) else (log, None)
        self.args = args

    def run(self, *args):
        path, stdin = self.source
        return ilmgen(path, "-", *self.args, *args, stdin=stdin)

    def output(self, *args):
        result = self.run(*args)
        expect(result.returncode == 0, f"exit {result.returncode}: {result.stderr.decode()}")
        return result.stdout.decode()

    def trace(self):
        """Its events, as of a raw trace."""
        array = json.loads(self.output("--emit=trace"))
        return [value for value in array if not is_declaration(value)]

    def stats(self):
        with scratch_folder() as folder:
            path = os.path.join(folder, "stats")
            self.output(f"--stats={path}")
            with open(path, encoding="utf-8") as file:
                return json.load(file)

    def report(self):
        """ilmgen's report of the run, as a dictionary."""
        with scratch_folder() as folder:
            path = os.path.join(folder, "report.json")
            self.output("--sections=all", f"--report={path}")
            with open(path, encoding="utf-8") as file:
                return json.load(file)

    def check_report_of_emitted(self):
        """The files that ilmgen writes of the log's events have the same report as the log.  They
        lack only the remarks of the log's reader."""
        told = {**self.report(), "incomplete": []}
        for emit in ("trace", "alog", "gist"):
            emitted = self.output(f"--emit={emit}").encode()
            expect_same({**Log(emitted).report(), "incomplete": []}, told, emit)

    def remarks(self):
        return self.run().stderr.decode()

    def check(self):
        """The ILM is that of the trace that the log becomes, and right."""
        trace = self.output("--emit=trace")
        ilm = self.output()
        again = ilmgen("-", "-", stdin=trace.encode())
        expect(again.stdout.decode() == ilm, "log and trace have the same ILM")
        check_ilm(read_trace(trace), parse_json(ilm), Options())

    def expect_error(self, *words):
        """One sentence with these words, and no output."""
        result = self.run()
        said = result.stderr.decode()
        expect(result.returncode == 1, f"exit {result.returncode}: {said}")
        expect(said.count("\n") == 1, f"not one sentence: {said}")
        expect(not result.stdout, "there is output")
        for word in words:
            expect(word in said, f"'{word}' is missing: {said}")


def expect_same(found, wanted, what=""):
    expect(found == wanted, f"{what} {found}, not {wanted}")
