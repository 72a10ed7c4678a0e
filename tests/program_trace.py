# SPDX-License-Identifier: GPL-2.0-or-later
"""A trace as the end-to-end tests see it, and the words in which they ask.

Programs under test name what they are about to be asked for with marks:
"mutex=0x4a2c040" names an address (mark.h).  In a .prog file,

    count(KIND, ...)    how many events; KIND is alloc, free, newsync, delsync,
                        fork, join, exit, rel, acq or info
    events(KIND, ...)   the events themselves, of which there must be one; fields: id,
                        thid, icnt, kind, addr, size, prim, seq, mode, wait, slept,
                        io_calls, child, usage, text
    seqs(KIND, ...)     their seq, in trace order
                        All three take conditions: of="mutex", the address that a
                        mark named; after="TEXT", before="TEXT", marks between which
                        the events stand; else FIELD=VALUE
    r(B), w(B)          bytes read and written, over all usage and free entries of a
                        block: one named by a mark, or an alloc event
    by_thread(B)        {thid: (r, w)} of the same
    size(B)             its size
    freed(B)            was it freed?
    wrongly_moved()     blocks with other traffic than a mark "moved|NAME|R|W" says
    marks               the texts of all marks, and of infos but names and "object ..."
    mark(TEXT)          the event
    ordered(A, B)       does event A happen before event B?
    in_rounds()         of threads that mark "begin 1", "end 1", "begin 2", ...: do all
                        end each round before any begins the next?
    side_by_side()      does nobody end a round before another one begins it?
    n_misattributed(B, LINES)
                        how many of these reads of a pipe did not acquire what they
                        returned? A line is READER: WRITER,N WRITER,N ..., by thread:
                        it returned something of the Nth writes of these threads
    threads             number of threads
    pid                 of the process
    work, span, parallelism
                        instructions, those on the longest chain, and their ratio

Whoever asks about each of a set that is empty gets a LookupError, so that what is
expected of nothing is no expectation: all and any are as in Python but for that.
"""

import itertools
import json
import re

from checks import TOP, Failure

KINDS = ("alloc", "free", "newsync", "delsync", "fork", "join", "exit", "rel", "acq")
# A program names others of its own.
OF_ATOMICS = ("atomic", "lock", "deal")
PRIMS = re.findall(
    r'^(?:LOG_)?PRIM\(\w+, "(\w+)"',
    (TOP / "shared" / "primitives.def").read_text(),
    re.MULTILINE,
)
MAIN_THREAD = 1


def some(items, of_what):
    """The items as a list, which is not empty."""
    found = list(items)
    if not found:
        raise LookupError(f"there is no {of_what}")
    return found


def all_of(items):
    """The same as all(), but it asks for at least one item."""
    return all(some(items, "item to hold for"))


def any_of(items):
    """The same as any(), but it asks for at least one item, because most tests expect False."""
    return any(some(items, "item to hold for"))


class Event:
    """One event; the fields that its kind does not have are None.  The checker's reader (checker/trace.py) is
    not used, because it checks each number: with it endings/busy_exec.prog takes 14 s in place of 4."""

    def __init__(self, raw):
        self.id, self.thid, self.icnt = raw["id"], raw["thid"], raw["icnt"]
        self.addr = self.size = self.prim = self.seq = self.mode = self.rwlock_kind = None
        self.child = self.text = None
        self.wait = self.slept = self.io_calls = 0
        self.usage = []
        self.preds = []
        if len({"life", "sync", "info"} & set(raw)) != 1:
            raise Failure(f"event {self.id} is not one of life, sync, info")
        if "info" in raw:
            self.kind, self.text = "info", raw["info"]
            return
        body = raw.get("life") or raw.get("sync")
        (self.kind,) = set(body) & set(KINDS)
        self._fill(body, body[self.kind])

    def _fill(self, body, value):
        self.seq, self.prim, self.mode = (body.get(k) for k in ("seq", "prim", "mode"))
        self.wait = body.get("wait", 0)
        self.slept = body.get("slept", 0)
        self.io_calls = sum(entry.get("io", 0) for entry in body.get("work", []))
        self.usage = [value] if self.kind == "free" else body.get("usage", [])
        if self.kind in ("fork", "join"):
            self.child = value
        elif self.kind in ("rel", "acq"):
            self.addr = value
        elif self.kind != "exit":
            self.addr, self.size = value["addr"], value.get("size")
            self.prim = value.get("prim", self.prim)
            self.rwlock_kind = value.get("kind")

    def __repr__(self):
        return f"<{self.id}: {self.thid} {self.kind}>"


