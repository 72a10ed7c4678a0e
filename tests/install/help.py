# SPDX-License-Identifier: GPL-2.0-or-later
"""The programs' own help on their options, for tests of files that repeat it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

SKIP = 77
SOURCE = Path(os.environ["top_srcdir"]).resolve()
ILMGEN = [os.environ["ILMGEN"]]
# As it is installed, with what the build tree has.
COMMAND = [
    "env",
    f"HPCMP_VALGRIND={os.environ['VALGRIND']}",
    f"HPCMP_ILMGEN={os.environ['ILMGEN']}",
    f"{os.environ['top_builddir']}/hpcmp/command/hpcmp",
]
TOOL = [*shlex.split(os.environ["VALGRIND"]), "--tool=hpcmp"]


def said(command):
    """All that the command says, on whichever stream."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, stdin=subprocess.DEVNULL, text=True, **streams).stdout


def options_in(text):
    """{name: description of its value, or ""} of a --help text.

    An option stands at the left, after its short form: "-o,--output=FILE  Where".
    """
    options = {}
    for forms in re.findall(r"^ {1,8}(-\S+(?: -\S+)?)", text, re.MULTILINE):
        for form in re.findall(r"(?:^|[ ,])(--?[a-zA-Z][\w-]*(?:\[?=\S*)?)", forms):
            name, _, value = form.replace("[=", "=").partition("=")
            options[name] = value
    return options


def choices(command, option):
    """The words that an option may be, in the words of who gets another one."""
    return re.search(r"is none of (.*)", said([*command, f"{option}=?", ""])).group(1).split(", ")


def kinds():
    """The kinds of primitives that --hpcmp-sync knows."""
    text = said([*TOOL, "--hpcmp-sync=?", "true"]).replace("\nvalgrind: ", " ")
    return re.search(r"or a list of (.*), or of these", text).group(1).split(", ")


class Verdict:
    def __init__(self):
        self.good = True

    def same(self, what, expected, found):
        """Two sets, or what can be made a set, which are not empty."""
        expected, found = set(expected), set(found)
        if expected == found and found:
            print(f"{what}: {len(found)}")
            return
        self.good = False
        if not expected:
            print(f"{what}: nothing is expected")
        for word in sorted(expected - found):
            print(f"{what}: {word} is missing")
        for word in sorted(found - expected):
            print(f"{what}: {word} is not there")

    def none(self, what, found):
        for word in sorted(found):
            self.good = False
            print(f"{what}: {word} is not there")

    def exit(self, skipped=False):
        sys.exit((SKIP if skipped else 0) if self.good else 1)
