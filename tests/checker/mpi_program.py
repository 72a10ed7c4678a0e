# SPDX-License-Identifier: GPL-2.0-or-later
"""Simulates programs that pass messages as MPI does, and logs them as Alog.

Messages between two processes of a communicator arrive in the order in which
they were sent; one that arrives goes to the first posted receive that takes
it, or waits to be taken by the first receive posted that does.  So who
received what is known, whatever the log shows of it.
"""

import random
from collections import deque
from dataclasses import dataclass, field

ANY_SOURCE, ANY_TAG, NOBODY = -2, -1, -3

# Types of events, and what each means.
MAP = f"""
let any-source {ANY_SOURCE}
let any-tag {ANY_TAG}
let no-process {NOBODY}
1  send partner=data communicator=word.1 tag=word.2 size=word.3 request=word.4
2  send partner=data communicator=word.1 tag=word.2 size=word.3
3  complete
4  send partner=data communicator=word.1 tag=word.2 size=word.3 request=word.4 synchronous=1
5  send partner=data communicator=word.1 tag=word.2 size=word.3 synchronous=1
7  post partner=data communicator=word.1 tag=word.2 request=word.3
8  post partner=data communicator=word.1 tag=word.2
9  complete partner=data tag=word.1
10 complete request=data partner=word.1 tag=word.2 cancelled=word.3
11 complete request=words.1
12 complete if=data request=word.1 partner=word.2 tag=word.3
13 rank rank=data communicator=word.1
14 post partner=data communicator=word.1 tag=word.2 request=word.3
15 complete request=data
"""
ISEND, SEND, SEND_ENDS, ISSEND, SSEND, IRECV, RECV, RECV_ENDS, WAIT, SOME, TEST, RANK, PROBE, MRECV = (
    1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15,
)


@dataclass(frozen=True)
class Where:
    """A line of the log."""

    process: int
    task: int
    time: int


@dataclass
class Message:
    communicator: int
    source: int  # these two are ranks
    destination: int
    tag: int
    sent: Where
    synchronous: bool
    receive: "Receive | None" = None

    def key(self):
        return self.communicator, self.source, self.destination, self.tag


@dataclass
class Receive:
    communicator: int
    destination: int
    source: int
    tag: int
    posted: Where
    message: Message | None = None
    completed: Where | None = None

    def key(self):
        """None for a wildcard that took nothing."""
        if self.message:
            return self.message.key()
        if ANY_SOURCE == self.source or ANY_TAG == self.tag:
            return None
        return self.communicator, self.source, self.destination, self.tag

    def takes(self, message):
        return self.source in (ANY_SOURCE, message.source) and self.tag in (ANY_TAG, message.tag)


@dataclass
class Process:
    number: int
    skew: int
    blocked: dict = field(default_factory=dict)  # by task: a Message or a Receive
    requests: dict = field(default_factory=dict)  # by number: a Message, a Receive or None
    free: list = field(default_factory=list)  # numbers of requests that may be used again


