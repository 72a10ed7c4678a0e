# SPDX-License-Identifier: GPL-2.0-or-later
"""A machine with a processor for each thread, as a simulation of discrete events.

A thread is a generator, which yields what it does next: a number of units of work, or an
operation on one of the objects below.  Operations take no time; those of the same time take
place in the order of the threads' numbers.  A thread that is woken tries again, at the time at
which it was woken: a lock that is free goes to the thread that comes first.
"""

import heapq
from collections import deque


class Mutex:
    def __init__(self):
        self.owner, self.sleepers = None, deque()


class Semaphore:
    def __init__(self, value):
        self.value, self.sleepers = value, deque()


class Condition:
    def __init__(self, mutex):
        self.mutex, self.sleepers = mutex, deque()


class ReadWriteLock:
    """A reader gets the lock if no writer holds it, a writer if nobody holds it."""

    def __init__(self):
        self.readers, self.writer, self.sleepers = 0, None, deque()


class Machine:
    """Runs threads, each from its start on.  Afterwards `end` is the time at which the last one ends,
    and `work` the work of all threads."""

    def __init__(self, threads, starts):
        self.threads = list(threads)
        self.now = self.work = self.end = 0
        self.line = [(start, thread) for thread, start in enumerate(starts)]
        heapq.heapify(self.line)
        self.retried = {}
        while self.line:
            self.now, thread = heapq.heappop(self.line)
            self.step(thread)
        self.end = self.now

    def step(self, thread):
        action = self.retried.pop(thread, None)
        while True:
            if action is None:
                action = next(self.threads[thread], None)
            if action is None:
                return
            if isinstance(action, int | float):
                self.work += action
                heapq.heappush(self.line, (self.now + action, thread))
                return
            if not self.take_place(thread, *action):
                return
            action = None
            if self.line and self.line[0] < (self.now, thread):
                heapq.heappush(self.line, (self.now, thread))
                return

    def take_place(self, thread, operation, thing):
        """Tries the operation and returns whether it is done.  If not, the thread sleeps and tries again."""
        done = getattr(self, operation)(thread, thing)
        if not done:
            self.retried.setdefault(thread, (operation, thing))
        return done

    def wake(self, sleepers, n):
        for _ in range(min(n, len(sleepers))):
            heapq.heappush(self.line, (self.now, sleepers.popleft()))

    def lock(self, thread, mutex):
        if mutex.owner is None:
            mutex.owner = thread
            return True
        mutex.sleepers.append(thread)
        return False

    def unlock(self, _, mutex):
        mutex.owner = None
        self.wake(mutex.sleepers, 1)
        return True

    def wait(self, thread, semaphore):
        if semaphore.value > 0:
            semaphore.value -= 1
            return True
        semaphore.sleepers.append(thread)
        return False

    def post(self, _, semaphore):
        semaphore.value += 1
        self.wake(semaphore.sleepers, 1)
        return True

    def wait_for_change(self, thread, condition):
        """The thread sleeps.  When it is woken, it locks the mutex again."""
        self.unlock(thread, condition.mutex)
        condition.sleepers.append(thread)
        self.retried[thread] = ("lock", condition.mutex)
        return False

    def broadcast(self, _, condition):
        self.wake(condition.sleepers, len(condition.sleepers))
        return True

    def read(self, thread, lock):
        if lock.writer is None:
            lock.readers += 1
            return True
        lock.sleepers.append(thread)
        return False

    def write(self, thread, lock):
        if lock.writer is None and lock.readers == 0:
            lock.writer = thread
            return True
        lock.sleepers.append(thread)
        return False

    def leave(self, thread, lock):
        if lock.writer == thread:
            lock.writer = None
        else:
            lock.readers -= 1
        if lock.readers == 0:
            self.wake(lock.sleepers, len(lock.sleepers))
        return True
