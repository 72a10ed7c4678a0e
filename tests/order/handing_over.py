# SPDX-License-Identifier: GPL-2.0-or-later
"""A machine on which threads pay for handing over, as a simulation of discrete events, and random
programs for it.  docs/machine-format.md has the rules.

A program is a list of operations for each thread, of which the first one is there from the
beginning.  An operation is a pair: ("work", n), ("lock", name), ("unlock", name), ("tell", name),
("await", name), ("fork", thread), ("join", thread).  A name that begins with "mutex" is a lock
whose waiters sleep, "spin" one whose waiters spin; who awaits a flag goes on when all threads that
tell it have done so.  Costs are whole units of time."""

import heapq
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass


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


class Machine:
    """Runs the threads to their end: `end` is when the last one gets there."""

    def __init__(self, threads, processors, costs):
        self.threads, self.processors, self.costs = threads, processors, costs
        self.free, self.now, self.coming, self.ready = processors, 0, [], deque()
        self.at, self.debt = [0] * len(threads), [0] * len(threads)
        self.since, self.has_ended = {}, set()
        self.holder, self.former, self.line = {}, {}, {}
        self.told, self.awaiting, self.joining = {}, {}, {}
        self.tellers = {}
        for operations in threads:
            for what, name in operations:
                if what == "tell":
                    self.tellers[name] = self.tellers.get(name, 0) + 1
        self.get_processor(0)
        while self.coming:
            self.now, _, _, arrives, argument = heapq.heappop(self.coming)
            arrives(argument)
        if len(self.has_ended) < len(threads):
            raise RuntimeError("threads wait for each other")
        self.end = self.now

    def happens(self, thread, what, name):
        """A thread's next operation has its effect: for a class that records."""

    def later(self, delay, arrives, thread):
        heapq.heappush(self.coming, (self.now + delay, self.at[thread], thread, arrives, thread))

    def get_processor(self, thread):
        if self.free == 0:
            self.ready.append(thread)
        else:
            self.free -= 1
            self.go_on(thread)

    def leave_processor(self):
        self.free += 1
        if self.ready:
            self.free -= 1
            thread = self.ready.popleft()
            self.debt[thread] += max(0, self.costs.same_run - self.costs.same_call)
            self.go_on(thread)

    def go_on(self, thread):
        """It has a processor: it pays its debts, then works up to its next operation."""
        delay, self.debt[thread] = self.debt[thread], 0
        operations = self.threads[thread]
        while self.at[thread] < len(operations) and operations[self.at[thread]][0] == "work":
            delay += operations[self.at[thread]][1]
            self.at[thread] += 1
        self.later(delay, self.act, thread)

    def act(self, thread):
        if self.at[thread] == len(self.threads[thread]):
            self.happens(thread, "exit", None)
            self.has_ended.add(thread)
            if thread in self.joining:
                self.end_wait(self.joining.pop(thread), thread)
            self.leave_processor()
            return
        what, name = self.threads[thread][self.at[thread]]
        may_wait = what in ("lock", "await", "join")
        if not may_wait:
            self.happens(thread, what, name)
        if getattr(self, what)(thread, name):
            if may_wait:
                self.happens(thread, what, name)
            self.at[thread] += 1
            self.go_on(thread)
        else:
            self.since[thread] = self.now
            self.leave_processor()

    def end_wait(self, thread, by, retries=False, spins=False):
        """The thread goes on behind its operation, or with it."""
        if not retries:
            self.happens(thread, *self.threads[thread][self.at[thread]])
            self.at[thread] += 1
        delay = self.costs.line
        if not spins:
            asleep = self.now - self.since[thread]
            self.debt[by] += self.costs.of_wake(self.costs.call, asleep) if self.free else self.costs.same_call
            delay = self.costs.of_wake(self.costs.run, asleep)
        if self.free and delay:
            self.free -= 1
            self.later(delay, self.go_on, thread)
        else:
            self.get_processor(thread)

    def take(self, thread, name):
        self.holder[name] = thread
        if self.former.get(name, thread) != thread and self.processors > 1:
            self.debt[thread] += self.costs.line
        self.former[name] = thread

    def lock(self, thread, name):
        if name in self.holder:
            self.line.setdefault(name, deque()).append(thread)
            return False
        self.take(thread, name)
        return True

    def unlock(self, thread, name):
        del self.holder[name]
        if self.line.get(name):
            woken = self.line[name].popleft()
            retries = name.startswith("mutex") and self.costs is not FREE
            if not retries:
                self.take(woken, name)
            self.end_wait(woken, thread, retries, spins=name.startswith("spin"))
        return True

    def tell(self, thread, name):
        self.told[name] = self.told.get(name, 0) + 1
        if self.told[name] == self.tellers[name]:
            if name in self.awaiting:
                self.end_wait(self.awaiting.pop(name), thread)
        return True

    def await_(self, thread, name):
        if self.told.get(name) == self.tellers[name]:
            return True
        self.awaiting[name] = thread
        return False

    def fork(self, thread, child):
        self.debt[thread] += self.costs.create
        self.later(self.costs.begin, self.get_processor, child)
        return True

    def join(self, thread, child):
        if child in self.has_ended:
            return True
        self.joining[child] = thread
        return False


setattr(Machine, "await", Machine.await_)


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
                operations += [work(), ("lock", name), work(), ("unlock", name)]
            if number < len(rounds) - 1:
                operations += [work(), *(("tell", f"{number}-{other}") for other in workers if other != worker)]
                operations.append(("await", f"{number}-{worker}"))
        threads.append(operations)
    return threads
