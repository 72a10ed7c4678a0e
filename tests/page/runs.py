# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs that pages are tested with: recorded programs, and traces that are written by hand."""

import json

import checks
from checks import TOP, run


def record(program, trace, *options):
    checks.record(trace, [program], *options)
    return trace


def pipeline(folder):
    """Thread 1 makes, the "smoother" and thread 3 wait for it and for each other."""
    program = folder / "pipeline"
    run(["c++", "-g", "-O1", "-pthread", "-DPASSES=2", "-o", program, TOP / "tests" / "report" / "pipeline.cpp"])
    return record(program, folder / "pipeline.json", "--hpcmp-sample=20000")


def mapreduce(folder, *macros):
    """The example of planning in the manual."""
    program = folder / "mapreduce"
    run(["cc", "-g", "-O1", "-pthread", *(f"-D{macro}" for macro in macros), "-o", program, TOP / "tests/plan/mapreduce.c"])
    return record(program, folder / "mapreduce.json")


def regressed(folder, name, *macros):
    """The program that a macro makes worse."""
    program = folder / name
    run(["cc", "-g", "-O1", "-pthread", *(f"-D{macro}" for macro in macros), "-o", program, TOP / "tests/page/regressed.c"])
    return record(program, folder / f"{name}.json", "--hpcmp-sample=10000")


class Events:
    """A trace of processes, event by event."""

    def __init__(self):
        self.all = []
        self.threads = 1

    def happens(self, thread, work, **what):
        self.all.append({"thid": thread, "icnt": work, "id": len(self.all) + 1, **what})

    def does(self, thread, work, **sync):
        self.happens(thread, work, sync={**sync, "usage": []})

    def begins(self, parent, work=0):
        """A new thread."""
        self.threads += 1
        self.does(parent, work, fork=self.threads)
        return self.threads

    def is_thread(self, thread, number, process, command):
        self.happens(thread, 0, info=f"is thread {number} of process {process}{command}")

    def write(self, trace):
        trace.write_text(json.dumps(self.all))
        return trace


def rank_of(number, ranks):
    return f", rank {number} of {ranks} in job j, command: app"


def messages_of_ranks(trace):
    """Rank 0 sends three messages to rank 2, which waits for them; rank 1 sends one that lies."""
    events = Events()
    for rank in range(3):
        events.is_thread(events.begins(1) if rank > 0 else 1, 1, 7 + rank, rank_of(rank, 3))
    message = {"prim": "message"}
    events.does(2, 10, rel=9, seq=1, bytes=64, **message)
    for seq in range(1, 4):
        events.does(1, 100, rel=8, seq=seq, bytes=1000, **message)
        events.does(3, 20, acq=8, seq=seq, **message)
    events.does(3, 0, acq=9, seq=1, **message)
    return events.write(trace)


def threads_of_ranks(trace, ranks, threads):
    """Each rank begins so many threads less one, which work for different times, and waits for them."""
    events = Events()
    firsts = [1, *(events.begins(1) for _ in range(1, ranks))]
    teams = []
    for rank, first in enumerate(firsts):
        events.is_thread(first, 1, 100 + rank, rank_of(rank, ranks))
        teams.append([events.begins(first, 10) for _ in range(1, threads)])
        for number, thread in enumerate(teams[-1], 2):
            events.is_thread(thread, number, 100 + rank, rank_of(rank, ranks))
    for first, team in zip(firsts, teams):
        for number, thread in enumerate(team, 1):
            events.does(thread, 1000 * number, exit=None)
        for thread in team:
            events.does(first, 1, join=thread)
    return events.write(trace)


def rounds_of_threads(trace, rounds, long_round):
    """Two threads meet at a barrier, round after round; each round but one takes 100."""
    events = Events()
    threads = [1, events.begins(1)]
    for number in range(1, rounds + 1):
        for thread in threads:
            work = (1000 if number == long_round else 100) - 50 * (thread == 1)
            events.does(thread, work, rel=64, prim="barrier", seq=number)
        for thread in threads:
            events.does(thread, 0, acq=64, prim="barrier", seq=number)
    events.does(threads[1], 0, exit=None)
    events.does(1, 0, join=threads[1])
    return events.write(trace)


def threads_behind_a_lock(trace):
    """Five threads that hold a mutex for most of their time, at first one after the other, then in turn."""
    events = Events()
    threads = [events.begins(1) for _ in range(5)]
    turns = [thread for thread in threads for _ in range(10)] + 10 * threads
    for seq, thread in enumerate(turns):
        events.does(thread, 16, acq=64, prim="mutex", seq=seq)
        events.does(thread, 100, rel=64, prim="mutex", seq=seq + 1)
    for thread in threads:
        events.does(thread, 0, exit=None)
        events.does(1, 0, join=thread)
    return events.write(trace)


def program_after_program(trace):
    """Process 8 is a shell that executes another program: its first thread begins that one's and ends."""
    events = Events()
    events.is_thread(1, 1, 7, ": /bin/sh")
    shell = events.begins(1, 50)
    events.is_thread(shell, 1, 8, ": /bin/sh")
    program = events.begins(shell, 100)
    events.is_thread(program, 1, 8, ": /bin/app")
    events.does(shell, 0, exit=None)
    events.does(program, 0, join=shell)
    events.does(program, 1000, exit=None)
    events.does(1, 5, join=program)
    return events.write(trace)