def read_array(path, cut):
    text = path.read_text()
    if cut and not text.rstrip().endswith("]"):
        text = text.rstrip().rstrip(",") + "]"
    try:
        return json.loads(text)
    except ValueError as error:
        raise Failure(f"{path.name} is no complete JSON: {error}") from error


class Trace:
    """A trace file.  A process that was forked off inherits blocks that its
    trace does not know."""

    def __init__(self, path, cut=False, inherits=False):
        self.path = path
        self._inherits = inherits
        self._events = [Event(raw) for raw in read_array(path, cut)]
        self._find_blocks()
        self._find_order()

    def vocabulary(self):
        return {
            name: getattr(self, name) for name in dir(self) if not name.startswith("_")
        }

    # --- Heap blocks ---

    def _find_blocks(self):
        """Gives every block, by its alloc's id, its usage entries and its end."""
        self._entries, self._frees = {}, {}
        live, by_id = {}, {}
        for event in self._events:
            for entry in event.usage:
                alloc = by_id.get(entry.get("alloc")) or live.get(entry["addr"])
                if alloc is None and self._inherits:
                    continue
                if alloc is None or alloc.size != entry["size"]:
                    raise Failure(f"event {event.id}: traffic on no block: {entry}")
                self._entries[alloc.id].append((event.thid, entry))
                if event.kind == "free":
                    self._frees[alloc.id] = event
                    del live[event.addr]
            if event.kind == "alloc":
                live[event.addr] = by_id[event.id] = event
                self._entries[event.id] = []

    def _block(self, block):
        """The alloc event of a block, which is given as the event or as a name."""
        if isinstance(block, Event):
            return block
        mark, address = self._named(block)
        allocs = [e for e in self._events if e.kind == "alloc" and e.addr == address]
        return [e for e in allocs if e.id < mark.id][-1]

    def by_thread(self, block):
        result = {}
        for thid, entry in self._entries[self._block(block).id]:
            r, w = result.get(thid, (0, 0))
            result[thid] = (r + entry["r"], w + entry["w"])
        return result

    def r(self, block):
        return sum(r for r, _ in self.by_thread(block).values())

    def w(self, block):
        return sum(w for _, w in self.by_thread(block).values())

    def size(self, block):
        return self._block(block).size

    def freed(self, block):
        return self._block(block).id in self._frees

    def wrongly_moved(self):
        """Blocks with other traffic than a mark "moved|NAME|R|W" says."""
        said = [text.split("|")[1:] for text in self.marks if text.startswith("moved|")]
        return [
            f"{name}: {self.r(name)}, {self.w(name)}, not {r}, {w}"
            for name, r, w in some(said, "mark that says what was moved")
            if (self.r(name), self.w(name)) != (int(r), int(w))
        ]

    # --- Events ---

    def _named(self, name):
        """The mark "name=ADDRESS" and that address."""
        for event in self._events:
            if event.kind == "info" and event.text.startswith(name + "="):
                return event, int(event.text.partition("=")[2], 16)
        raise KeyError(f"no mark names {name}")

    def mark(self, text):
        found = [e for e in self._events if e.kind == "info" and e.text == text]
        if not found:
            raise KeyError(f"no mark {text}")
        return found[0]

    @property
    def marks(self):
        infos = (e.text for e in self._events[1:] if e.kind == "info")
        return [text for text in infos if not text.startswith(("is named ", "object "))]

    def _matching(self, kind, of=None, after=None, before=None, **fields):
        """The events that match, perhaps none.  Raises if no event could ever match."""
        first = self.mark(after).id if after else 0
        last = self.mark(before).id if before else self._events[-1].id + 1
        if first >= last:
            raise LookupError(f"'{after}' does not come before '{before}'")
        if kind not in (*KINDS, "info"):
            raise LookupError(f"no event is a {kind}")
        prim = fields.get("prim")
        if prim not in (None, *PRIMS) and all(event.prim != prim for event in self._events):
            raise LookupError(f"no primitive is a {prim}")
        if of is not None:
            fields["addr"] = self._named(of)[1]
        for name in fields:
            getattr(self._events[0], name)
        # Many programs count by atomic operations, beside what they are about.
        left_out = () if prim is not None or of is not None else OF_ATOMICS
        return [
            event
            for event in self._events
            if event.kind == kind
            and event.prim not in left_out
            and first < event.id < last
            and all(getattr(event, key) == value for key, value in fields.items())
        ]

    def events(self, kind, **conditions):
        where = "".join(f", {key}={value!r}" for key, value in conditions.items())
        return some(self._matching(kind, **conditions), f"{kind}{where}")

    def count(self, kind, **conditions):
        return len(self._matching(kind, **conditions))

    def seqs(self, kind, **conditions):
        return [event.seq for event in self._matching(kind, **conditions)]

    def is_late(self):
        """Have threads gone on without one that could run?"""
        return any(event.text.startswith("out of order") for event in self.all_events if event.text)

    @property
    def all_events(self):
        return self._events

    @property
    def pid(self):
        return int(re.search(r"pid (\d+)", self._events[0].text)[1])

    @property
    def threads(self):
        return len({event.thid for event in self._events})

    # --- Order ---

    def _find_order(self):
        """Fills in every event's direct predecessors, as the format defines."""
        previous, exits, forks = {}, {}, {}
        releases = {}  # object -> seq, None for the latest -> {(thid, mode): release}
        for event in self._events:
            before = previous.get(event.thid, forks.get(event.thid))
            event.preds = [before] if before else []
            previous[event.thid] = event
            if event.kind == "fork":
                forks[event.child] = event
            elif event.kind == "exit":
                exits[event.thid] = event
            elif event.kind == "join" and event.child in exits:
                event.preds.append(exits[event.child])
            elif event.kind in ("newsync", "delsync"):
                releases.pop(event.addr, None)
            elif event.kind == "rel":
                for seq in {event.seq, None}:
                    by_seq = releases.setdefault(event.addr, {}).setdefault(seq, {})
                    by_seq[event.thid, event.mode] = event
            elif event.kind == "acq" and event.seq != 0:
                candidates = releases.get(event.addr, {}).get(event.seq, {})
                event.preds += self._releases_before(event, candidates)

    @staticmethod
    def _releases_before(acquire, candidates):
        return [
            release
            for (thid, mode), release in candidates.items()
            if thid != acquire.thid and not (acquire.mode == "rd" and mode == "rd")
        ]

    def ordered(self, a, b):
        seen, waiting = set(), list(b.preds)
        while waiting:
            event = waiting.pop()
            if event is a:
                return True
            if event.id > a.id and event.id not in seen:
                seen.add(event.id)
                waiting += event.preds
        return False

    def _rounds(self):
        """The marks of the beginnings and of the ends of each round, from the first."""
        last = next(n for n in itertools.count(1) if not self.count("info", text=f"begin {n + 1}"))

        def marks(what, n):
            return self.events("info", text=f"{what} {n}")

        return [(marks("begin", n), marks("end", n)) for n in range(1, last + 1)]

    def in_rounds(self):
        return all_of(
            self.ordered(end, begin)
            for (_, ends), (begins, _) in itertools.pairwise(self._rounds())
            for end in ends
            for begin in begins
        )

    def side_by_side(self):
        return not any_of(
            self.ordered(end, begin)
            for begins, ends in self._rounds()
            for end in ends
            for begin in begins
            if end.thid != begin.thid
        )

    def n_misattributed(self, pipe, lines):
        writes, acquired = {}, {}
        for event in self.events("rel", of=pipe):
            writes.setdefault(event.thid, []).append(event.seq)
        for event in self.events("acq", of=pipe):
            acquired.setdefault(event.thid, []).append(event.seq)
        n_wrong = 0
        for line in some(lines.splitlines(), "line of a read"):
            reader, _, sources = line.partition(":")
            pairs = [tuple(map(int, source.split(","))) for source in sources.split()]
            expected = {
                0 if writer == int(reader) else seq
                for writer, n in pairs
                for seq in writes.get(writer, [])[n - 1 : n]
            }
            got = acquired.get(int(reader), [])
            n_wrong += set(got[: len(pairs)]) != expected
            del got[: len(pairs)]
        return n_wrong + sum(map(len, acquired.values()))

    @property
    def work(self):
        return sum(event.icnt for event in self._events)

    @property
    def span(self):
        """Instructions come before their event, which then waits for the others."""
        when, previous = {}, {}
        for event in self._events:
            began = previous.get(event.thid)
            if began is None:
                began = when[event.preds[0].id] if event.preds else 0
            when[event.id] = max(
                [began + event.icnt] + [when[pred.id] for pred in event.preds]
            )
            previous[event.thid] = when[event.id]
        return max(when.values())

    @property
    def parallelism(self):
        return self.work / self.span

    # --- What holds for every trace ---

    def check(self, loose):
        for rule in (self._ids, self._first, self._threads_begin, self._exits):
            rule()
        if not loose:
            self._acquires()

    def _need(self, condition, text):
        if not condition:
            raise Failure(f"{self.path.name}: {text}")

    def _ids(self):
        self._need(self._events, "no event at all")
        self._need(self._events[0].id == 1, "the first id is not 1")
        for a, b in zip(self._events, self._events[1:]):
            self._need(a.id < b.id, f"id {b.id} after {a.id}")

    def _first(self):
        text = self._events[0].text or ""
        for what, pattern in (
            ("tool", r"(?i)hpcmp"),
            ("version", r"\d+\.\d+"),
            ("pid", r"(?i)(pid|process)\D{0,4}\d+"),
            ("command", r"(?i)command\W+\S+"),
        ):
            self._need(re.search(pattern, text), f"first event names no {what}: {text}")

    def _threads_begin(self):
        known = {MAIN_THREAD}
        for event in self._events:
            self._need(event.thid in known, f"event {event.id}: thread never forked")
            if event.kind == "fork":
                self._need(event.child not in known, f"event {event.id}: id used again")
                known.add(event.child)
            if event.kind == "join":
                self._need(event.child in known, f"event {event.id}: joins no thread")

    def _exits(self):
        gone = set()
        for event in self._events:
            is_sync = event.kind in ("fork", "join", "exit", "rel", "acq")
            if is_sync:
                self._need(event.thid not in gone, f"event {event.id}: after its exit")
            if event.kind == "exit":
                gone.add(event.thid)
            if event.kind == "join":
                self._need(event.child in gone, f"event {event.id}: join before exit")

    def _acquires(self):
        """An acquire takes something that was released before, in the object's lifetime."""
        released = {}
        for event in self._events:
            if event.kind in ("newsync", "delsync"):
                released[event.addr] = set()
            elif event.kind == "rel":
                self._need(event.addr in released, f"event {event.id}: no newsync")
                released[event.addr].add(event.seq)
            elif event.kind == "acq":
                self._need(event.addr in released, f"event {event.id}: no newsync")
                from_start = event.prim == "rwlock" and event.seq == 1
                known = event.seq in released[event.addr]
                self._need(
                    not event.seq or known or from_start,
                    f"event {event.id}: takes seq {event.seq}, which nothing released",
                )
