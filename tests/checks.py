# SPDX-License-Identifier: GPL-2.0-or-later
"""What test scripts have in common: checks that are counted, commands that must succeed, and the verdict."""

import contextlib
import glob
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
TOP = Path(__file__).resolve().parent.parent
ILMGEN = os.path.abspath(os.environ["ILMGEN"])
VALGRIND = shlex.split(os.environ["VALGRIND"])
PROGRAMS = Path(os.environ["top_builddir"]).absolute() / "tests" / "programs"
IS_LONG = bool(os.environ.get("CHECK_LONG"))  # `make check-long` takes larger loads than `make check`
SKIP = 77
TIME_LIMIT_S = 300  # far more than any of our commands takes, with a sanitizer too
MOST_SHOWN = 2000  # characters
failures = []  # what check() and passes() have found
n_checked = 0


class Failure(SystemExit):
    """Something that must hold does not.  The test ends if nobody catches it."""


def check(good, what):
    global n_checked
    n_checked += 1
    if not good:
        failures.append(what)
        print("FAIL", str(what)[:MOST_SHOWN], flush=True)
    return good


def expect(good, what):
    """As check(), but ends the test, or the function that passes() calls."""
    if not good:
        raise Failure(f"{what}")


def passes(name, function, *args):
    """Checks that the function raises nothing: a checker that stumbles is a failure, too."""
    try:
        function(*args)
    except (Exception, Failure) as error:
        return check(False, f"{name}: {type(error).__name__}: {error}".rstrip())
    return check(True, name)


def result_of(command, **more):
    """Runs a command that may end with any status, and returns its result."""
    streams = {"stdin": None if "input" in more else subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    settings = {**streams, "text": True, "timeout": TIME_LIMIT_S, **more}
    command = list(map(str, command))
    try:
        return subprocess.run(command, **settings)
    except subprocess.TimeoutExpired as error:
        raise Failure(f"not finished after {error.timeout} s: {shlex.join(command)}") from error


def run(command, status=0, **more):
    """Runs a command that must end with this status.  Returns the command's output, or what it has said on standard
    error if the status is another one than 0."""
    result = result_of(command, **more)
    if result.returncode != status:
        said = "".join(str(text)[-MOST_SHOWN:] for text in (result.stdout, result.stderr))
        raise Failure(f"{shlex.join(result.args)}: exit {result.returncode}\n{said}")
    return result.stdout if status == 0 else result.stderr


def ilmgen(*args, stdin=None, **more):
    """Runs ilmgen, which reads and writes bytes, and returns its result."""
    return result_of([ILMGEN, *args], input=stdin or b"", text=False, **more)


def record(trace, command, *options, prefix=(), **more):
    """Runs a command under the tool, itself a command of `prefix`.  Returns what the command prints."""
    return run([*prefix, *VALGRIND, "-q", "--tool=hpcmp", f"--hpcmp-out-file={trace}", *options, *command], **more)


def inputs(pattern):
    """The files in test_inputs/ whose names match, in order; there are some."""
    found = sorted(glob.glob(str(TOP / "test_inputs" / pattern)))
    expect(found, f"there is no test_inputs/{pattern}")
    return found


def scratch_folder():
    """A folder that goes away when the test ends."""
    return tempfile.TemporaryDirectory(prefix="hpcmp-")


def run_cases(cases):
    """Calls these functions, in a new folder."""
    with scratch_folder() as folder:
        os.chdir(folder)
        for case in cases:
            case()
            print(f"right: {case.__name__}", flush=True)
        os.chdir("/")


@contextlib.contextmanager
def busy_processors(n):
    """So many processes that take all the time of a processor."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(n)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIP)


def finish(name, skipped=""):
    """Ends the test of this name.  `skipped`: the reason why a part could not be tried."""
    print(f"{name}: {len(failures)} of {n_checked} wrong" if failures else f"{name}: {n_checked} right")
    if skipped and not failures:
        skip(skipped)
    sys.exit(len(failures) > 0 or n_checked == 0)
