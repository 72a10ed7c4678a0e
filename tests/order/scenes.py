# SPDX-License-Identifier: GPL-2.0-or-later
"""What the programs of tests/programs/order do, for machine.py.

Each scene, of so many workers and rounds or items, gives the threads; each thread counts in
`done` what it has done.
"""

from machine import Condition, Mutex, ReadWriteLock, Semaphore

ROOM = 3


def cost(item):
    return 1 + item * 7 % 8


def varied(worker, round_):
    return 1 + (worker * 3 + round_ * 5) % 8 + (worker * 7 + round_ * 13) % 17 / 50


def deal(workers, items, done):
    taken = iter(range(items))

    def body(worker):
        for item in taken:
            done[worker] += 1
            yield cost(item)

    return map(body, range(workers))


def convoy(workers, rounds, done):
    lock = Mutex()

    def body(worker):
        for i in range(rounds):
            yield varied(worker, i)
            yield "lock", lock
            yield 2
            yield "unlock", lock
            done[worker] += 1

    return map(body, range(workers))


def pipeline(workers, rounds, done):
    full = [Semaphore(0) for _ in range(workers)]
    empty = [Semaphore(ROOM) for _ in range(workers)]

    def body(stage):
        for i in range(rounds):
            if stage > 0:
                yield "wait", full[stage - 1]
                yield "post", empty[stage - 1]
            yield varied(stage, i)
            if stage + 1 < workers:
                yield "wait", empty[stage]
                yield "post", full[stage]
            done[stage] += 1

    return map(body, range(workers))


def monitor(workers, rounds, done):
    changes = [Condition(Mutex()) for _ in range(workers)]
    between = [0] * workers

    def change(i, by):
        yield "lock", changes[i].mutex
        while not 0 <= between[i] + by <= ROOM:
            yield "wait_for_change", changes[i]
        between[i] += by
        yield "broadcast", changes[i]
        yield "unlock", changes[i].mutex

    def body(stage):
        for i in range(rounds):
            if stage > 0:
                yield from change(stage - 1, -1)
            yield varied(stage, i)
            if stage + 1 < workers:
                yield from change(stage, 1)
            done[stage] += 1

    return map(body, range(workers))


def readers(workers, rounds, done):
    lock = ReadWriteLock()

    def body(worker):
        for i in range(rounds):
            yield varied(worker, i)
            yield "write" if worker == 0 else "read", lock
            yield 3
            yield "leave", lock
            done[worker] += 1

    return map(body, range(workers))


def philosophers(workers, rounds, done):
    forks = [Mutex() for _ in range(workers)]

    def body(worker):
        first, second = sorted((worker, (worker + 1) % workers))
        for i in range(rounds):
            yield varied(worker, i)
            yield "lock", forks[first]
            yield "lock", forks[second]
            yield 3
            yield "unlock", forks[second]
            yield "unlock", forks[first]
            done[worker] += 1

    return map(body, range(workers))


def stealing(workers, items, done):
    """All are the first worker's."""
    left = iter(range(items, 0, -1))

    def body(worker):
        for item in left:
            done[worker] += 1
            yield cost(item)

    return map(body, range(workers))
