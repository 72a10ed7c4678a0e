# SPDX-License-Identifier: GPL-2.0-or-later
"""Builds the ILM of a trace by brute force, as the format documents define it.

The whole happens-before relation is kept as one bit set per event (a Python
integer), so that every rule can be written down as it is defined, for the
whole trace at once, with no thought for time or memory.

Blocks need no reduction of their own: every event on a path between two
events lies between them in trace order, thus in the same block as they do.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Options:
    """The options of ilmgen's command line that change the result."""

    block_size: int = 4096
    trans_reduce: bool = True
    pruning: bool = True
    cross_block: bool = False
    relax: frozenset = frozenset()


# --- Heap blocks --------------------------------------------------------------
#
# Two heap blocks with the same address are different blocks.  A block's name
# is the id of its alloc event, or (addr, size) where the trace shows no alloc
# that fits.


class HeapNames:
    """Finds the heap block that an address means at a point of the trace."""

    def __init__(self):
        self._live = {}  # addr -> (name, size)

    def begin(self, event):
        self._live[event.addr] = (event.id, event.size)
        return event.id

    def end(self, usage):
        name = self.find(usage)
        if self._live.get(usage.addr, (None,))[0] == name:
            del self._live[usage.addr]
        return name

    def find(self, usage):
        if usage.alloc is not None:
            return usage.alloc
        name, size = self._live.get(usage.addr, (None, None))
        return name if size == usage.size else (usage.addr, usage.size)


# --- What a thread did between two events -------------------------------------


@dataclass(slots=True)
class Traffic:
    addr: int
    size: int
    read: int = 0
    written: int = 0

    def plus(self, other):
        return Traffic(
            self.addr, self.size, self.read + other.read, self.written + other.written
        )


@dataclass(slots=True)
class Tally:
    """Heap and instruction counts of one thread over a stretch of its events."""

    icnt: int = 0
    balance: int = 0
    peak: int = 0
    new: dict = field(default_factory=dict)  # name -> (addr, size)
    freed: list = field(default_factory=list)  # (name, Traffic)
    used: dict = field(default_factory=dict)  # name -> Traffic

    def add_used(self, name, traffic):
        known = self.used.get(name)
        self.used[name] = known.plus(traffic) if known else traffic

    def append(self, then):
        """Goes on with `then`: the rule of pruning."""
        vanished = {name for name, _ in then.freed if name in self.new}
        self.icnt += then.icnt
        self.peak = max(self.peak, self.balance + then.peak, 0)
        self.balance += then.balance
        self.new |= then.new
        self.freed += [d for d in then.freed if d[0] not in vanished]
        for name, traffic in then.used.items():
            self.add_used(name, traffic)
        for name in vanished:
            del self.new[name]
            self.used.pop(name, None)


def merge(first, then):
    """`first` directly followed by `then`, as one tally."""
    merged = Tally()
    for part in (first, then):
        merged.append(part)
    return merged


def _traffic(usage):
    return Traffic(usage.addr, usage.size, usage.read, usage.written)


def tally_of(event, heap):
    """One event of the trace as a tally, so that an interval is but a merge."""
    tally = Tally(icnt=event.icnt)
    if event.kind == "alloc":
        tally.balance = tally.peak = event.size
        tally.new[heap.begin(event)] = (event.addr, event.size)
    elif event.kind == "free":
        (usage,) = event.usage
        tally.balance = -usage.size
        tally.freed.append((heap.end(usage), _traffic(usage)))
    else:
        for usage in event.usage:
            tally.add_used(heap.find(usage), _traffic(usage))
    return tally


# --- Sync events and their order ----------------------------------------------


@dataclass(slots=True)
class Node:
    """A sync event together with all its thread did since the one before."""

    index: int  # among all sync events, in trace order
    event: object
    tally: Tally
    before: int | None  # the previous sync event of its thread
    preds: set = field(default_factory=set)  # in other threads
    lifetime: int = 0  # rel and acq: how often the object had begun by then
    prim: str | None = None  # rel and acq: the primitive it belongs to


@dataclass
class History:
    """A trace as sync events; `rest` is what follows a thread's last one."""

    nodes: list
    rest: dict  # thid -> Tally


class Objects:
    """Lifetimes of the synchronisation objects."""

    def __init__(self):
        self._begun = {}  # addr -> number of newsync events
        self._prim = {}  # addr -> prim of the last newsync

    def begin(self, event):
        self._begun[event.addr] = self._begun.get(event.addr, 0) + 1
        self._prim[event.addr] = event.prim

    def describe(self, node):
        addr = node.event.addr
        node.lifetime = self._begun.get(addr, 0)
        node.prim = node.event.prim or self._prim.get(addr)


class _Gathered:
    """The last trace that was gathered, because a test asks for the same one many times."""

    events = history = None


def gather(events):
    """Step 1 as intervals() has it, without edges."""
    if _Gathered.events is not events:
        _Gathered.events, _Gathered.history = events, intervals(events)
    known = _Gathered.history
    nodes = [Node(n.index, n.event, n.tally, n.before, lifetime=n.lifetime, prim=n.prim) for n in known.nodes]
    return History(nodes, known.rest)


def intervals(events):
    """Every event joins the next sync event of its thread."""
    history = History(nodes=[], rest={})
    heap, objects, latest = HeapNames(), Objects(), {}
    for event in events:
        tally = history.rest.setdefault(event.thid, Tally())
        tally.append(tally_of(event, heap))
        if event.kind == "newsync":
            objects.begin(event)
        if event.is_sync:
            node = Node(len(history.nodes), event, tally, latest.get(event.thid))
            objects.describe(node)
            history.nodes.append(node)
            latest[event.thid] = node.index
            history.rest[event.thid] = Tally()
    return history