class Program:
    """A random run.  `lines` is its log; `pairs` says what comes after what:
    pairs of Where, once for each message, and once for each synchronous send."""

    def __init__(self, seed, processes=4, tasks=1, steps=300, skew=0):
        self.random = random.Random(seed)
        self.tasks = tasks
        self.clock = 0
        self.lines = []
        self.pairs = []
        self.messages, self.receives = [], []
        self.processes = [Process(p, self.random.randint(0, skew)) for p in range(processes)]
        self.travelling = {}  # by communicator, source, destination
        self.arrived = {}  # by communicator and destination: messages that nobody took yet
        self.posted = {}  # the same: receives that took none yet
        self.members = {0: list(range(processes))}  # of a communicator, by rank
        for communicator in range(1, 4):
            some = self.random.sample(range(processes), self.random.randint(2, processes))
            self.members[communicator] = some
            for rank, process in enumerate(some):
                self.log(RANK, self.processes[process], 0, rank, communicator)
        for _ in range(steps):
            self.random.choice((self.step, self.step, self.arrive))()
        self.come_to_an_end()

    def log(self, kind, process, task, data, *words):
        self.clock += 1
        where = Where(process.number, task, self.clock + process.skew)
        text = " ".join(map(str, words))
        self.lines.append((where.time, f"{kind} {process.number} {task} {data} 0 {where.time} {text}\n"))
        return where

    def text(self):
        """As a program that merges the processes' logs would write it."""
        return "".join(line for _, line in sorted(self.lines, key=lambda line: line[0]))

    # --- What a thread does ---------------------------------------------------

    def step(self):
        process = self.random.choice(self.processes)
        task = self.random.randrange(self.tasks)
        if task in process.blocked:
            self.unblock(process, task)
            return
        act = self.random.choice(6 * (self.send, self.receive) + 2 * (self.wait, self.some, self.test, self.probe) + (self.cancel,))
        act(process, task)

    def place(self, process):
        """A communicator of the process, and its rank there."""
        mine = [c for c, members in self.members.items() if process.number in members]
        communicator = self.random.choice(mine)
        return communicator, self.members[communicator].index(process.number)

    def request(self, process, operation):
        number = process.free.pop() if process.free else len(process.requests) + 1
        while number in process.requests:
            number += 1
        process.requests[number] = operation
        return number

    def send(self, process, task):
        communicator, rank = self.place(process)
        to = self.random.choice([*range(len(self.members[communicator])), NOBODY])
        tag = self.random.randrange(2)
        kind = self.random.choice((ISEND, ISEND, SEND, ISSEND, SSEND))
        if kind == SSEND and not self.posted.get((communicator, to)) and self.random.random() < 0.95:
            kind = SEND  # who waits for long lets nothing happen
        synchronous = kind in (ISSEND, SSEND)
        message = None if to == NOBODY else Message(communicator, rank, to, tag, None, synchronous)
        words = [communicator, tag, 8]
        if kind in (ISEND, ISSEND):
            words.append(self.request(process, message))
        where = self.log(kind, process, task, to, *words)
        if message:
            message.sent = where
            self.messages.append(message)
            self.travelling.setdefault((communicator, rank, to), deque()).append(message)
        if kind in (SEND, SSEND) and not (synchronous and message):
            self.log(SEND_ENDS, process, task, 0)
        elif kind == SSEND:
            process.blocked[task] = message

    def receive(self, process, task):
        communicator, rank = self.place(process)
        source = self.random.choice([*range(len(self.members[communicator])), ANY_SOURCE, ANY_SOURCE, NOBODY])
        tag = self.random.choice((0, 1, ANY_TAG))
        receive = None if source == NOBODY else Receive(communicator, rank, source, tag, None)
        at_hand = any(receive and receive.takes(m) for m in self.arrived.get((communicator, rank), ()))
        if self.random.random() < (0.5 if at_hand else 0.02):
            where = self.log(RECV, process, task, source, communicator, tag)
            if receive:
                process.blocked[task] = receive
            else:
                self.log(RECV_ENDS, process, task, NOBODY, ANY_TAG)
        else:
            where = self.log(IRECV, process, task, source, communicator, tag, self.request(process, receive))
        if receive:
            receive.posted = where
            self.receives.append(receive)
            self.post(receive)

    def probe(self, process, task):
        """A matched probe: takes what has arrived, to receive it later."""
        communicator, rank = self.place(process)
        waiting = self.arrived.get((communicator, rank))
        if not waiting:
            return
        message = waiting.popleft()
        receive = Receive(communicator, rank, message.source, message.tag, None, message)
        message.receive = receive
        handle = self.request(process, receive)
        receive.posted = self.log(PROBE, process, task, message.source, communicator, message.tag, handle)
        self.receives.append(receive)

    def post(self, receive):
        key = (receive.communicator, receive.destination)
        for message in self.arrived.get(key, ()):
            if receive.takes(message):
                self.arrived[key].remove(message)
                receive.message, message.receive = message, receive
                return
        self.posted.setdefault(key, []).append(receive)

    def arrive(self):
        lanes = [lane for lane in self.travelling.values() if lane]
        if not lanes:
            return False
        message = self.random.choice(lanes).popleft()
        key = (message.communicator, message.destination)
        for receive in self.posted.get(key, ()):
            if receive.takes(message):
                self.posted[key].remove(receive)
                receive.message, message.receive = message, receive
                return True
        self.arrived.setdefault(key, deque()).append(message)
        return True

    # --- Completions ----------------------------------------------------------

    @staticmethod
    def is_complete(operation):
        if isinstance(operation, Receive):
            return operation.message is not None
        return operation is None or not operation.synchronous or operation.receive is not None

    def complete(self, operation, where):
        if isinstance(operation, Receive):
            operation.completed = where
            self.pairs.append((operation.message.sent, where))
        elif operation and operation.synchronous:
            self.pairs.append((operation.receive.posted, where))

    def unblock(self, process, task):
        operation = process.blocked[task]
        if not self.is_complete(operation):
            return False
        del process.blocked[task]
        if isinstance(operation, Receive):
            where = self.log(RECV_ENDS, process, task, operation.message.source, operation.message.tag)
        else:
            where = self.log(SEND_ENDS, process, task, 0)
        self.complete(operation, where)
        return True

    def done(self, process):
        return [number for number, operation in process.requests.items() if self.is_complete(operation)]

    def take(self, process, number):
        process.free.append(number)
        return process.requests.pop(number)

    @staticmethod
    def status(operation):
        if isinstance(operation, Receive):
            return operation.message.source, operation.message.tag
        return NOBODY, ANY_TAG

    def wait(self, process, task):
        if done := self.done(process):
            number = self.random.choice(done)
            operation = self.take(process, number)
            kind = MRECV if isinstance(operation, Receive) and self.random.random() < 0.3 and operation.source >= 0 <= operation.tag else WAIT
            words = () if kind == MRECV else (*self.status(operation), 0)
            self.complete(operation, self.log(kind, process, task, number, *words))
            return True
        return False

    def some(self, process, task):
        """Waitsome, Waitall, Testsome; perhaps of none."""
        done = self.done(process)
        some = self.random.sample(done, self.random.randint(0, len(done)))
        operations = [self.take(process, number) for number in some]
        words = [":".join(map(str, (number, *self.status(operation)))) for number, operation in zip(some, operations)]
        where = self.log(SOME, process, task, 0, *words)
        for operation in operations:
            self.complete(operation, where)

    def test(self, process, task):
        if not process.requests:
            return
        number = self.random.choice(list(process.requests))
        if not self.is_complete(process.requests[number]):
            self.log(TEST, process, task, 0, number)
            return
        operation = self.take(process, number)
        self.complete(operation, self.log(TEST, process, task, 1, number, *self.status(operation)))

    def cancel(self, process, task):
        """Cancels the first request that has no message or receive yet."""
        for number, operation in list(process.requests.items()):
            if isinstance(operation, Receive) and not operation.message:
                self.posted[operation.communicator, operation.destination].remove(operation)
                self.receives.remove(operation)
            elif isinstance(operation, Message) and not operation.receive:
                lane = self.travelling[operation.communicator, operation.source, operation.destination]
                place = self.arrived.get((operation.communicator, operation.destination), ())
                (lane if operation in lane else place).remove(operation)
                self.messages.remove(operation)
            else:
                continue
            self.take(process, number)
            self.log(WAIT, process, task, number, NOBODY, ANY_TAG, 1)
            return

    def come_to_an_end(self):
        """All that can be complete is."""
        while self.arrive():
            pass
        for process in self.processes:
            for task in list(process.blocked):
                self.unblock(process, task)
            while self.wait(process, 0):
                pass

    # --- What is left open ----------------------------------------------------

    def ambiguous(self):
        """How many messages were received whose send, or receive, was under way together with one of
        the same key by another thread."""
        spans = {}  # by what and key
        for message in self.messages:
            end = message.receive and message.receive.completed
            spans.setdefault(("send", message.key()), []).append((message.sent, end, message))
        for receive in self.receives:
            if key := receive.key():
                end = receive.completed
                spans.setdefault(("receive", key), []).append((receive.posted, end, receive.message))
        open_ones = set()
        for calls in spans.values():
            for begin, end, message in calls:
                if any(
                    other.task != begin.task and _before(begin, other_end) and _before(other, end)
                    for other, other_end, _ in calls
                ):
                    open_ones.add(id(message))
        return sum(
            id(m) in open_ones for m in self.messages if m.receive and m.receive.completed
        )


def _before(begin, end):
    return end is None or begin.time < end.time
