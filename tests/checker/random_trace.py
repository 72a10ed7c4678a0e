#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes random valid traces by running random programs.

    random_trace.py [--seed N] [--events N] [--threads N] [--objects N]
                    [--blocks N] [--base] [--plain] > trace.json

A program is a set of threads that take turns at random.  Its synchronisation
objects are simulated, each with the numbering that the trace format gives to
its primitive, so that every trace is one that a real program could leave.
The same seed and parameters make the same trace.
"""

import argparse
import json
import random
import sys
from collections import deque
from dataclasses import dataclass, field


@dataclass
class Parameters:
    """The properties of a random program.  Weights are relative to each other."""

    events: int = 200
    threads: int = 5
    objects: int = 6
    blocks: int = 8  # heap blocks alive at once, and addresses for them
    full: bool = True  # with seq, prim, mode; else the base format
    odd: bool = True  # unknown keys, any order of keys, any white space
    touch: float = 0.5  # chance that a thread uses the heap before an event
    info: float = 0.02
    alloc: float = 0.2
    free: float = 0.15
    realloc: float = 0.05
    sync: float = 1.0
    renew: float = 0.03  # objects that begin anew or end
    fork: float = 0.1
    join: float = 0.1
    exit: float = 0.02
    burst: float = 0.03  # chance that a move is repeated many times
    late: float = 0.2  # chance that a thread sleeps long before its first event
    ends: bool = True  # all threads exit and are joined; else cut off anywhere


def random_parameters(rng, events, threads):
    """A program of that size, with a character of its own."""
    scaled = {
        name: Parameters.__dataclass_fields__[name].default * rng.choice((0, 0.5, 1, 4))
        for name in ("info", "alloc", "free", "realloc", "renew", "join", "exit")
    }
    return Parameters(
        events=events,
        threads=threads,
        objects=rng.choice((1, 2, 4, 12)),
        blocks=rng.choice((1, 3, 10, 40)),
        full=rng.random() < 0.75,
        touch=rng.choice((0, 0.3, 0.9)),
        fork=rng.choice((0.05, 0.2, 1)),
        burst=rng.choice((0, 0.03, 0.1)),
        late=rng.choice((0, 0.2, 0.8)),
        ends=rng.random() < 0.7,
        **scaled,
    )


# --- Threads and heap blocks --------------------------------------------------


@dataclass
class Thread:
    """`todo` is what it must do next, as (may it now?, do it) pairs."""

    thid: int
    asleep: int = 0  # steps of the program until its first move
    touched: dict = field(default_factory=dict)  # alloc id -> [block, r, w]
    todo: deque = field(default_factory=deque)

    def can_move(self):
        return not self.asleep and (not self.todo or self.todo[0][0]())


@dataclass
class HeapBlock:
    alloc: int  # id of its alloc event
    addr: int
    size: int
    alive: bool = True


# --- Synchronisation objects --------------------------------------------------


class Primitive:
    """An object; moves() offers what a thread may do with it at this moment."""

    names = ("user",)
    always_numbered = True  # with seq on every event?

    def __init__(self, program, addr):
        self.program, self.addr = program, addr
        self.prim = program.rng.choice(self.names)
        self.alive = True
        self.begun = False  # by a newsync event

    def idle(self):
        """May it end or begin anew at this moment?"""
        return True

    def rel(self, thread, seq, **keys):
        self.program.sync(thread, "rel", self.addr, prim=self.prim, seq=seq, **keys)

    def acq(self, thread, seq, **keys):
        if self.program.rng.random() < 0.2:
            keys["wait"] = self.program.rng.randrange(1000)
        self.program.sync(thread, "acq", self.addr, prim=self.prim, seq=seq, **keys)


class Mutex(Primitive):
    names = ("mutex", "mutex", "spin", "filelock")

    def __init__(self, *args):
        super().__init__(*args)
        self.holder, self.unlocks = None, 0

    def idle(self):
        return self.holder is None

    def moves(self, thread):
        if self.holder is None:
            yield self.lock
        elif self.holder is thread:
            yield self.unlock

    def lock(self, thread):
        self.holder = thread
        self.acq(thread, self.unlocks)

    def unlock(self, thread):
        self.unlocks += 1
        self.rel(thread, self.unlocks)
        self.holder = None


class RwLock(Primitive):
    names = ("rwlock",)

    def __init__(self, *args):
        super().__init__(*args)
        self.epoch, self.writer, self.readers = 1, None, set()

    def idle(self):
        return self.writer is None and not self.readers

    def moves(self, thread):
        if self.writer is thread or thread.thid in self.readers:
            yield self.unlock
        elif self.writer is None:
            yield self.read
            if not self.readers:
                yield self.write

    def read(self, thread):
        self.readers.add(thread.thid)
        self.acq(thread, self.epoch, mode="rd")

    def write(self, thread):
        self.writer = thread
        self.acq(thread, self.epoch, mode="wr")

    def unlock(self, thread):
        if self.writer is thread:
            self.writer = None
            self.epoch += 1
            self.rel(thread, self.epoch, mode="wr")
        else:
            self.readers.remove(thread.thid)
            self.rel(thread, self.epoch, mode="rd")


class Semaphore(Primitive):
    names = ("sem",)

    def __init__(self, *args):
        super().__init__(*args)
        self.initial = self.program.rng.choice((0, 0, 1, 3))
        self.posts = self.waits = 0

    def moves(self, thread):
        yield self.post
        if self.waits < self.initial + self.posts:
            yield self.wait

    def post(self, thread):
        self.posts += 1
        self.rel(thread, self.posts)

    def wait(self, thread):
        self.waits += 1
        self.acq(thread, max(0, self.waits - self.initial))


class Barrier(Primitive):
    """How many threads a round needs is not in the trace: any number will do."""

    names = ("barrier",)

    def __init__(self, *args):
        super().__init__(*args)
        self.round, self.arrived, self.leaving = 1, 0, 0

    def idle(self):
        return not self.arrived and not self.leaving

    def moves(self, thread):
        yield self.arrive

    def arrive(self, thread):
        mine = self.round
        self.rel(thread, mine)
        self.arrived += 1
        if self.program.rng.random() < 1 / 3:
            self.open()
        thread.todo.append((lambda: self.round > mine, lambda: self._leave(thread, mine)))

    def open(self):
        self.round += 1
        self.leaving += self.arrived
        self.arrived = 0

    def _leave(self, thread, mine):
        self.leaving -= 1
        self.acq(thread, mine)

    unblock = open


class Condition(Primitive):
    """With a mutex of its own, as every use has one."""

    names = ("cond",)

    def __init__(self, program, addr):
        super().__init__(program, addr)
        self.mutex = Mutex(program, addr + 8)
        self.calls, self.waiting, self.woken = 0, [], {}  # woken: thid -> seq

    def idle(self):
        return self.mutex.idle() and not self.waiting and not self.woken

    def moves(self, thread):
        yield from self.mutex.moves(thread)
        yield self.signal
        yield self.broadcast
        if self.mutex.holder is thread:
            yield self.wait
            yield self.wait

    def wait(self, thread):
        self.mutex.unlock(thread)
        self.waiting.append(thread.thid)
        # The mutex is free again when both of a wait's acquires are recorded:
        # nothing stands between them.
        ready = lambda: thread.thid in self.woken and self.mutex.holder is None
        thread.todo.append((ready, lambda: self._wake(thread)))

    def _wake(self, thread):
        seq = self.woken.pop(thread.thid)
        if seq is not None:
            self.acq(thread, seq)
        self.mutex.lock(thread)

    def signal(self, thread):
        self.calls += 1
        self.rel(thread, self.calls)
        if self.waiting:
            self._set_woken(self.program.rng.choice(self.waiting), self.calls)

    def broadcast(self, thread):
        self.calls += 1
        self.rel(thread, self.calls)
        for thid in list(self.waiting):
            self._set_woken(thid, self.calls)

    def _set_woken(self, thid, seq):
        self.waiting.remove(thid)
        self.woken[thid] = seq

    def unblock(self):
        """Everyone's time is out: a wait that acquires nothing but the mutex."""
        for thid in list(self.waiting):
            self._set_woken(thid, None)


