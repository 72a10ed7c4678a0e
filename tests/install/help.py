# SPDX-License-Identifier: GPL-2.0-or-later
"""The programs' own help on their options, for tests of files that repeat it."""

import os
import re
import subprocess

import checks
from checks import VALGRIND, check, result_of

ILMGEN = [checks.ILMGEN]
# As it is installed, with what the build tree has.
COMMAND = [
    "env",
    f"HPCMP_VALGRIND={os.environ['VALGRIND']}",
    f"HPCMP_ILMGEN={os.environ['ILMGEN']}",
    f"{os.environ['top_builddir']}/hpcmp/command/hpcmp",
]
TOOL = [*VALGRIND, "--tool=hpcmp"]


def said(command):
    """All that the command says, on whichever stream."""
    return result_of(command, stderr=subprocess.STDOUT).stdout


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


def same(what, expected, found):
    """Two sets, or what can be made a set, which are not empty."""
    expected, found = set(expected), set(found)
    if check(expected == found and found, f"{what}: missing {sorted(expected - found)}, not there {sorted(found - expected)}"):
        print(f"{what}: {len(found)}")
