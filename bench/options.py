# SPDX-License-Identifier: GPL-2.0-or-later
"""Options that both drivers take.  Folders default to those of a build tree in build/."""

import argparse


def parser(description, limit):
    result = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )

    def add(name, default, meaning, kind=str):
        result.add_argument(name, type=kind, default=default, help=f"{meaning} (%(default)s)")

    add("--results", "build/bench", "folder")
    add("--repeat", 5, "rounds", int)
    add("--growth-repeat", 3, "rounds of growth curves", int)
    add("--limit", limit, "seconds for a run of a growth curve; lines end there", float)
    result.add_argument("--only", nargs="+", help="what has one of these words in its name")
    result.add_argument("--quick", action="store_true", help="one round, fewer points")
    return result


def parse(of_parser):
    options = of_parser.parse_args()
    if options.quick:
        options.repeat = options.growth_repeat = 1
    return options
