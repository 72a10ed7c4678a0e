#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a program under the tool and checks what it recorded.

    run_program.py NAME.prog

exits 0 if all holds, 1 with the reasons if not, 77 if it cannot be run here: the
program says so itself by that status.
A .prog file says how to run the program and what must hold, one `key: value`
a line; lines that begin with # are comments:

    prog: NAME          the program [the .prog file's own name], from the file's folder
    args: WORD...       its arguments
    vgopts: WORD...     further options for Valgrind
    under: WORD...      a command that gets Valgrind's as its arguments
    out-file: NAME      trace file, with %p and so on [trace.json]
    env: NAME=VALUE     set for the run under the tool and for the native one
    traces: N           how many trace files there must be in the end [1]
    native: no          do not compare with a native run
    cut: yes            the trace may end without its closing bracket
    broken: yes         only `ilmgen --recover` can read the traces
    checker: no         the trace is too big for the slow checker
    loose: yes          some releases or acquires are not recorded (paused, filtered)
    format: text|none   the traces are no JSON; `text` is what the first one says
    late: yes           the order's watchdog lets threads go on without one that sleeps
    need: COMMAND       skip the test where this command is missing
    need-option: NAME   skip the test where Valgrind has no such option
    expect: EXPR        a Python expression that must be true
    also: NAME.prog     what that file expects must hold, too; from the file's folder

What an expression may use is in program_trace.py, for the trace of the
process that was started, plus

    traces              all of them, the started process first; `child` is traces[1]
    exit_status, signal how the run ended: a number, and None or a name: "SIGSEGV"
    stdout, stderr      what the run wrote; Valgrind's own messages are in stderr
    native              the native run, with the same four
    files               the names of all files in the folder after the run
    ilm                 what `ilmgen --stats` says of the first trace
    near(A, B)          do they differ by 5 % of B at most?
    numbers(WORD, TEXTS) of the texts "WORD N", N; there must be one
    findall(PATTERN, TEXT) as in Python's re

The program runs under the tool once in each order of turns (--hpcmp-order) that TEST_ORDERS names, unless
vgopts has one, and all must hold for each.

For every trace the checks of program_trace.py are made, ilmgen must accept it
and the independent checker must find its ILM right.  A compressed trace must be
complete as such when the run ends; soon after, if the program was killed.

Environment: VALGRIND, ILMGEN, top_srcdir, top_builddir; TEST_ORDERS, if it is not "virtual" alone.
"""

import json
import os
import re
import shlex
import shutil
import signal as signals
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import checks
from checks import ILMGEN, SKIP, TIME_LIMIT_S, VALGRIND, Failure, expect
from program_trace import Trace, all_of, any_of, some

DECOMPRESSORS = {b"\x1f\x8b": "gzip", b"\x28\xb5": "zstd"}  # by a file's first bytes
CHECKER = Path(__file__).parent / "checker" / "check_ilm.py"
OUR_MISTAKES = ("ssertion", "the impossible happened", "valgrind: m_")


@dataclass
class Case:
    """A .prog file."""

    path: Path
    prog: str
    args: list
    vgopts: list
    under: list
    env: dict
    expects: list
    out_file: str = "trace.json"
    traces: int = 1
    native: bool = True
    cut: bool = False
    broken: bool = False
    checker: bool = True
    loose: bool = False
    late: bool = False
    format: str = "json"
    need: str | None = None
    need_option: str | None = None


def read_case(path):
    case = Case(path, path.stem, [], [], [], {}, [])
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        if not colon or not set_key(case, key.strip(), value.strip()):
            raise Failure(f"{path}:{number}: not understood: {line}")
    expect(case.expects, f"{path}: expects nothing")
    return case


def set_key(case, key, value):
    if key == "also":
        case.expects += read_case(case.path.parent / value).expects
    elif key in ("args", "vgopts", "under"):
        getattr(case, key).extend(shlex.split(value))
    elif key == "env":
        name, _, text = value.partition("=")
        case.env[name] = text
    elif key == "expect":
        case.expects.append(value)
    elif key == "traces":
        case.traces = int(value)
    elif key in ("native", "cut", "broken", "checker", "loose", "late"):
        setattr(case, key, value == "yes")
    elif key in ("prog", "need", "format"):
        setattr(case, key, value)
    elif key == "out-file":
        case.out_file = value
    elif key == "need-option":
        case.need_option = value
    else:
        return False
    return True


# --- Runs ---------------------------------------------------------------------


@dataclass
class Run:
    """The result of a process."""

    pid: int
    stdout: str
    stderr: str
    exit_status: int | None
    signal: str | None
    files: list


def run(command, folder, extra_env):
    env = {**os.environ, "LC_ALL": "C", **extra_env}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            code = process.wait(TIME_LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise Failure(f"not finished after {TIME_LIMIT_S} s: {shlex.join(command)}")
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    status = code if code >= 0 else None
    signal = signals.Signals(-code).name if code < 0 else None
    files = sorted(path.name for path in Path(folder).iterdir())
    return Run(process.pid, *texts, status, signal, files)


def run_natively(case, program, folder):
    folder.mkdir()
    return run([program, *case.args], folder, case.env)


def orders(case):
    """The orders to test: all of them, unless the case chooses one."""
    said = [option for option in case.vgopts if option.startswith("--hpcmp-order=")]
    usual = os.environ.get("TEST_ORDERS", "virtual").split()
    return [option.partition("=")[2] for option in said] or usual


def run_under_tool(case, program, order, folder):
    folder.mkdir()
    options = ["--tool=hpcmp", f"--hpcmp-out-file={case.out_file}", f"--hpcmp-order={order}"]
    options += case.vgopts
    return run([*case.under, *VALGRIND, *options, program, *case.args], folder, case.env)


# --- Checks -------------------------------------------------------------------


def trace_pattern(out_file):
    """Matches the trace files' names; a later image of a process adds .N."""
    patterns = {"%p": r"(?P<pid>\d+)"}
    parts = [
        patterns.get(part, ".*") if part.startswith("%") else re.escape(part)
        for part in re.split(r"(%p|%n|%q\{\w+\})", out_file)
    ]
    return re.compile("".join(parts) + r"(?:\.(?P<image>\d+))?$")


def find_traces(case, tool_run, folder):
    """The traces: the started process first, the others as they were started."""
    pattern = trace_pattern(case.out_file)
    matches = [match for name in tool_run.files if (match := pattern.match(name))]
    names = [match.string for match in matches]
    expect(len(names) == case.traces, f"{case.traces} traces expected, there are {names}")
    matches.sort(key=lambda match: order_of_start(match, tool_run.pid))
    return [folder / match.string for match in matches]


def order_of_start(match, first_pid):
    """Numbers of processes go up and begin again behind the highest."""
    numbers = int(Path("/proc/sys/kernel/pid_max").read_text())
    named = match.groupdict()
    pid = int(named.get("pid", first_pid))
    return (pid - first_pid) % numbers, int(named["image"] or 0)


def unpacked(path, may_be_late):
    """The trace as text: the file itself, or its content if it is compressed."""
    with path.open("rb") as file:
        command = DECOMPRESSORS.get(file.read(2))
    if command is None:
        return path
    text = path.with_name(path.name + ".unpacked")
    deadline = time.monotonic() + (TIME_LIMIT_S if may_be_late else 0)
    while True:
        with path.open("rb") as source, text.open("wb") as target:
            done = checks.result_of([command, "-dc"], stdin=source, stdout=target)
        if done.returncode == 0:
            return text
        expect(time.monotonic() < deadline, f"{path.name}: {done.stderr}")
        time.sleep(0.1)


def check_streams(case, native, tool_run):
    for text in OUR_MISTAKES:
        expect(text not in tool_run.stderr, f"stderr has '{text}'")
    if native is None:
        return
    for key in ("stdout", "exit_status", "signal"):
        ours, theirs = getattr(tool_run, key), getattr(native, key)
        expect(ours == theirs, f"{key} is {ours!r}, natively {theirs!r}")


def check_ilm(case, path, text, folder):
    """Returns the ILM's figures.  The text is what is in the trace file."""
    ilm, stats = (folder / (path.name + end) for end in (".ilm", ".stats"))
    is_whole = not (case.cut or case.broken)
    checks.run([ILMGEN, f"--stats={stats}", path, ilm, *([] if is_whole else ["--recover"])], timeout=None)
    if case.checker and is_whole:
        checks.run([sys.executable, CHECKER, text, ilm], timeout=None)
    return json.loads(stats.read_text())


def near(a, b):
    return abs(a - b) <= 0.05 * b


def numbers(word, texts):
    found = (re.fullmatch(rf"{word} (\d+)", text) for text in texts)
    return some((int(match[1]) for match in found if match), f"text '{word} N'")


def check_expectations(case, native, tool_run, paths, traces, ilms):
    names = {"traces": traces, "native": native, "near": near, "numbers": numbers, "findall": re.findall}
    names |= {"all": all_of, "any": any_of, **vars(tool_run)}
    if case.format == "text":
        names["text"] = paths[0].read_text()
    names["ilm"] = ilms[0] if ilms else None
    if traces:
        expect(Path(case.prog).name in traces[0].all_events[0].text, "the first event names no command")
        names.update(traces[0].vocabulary())
    if len(traces) > 1:
        names["child"] = traces[1]
    wrong = []
    for expression in case.expects:
        try:
            if not eval(expression, names):
                wrong.append(f"not so: {expression}{shown(expression, names)}")
        except Exception as error:
            wrong.append(f"{expression}: {type(error).__name__}: {error}")
    expect(not wrong, "\n".join(wrong))


def shown(expression, names):
    """The left side's value, if the expression is a plain comparison."""
    left = re.split(r" (?:==|>=|<=|<|>|in) ", expression)[0]
    try:
        return f"\n        ({left} is {eval(left, names)!r})" if left != expression else ""
    except Exception:
        return ""


def program_of(case):
    """The program in the build tree, which is at the same place there as its source in this tree."""
    source = os.path.join(case.path.resolve().parent, case.prog)
    place = os.path.relpath(source, Path(__file__).resolve().parent)
    return os.path.join(os.environ["top_builddir"], "tests", place)


def check(case, folder):
    program = program_of(case)
    native = run_natively(case, program, folder / "native") if case.native else None
    if native and native.exit_status == SKIP:
        checks.skip(f"{case.prog} cannot run here: {native.stderr}")
    for order in orders(case):
        check_order(case, program, native, order, folder / order)


def check_order(case, program, native, order, folder):
    """Checks a run with this --hpcmp-order."""
    tool_run = run_under_tool(case, program, order, folder)
    try:
        check_streams(case, native, tool_run)
        paths = find_traces(case, tool_run, folder)
        was_killed = tool_run.signal == "SIGKILL"
        texts = paths if case.broken else [unpacked(path, was_killed) for path in paths]
        traces = [
            Trace(text, case.cut, inherits=text != texts[0])
            for text in texts
            if case.format == "json" and not case.broken
        ]
        for trace in traces:
            trace.check(case.loose)
            expected = case.late and order == "virtual"
            expect(trace.is_late() == expected, "the watchdog of the order has (not) let threads go on")
        ilms = [
            check_ilm(case, path, text, folder)
            for path, text in zip(paths, texts)
            if case.format == "json"
        ]
        check_expectations(case, native, tool_run, texts, traces, ilms)
    except Failure:
        print(f"order {order}:", file=sys.stderr)
        print(tool_run.stderr, file=sys.stderr)
        raise


def has_option(name):
    return re.search(rf"^ *{re.escape(name)}=", checks.run([*VALGRIND, "--help"]), re.MULTILINE)


def missing(case):
    """The reason why the program cannot be run here, or None."""
    if case.need and not shutil.which(case.need):
        return f"{case.need} is not installed"
    if case.need and not Path(program_of(case)).exists():
        return f"{case.prog} could not be compiled"
    if case.need_option and not has_option(case.need_option):
        return f"this Valgrind has no option {case.need_option}"
    return None


def main():
    case = read_case(Path(sys.argv[1]))
    if reason := missing(case):
        checks.skip(reason)
    with checks.scratch_folder() as folder:
        check(case, Path(folder))


if __name__ == "__main__":
    main()
