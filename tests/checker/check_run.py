#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares a joined trace with the traces in a folder that it was made of.

    check_run.py FOLDER JOINED

JOINED is what ilmgen --emit=trace makes of FOLDER.  Says how many events it has compared and
exits 0 if each thread does the same work in the same pieces, and exactly those pieces are
ordered that the single traces order; else prints the first difference and exits 1.
check_ilm.py checks the ILM of the joined trace.
"""

import re
import sys

sys.dont_write_bytecode = True  # the source folder may be read-only

import run_order
from check_ilm import Mismatch, expect
from trace import TraceError, load_trace

IS_THREAD = re.compile(r"is thread (\d+) of process (\d+)(?:, rank .*?, command)?: (.*)", re.S)


# --- What is compared ---------------------------------------------------------
#
# Events that have work.  Acquires and joins without it that follow one belong to it, as long as
# nothing is released: nothing that is executed lies between.


def pieces_of_threads(events):
    """By thread: [place of an event that has work, place of the last acquire or join of it]."""
    threads, open_ = {}, set()
    for place, event in enumerate(events):
        own = threads.setdefault(event.thid, [])
        if event.icnt > 0:
            own.append([place, place])
            open_.add(event.thid)
        elif event.kind in ("rel", "fork", "exit"):
            open_.discard(event.thid)
        elif event.kind in ("acq", "join") and event.thid in open_:
            own[-1][1] = place
    return threads


class Clocks:
    """How many pieces of each thread are before an event, itself included.

    `before`: by event, those right before it; `pieces`: by thread, its pieces as events.
    """

    def __init__(self, before, pieces):
        self.columns = {thread: column for column, thread in enumerate(pieces)}
        self._begins = {piece[0]: self.columns[thread] for thread, own in pieces.items() for piece in own}
        # By event: pieces of all threads; but of its own so many, if one is known by now.
        self._of, self._own = {}, {}
        for event in run_order.in_some_order(before):
            self._find(event, before[event])
        expect(len(self._of) == len(before), f"{len(before) - len(self._of)} events come after themselves")

    def _find(self, event, before):
        """An event that comes after one alone shares that one's list."""
        column, number = self._own[before[0]] if len(before) == 1 else (None, 0)
        clock = self._of[before[0]] if len(before) == 1 else self._latest(before)
        if event in self._begins:
            if column != self._begins[event]:
                clock = clock if column is None else self._latest(before)
                column, number = self._begins[event], clock[self._begins[event]]
            number += 1
        self._of[event], self._own[event] = clock, (column, number)

    def _latest(self, before):
        latest = [0] * len(self.columns)
        for other in before:
            latest = list(map(max, latest, self.of(other)))
        return latest

    def of(self, event):
        clock, (column, number) = self._of[event], self._own[event]
        if column is None:
            return clock
        return [*clock[:column], number, *clock[column + 1 :]]


# --- Who is who ---------------------------------------------------------------


def programs_of_threads(events, programs):
    """By thread of the joined trace: (its program's trace, its number there).  If there is one
    program only, threads keep its numbers."""
    if len(programs) == 1:
        return {event.thid: (programs[0].name, event.thid) for event in events}
    unseen = {}
    for program in programs:
        unseen.setdefault((program.process[0], program.command), []).append(program)
    latest, result = {}, {}
    for event in events:
        told = IS_THREAD.fullmatch(event.text or "")
        if told:
            key = int(told[2]), told[3]
            if told[1] == "1":
                expect(unseen.get(key), f"event {event.id}: no trace is left of that process")
                latest[key] = unseen[key].pop(0)
            expect(key in latest, f"event {event.id}: its process has not begun")
            result[event.thid] = latest[key].name, int(told[1])
    return result


def _same_pieces(where, programs, joined, own):
    """(thread of a trace, its pieces there, its pieces in the joined trace)."""
    by_name = {program.name: program for program in programs}
    wanted = {(name, thid): pieces for name in own for thid, pieces in own[name].items() if pieces}
    got = {where[thid]: pieces for thid, pieces in joined[1].items() if pieces}
    for thread in wanted.keys() | got.keys():
        source = [by_name[thread[0]].events[place] for place, _ in wanted.get(thread, [])]
        made = [joined[0][place] for place, _ in got.get(thread, [])]
        for event, other in zip(source, made):
            expect(event.icnt == other.icnt, f"{thread}: event {event.id} became {other.id}, with other work")
        expect(len(source) == len(made), f"{thread}: {len(source)} pieces of work became {len(made)}")
        yield thread, wanted[thread], got[thread]


# --- All of it ----------------------------------------------------------------


def check_run(programs, joined):
    """How many events with work there are.  Raises Mismatch if `joined` is not of these programs."""
    pieces = pieces_of_threads(joined)
    where = programs_of_threads(joined, programs)
    own = {program.name: pieces_of_threads(program.events) for program in programs}
    matched = list(_same_pieces(where, programs, (joined, pieces), own))
    of_run = {thread: [[(thread[0], at) for at in piece] for piece in ours] for thread, ours, _ in matched}
    of_joined = {thread: theirs for thread, _, theirs in matched}
    in_run = Clocks(run_order.order_of_run(programs), of_run)
    in_joined = Clocks(dict(enumerate(run_order.order_within(joined))), of_joined)
    for thread in of_run:
        for (event, wanted_at), (place, at) in zip(of_run[thread], of_joined[thread]):
            _same_clock(thread, in_run.of(wanted_at), in_joined.of(at), in_run.columns, joined[place])
    return sum(map(len, of_run.values()))


def _same_clock(thread, wanted, got, columns, event):
    for other, column in columns.items():
        expect(
            wanted[column] == got[column],
            f"event {event.id}, of {thread}: comes after {got[column]} pieces of {other}, not {wanted[column]}",
        )


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        number = check_run(run_order.load_run(sys.argv[1]), load_trace(sys.argv[2]))
    except (Mismatch, TraceError) as error:
        print(f"{sys.argv[1]}, {sys.argv[2]}: {error}", file=sys.stderr)
        return 1
    print(f"{number} events with work are in order")
    return 0


if __name__ == "__main__":
    sys.exit(main())
