# SPDX-License-Identifier: GPL-2.0-or-later
"""Message queues of a random run that all its processes have, and which message each receive takes."""

from dataclasses import dataclass, field

PRIORITIES = (3, 4, 11)
MARKS = (5, 6, 7)


@dataclass
class Message:
    type: int
    mark: int
    thread: object
    release: tuple


@dataclass
class Queue:
    name: str
    messages: list = field(default_factory=list)  # the oldest first
    is_used: bool = False  # somebody in the run has sent one


class RandomMessages:
    """A part of RandomRun: what threads send and receive."""

    def begin_queues(self):
        self.queues = [Queue("queue 7"), Queue("20/19")]

    def use_queue(self, process, thread):
        if self.is_busy(process):
            return
        queue = self.random.choice(self.queues)
        if queue.name not in process.known:
            process.known[queue.name] = [0x9000 + 64 * len(process.known), 0]
            self.info(process, thread, f"channel {process.known[queue.name][0]} is 0 {queue.name}")
        if self.random.random() < 0.5:
            self.send(process, thread, queue)
        elif queue.messages:
            self.receive(process, thread, queue)
        elif not queue.is_used:
            self.receive_from_outside(process, thread, queue)

    def send(self, process, thread, queue):
        addr, number = process.known[queue.name] = [process.known[queue.name][0], process.known[queue.name][1] + 1]
        message = Message(self.random.choice(PRIORITIES), self.random.choice(MARKS), thread, None)
        message.release = self.sync(process, thread, {"rel": addr, "prim": "message", "seq": number})
        self.info(process, thread, f"channel {addr} sent {message.type} {message.mark} {number} {self.tick_of()}")
        queue.messages.append(message)
        queue.is_used = True

    def receive(self, process, thread, queue):
        """Receives a message.  If it is not the oldest of its type, its bytes differ from those before it."""
        message = self.random.choice(queue.messages)
        alike = next(m for m in queue.messages if (m.type, m.mark) == (message.type, message.mark))
        oldest = next(m for m in queue.messages if m.type == message.type)
        highest = max(m.type for m in queue.messages)
        how, taken = self.random.choice(
            [
                (f"received {message.type} {message.mark}", alike),
                (f"received {message.type} 0", oldest),
                ("received first 0", next(m for m in queue.messages if m.type == highest)),
            ]
        )
        queue.messages.remove(taken)
        self.receives(process, thread, queue, how, taken)

    def receive_from_outside(self, process, thread, queue):
        how = self.random.choice(["received 3 5", "received 3 0", "received first 5"])
        self.receives(process, thread, queue, how, None)

    def receives(self, process, thread, queue, how, message):
        addr = process.known[queue.name][0]
        self.info(process, thread, f"channel {addr} {how} {self.tick_of()}")
        acquire = {"acq": addr, "prim": "message", "seq": 0, "usage": []}
        self.event(process, thread, {"sync": acquire}, has_work=False)
        if message is not None and message.thread is not thread:
            thread.after.append(message.release)
