#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Puts the latest results of run_tool.py, run_ilmgen.py, run_logs.py, run_mpi.py and run_ranks.py into
docs/performance.md, between the markers <!-- NAME: begin --> and <!-- NAME: end -->, and their pictures beside it."""

import argparse
import os
import re
import shutil
import sys


def read(*path):
    with open(os.path.join(*path)) as file:
        return file.read()


def replace_section(page, name, text):
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.S)
    if len(pattern.findall(page)) != 1:
        sys.exit(f"publish: no section {begin} ... {end}")
    return pattern.sub(lambda _: f"{begin}\n{text}{end}", page)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", default="build/bench", help="folder (%(default)s)")
    parser.add_argument("--docs", default="docs", help="folder (%(default)s)")
    options = parser.parse_args()
    page = read(options.docs, "performance.md")
    for name in ("tool", "ilmgen", "logs", "mpi", "ranks"):
        if not os.path.exists(os.path.join(options.results, f"{name}.md")):
            print(f"publish: no results of {name}; its section stays")
            continue
        page = replace_section(page, name, read(options.results, f"{name}.md"))
        picture = f"performance-{name}.svg"
        if os.path.exists(os.path.join(options.results, picture)):
            shutil.copy(os.path.join(options.results, picture), os.path.join(options.docs, picture))
    with open(os.path.join(options.docs, "performance.md"), "w") as file:
        file.write(page)


if __name__ == "__main__":
    main()
