# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs commands and says what they cost.

Machines are noisy and drift.  So runs that are to be compared are interleaved, one of
each in a round; a ratio is taken within a round, and of the rounds' ratios the median.
"""

import dataclasses
import os
import re
import statistics
import subprocess
import tempfile
import threading
import time


class Failed(Exception):
    """A command did not do what it should have."""


class TookTooLong(Exception):
    """A command was ended because it passed its limit."""


@dataclasses.dataclass
class Sample:
    """The costs of one run of a command."""

    cpu: float  # seconds, user and system
    wall: float  # seconds
    memory: int  # bytes, the most that were resident; below some 15 MB it shows this driver's own
    figures: dict  # what the program itself reported, see bench/programs/bench.h
    errors: str  # its stderr


def run(command, limit=None, stdin=None, stdout=None, environment=None):
    """Runs the command once.  Its output is kept out of sight unless it goes to `stdout`."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        child = subprocess.Popen(
            command,
            stdin=stdin if stdin is not None else subprocess.DEVNULL,
            stdout=stdout if stdout is not None else output,
            stderr=errors,
            env={**os.environ, **(environment or {})},
        )
        usage, too_long = _wait(child, limit)
        wall = time.monotonic() - start
        if too_long:
            raise TookTooLong(f"{command[0]}: more than {limit} s")
        complaint = _text(errors)
        if child.returncode != 0:
            raise Failed(f"{' '.join(command)}\nexit status {child.returncode}\n{complaint[-2000:]}")
        return Sample(
            usage.ru_utime + usage.ru_stime,
            wall,
            usage.ru_maxrss * 1024,
            {} if stdout is not None else _figures(_text(output)),
            complaint,
        )


def _wait(child, limit):
    """wait4, which knows what this one child used."""
    expired = threading.Event()

    def expire():
        expired.set()
        child.kill()

    timer = threading.Timer(limit, expire) if limit else None
    if timer:
        timer.start()
    _, status, usage = os.wait4(child.pid, 0)
    if timer:
        timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage, expired.is_set()


def _text(file):
    file.seek(0)
    return file.read().decode(errors="replace")


def _figures(text):
    return {name: float(value) for name, value in re.findall(r"^figure (\S+) (\S+)$", text, re.M)}


def spread(values):
    """Median, smallest and largest."""
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def ratios(values, floors):
    """The spread of the ratios of runs to the floor's runs of the same rounds."""
    return spread([value / floor for value, floor in zip(values, floors)])


def geometric_mean(values):
    return statistics.geometric_mean(values)