class Releases:
    """The releases so far, of every object and of every number of an object."""

    def __init__(self):
        self._of = {}  # addr, or (addr, lifetime, seq) -> nodes, in trace order

    def add(self, node):
        event = node.event
        for key in (event.addr, (event.addr, node.lifetime, event.seq)):
            self._of.setdefault(key, []).append(node)

    def before(self, acquire):
        """Those that `acquire` is ordered after, as the trace format defines."""
        event, found = acquire.event, {}
        if event.seq == 0:
            return []
        numbered = (event.addr, acquire.lifetime, event.seq)
        candidates = self._of.get(event.addr if event.seq is None else numbered, [])
        for node in reversed(candidates):
            release = node.event
            both_read = event.mode == "rd" and release.mode == "rd"
            if release.thid != event.thid and not both_read:
                # The latest one of each thread.
                found.setdefault(release.thid, node.index)
        return found.values()


def add_edges(nodes, relax):
    """Step 3: direct order between events of different threads."""
    fork_of, exit_of, releases = {}, {}, Releases()
    for node in nodes:
        event = node.event
        if node.before is None and event.thid in fork_of:
            node.preds.add(fork_of[event.thid])
        if event.kind == "fork":
            fork_of[event.child] = node.index
        elif event.kind == "exit":
            exit_of[event.thid] = node.index
        elif event.kind == "join" and event.child in exit_of:
            node.preds.add(exit_of[event.child])
        elif event.kind == "rel":
            releases.add(node)
        elif event.kind == "acq" and node.prim not in relax:
            node.preds.update(releases.before(node))


def pasts(nodes):
    """For each event the bit set of all events before it in the whole order."""
    result = []
    for node in nodes:
        past = 0
        for pred in direct_preds(node):
            past |= result[pred] | (1 << pred)
        result.append(past)
    return result


def direct_preds(node):
    return node.preds if node.before is None else node.preds | {node.before}


def reduce_edges(nodes):
    """Step 4: drop p -> e if another path leads from p to e."""
    past = pasts(nodes)
    for node in nodes:
        # A path p -> ... -> e of more than one step ends in another direct
        # predecessor of e, which p is thus before.
        implied = 0
        for pred in direct_preds(node):
            implied |= past[pred]
        node.preds = {p for p in node.preds if not implied >> p & 1}


def ordered_history(events, options):
    """Steps 1, 3 and 4 over the whole trace."""
    history = gather(events)
    add_edges(history.nodes, options.relax)
    if options.trans_reduce:
        reduce_edges(history.nodes)
    return history


# --- Blocks and pruning -------------------------------------------------------


def edges_of(nodes):
    return {(pred, node.index) for node in nodes for pred in node.preds}


def required(nodes, options):
    """Step 5: the events that pruning must keep.

    With cross_block also edges to other blocks count.  (An event that a later
    block may need can then stay as well; that is the implementation's choice
    and not asked for here.)
    """
    if not options.pruning:
        return {node.index for node in nodes}
    kept = set()
    for pred, succ in edges_of(nodes):
        same = pred // options.block_size == succ // options.block_size
        if same or options.cross_block:
            kept |= {pred, succ}
    return kept | _last_events(nodes, options.block_size)


def _last_events(nodes, block_size):
    last = {}
    for node in nodes:
        last[node.index // block_size, node.event.thid] = node.index
    return set(last.values())


def prune(nodes, kept):
    """The tally of every kept event, with those pruned before it merged in."""
    tallies, pending = {}, {}
    for node in nodes:
        thid = node.event.thid
        tally = merge(pending.pop(thid), node.tally) if thid in pending else node.tally
        if node.index in kept:
            tallies[node.index] = tally
        else:
            pending[thid] = tally
    return tallies


# --- The result as data, the way JSON shows it --------------------------------


def _usage(traffic):
    return {
        "addr": traffic.addr,
        "size": traffic.size,
        "r": traffic.read,
        "w": traffic.written,
    }


def _name(node):
    return {"thid": node.event.thid, "id": node.event.id}


def _event_data(node, tally):
    return {
        "id": node.event.id,
        "icnt": tally.icnt,
        "hbal": tally.balance,
        "hmax": tally.peak,
        "meta": node.event.kind,
        "nxt": [],
        "bks": {
            "new": [{"addr": a, "size": s} for a, s in tally.new.values()],
            "del": [_usage(traffic) for _, traffic in tally.freed],
        },
        "bksu": [_usage(traffic) for traffic in tally.used.values()],
    }


def _add_order(nodes, data, options):
    for pred, succ in sorted(edges_of(nodes)):
        blk = pred // options.block_size
        if blk == succ // options.block_size:
            data[pred]["nxt"].append(_name(nodes[succ]))
        elif options.cross_block:
            data[succ]["prv"].append({"blk": blk, **_name(nodes[pred])})


def _cut(nodes, data, block_size):
    """Step 2: events in blocks of `block_size` sync events of the trace."""
    blocks = [{} for _ in range(0, len(nodes), block_size)]
    for node in nodes:
        if node.index in data:
            threads = blocks[node.index // block_size]
            threads.setdefault(str(node.event.thid), []).append(data[node.index])
    return [{t: block[t] for t in sorted(block, key=int)} for block in blocks]


def build(history, options, kept=None):
    """The ILM as data; `kept` overrides which events pruning keeps."""
    nodes = history.nodes
    if kept is None:
        kept = required(nodes, options)
    tallies = prune(nodes, kept)
    data = {i: _event_data(nodes[i], tally) for i, tally in tallies.items()}
    if options.cross_block:
        for event in data.values():
            event["prv"] = []
    _add_order(nodes, data, options)
    return _cut(nodes, data, options.block_size)
