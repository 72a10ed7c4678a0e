# SPDX-License-Identifier: GPL-2.0-or-later
"""Random programs whose threads hand over by flags: a thread sets its own, and waits for others'.

The steps of all threads are drawn in one order, and a step waits only for flags that steps before
it set, so no program waits forever.  Example, of two threads and the steps 1 a, 2 b, 1 c: thread 1
works for a and sets flag 0; thread 2 waits for flag 0 and works for b; thread 1 works for c.
"""

import random

# "chain": each flag has one thread that waits for it, so a semaphore can stand for it.
# "broadcast": several may wait.  "latch": several threads add to a flag before it is set.
KINDS = ("chain", "broadcast", "latch")
MOST_FLAGS = 60


class Author:
    def __init__(self, kind, seed, n_threads):
        self.random = random.Random(f"hand-overs {kind} {seed} {n_threads}")
        self.kind, self.n_threads = kind, n_threads
        self.scripts = [[] for _ in range(n_threads)]
        self.missing = []  # of each flag
        self.set_by = []  # threads that have added to it
        self.free = []  # flags that are set, and that others may wait for

    def step(self, thread):
        awaits = [flag for flag in self.free if thread not in self.set_by[flag]]
        if awaits and self.random.random() < 0.7:
            flag = self.random.choice(awaits)
            self.scripts[thread].append(f"v{flag}")
            if self.kind == "chain":
                self.free.remove(flag)
        self.scripts[thread].append(f"w{self.random.randint(50_000, 500_000)}")
        if len(self.missing) < MOST_FLAGS and self.random.random() < 0.7:
            self.add_to_flag(thread)

    def add_to_flag(self, thread):
        open_ = [i for i, n in enumerate(self.missing) if len(self.set_by[i]) < n and thread not in self.set_by[i]]
        if not open_:
            n = self.random.randint(1, min(3, self.n_threads - 1)) if self.kind == "latch" else 1
            self.missing.append(n)
            self.set_by.append([])
            open_ = [len(self.missing) - 1]
        flag = open_[-1]
        self.set_by[flag].append(thread)
        self.scripts[thread].append(f"p{flag}")
        if len(self.set_by[flag]) == self.missing[flag]:
            self.free.append(flag)


def program(kind, seed, n_threads):
    """Objects and scripts, as tests/programs/order/play.c takes them."""
    author = Author(kind, seed, n_threads)
    for _ in range(12 * n_threads):
        author.step(author.random.randrange(n_threads))
    return [f"flag {n}" for n in author.missing], [" ".join(script) or "w50000" for script in author.scripts]


def twin(objects):
    """The same with semaphores, of a "chain"."""
    return ["sem 0" for _ in objects]
