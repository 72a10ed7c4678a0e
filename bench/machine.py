# SPDX-License-Identifier: GPL-2.0-or-later
"""The machine and the programs that results came from."""

import os
import platform
import re
import subprocess


def describe(valgrind=None):
    """As ordered pairs of words for a reader."""
    facts = {
        "processor": f"{_cpu_model()}, {os.cpu_count()} cores",
        "memory": f"{_memory_gib():.0f} GiB",
        "kernel": f"{platform.system()} {platform.release()}",
        "compiler": _first_line(["g++", "--version"]),
        "Python": platform.python_version(),
    }
    if valgrind:
        facts["Valgrind"] = _first_line([valgrind, "--version"]).removeprefix("valgrind-")
    facts["source"] = _revision()
    facts["load before"] = f"{os.getloadavg()[0]:.1f}"
    return facts


def _cpu_model():
    with open("/proc/cpuinfo") as file:
        return re.search(r"model name\s*:\s*(.*)", file.read()).group(1)


def _memory_gib():
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30


def _revision():
    """The commit, and whether the working tree has moved on from it."""
    here = os.path.dirname(os.path.abspath(__file__))
    return _first_line(["git", "-C", here, "describe", "--always", "--dirty", "--abbrev=10"])


def _first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.splitlines()[0]