class Once(Primitive):
    names = ("once", "latch")

    def __init__(self, *args):
        super().__init__(*args)
        self.done = False

    def moves(self, thread):
        yield self.call

    def call(self, thread):
        if self.done:
            self.acq(thread, 1)
        else:
            self.done = True
            self.rel(thread, 1)


class Numbered(Primitive):
    """The user's own: any seq, some mode, some of it missing."""

    names = ("user", "queue", "mutex", 'a "name"\\')
    always_numbered = False

    def _keys(self):
        rng = self.program.rng
        keys = {"seq": rng.choice((None, 0, 1, 2, 3, 4, 2**64 - 1))}
        if rng.random() < 0.2:
            keys["mode"] = rng.choice(("rd", "wr"))
        return keys

    def moves(self, thread):
        yield self.release
        yield self.acquire

    def release(self, thread):
        self.rel(thread, **self._keys())

    def acquire(self, thread):
        self.acq(thread, **self._keys())


class Plain(Primitive):
    """An object as the base format knows it."""

    names = ("mutex", "sem", "test")
    always_numbered = False

    def idle(self):
        return self.begun

    def moves(self, thread):
        yield self.release
        yield self.acquire

    def release(self, thread):
        self.program.sync(thread, "rel", self.addr)

    def acquire(self, thread):
        self.program.sync(thread, "acq", self.addr)


