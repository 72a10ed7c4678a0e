# SPDX-License-Identifier: GPL-2.0-or-later
"""A machine with a number of processors, as a simulation of discrete events.

A thread is a generator of actions, which are pairs: ("work", n) takes n units of time; all other actions
take none.  They are ("fork", thread), ("join", thread), ("give", object), and any other word with an
object, which the thread then waits for: ("lock", mutex).  An object may be given by its name in `objects`.
A thread that can go on takes a free processor, or waits in line for one, and keeps it until it has to
wait.  Actions of the same time take place in the order of the threads' numbers.
"""

import heapq
from collections import deque


class Units:
    """A semaphore.  A mutex, a spin lock or a monitor is a semaphore of one unit.  If a thread `retries`,
    it only wakes when a unit is given back, and another thread may come first; else it has the unit then."""

    def __init__(self, units=1, retries=False):
        self.units, self.retries, self.waiting = units, retries, deque()

    def ask(self, thread, _):
        if self.units == 0:
            self.waiting.append(thread)
            return False
        self.units -= 1
        return True

    def give(self, _):
        """The threads that wake."""
        if self.retries or not self.waiting:
            self.units += 1
        return [self.waiting.popleft()] if self.waiting else []


class ReadWriteLock:
    """glibc's three kinds.  The default one ("readers") lets readers in while a writer waits, and an unlock
    after writing lets all waiting readers in before a writer that has asked earlier.
    PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP ("writers") lets no reader in while a writer waits, and
    after writing goes to the next writer, even if a reader has asked earlier.
    PTHREAD_RWLOCK_PREFER_WRITER_NP ("handover") lets readers in as the first kind does, and goes on after
    writing as the second one does."""

    kinds = ("readers", "handover", "writers")
    retries = False

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
    """It is set once `missing` threads have given to it, and stays so."""

    retries = False

    def __init__(self, missing=1):
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


class Machine:
    """Runs threads to their end.  The first ones begin at `starts`, the others when they are forked.
    Afterwards `end` is the time at which the last one has ended, and `worked` the work of all threads."""

    def __init__(self, bodies, processors, starts=(0,), objects=()):
        self.bodies, self.free, self.objects = list(bodies), processors, dict(objects)
        self.now = self.worked = 0
        self.coming, self.ready = [], deque()
        self.waiting = {}  # thread: its action, which has not taken place
        self.ends = [Flag() for _ in self.bodies]
        for thread, start in enumerate(starts):
            self.later(start, self.get_processor, thread)
        while self.coming:
            self.now, _, thread, arrives = heapq.heappop(self.coming)
            arrives(thread)
        if any(end.missing for end in self.ends):
            raise RuntimeError("threads wait for each other")
        self.end = self.now

    def happens(self, thread, what, thing):
        """An action takes place: for a class that records."""

    def place(self, thread):
        """Of two threads that act at one time, the one with the lower place comes first."""
        return thread

    def later(self, delay, arrives, thread):
        heapq.heappush(self.coming, (self.now + delay, self.place(thread), thread, arrives))

    def get_processor(self, thread):
        if self.free == 0:
            self.ready.append(thread)
        else:
            self.free -= 1
            self.go_on(thread)

    def leave_processor(self):
        if self.ready:
            self.go_on(self.ready.popleft())
        else:
            self.free += 1

    def go_on(self, thread):
        """The thread has a processor."""
        self.later(0, self.act, thread)

    def object_of(self, what, thing):
        return self.ends[thing] if what == "join" else self.objects.get(thing, thing)

    def act(self, thread):
        what, thing = self.waiting.pop(thread, None) or next(self.bodies[thread], ("exit", None))
        if what in ("work", "fork", "give", "exit"):
            self.happens(thread, what, thing)
            getattr(self, what)(thread, thing)
        elif self.object_of(what, thing).ask(thread, what):
            self.happens(thread, what, thing)
            self.go_on(thread)
        else:
            self.waiting[thread] = what, thing
            self.leave_processor()

    def work(self, thread, n):
        self.worked += n
        self.later(n, self.act, thread)

    def fork(self, thread, child):
        self.later(0, self.get_processor, child)
        self.go_on(thread)

    def give(self, thread, thing):
        self.wake_all(thread, self.object_of("give", thing), thing)
        self.go_on(thread)

    def exit(self, thread, _):
        self.wake_all(thread, self.ends[thread], None)
        self.leave_processor()

    def wake_all(self, thread, thing, name):
        for woken in thing.give(thread):
            if not thing.retries:
                self.happens(woken, *self.waiting.pop(woken))
            self.wake(woken, thread, name)

    def wake(self, woken, _thread, _name):
        self.get_processor(woken)
