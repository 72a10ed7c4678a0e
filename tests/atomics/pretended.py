# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces as tools would write them that find just the pairs that are required, or too much.

A trace of the real tool without its acquires and releases is the beginning.  The right tool puts a
release behind the first point of each pair that must be there, and an acquire before the second,
with a number of their own.  Each of the others has one fault.  Example: pair (1001, 2001) becomes
`alloc 1001, rel O seq 1` in thread 1 and `acq O seq 1, alloc 2001` in thread 2; a tool that
releases late puts the release behind thread 1's next point, 1002, so 1002 is before 2001, too.
"""

from checks import check
from corpus import POINT_BYTES, Points
from trace import Event

FIRST_OBJECT = 1 << 44  # No program has memory there.
LEAST = 10  # So many programs must notice a fault.


class Draft:
    """The events of a trace, with others to be put before or behind them."""

    def __init__(self, events):
        self._events = [event for event in events if event.kind not in ("acq", "rel")]
        self.place, self._threads = {}, {}
        for place, event in enumerate(self._events):
            name = (event.size or 0) - POINT_BYTES
            if event.kind == "alloc" and name >= 0:
                self.place[name] = place
                self._threads.setdefault(event.thid, []).append(name)
        self._before, self._behind = {}, {}

    def acquire(self, point, addr, seq):
        self._put(self._before, point, "acq", addr, seq)

    def release(self, point, addr, seq):
        self._put(self._behind, point, "rel", addr, seq)

    def _put(self, where, point, kind, addr, seq):
        thid = self._events[self.place[point]].thid
        event = Event(0, thid, 0, kind, addr=addr, prim="atomic", seq=seq)
        where.setdefault(self.place[point], []).append(event)

    def neighbour(self, point, step):
        """The thread's next point (1) or the one before (-1); `point` itself if there is none."""
        own = self._threads[self._events[self.place[point]].thid]
        at = own.index(point) + step
        return own[at] if 0 <= at < len(own) else point

    def events(self):
        result = []
        for place, event in enumerate(self._events):
            result += [*self._before.get(place, []), event, *self._behind.get(place, [])]
        return result


def right(draft, pairs):
    for n, (a, b) in enumerate(pairs):
        draft.release(a, FIRST_OBJECT + n, 1)
        draft.acquire(b, FIRST_OBJECT + n, 1)


# --- Faults: too much ---------------------------------------------------------


def releases_late(draft, pairs):
    """What the thread does after the store counts as published, too."""
    for n, (a, b) in enumerate(pairs):
        late = draft.neighbour(a, 1)
        if draft.place[late] < draft.place[b]:
            a = late
        draft.release(a, FIRST_OBJECT + n, 1)
        draft.acquire(b, FIRST_OBJECT + n, 1)


def acquires_early(draft, pairs):
    """The beginning of a wait, not its end, comes after the store."""
    for n, (a, b) in enumerate(pairs):
        early = draft.neighbour(b, -1)
        if draft.place[a] < draft.place[early]:
            b = early
        draft.release(a, FIRST_OBJECT + n, 1)
        draft.acquire(b, FIRST_OBJECT + n, 1)


def takes_the_latest(draft, pairs):
    """All words are one, and an acquire comes after the latest release of each other thread."""
    for a in {a for a, _ in pairs}:
        draft.release(a, FIRST_OBJECT, None)
    for b in {b for _, b in pairs}:
        draft.acquire(b, FIRST_OBJECT, None)


def each_point_releases(draft, pairs):
    """Words are told apart, but each access releases: one that failed, a relaxed one."""
    for point in draft.place:
        draft.release(point, FIRST_OBJECT, None)
    for b in {b for _, b in pairs}:
        draft.acquire(b, FIRST_OBJECT, None)


def each_point_acquires(draft, pairs):
    """A look in vain acquires, too."""
    for a in {a for a, _ in pairs}:
        draft.release(a, FIRST_OBJECT, None)
    for point in draft.place:
        draft.acquire(point, FIRST_OBJECT, None)


def orders_by_time(draft, _):
    """What is recorded later comes after all that is recorded earlier."""
    for point in draft.place:
        draft.acquire(point, FIRST_OBJECT, None)
        draft.release(point, FIRST_OBJECT, None)


def orders_ends(draft, _):
    """The ends of threads come after each other, as if an exit were a hand-over."""
    for point in draft.place:
        if point % 1000 == 999:
            draft.acquire(point, FIRST_OBJECT, None)
            draft.release(point, FIRST_OBJECT, None)


# --- Faults: too little -------------------------------------------------------


def loses_all(draft, pairs):
    """A tool that knows no atomics finds nothing."""


def loses_one_in_twenty(draft, pairs):
    kept = [pair for n, pair in enumerate(pairs) if n % 20 != 0]
    right(draft, kept)


TOO_MUCH = (
    releases_late,
    acquires_early,
    takes_the_latest,
    each_point_releases,
    each_point_acquires,
    orders_by_time,
    orders_ends,
)
TOO_LITTLE = (loses_all, loses_one_in_twenty)


def judged(tool, result):
    """(required pairs that are missing, forbidden ones that are there) in the trace that `tool` makes."""
    claims, draft = result.claims, Draft(result.events)
    needed = claims.of("required") + claims.of("named")
    unwanted = claims.of("forbidden") + claims.of("relaxed")
    tool(draft, needed)
    points = Points(draft.events())
    return len(needed) - len(points.found(needed)), len(points.found(unwanted))


class Noticed:
    """Which programs notice each fault."""

    def __init__(self):
        self._names = {tool: [] for tool in TOO_MUCH + TOO_LITTLE}

    def add(self, result):
        """The tool without a fault must find all pairs and none that is forbidden."""
        missing, there = judged(right, result)
        check(missing == 0, f"{result.name}: {missing} pairs are missing, though the tool is right")
        check(there == 0, f"{result.name}: {there} pairs are forbidden, and follow from those that are required")
        for tool, names in self._names.items():
            missing, there = judged(tool, result)
            if there if tool in TOO_MUCH else missing:
                names.append(result.name)

    def check_all(self):
        for tool, names in self._names.items():
            print(f"{tool.__name__}: noticed in {len(names)} programs")
            check(len(names) >= LEAST, f"{tool.__name__}: noticed only in {' '.join(names) or 'none'}")
