# SPDX-License-Identifier: GPL-2.0-or-later
"""A machine on which a lock goes to the thread that asked first, and random programs for it.

Example: thread 2 unlocks at 100; thread 3, which has been waiting since 40, has the lock from 100 on,
and thread 4, which asks at 100 or later, waits.  machine.py says where reader/writer locks differ.
"""

import itertools
import random

import machine
from machine import Flag, ReadWriteLock, Units


def make_object(words):
    if words[0] == "flag":
        return Flag(int(words[1]))
    if words[0] in ReadWriteLock.kinds:
        return ReadWriteLock(words[0])
    return Units(int(words[1]) if words[0] == "sem" else 1)


class Machine(machine.Machine):
    """Runs `bodies`, functions of the machine that return generators.  A thread that is woken acts before
    the one that wakes it goes on.  `taken` has (object, thread) in the order in which threads have got
    objects; `works` has (end, thread) of each work."""

    def __init__(self, objects, bodies, processors):
        self.taken, self.works = [], []
        named = enumerate(make_object(line.split()) for line in objects)
        super().__init__((body(self) for body in bodies), processors, objects=named)

    def happens(self, thread, what, thing):
        if what in ("lock", "read"):
            self.taken.append((thing, thread))

    def later(self, delay, arrives, thread):
        if delay == 0:
            arrives(thread)
        else:
            self.works.append((self.now + delay, thread))
            super().later(delay, arrives, thread)

    def closest(self):
        """The shortest time between two moments at which different threads have acted on objects."""
        moments = itertools.pairwise(sorted(self.works))
        return min(after - before for (before, one), (after, other) in moments if one != other)


ACTIONS = {"l": "lock", "t": "lock", "r": "read", "v": "lock", "u": "give", "p": "give"}


def play(script, op=0):
    """A worker that does what a line of a script says, `op` instructions for each operation."""

    def body(machine):
        words = iter(script.split())
        for word in words:
            what, number = word[0], int(word[1:])
            if what == "w":
                yield "work", number
                continue
            if op:
                yield "work", op
            if what == "t":
                pause = int(next(words))
                while not machine.objects[number].units:
                    yield "work", pause + op
            yield ACTIONS[what], number

    return body


def first_thread(starts):
    """Creates a thread at each of these times, then joins all."""

    def body(_):
        now = 0
        for thread, start in enumerate(starts, 1):
            yield "work", start - now
            now = start
            yield "fork", thread
        for thread in range(1, len(starts) + 1):
            yield "join", thread

    return body


# ----------------------------------------------------------------
# Random programs
# ----------------------------------------------------------------

# No two threads act at times that are closer together than this, so that the slack decides
# nothing, nor do the instructions that an operation takes.  First come first served needs that of
# two threads that ask, only: a thread that asks when another one unlocks comes after those that
# wait, whether it is a little earlier than the unlock or later.  So every other one asks then.
MARGIN = 10_000
START, NEXT_START = 140_000, 770
OP = 90
# "convoy" is a mutex that all threads need for most of the time.
KINDS = "convoy mutex ticket mcs clh trymutex trymcs spin tryspin readers handover writers sem bounded monitor mixed".split()


