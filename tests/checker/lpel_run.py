# SPDX-License-Identifier: GPL-2.0-or-later
"""Random runs of a stream runtime, logged as LPEL and S-Net do, whose order is known.

A run is a network of tasks that several workers execute.  It is simulated an operation at a time, so
it is known which item was written and read where and when; what the logs show of that depends on the
monitoring flags.
"""

import dataclasses
import random

VERSION = "Log format version 2.2 (since 05/03/2012)#"


@dataclasses.dataclass
class Item:
    """An item that goes through a stream."""

    message: tuple | None  # node and number; None: a control item
    written: tuple = ()  # (dispatch, time)
    read: tuple = ()


@dataclasses.dataclass
class Stream:
    number: int
    room: int
    items: list = dataclasses.field(default_factory=list)  # all that were ever written
    taken: int = 0

    def waiting(self):
        return len(self.items) - self.taken


@dataclasses.dataclass
class Dispatch:
    """An entry of a task."""

    task: "Task"
    log: str
    start: int
    end: int = 0
    kind: str = ""
    uses: dict = dataclasses.field(default_factory=dict)  # (stream, mode) -> [state, items, flags]
    messages: list = dataclasses.field(default_factory=list)  # (time, I or O, message, size)

    def use(self, stream, mode):
        state = "I" if (stream.number, mode) in self.task.opened else "O"
        self.task.opened.add((stream.number, mode))
        return self.uses.setdefault((stream.number, mode), [state, 0, ["-", "-", "-"]])


class Task:
    """Reads from its streams and writes to others, until what it reads from has ended."""

    def __init__(self, number, name, logs_messages, budget):
        self.number, self.name, self.path = number, name, " "
        self.logs_messages = logs_messages
        self.budget = budget  # items that a source makes
        self.inputs, self.outputs = [], []
        self.ended_inputs = set()
        self.opened = set()
        self.created = 0
        self.pending = []  # (stream, item): to be written next
        self.blocked = None  # what it waits for
        self.running = self.done = False

    def runnable(self):
        return not self.running and not self.done and (self.blocked is None or self.blocked())


