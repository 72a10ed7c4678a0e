# SPDX-License-Identifier: GPL-2.0-or-later
"""Results as Markdown, on the terminal and in files."""

import json
import os


def table(head, rows):
    """A Markdown table that reads well as plain text, too.  The first column is text, the others
    are numbers."""
    cells = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]

    def line(row):
        first = row[0].ljust(widths[0])
        rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        return "| " + " | ".join([first, *rest]) + " |"

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([line(cells[0]), line(rule), *map(line, cells[1:])]) + "\n"


def ratio(result):
    """Median and range of the ratios of several rounds."""
    if result is None:
        return "-"
    if result["min"] == result["max"]:
        return f"{result['median']:.2f}"
    return f"{result['median']:.2f} ({result['min']:.2f} to {result['max']:.2f})"


def number(value):
    """Three digits that matter."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def count(value):
    """A number with its thousands set apart."""
    return f"{value:,}"


def size(value):
    """Bytes."""
    for unit in ("B", "KiB", "MiB"):
        if value < 1024:
            return f"{value:.0f} {unit}"
        value /= 1024
    return f"{value:.0f} GiB"


def rounds(repeat):
    return "one round" if repeat == 1 else f"median of {repeat} rounds (smallest to largest)"


def selected(things, words):
    """Those with one of the words in their names, or all."""
    return [t for t in things if not words or any(word in t.name for word in words)]


def machine(facts):
    return table(["machine", ""], facts.items())


def write(folder, name, results, markdown):
    """NAME.json for programs, NAME.md for people."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name + ".json"), "w") as file:
        json.dump(results, file, indent=1)
        file.write("\n")
    with open(os.path.join(folder, name + ".md"), "w") as file:
        file.write(markdown)
