# SPDX-License-Identifier: GPL-2.0-or-later
"""Growth curves as one picture: a panel a question, a line a program.

Needs matplotlib (Debian: python3-matplotlib); says so and goes on without pictures if it
is missing.
"""

import dataclasses
import sys

# Told apart by lightness too, for who sees no colours: ours, others of ours, the floor, a rival.
OURS, OURS_TOO, FLOOR, RIVAL = "#c1272d", "#e5a03c", "#333333", "#7fa7c9"


@dataclasses.dataclass
class Panel:
    """Lines over a common, logarithmic x axis."""

    title: str
    x_label: str
    y_label: str
    lines: dict  # name -> list of (x, y, y_min, y_max)
    colours: dict  # name -> colour
    x_base: int = 10
    limit: float = None  # a horizontal line: what must not be passed


def draw(panels, path):
    """Returns whether there is a picture now."""
    try:
        import matplotlib
    except ImportError:
        print("no pictures: matplotlib is missing (Debian: python3-matplotlib)", file=sys.stderr)
        return False
    matplotlib.use("svg")
    # Text stays text, and the same data give the same bytes.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bench", "font.size": 9})
    from matplotlib import pyplot

    columns = 2
    rows = (len(panels) + columns - 1) // columns
    figure, axes = pyplot.subplots(
        rows, columns, figsize=(9, 2.7 * rows), squeeze=False, layout="constrained"
    )
    for place in axes.flat[len(panels) :]:
        place.set_axis_off()
    for panel, place in zip(panels, axes.flat):
        _draw_panel(place, panel)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return True


def _draw_panel(axes, panel):
    axes.set_title(panel.title, fontsize=10, pad=20)
    axes.set_xscale("log", base=panel.x_base)
    axes.set_yscale("log")
    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    axes.grid(True, which="major", color="#e4e4e4", linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for name, points in panel.lines.items():
        _draw_line(axes, name, points, panel.colours[name])
    if panel.limit:
        axes.axhline(panel.limit, color="#666666", linestyle=":", linewidth=1, label="at most")
    _open_up(axes)
    # Between title and lines, so that it covers none.
    axes.legend(frameon=False, fontsize=8, loc="lower center", bbox_to_anchor=(0.5, 0.97),
                ncol=4, columnspacing=1, handlelength=1.5)


def _draw_line(axes, name, points, colour):
    if not points:
        return
    x, middle, low, high = zip(*points)
    axes.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0)
    axes.plot(x, middle, marker="o", markersize=3, linewidth=1.4, color=colour, label=name)


def _open_up(axes):
    """At least a decade and a half of y, so that noise does not look like growth."""
    low, high = axes.get_ylim()
    while high / low < 30:
        low, high = low / 1.2, high * 1.2
    axes.set_ylim(low, high)