class Run:
    """The logs are in `files`; what has happened is in `dispatches` and `streams`."""

    def __init__(self, seed, flags, dialect="snet", node=0, shift=0, foreign=()):
        """`shift` is how far the node's clock is ahead; `foreign` are messages from other nodes, which
        are all that comes in then."""
        self.rng = random.Random(seed)
        self.flags, self.dialect, self.node, self.shift = flags, dialect, node, shift
        self.dispatches, self.streams = [], []
        self.waits = {}
        self.cut_off = set()  # logs without an end
        self.messages = 0
        self.foreign = list(foreign)
        self.files = {}
        self.first_time = 1000 + self.rng.randrange(10**6)
        if self.rng.random() < 0.3:
            self.first_time += 3 * 10**9  # more than seconds
        self.build()
        self.simulate()

    # --- The network ---

    def build(self):
        count = self.rng.randrange(3, 9)
        self.tasks = [Task(i, f"box{i}", self.rng.random() < 0.7, 0) for i in range(count)]
        self.tasks[0].budget = len(self.foreign) or self.rng.randrange(1, 12)
        self.tasks[0].name, self.tasks[-1].name = "glob_input", "glob_output"
        for task in self.tasks:
            task.path = self.rng.choice((" ", "", ":S1:I0:R "))
        self.tasks[0].logs_messages, self.tasks[-1].logs_messages = True, False
        for reader in range(1, count):
            for writer in {self.rng.randrange(reader) for _ in range(self.rng.choice((1, 1, 2)))}:
                room = self.rng.choice((1, 2, 5, 10**6))
                stream = Stream(len(self.streams), room)
                self.streams.append(stream)
                self.tasks[writer].outputs.append(stream)
                self.tasks[reader].inputs.append(stream)
        self.workers = [self.log_name(f"worker{i:02}") for i in range(self.rng.randrange(1, 4))]
        self.clocks = {log: self.first_time + self.rng.randrange(50) for log in self.workers}
        for wrapper in ("glob_input", "glob_output"):
            self.clocks[self.log_name(wrapper)] = self.first_time + self.rng.randrange(50)

    def log_name(self, part):
        node = "n-1" if self.dialect == "lpel" else f"n{self.node:02}"
        return f"mon_{node}_{part}.log"

    def place(self, task, log):
        """Whether the task may be executed by that worker: wrappers have their own."""
        own = task.name in ("glob_input", "glob_output")
        return log == self.log_name(task.name) if own else log in self.workers

    # --- What happens ---

    def simulate(self):
        for log, clock in self.clocks.items():
            self.files[log] = VERSION if log in self.workers else ""
            self.write(log, clock, "S", "WL")
            self.waits[log] = []
        running = {}
        waiting_since = {}
        last = 0
        while not all(task.done for task in self.tasks):
            log = min(self.clocks, key=self.clocks.get)
            now = last = max(self.clocks[log], last + 1)  # no two things happen at once
            self.clocks[log] = now + self.rng.randrange(1, 50)
            if log in running:
                if not self.step(running[log], now):
                    del running[log]
                continue
            ready = [t for t in self.tasks if t.runnable() and self.place(t, log)]
            if not ready:
                waiting_since.setdefault(log, now)
                continue
            self.end_wait(log, waiting_since.pop(log, None), now)
            running[log] = self.begin(self.rng.choice(ready), log, now)
        for log in sorted(self.clocks):
            self.end_wait(log, waiting_since.pop(log, None), self.clocks[log])
            self.stop(log)

    def begin(self, task, log, now):
        task.running, task.blocked = True, None
        task.created = task.created or now
        dispatch = Dispatch(task, log, now)
        self.dispatches.append(dispatch)
        return dispatch

    def step(self, dispatch, now):
        """One operation; false if the dispatch is over then."""
        task = dispatch.task
        if task.pending:
            return self.put(dispatch, now)
        if self.rng.random() < 0.05:
            return self.end(dispatch, "R", now, None)
        if not task.inputs:
            return self.make(dispatch, now)
        open_inputs = [s for s in task.inputs if s.number not in task.ended_inputs]
        if not open_inputs:
            return self.end(dispatch, "Z", now, None)
        full = [s for s in open_inputs if s.waiting()]
        if full:
            self.take(dispatch, self.rng.choice(full), now)
            return True
        for stream in open_inputs:
            dispatch.use(stream, "r")
        if len(open_inputs) == 1:
            dispatch.use(open_inputs[0], "r")[2][0] = "?"
        kind = "I" if len(open_inputs) == 1 else "A"
        return self.end(dispatch, kind, now, lambda: any(s.waiting() for s in open_inputs))

    def make(self, dispatch, now):
        task = dispatch.task
        if task.budget == 0:
            return self.end(dispatch, "Z", now, None)
        task.budget -= 1
        message = self.foreign.pop() if self.foreign else self.new_message()
        if message[0] == self.node:
            dispatch.messages.append((now, "I", message, 0))
        task.pending.append((self.rng.choice(task.outputs), Item(message)))
        if task.budget == 0:
            task.pending += [(stream, Item(None)) for stream in task.outputs]
        return True

    def new_message(self):
        self.messages += 1
        return self.node, self.messages - 1

    def put(self, dispatch, now):
        task = dispatch.task
        stream, item = task.pending[0]
        if item.message and task.inputs and task.logs_messages and not item.written:
            dispatch.messages.append((now, "O", item.message, self.rng.choice((4, 8))))
            item.written = ("logged",)
        use = dispatch.use(stream, "w")
        if stream.waiting() >= stream.room:
            use[2][0] = "?"
            return self.end(dispatch, "O", now, lambda: stream.waiting() < stream.room)
        task.pending.pop(0)
        item.written = (dispatch, now)
        stream.items.append(item)
        use[1] += 1
        use[2][2] = "*"
        if stream.waiting() == 1:
            use[2][1] = "!"
        return True

    def take(self, dispatch, stream, now):
        task = dispatch.task
        item = stream.items[stream.taken]
        stream.taken += 1
        item.read = (dispatch, now)
        use = dispatch.use(stream, "r")
        use[1] += 1
        use[2][2] = "*"
        if item.message is None:
            task.ended_inputs.add(stream.number)
            if len(task.ended_inputs) == len(task.inputs):
                task.pending += [(out, Item(None)) for out in task.outputs]
            return
        if task.logs_messages:
            dispatch.messages.append((now, "I", item.message, 4))
        for out in self.rng.sample(task.outputs, self.rng.randrange(len(task.outputs) + 1)):
            passed_on = item.message if not task.logs_messages else self.new_message()
            task.pending.append((out, Item(passed_on)))

    def end(self, dispatch, kind, now, until):
        task = dispatch.task
        dispatch.end, dispatch.kind = now, kind
        task.running, task.blocked = False, until
        task.done = kind == "Z"
        for use in dispatch.uses.values():
            use[0] = "C" if task.done else use[0]
        if "T" in self.flags:
            self.write_dispatch(dispatch)
        return False

    def end_wait(self, log, since, now):
        if since is not None:
            self.waits[log].append(now - since)
            self.write(log, now, f"W{now - since}", "W", " " if self.dialect == "lpel" else "")

    # --- What is logged ---

    def time(self, time):
        time += self.shift
        if self.dialect == "lpel":
            return f"{time // 10**9}.{time % 10**9:09} "
        return str(time)

    def write(self, log, time, text, flags, more=""):
        """An entry that any of these flags asks for."""
        if set(flags) & set(self.flags):
            timed = "t" in self.flags or ("L" in self.flags and text in "SE")
            self.files[log] += (self.time(time) if timed else "") + text + more + "#"

    def write_dispatch(self, dispatch):
        gap = "  " if self.dialect == "lpel" else " "
        timed = "t" in self.flags
        text = f"{self.time(dispatch.end) if timed else ''}{dispatch.kind}{dispatch.task.number} "
        if timed:
            text += f"{dispatch.end - dispatch.start}{gap}"
            text += f"{dispatch.task.created + self.shift}{gap}" if dispatch.kind == "Z" else ""
        if "S" in self.flags:
            for (stream, mode), (state, items, marks) in dispatch.uses.items():
                text += f"{stream}{mode}{state}{items}{''.join(marks)}"
        if "M" in self.flags:
            for time, way, (node, local), size in dispatch.messages:
                text += f"{self.time(time) if timed else ''}{way}{node}.{local}S{size};"
        self.files[dispatch.log] += text + "#"

    def stop(self, log):
        if log not in self.workers and self.rng.random() < 0.3:
            self.cut_off.add(log)
        else:
            self.write(log, self.clocks[log], "E", "WL")
            if "L" in self.flags:
                self.files[log] += f"WC{len(self.waits[log])}WT{sum(self.waits[log])}"

    def map(self):
        text = VERSION
        for task in self.tasks:
            worker = self.rng.choice(("", " 0", " -1"))
            text += f"{task.number}{task.path}{task.name}{worker}#"
        return text
