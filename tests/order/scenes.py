# SPDX-License-Identifier: GPL-2.0-or-later
"""The work of the programs of tests/programs/order, for machine.py.

Each scene, of so many workers and rounds or items, gives the threads; each thread counts in
`done` what it has done.
"""

from collections import deque

from machine import Flag, ReadWriteLock, Units

ROOM = 3
# libgomp allows so many unfinished tasks a thread; it creates one in some 300 instructions.
MOST_TASKS, CREATION = 64, 0.06
# To lock, look and unlock takes some 80 instructions.
LOOK = 0.016


def cost(item):
    return 1 + item * 7 % 8


def same_cost(_):
    return 4


def varied(worker, round_):
    return 1 + (worker * 3 + round_ * 5) % 8 + (worker * 7 + round_ * 13) % 17 / 50


def deal(workers, items, done, cost=cost):
    taken = iter(range(items))

    def body(worker):
        for item in taken:
            done[worker] += 1
            yield "work", cost(item)

    return map(body, range(workers))


def deal_equal(workers, items, done):
    return deal(workers, items, done, same_cost)


def tasks(workers, items, done, cost=cost):
    """The first worker to come creates a task for each item, and the others execute tasks.  The first
    one executes a new task itself while many are unfinished.  Creating a task takes a while, too."""
    created, waiting = deque(), Units(0, retries=True)
    is_first = iter([True])
    n_unfinished = 0

    def execute(worker, item):
        nonlocal n_unfinished
        yield "work", cost(item)
        n_unfinished -= 1
        done[worker] += 1

    def create(worker):
        nonlocal n_unfinished
        for item in range(items):
            yield "work", CREATION
            n_unfinished += 1
            if n_unfinished > MOST_TASKS * workers:
                yield from execute(worker, item)
            else:
                created.append(item)
                yield "give", waiting
        for _ in range(workers):
            created.append(None)
            yield "give", waiting

    def body(worker):
        if next(is_first, False):
            yield from create(worker)
        while True:
            yield "wait", waiting
            if (item := created.popleft()) is None:
                return
            yield from execute(worker, item)

    return map(body, range(workers))


def tasks_equal(workers, items, done):
    return tasks(workers, items, done, same_cost)


def convoy(workers, rounds, done):
    lock = Units(retries=True)

    def body(worker):
        for i in range(rounds):
            yield "work", varied(worker, i)
            yield "lock", lock
            yield "work", 2
            yield "give", lock
            done[worker] += 1

    return map(body, range(workers))


def pipeline(workers, rounds, done):
    full = [Units(0, retries=True) for _ in range(workers)]
    empty = [Units(ROOM, retries=True) for _ in range(workers)]

    def body(stage):
        for i in range(rounds):
            if stage > 0:
                yield "wait", full[stage - 1]
                yield "give", empty[stage - 1]
            yield "work", varied(stage, i)
            if stage + 1 < workers:
                yield "wait", empty[stage]
                yield "give", full[stage]
            done[stage] += 1

    return map(body, range(workers))


def monitor(workers, rounds, done):
    locks = [Units(retries=True) for _ in range(workers)]
    changes = [Flag() for _ in range(workers)]
    between = [0] * workers

    def change(i, by):
        yield "lock", locks[i]
        while not 0 <= between[i] + by <= ROOM:
            next_change = changes[i]
            yield "give", locks[i]
            yield "wait", next_change
            yield "lock", locks[i]
        between[i] += by
        yield "give", changes[i]
        changes[i] = Flag()
        yield "give", locks[i]

    def body(stage):
        for i in range(rounds):
            if stage > 0:
                yield from change(stage - 1, -1)
            yield "work", varied(stage, i)
            if stage + 1 < workers:
                yield from change(stage, 1)
            done[stage] += 1

    return map(body, range(workers))


def readers(workers, rounds, done):
    lock = ReadWriteLock("readers")

    def body(worker):
        for i in range(rounds):
            yield "work", varied(worker, i)
            yield "write" if worker == 0 else "read", lock
            yield "work", 3
            yield "give", lock
            done[worker] += 1

    return map(body, range(workers))


def philosophers(workers, rounds, done):
    forks = [Units(retries=True) for _ in range(workers)]

    def body(worker):
        first, second = sorted((worker, (worker + 1) % workers))
        for i in range(rounds):
            yield "work", varied(worker, i)
            yield "lock", forks[first]
            yield "lock", forks[second]
            yield "work", 3
            yield "give", forks[second]
            yield "give", forks[first]
            done[worker] += 1

    return map(body, range(workers))


def stealing(workers, items, done):
    """The first worker has all items.  The others look whether the workers between have any."""
    left = iter(range(items, 0, -1))

    def body(worker):
        while True:
            yield "work", ((workers - worker) % workers + 1) * LOOK
            if (item := next(left, None)) is None:
                return
            done[worker] += 1
            yield "work", cost(item)

    return map(body, range(workers))
