#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the documents' pictures of pages anew: docs/page/*.png and docs/tutorial/own16.png.

usage: pictures.py BUILD [NAME...]

NAME: only these, for example pipeline.  Needs python3-selenium, python3-pil, chromium-driver and
pbzip2."""

import base64
import dataclasses
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image

BUILD = Path(sys.argv[1]).resolve()
TOP = Path(__file__).resolve().parent.parent
os.environ.update(top_srcdir=str(TOP), VALGRIND=str(BUILD / "vg-in-place"))
sys.path.insert(0, str(TOP / "tests" / "page"))
import browser as browsers  # noqa: E402
import runs  # noqa: E402

ILMGEN = BUILD / "ilmgen" / "ilmgen"
LANES = "#timeline .lanes canvas"
SQUARES = """from concurrent.futures import ThreadPoolExecutor
def f(n): return sum(i * i for i in range(n))
with ThreadPoolExecutor(4) as pool: print(list(pool.map(f, [60000] * 12)))
"""
# Six files, of which make -j4 compiles four at a time.
SOURCES = 6
MAKEFILE = "CFLAGS = -O2\nall: " + " ".join(f"part{i}.o" for i in range(SOURCES)) + "\n"
SOURCE = "#include <stdio.h>\n#include <stdlib.h>\n#include <pthread.h>\n#include <regex.h>\nint part{0}(int n) {{ return n * {0}; }}\n"


def do(command, folder):
    subprocess.run(list(map(str, command)), cwd=folder, check=True, capture_output=True)


def page_of_command(folder, *command):
    """As hpcmp writes it."""
    do([BUILD / "hpcmp-in-place", "-o", "page.html", *command], folder)
    return folder / "page.html"


def page_of_trace(trace, *options):
    page = trace.with_suffix(".html")
    do([ILMGEN, "--force", f"--report={page}", *options, trace], trace.parent)
    return page


def matrix(folder):
    shutil.copy(BUILD / "tests/programs/heap/matrix_pool", folder)
    return page_of_command(folder, "./matrix_pool", 240, 120, 3)


def pipeline(folder):
    do(["c++", "-g", "-O1", "-pthread", "-DPASSES=4", "-o", "pipeline", TOP / "tests/report/pipeline.cpp"], folder)
    return page_of_command(folder, "./pipeline")


def python(folder):
    return page_of_command(folder, "/usr/bin/python3", "-c", SQUARES)


def pbzip2(folder):
    """Three blocks of 900,000 bytes, and a third of one."""
    letters = random.Random(1)
    (folder / "in").write_bytes(bytes(letters.choice(b"etaoin shrdlu") for _ in range(3_000_000)))
    return page_of_command(folder, "pbzip2", "-p4", "-kc", "in")


def omp(folder):
    shutil.copy(BUILD / "tests/programs/omp_runtime/omp_stencil", folder)
    return page_of_command(folder, "./omp_stencil", 4, 100_000)


def make(folder):
    (folder / "Makefile").write_text(MAKEFILE)
    for number in range(SOURCES):
        (folder / f"part{number}.c").write_text(SOURCE.format(number))
    return page_of_command(folder, "make", "-j4")


def plan(folder):
    return page_of_trace(runs.mapreduce(folder), "--plan=4,1.1M", "-o", "any.plan.json")


def compare(folder):
    """The same program twice, so that only its work differs."""
    for trace, macro in (("before.json", "SQUEEZE=100"), ("now.json", "SQUEEZE=110")):
        do(["cc", "-g", "-O1", "-pthread", f"-D{macro}", "-o", "rounds", TOP / "tests/page/regressed.c"], folder)
        tool = [os.environ["VALGRIND"], "-q", "--tool=hpcmp", "--hpcmp-sample=10000"]
        do([*tool, f"--hpcmp-out-file={trace}", "./rounds"], folder)
    return page_of_trace(folder / "now.json", "--compare=before.json")


def own16(folder):
    """The program of the tutorial, with the change that it makes."""
    tutorial = (TOP / "docs/tutorial.md").read_text()
    (folder / "change.diff").write_text(re.search(r"```diff\n(.*?)```", tutorial, re.DOTALL)[1])
    source = (TOP / "docs/tutorial/words.c").read_text()
    (folder / "text").write_text(source * 100)
    (folder / "words.c").write_text(source)
    do(["patch", "words.c", "change.diff"], folder)
    do(["cc", "-g", "-O1", "-pthread", "words.c", "-o", "words"], folder)
    return page_of_command(folder, "./words", 16, "text")


def long_wait(browser):
    """Selects a wait of the pipeline's third thread."""
    browser.press(LANES, "ARROW_RIGHT", "ARROW_DOWN", "ARROW_DOWN", *["ARROW_RIGHT"] * 8)
    while "Held up by" not in browser.text("#timeline .details"):
        browser.press(LANES, "ARROW_RIGHT")


def step_of_path(browser):
    browser.press(LANES, *["n"] * 12)


def step_of_plan(browser):
    browser.press("#plan .lanes canvas", "ARROW_RIGHT", "ARROW_DOWN")


@dataclasses.dataclass
class Picture:
    page: Callable  # makes it in a folder
    act: Callable | None = None  # on the page
    first: str = "body"  # the part at the top of the picture
    last: str = "#timeline"  # ... and at its bottom
    width: int = 1400
    scheme: str = "light"


PICTURES = {
    "page/matrix": Picture(matrix),
    "page/dark": Picture(matrix, width=900, scheme="dark"),
    "page/narrow": Picture(matrix, width=400),
    "page/pipeline": Picture(pipeline, long_wait),
    "page/python": Picture(python),
    "page/pbzip2": Picture(pbzip2),
    "page/omp": Picture(omp, width=1600),
    "page/make": Picture(make, first="#timeline h2", last="#timeline .functions"),
    "page/plan": Picture(plan, step_of_plan, "#plan", "#plan"),
    "page/compare": Picture(compare, last="#flames"),
    "tutorial/own16": Picture(own16, step_of_path, "#timeline", "#flames"),
}


def take(browser, folder, picture, file):
    page = picture.page(folder)
    scheme = {"name": "prefers-color-scheme", "value": picture.scheme}
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    browser.resize(picture.width)
    browser.open(page)
    if picture.act is not None:
        picture.act(browser)
    height = browser.run("return document.documentElement.scrollHeight")
    metrics = {"width": picture.width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.change("scrollTo(0, 0)")
    box = "return document.querySelector(arguments[0]).getBoundingClientRect().{}"
    top, bottom = browser.run(box.format("top"), picture.first), browser.run(box.format("bottom"), picture.last)
    clip = {"x": 0, "y": top, "width": picture.width, "height": bottom - top + 8, "scale": 1}
    shot = browser.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
    image = Image.open(io.BytesIO(base64.b64decode(shot["data"])))
    image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)


def main():
    wanted = sys.argv[2:]
    with tempfile.TemporaryDirectory(prefix="hpcmp-", ignore_cleanup_errors=True) as temporary:
        home = Path(temporary).resolve()
        browser = browsers.start(home / "home")
        if browser is None:
            sys.exit("no browser starts here")
        try:
            for name, picture in PICTURES.items():
                if wanted and Path(name).name not in wanted:
                    continue
                folder = home / Path(name).name
                folder.mkdir()
                take(browser, folder, picture, TOP / "docs" / f"{name}.png")
        finally:
            browser.close()


main()