class Author:
    """Writes the script of a worker while a machine plays it, since only then it is known at
    which times the others act."""

    def __init__(self, kind, seed, n_threads):
        self.random = random.Random(f"{kind} {seed} {n_threads}")
        self.kind = kind
        self.n_threads = n_threads
        self.rounds = self.random.randint(3, 6) if n_threads > 8 else self.random.randint(5, 10)
        self.held = self.random.choice([100_000, 300_000, 900_000])
        self.outside = self.random.choice([300_000, 900_000, 1_800_000])
        if kind.startswith("try"):
            self.held, self.outside = 100_000, 900_000
        n = self.random.randint(1, 3)
        if kind in ("convoy", "ticket", "mcs", "clh"):
            self.held, self.outside, self.rounds, n = 400_000, 300_000 * n_threads, 60 // n_threads + 3, 1
        plain = {"convoy": "mutex", "trymutex": "mutex", "trymcs": "mcs", "tryspin": "spin"}.get(kind, kind)
        if kind == "sem":
            self.objects = [f"sem {self.random.randint(1, 2)}" for _ in range(n)]
        elif kind == "bounded":
            # Two semaphores for a buffer between each thread and the next one.
            self.room = self.random.randint(1, 3)
            self.objects = [f"sem {self.room}", "sem 0"] * (n_threads - 1)
        elif kind == "mixed":
            self.objects = ["mutex", "spin", *ReadWriteLock.kinds, "sem 1", "monitor"]
        else:
            self.objects = [plain] * n
        self.scripts = [[] for _ in range(n_threads)]
        # Are all objects of a kind that serves who comes first?  A monitor does not: a thread that
        # asks just after the signal may be before the thread that the signal wakes.
        # Does the thread's work end with asking for one?
        self.serves = kind in ("convoy", "mutex", "ticket", "mcs", "clh", "spin", "sem")
        self.asks = [True] * (n_threads + 1)

    def work(self, machine, typical, i, asks):
        """So many instructions that the thread asks, or gives back, at a time of its own."""
        others = [until for until, _, thread, _ in machine.coming if self.asks[thread] or not self.serves]
        gives = [until for until, _, thread, _ in machine.coming if self.serves and not self.asks[thread]]
        self.asks[i + 1] = asks
        checked = asks or not self.serves
        most = 2 * typical
        while True:
            work = self.random.randint(50_000, most)
            if asks and gives and self.random.random() < 0.5:
                work = self.random.choice(gives) - machine.now + self.random.randint(-1500, 1500)
            if work >= 50_000 and (not checked or all(abs(machine.now + work - end) > MARGIN for end in others)):
                return work
            most += MARGIN // 10

    def worker(self, i):
        script = self.scripts[i]

        def does(word, *action):
            script.append(word)
            return action

        def body(machine):
            for _ in range(self.rounds):
                if self.kind == "bounded":
                    if i > 0:
                        yield from self.act(does, i, "v", 2 * i - 1)
                        yield from self.act(does, i, "p", 2 * i - 2)
                    yield from self.do_work(machine, i, self.outside, True)
                    if i + 1 < self.n_threads:
                        yield from self.act(does, i, "v", 2 * i)
                        yield from self.act(does, i, "p", 2 * i + 1)
                    continue
                yield from self.do_work(machine, i, self.outside, True)
                number = self.random.randrange(len(self.objects))
                kind = self.objects[number].split()[0]
                if self.kind.startswith("try"):
                    script.extend([f"t{number}", "60000"])
                    where = len(script) - 1
                    pause = None
                    while True:
                        yield "work", OP
                        if machine.objects[number].units:
                            yield "lock", number
                            break
                        if pause is None:
                            pause = self.work(machine, 600_000, i, True)
                            script[where] = str(pause)
                        yield "work", pause
                elif kind in ReadWriteLock.kinds and self.random.random() < 0.6:
                    yield from self.act(does, i, "r", number)
                elif kind == "sem":
                    yield from self.act(does, i, "v", number)
                else:
                    yield from self.act(does, i, "l", number)
                yield from self.do_work(machine, i, self.held, False)
                yield from self.act(does, i, "p" if kind == "sem" else "u", number)

        return body

    def act(self, does, _, letter, number):
        yield "work", OP
        yield does(f"{letter}{number}", ACTIONS[letter], number)

    def do_work(self, machine, i, typical, asks):
        work = self.work(machine, typical, i, asks)
        self.scripts[i].append(f"w{work}")
        yield "work", work


def nominal_starts(n_threads):
    return [START + NEXT_START * i for i in range(n_threads)]


def program(kind, seed, n_threads):
    """Objects and scripts of a random program.  A second attempt at a lock comes when it comes:
    a program in which it is closer to what another thread does is not taken."""
    for attempt in itertools.count():
        author = Author(kind, f"{seed} {attempt}", n_threads)
        starts = nominal_starts(n_threads)
        bodies = [first_thread(starts), *(author.worker(i) for i in range(n_threads))]
        machine = Machine(author.objects, bodies, n_threads + 1)
        if machine.closest() >= MARGIN // 2 or not kind.startswith("try"):
            return author.objects, [" ".join(script) for script in author.scripts]