FULL = (Mutex, RwLock, Semaphore, Barrier, Condition, Once, Numbered, Plain)


# --- The program --------------------------------------------------------------


class Program:
    def __init__(self, rng, parameters):
        self.rng, self.parameters = rng, parameters
        self.events = []
        self.last_id = 0
        self.threads = [Thread(1)]
        self.forked, self.exited = 1, []
        self.live = []
        self.free_addrs = [0x10000 + 0x1000 * i for i in range(parameters.blocks)]
        self.objects = []
        for i in range(parameters.objects):
            # Some where no signed number reaches.
            base = rng.choice((0x100000, 2**64 - 2**20))
            self.objects.append(self._new_object(base + 0x100 * i))

    # Events

    def _emit(self, thread, key, value):
        self.last_id += 1 if self.rng.random() < 0.95 else self.rng.randrange(1, 50)
        icnt = self.rng.randrange(self.rng.choice((1, 2, 1000, 10**6)))
        event = {"thid": thread.thid, "icnt": icnt, "id": self.last_id, key: value}
        self.events.append(event)
        self._touch_heap()

    def sync(self, thread, kind, value, **keys):
        usage = [self._usage(*entry) for entry in thread.touched.values()]
        thread.touched.clear()
        keys = {key: v for key, v in keys.items() if v is not None}
        self._emit(thread, "sync", {kind: value, "usage": usage, **keys})

    def _usage(self, block, read, written):
        usage = {"addr": block.addr, "size": block.size, "r": read, "w": written}
        if not block.alive or (self.parameters.full and self.rng.random() < 0.02):
            usage["alloc"] = block.alloc
        return usage

    # Heap

    def _touch_heap(self):
        """Some thread uses some blocks; it shows at its next sync event."""
        if self.live and self.rng.random() < self.parameters.touch:
            thread = self.rng.choice(self.threads)
            if not thread.asleep:
                for block in self.rng.choices(self.live, k=self.rng.randrange(1, 4)):
                    entry = thread.touched.setdefault(block.alloc, [block, 0, 0])
                    entry[1] += self.rng.randrange(100)
                    entry[2] += self.rng.randrange(100)

    def alloc(self, thread):
        if self.free_addrs:
            place = self.rng.randrange(len(self.free_addrs))
            addr = self.free_addrs.pop(place)
            # Few sizes: reuse of an address often has the same size, too.
            self._alloc_at(thread, addr, self.rng.choice((1, 16, 16, 16, 64, 4096)))

    def _alloc_at(self, thread, addr, size):
        keys = {"lib": 1} if self.parameters.full and self.rng.randrange(4) == 0 else {}
        self._emit(thread, "life", {"alloc": {"addr": addr, "size": size, **keys}})
        self.live.append(HeapBlock(self.last_id, addr, size))

    def free(self, thread):
        if self.live:
            block = self.live.pop(self.rng.randrange(len(self.live)))
            self._free_block(thread, block)
            self.free_addrs.append(block.addr)

    def _free_block(self, thread, block):
        entry = thread.touched.pop(block.alloc, [block, 0, 0])
        self._emit(thread, "life", {"free": self._usage(*entry)})
        block.alive = False
        if not self.parameters.full:
            # The base format cannot name a block that is gone.
            for other in self.threads:
                other.touched.pop(block.alloc, None)

    def realloc(self, thread):
        if self.live:
            block = self.live.pop(self.rng.randrange(len(self.live)))
            self._free_block(thread, block)
            self._alloc_at(thread, block.addr, self.rng.choice((block.size, 16, 200)))

    # Threads

    def fork(self, thread):
        if len(self.threads) < self.parameters.threads:
            self.forked += self.rng.choice((1, 1, 1, 5))
            is_late = self.rng.random() < self.parameters.late
            asleep = self.rng.randrange(1, self.parameters.events) if is_late else 0
            self.sync(thread, "fork", self.forked)
            self.threads.append(Thread(self.forked, asleep))

    def join(self, thread):
        if self.exited:
            child = self.exited.pop(self.rng.randrange(len(self.exited)))
            keys = {"wait": self.rng.randrange(99)} if self.parameters.full else {}
            self.sync(thread, "join", child, **keys)

    def exit(self, thread):
        # Not the last one, unless the program ends.
        if len(self.threads) > 1:
            self._exit_now(thread)

    def _exit_now(self, thread):
        keys = {"own": self.rng.randrange(99), "lib": self.rng.randrange(9), "slept": self.rng.randrange(9)} if self.parameters.full else {}
        self.sync(thread, "exit", None, **keys)
        self.threads.remove(thread)
        if thread.thid != 1:
            self.exited.append(thread.thid)

    def info(self, thread):
        text = self.rng.choice(("a mark", "", 'quotes " \\ and \n', "grüße \U0001f600"))
        self._emit(thread, "info", text)

    # Objects

    def _new_object(self, addr):
        kinds = FULL if self.parameters.full else (Plain,)
        return self.rng.choice(kinds)(self, addr)

    def _successor(self, old):
        """Another object where `old` was.

        Without seq an acquire looks back beyond newsync events.  The primitive
        of such an order is defined only if it is the same before them.
        """
        new = self._new_object(old.addr)
        if not old.always_numbered or not new.always_numbered:
            new = type(old)(self, old.addr)
            new.prim = old.prim
        return new

    def renew(self, thread):
        """An object ends, or another begins where one was."""
        self.rng.shuffle(self.objects)
        if not self.objects or not self.objects[-1].idle():
            return
        old = self.objects.pop()
        if old.alive and self.rng.random() < 0.5:
            old.alive = False
            self._life(thread, "delsync", old)
            self.objects.append(old)
            return
        self.objects.append(self._successor(old))
        self._begin(thread, self.objects[-1])

    def _begin(self, thread, thing):
        thing.begun = True
        self._life(thread, "newsync", thing)

    def _life(self, thread, kind, thing):
        if isinstance(thing, Condition):
            self._life(thread, kind, thing.mutex)
        value = {"prim": thing.prim, "addr": thing.addr}
        self._emit(thread, "life", {kind: value})

    def use_object(self, thread):
        moves = [m for thing in self.objects if thing.alive for m in thing.moves(thread)]
        if moves:
            self._repeat(self.rng.choice(moves), thread)

    def _repeat(self, move, thread):
        """Once; or, if it is a move that is always possible, very often."""
        move(thread)
        names = ("post", "release", "signal", "broadcast")
        if move.__name__ in names and self.rng.random() < self.parameters.burst:
            for _ in range(self.rng.randrange(2, 40)):
                move(thread)

    # Running

    def _step(self):
        for thread in self.threads:
            thread.asleep = max(0, thread.asleep - 1)
        movers = [thread for thread in self.threads if thread.can_move()]
        if not movers:
            self._unblock()
            return
        thread = self.rng.choice(movers)
        if thread.todo:
            thread.todo.popleft()[1]()
            return
        p = self.parameters
        moves = {
            self.use_object: p.sync,
            self.alloc: p.alloc,
            self.free: p.free,
            self.realloc: p.realloc,
            self.renew: p.renew,
            self.fork: p.fork,
            self.join: p.join,
            self.exit: p.exit,
            self.info: p.info,
        }
        self.rng.choices(list(moves), list(moves.values()))[0](thread)

    def _unblock(self):
        """All threads wait: let waits end that need nobody's help."""
        for thing in self.objects:
            if hasattr(thing, "unblock"):
                thing.unblock()

    def _end(self):
        """Exit and join in any order, whatever the threads were doing."""
        while self.threads:
            self._exit_now(self.rng.choice(self.threads[1:] or self.threads))
            if self.threads and self.rng.random() < 0.7:
                self.join(self.threads[0])

    def run(self):
        if self.parameters.full:
            self.info(self.threads[0])
        for thing in self.objects:
            if self.rng.random() < 0.5:
                self._begin(self.threads[0], thing)
        # A program can run into a corner where little happens: end there too.
        for _ in range(20 * self.parameters.events):
            if len(self.events) >= self.parameters.events:
                break
            self._step()
        if self.parameters.ends:
            self._end()
        return self.events


