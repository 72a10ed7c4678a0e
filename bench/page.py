#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How long does the page of --report=FILE.html take, to be written, to be shown, and to zoom?

usage: page.py BUILD [--large]

With --large also of 10^8 events, once: 13 GB in TMPDIR, and half an hour.  Prints a table for docs/how-it-works/page.md.  Needs python3-selenium and chromium-driver."""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BUILD = Path(sys.argv[1]).resolve()
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "page"))
import browser as browsers  # noqa: E402

# Kind, events, threads, rounds.
TRACES = [
    ("barrier", 10**4, 4, 3),
    ("barrier", 10**5, 4, 3),
    ("barrier", 10**6, 4, 3),
    ("barrier", 10**6, 64, 3),
]
LARGE = [("barrier", 10**8, 8, 1)]

# Zooms in, moves, zooms out: one key a frame.  Returns the time between frames, in ms.
FRAMES = """
const done = arguments[0];
const canvas = document.querySelector(".lanes canvas");
const keys = [..."+".repeat(40), ...Array(40).fill("PageDown"), ..."-".repeat(40)];
const times = [];
let before = 0;
function next(now) {
  if (before > 0) times.push(now - before);
  before = now;
  if (keys.length === 0) return done(times);
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key: keys.shift(), bubbles: true }));
  requestAnimationFrame(next);
}
requestAnimationFrame(next);
"""
MARKS = """
const marks = performance.getEntriesByType("mark").map((mark) => [mark.name, mark.startTime]);
const paints = performance.getEntriesByType("paint").map((paint) => [paint.name, paint.startTime]);
return [...marks, ...paints];
"""


def seconds(command, **more):
    begin = time.monotonic()
    subprocess.run(list(map(str, command)), check=True, **more)
    return time.monotonic() - begin


def shown(folder, page):
    """Opens the page once.  Returns {what: ms}, and the times between frames."""
    browser = browsers.start(folder / "home")
    if browser is None:
        sys.exit("no browser starts here")
    try:
        browser.open(page)
        return dict(browser.run(MARKS)), browser.driver.execute_async_script(FRAMES)
    finally:
        browser.close()


def measure(folder, kind, events, threads, rounds):
    trace, page = folder / "trace.json", folder / "page.html"
    with trace.open("wb") as file:
        seconds([BUILD / "bench" / "generate_trace", kind, events, threads], stdout=file)
    command = [BUILD / "ilmgen" / "ilmgen", "--force", "--report-memory=2048"]
    written = min(seconds([*command, f"--report={page}", trace]) for _ in range(rounds))
    text = min(seconds([*command, f"--report={folder / 'report.txt'}", trace]) for _ in range(rounds))
    marks, frames = zip(*(shown(folder, page) for _ in range(rounds)))
    median = {name: statistics.median(of[name] for of in marks) / 1000 for name in marks[0]}
    times = sorted(time for of in frames for time in of)
    return (
        f"{kind}, {events:.0e} events, {threads} threads | {text:.1f} | {written:.1f} | {page.stat().st_size / 1e6:.1f} | "
        f"{median['first-contentful-paint']:.2f} | {median['unpacked']:.2f} | {median['shown']:.2f} | "
        f"{statistics.median(times):.0f} | {times[len(times) * 95 // 100]:.0f}"
    )


print("| trace | text report, s | page, s | MB | first paint, s | unpacked, s | all shown, s | frame, ms | 95 %, ms |")
print("| --- " * 9 + "|")
for trace in TRACES + (LARGE if "--large" in sys.argv else []):
    with tempfile.TemporaryDirectory(prefix="hpcmp-", ignore_cleanup_errors=True) as folder:
        print("|", measure(Path(folder), *trace), "|", flush=True)
