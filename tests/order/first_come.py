# SPDX-License-Identifier: GPL-2.0-or-later
"""A machine on which a lock goes to the thread that asked first, as a simulation of discrete
events, and random programs for it.

A thread is a generator of actions: `("work", n)` takes n ticks of a processor, all other actions
take no time.  A thread that can go on takes a free processor, or waits in line for one, and keeps
it until it has to wait.  Example: thread 2 unlocks at 100; thread 3, which has been waiting since
40, has the lock from 100 on, and thread 4, which asks at 100 or later, waits.  Actions of the
same time take place in the order of the threads' ages.

glibc's reader/writer locks differ from that rule, and so do ours.  The default kind ("readers")
lets readers in while a writer waits, and an unlock after writing lets all waiting readers in before
a writer that has asked earlier.  PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP ("writers") lets no
reader in while a writer waits, and after writing goes to the next writer, even if a reader has
asked earlier.  PTHREAD_RWLOCK_PREFER_WRITER_NP ("handover") lets readers in as the first kind does,
and goes on after writing as the second one does.
"""

import heapq
import itertools
import random
from collections import deque


class Units:
    """A mutex, a spin lock or a monitor is a semaphore of one unit."""

    def __init__(self, units=1):
        self.units, self.waiting = units, deque()

    def ask(self, thread, how):
        if self.units == 0:
            if how != "try":
                self.waiting.append(thread)
            return False
        self.units -= 1
        return True

    def give(self, _):
        """Says which threads have got what they waited for."""
        if self.waiting:
            return [self.waiting.popleft()]
        self.units += 1
        return []


class ReadWriteLock:
    kinds = ("readers", "handover", "writers")

    def __init__(self, kind):
        self.readers_pass = kind != "writers"
        self.readers_follow_writer = kind == "readers"
        self.writer, self.readers = None, set()
        self.writers_waiting, self.readers_waiting = deque(), deque()

    def ask(self, thread, how):
        if how == "read":
            if self.writer is None and (self.readers_pass or not self.writers_waiting):
                self.readers.add(thread)
                return True
            self.readers_waiting.append(thread)
            return False
        if self.writer is None and not self.readers:
            self.writer = thread
            return True
        if how != "try":
            self.writers_waiting.append(thread)
        return False

    def give(self, thread):
        if self.writer == thread:
            self.writer = None
        else:
            self.readers.remove(thread)
        if self.readers:
            return []
        if self.writers_waiting and not (self.readers_follow_writer and self.readers_waiting):
            self.writer = self.writers_waiting.popleft()
            return [self.writer]
        let_in = list(self.readers_waiting)
        self.readers_waiting.clear()
        self.readers.update(let_in)
        return let_in


class Flag:
    """It is set once `missing` threads have added to it, and stays so."""

    def __init__(self, missing):
        self.missing, self.waiting = missing, []

    def ask(self, thread, _):
        if self.missing > 0:
            self.waiting.append(thread)
        return self.missing <= 0

    def give(self, _):
        self.missing -= 1
        let_go = self.waiting if self.missing == 0 else []
        self.waiting = [] if let_go else self.waiting
        return let_go


def make_object(words):
    if words[0] == "flag":
        return Flag(int(words[1]))
    if words[0] in ReadWriteLock.kinds:
        return ReadWriteLock(words[0])
    return Units(int(words[1]) if words[0] == "sem" else 1)


class Machine:
    """Runs `bodies`, functions of the machine that return generators, to their end.  The first
    one is there from the beginning.  `taken` has (object, thread) in the order in which threads
    have got objects; `closest` is the shortest time between two moments at which different
    threads have acted on objects."""

    def __init__(self, objects, bodies, processors):
        self.objects = [make_object(line.split()) for line in objects]
        self.now, self.free = 0, processors
        self.bodies = [body(self) for body in bodies]
        self.working = []  # (until, thread)
        self.ready = deque()
        self.has_ended = [False] * len(bodies)
        self.joiners = {}
        self.taken = []
        self.closest, self.latest = None, None
        self.become_ready(0)
        while self.working:
            self.now, thread = heapq.heappop(self.working)
            self.go_on(thread)
        if not all(self.has_ended):
            raise RuntimeError("threads wait for each other")
        self.end = self.now

    def become_ready(self, thread):
        if self.free == 0:
            self.ready.append(thread)
            return
        self.free -= 1
        self.go_on(thread, acts=False)

    def leave_processor(self):
        self.free += 1
        if self.ready:
            self.free -= 1
            self.go_on(self.ready.popleft(), acts=False)

    def go_on(self, thread, acts=True):
        if acts:
            if self.latest and self.latest[1] != thread:
                apart = self.now - self.latest[0]
                self.closest = apart if self.closest is None else min(self.closest, apart)
            self.latest = (self.now, thread)
        answer = None
        while True:
            try:
                action, argument = self.bodies[thread].send(answer)
            except StopIteration:
                self.has_ended[thread] = True
                if thread in self.joiners:
                    self.become_ready(self.joiners.pop(thread))
                self.leave_processor()
                return
            answer = True
            if action == "work":
                heapq.heappush(self.working, (self.now + argument, thread))
                return
            if action == "fork":
                self.become_ready(argument)
            elif action == "join":
                if not self.has_ended[argument]:
                    self.joiners[argument] = thread
                    self.leave_processor()
                    return
            elif action == "give":
                for woken in self.objects[argument].give(thread):
                    self.taken.append((argument, woken))
                    self.become_ready(woken)
            else:
                answer = self.objects[argument].ask(thread, action)
                if answer:
                    self.taken.append((argument, thread))
                elif action != "try":
                    self.leave_processor()
                    return


ACTIONS = {"l": "lock", "r": "read", "v": "lock", "u": "give", "p": "give"}


def play(script, op=0):
    """A worker that does what a line of a script says, `op` instructions for each operation."""

    def body(_):
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
                while not (yield "try", number):
                    yield "work", pause + op
            else:
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
        others = [until for until, thread in machine.working if self.asks[thread] or not self.serves]
        gives = [until for until, thread in machine.working if self.serves and not self.asks[thread]]
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
                        if (yield "try", number):
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
        if machine.closest >= MARGIN // 2 or not kind.startswith("try"):
            return author.objects, [" ".join(script) for script in author.scripts]