# --- As text ------------------------------------------------------------------

# A reader of the base format has to skip these values.  The names within them
# are those of real keys, in the wrong place.
STRANGE = (
    None,
    True,
    -1.5e-7,
    "id",
    [],
    {"sync": {"acq": 7, "usage": []}, "id": 3},
    [[1, {"addr": -1}], "x"],
)


def _disturb(value, rng):
    """The same for every reader, but with unknown keys and keys in any order."""
    if isinstance(value, list):
        return [_disturb(entry, rng) for entry in value]
    if not isinstance(value, dict):
        return value
    pairs = [(key, _disturb(entry, rng)) for key, entry in value.items()]
    if rng.random() < 0.2:
        unknown = rng.choice(("x", "", "icnt2", "ID", "naïve"))
        pairs.append((unknown, rng.choice(STRANGE)))
    if rng.random() < 0.3:
        rng.shuffle(pairs)
    return dict(pairs)


def as_text(events, rng, odd):
    if not odd:
        lines = (json.dumps(event, separators=(",", ":")) for event in events)
        return "[\n" + ",\n".join(lines) + "\n]\n"
    events = _disturb(events, rng)
    ascii_only = rng.random() < 0.5
    indent = rng.choice((None, None, 1, "\t"))
    text = json.dumps(events, indent=indent, ensure_ascii=ascii_only)
    return rng.choice(("", "\n", " \r\n\t")) + text + rng.choice(("", "\n"))


def make_trace(seed, parameters=None, **size):
    """A trace as text: from given parameters, or random ones of a given size."""
    rng = random.Random(seed)
    if parameters is None:
        parameters = random_parameters(rng, **size)
    events = Program(rng, parameters).run()
    return as_text(events, rng, parameters.odd)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    for name in ("events", "threads", "objects", "blocks"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Parameters, name))
    parser.add_argument("--base", action="store_true", help="no seq, prim, mode")
    parser.add_argument("--plain", action="store_true", help="no unknown keys")
    args = vars(parser.parse_args())
    seed = args.pop("seed")
    full, odd = not args.pop("base"), not args.pop("plain")
    sys.stdout.write(make_trace(seed, Parameters(full=full, odd=odd, **args)))


if __name__ == "__main__":
    main()
