# SPDX-License-Identifier: GPL-2.0-or-later
"""A machine on which threads pay for handing over, and random programs for it.  docs/machine-format.md
has the rules.

A program is a list of actions (machine.py) for each thread.  The name of an object begins with "mutex" if
it is a lock whose waiters sleep, with "spin" if they spin; all others are flags, which are set when all
threads that give to it have done so.  Costs are whole units of time."""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass

import machine
from machine import Flag, Units


@dataclass
class Costs:
    """`run` and `call` are rows (asleep, cost); `same_run` and `same_call` are of one row.  `may_be_awake`:
    a thread that has waited for less than the first row costs less, down to `line` without any wait."""

    run: list
    call: list
    same_run: int
    same_call: int
    line: int
    begin: int
    create: int
    may_be_awake: bool = False

    def of_wake(self, rows, asleep):
        """Half a unit is rounded up."""
        cost, shortest = cost_of(rows, asleep), rows[0][0]
        if self.may_be_awake and asleep < shortest:
            cost -= (1 - asleep / shortest) * max(0, cost - self.line)
        return int(cost + 0.5)


# Locks go from thread to thread then, because no time passes in which others could take them.
FREE = Costs([(0, 0)], [(0, 0)], 0, 0, 0, 0, 0)


def machine_file(costs):
    """A machine.json with these costs; one unit is a nanosecond."""

    def always(ns):
        return {"p10": ns, "p50": ns, "p90": ns, "samples": 9}

    same = {"run": always(costs.same_run), "call": always(costs.same_call)}
    rows = [
        {"asleep": asleep, "other": {"run": always(run), "call": always(call)}, "same": same}
        for (asleep, run), (_, call) in zip(costs.run, costs.call, strict=True)
    ]
    return {
        "hpcmp_machine": 1,
        "wake": rows,
        "line": {"other": always(costs.line)},
        "create": {"begin": always(costs.begin), "call": always(costs.create)},
        "instruction": always(1),
        "memory": {"one": always(8), "all": always(12), "cache": 1000},
    }


def cost_of(rows, asleep):
    above = bisect_right([row[0] for row in rows], asleep)
    if above in (0, len(rows)):
        return rows[max(above - 1, 0)][1]
    (before, low), (after, high) = rows[above - 1 : above + 1]
    return low + (high - low) * (asleep - before) / (after - before)


class Machine(machine.Machine):
    """Runs the threads, which are lists of operations.  Of those that act at one time, the one that has done
    the fewest operations comes first."""

    def __init__(self, threads, processors, costs):
        self.processors, self.costs = processors, costs
        self.n_done, self.debt = [0] * len(threads), [0] * len(threads)
        self.since, self.former = {}, {}  # when a thread has acted; which one had a lock
        locks = {name for operations in threads for what, name in operations if what == "lock"}
        gives = Counter(name for operations in threads for what, name in operations if what == "give")

        def make_object(name):
            retries = name.startswith("mutex") and costs is not FREE
            return Units(retries=retries) if name in locks else Flag(gives[name])

        super().__init__(map(iter, threads), processors, objects={name: make_object(name) for name in gives})

    def happens(self, thread, what, thing):
        self.n_done[thread] += 1
        if what == "lock":
            if self.former.get(thing, thread) != thread and self.processors > 1:
                self.debt[thread] += self.costs.line
            self.former[thing] = thread

    def place(self, thread):
        return self.n_done[thread]

    def go_on(self, thread):
        """It pays its debts first."""
        delay, self.debt[thread] = self.debt[thread], 0
        self.later(delay, self.act, thread)

    def act(self, thread):
        self.since[thread] = self.now
        super().act(thread)

    def leave_processor(self):
        if self.ready:
            self.debt[self.ready[0]] += max(0, self.costs.same_run - self.costs.same_call)
        super().leave_processor()

    def fork(self, thread, child):
        self.debt[thread] += self.costs.create
        self.later(self.costs.begin, self.get_processor, child)
        self.go_on(thread)

    def wake(self, woken, thread, name):
        delay = self.costs.line
        if not str(name).startswith("spin"):
            asleep = self.now - self.since[woken]
            self.debt[thread] += self.costs.of_wake(self.costs.call, asleep) if self.free else self.costs.same_call
            delay = self.costs.of_wake(self.costs.run, asleep)
        if self.free and delay:
            self.free -= 1
            self.later(delay, self.go_on, woken)
        else:
            self.get_processor(woken)


def random_costs(source):
    asleep = sorted(source.sample(range(1, 200_000), 3))
    asleep[0] *= source.randrange(2)
    return Costs(
        run=[(n, source.randrange(1, 40_000)) for n in asleep],
        call=[(n, source.randrange(1, 20_000)) for n in asleep],
        same_run=source.randrange(1, 9_000),
        same_call=source.randrange(1, 9_000),
        line=source.randrange(0, 300),
        begin=source.randrange(1, 60_000),
        create=source.randrange(1, 60_000),
    )


def random_program(source):
    """Rounds of workers that lock and work; between two rounds each tells each other one that it is
    ready, and awaits all others.  No two threads await the same flag, because it would be up to the
    machine which of them gets the only processor."""
    workers = range(1, source.randrange(3, 7))
    names = [f"{kind}{n}" for kind in ("mutex", "spin") for n in range(source.randrange(1, 3))]
    longest = source.choice((3_000, 30_000, 300_000))

    def work():
        return ("work", source.randrange(1, longest))

    threads = [[step for worker in workers for step in (work(), ("fork", worker))]]
    threads[0] += [step for worker in workers for step in (work(), ("join", worker))]
    rounds = [source.randrange(1, 30) for _ in range(3)]
    for worker in workers:
        operations = []
        for number, n_locks in enumerate(rounds):
            for _ in range(n_locks):
                name = source.choice(names)
                operations += [work(), ("lock", name), work(), ("give", name)]
            if number < len(rounds) - 1:
                operations += [work(), *(("give", f"{number}-{other}") for other in workers if other != worker)]
                operations.append(("await", f"{number}-{worker}"))
        threads.append(operations)
    return threads
