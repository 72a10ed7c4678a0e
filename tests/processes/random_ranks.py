# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces of ranks that do what a real one may, at random: messages and collective operations, much of it without work
in between; threads, mutexes, heap blocks, stacks; locks and channels that some ranks have in common.  Ranks, and their
children, fork children, execute programs, and wait."""

import itertools
import random

COLLECTIVE, PAIRS, MUTEX, COMMON, CHANNELS = 8192, 16384, 64, 32768, 0x800000000001
COMMON_KINDS = "mutex", "winlock", "filelock"


class RandomProcess:
    """A rank, or a child of one."""

    def __init__(self, rng, pid, tick, what):
        self.rng, self.pid = rng, pid
        self.name, self.identity, self.what = f"hpcmp.out.{pid}-{tick}", f"pid {pid}, started at tick {tick}", what
        self.files, self.children, self.has_ended = {}, [], False
        self.begin_program()

    def begin_program(self):
        self.lines, self.objects, self.blocks = [], {}, []
        self.threads, self.last_thread, self.stacks = [1], 1, 0
        self.file = self.name + (f".{len(self.files)}" if self.files else "")
        self.files[self.file] = self.lines
        described = f"hpcmp 0.1.0, Valgrind 3.27.1, {self.identity}, {self.what}, order virtual"
        self.event(f'"info":"{described}, command: ./random{len(self.files)}"', 0)

    def work(self):
        return self.rng.choice([0, 0, 0, 1, 2, self.rng.randrange(50)])

    def event(self, members, icnt, thread=1):
        self.lines.append(f'{{"thid":{thread},"icnt":{icnt},"id":{len(self.lines) + 1},{members}}}')
        return len(self.lines)

    def object(self, addr, name, releases, acquires, prim):
        if addr not in self.objects:
            self.objects[addr] = 0
            self.event(f'"info":"shared: {addr} {releases} {acquires} {name}"', self.work())
            self.event(f'"life":{{"newsync":{{"prim":"{prim}","addr":{addr}}}}}', self.work())

    def at(self, always=False):
        """The place of an event: a new stack, which is told here, an earlier one, or nothing."""
        if not always and self.rng.random() < 0.3:
            return ""
        if self.stacks and self.rng.random() < 0.7:
            return f',"at":{self.rng.randrange(self.stacks) + 1}'
        self.stacks += 1
        n = self.stacks
        function = f'{{"fn":"f{n}","file":"p.c","line":{n}}}'
        return f',"at":[{{"stack":{n},"code":{{"code":{n},"obj":"/p","off":{n},"src":[{function}]}}}}]'

    def samples(self):
        if not self.stacks or self.rng.random() < 0.5:
            return ""
        return f',"work":[{{"at":{self.rng.randrange(self.stacks) + 1},"n":{self.rng.randrange(1, 9)}}}]'

    def usage(self):
        used = self.rng.sample(self.blocks, min(len(self.blocks), self.rng.randrange(3)))
        return ",".join(f'{{"addr":{a},"size":{s},"r":{self.rng.randrange(9)},"w":1}}' for a, s in used)

    def sync(self, kind, addr, prim, number, thread=1):
        members = f'"{kind}":{addr},"prim":"{prim}","seq":{number},"usage":[{self.usage()}]'
        self.event(f'"sync":{{{members}{self.at()}{self.samples()}}}', self.work(), thread)

    def does_something(self):
        thread = self.rng.choice(self.threads)
        what = self.rng.randrange(6)
        if what == 0:
            addr, size = 1 << 20 | len(self.lines) << 6, self.rng.randrange(1, 60)
            self.blocks.append((addr, size))
            self.event(f'"life":{{"alloc":{{"addr":{addr},"size":{size}{self.at()}}}}}', self.work(), thread)
        elif what == 1 and self.blocks:
            addr, size = self.blocks.pop(self.rng.randrange(len(self.blocks)))
            self.event(f'"life":{{"free":{{"addr":{addr},"size":{size},"r":1,"w":2}}}}', self.work(), thread)
        elif what == 2 and len(self.threads) < 4:
            self.last_thread += 1
            self.event(f'"sync":{{"fork":{self.last_thread},"usage":[]}}', self.work(), thread)
            self.threads.append(self.last_thread)
        elif what == 3 and len(self.threads) > 1:
            child = self.threads.pop()
            self.event('"sync":{"exit":null,"usage":[]}', self.work(), child)
            self.event(f'"sync":{{"join":{child},"usage":[]}}', self.work(), 1)
        else:
            self.uses_mutex(thread)

    def uses_mutex(self, thread):
        if MUTEX not in self.objects or self.rng.random() < 0.1:
            if MUTEX in self.objects:
                self.event(f'"life":{{"delsync":{{"prim":"mutex","addr":{MUTEX}}}}}', self.work())
            self.event(f'"life":{{"newsync":{{"prim":"mutex","addr":{MUTEX}}}}}', self.work())
            self.objects[MUTEX] = 0
        self.sync("acq", MUTEX, "mutex", self.objects[MUTEX], thread)
        self.objects[MUTEX] += 1
        self.sync("rel", MUTEX, "mutex", self.objects[MUTEX], thread)

    def uses_common(self, number, name, ticks):
        """Uses a common object under the rank's own address.  The object may have ended, or begin again."""
        addr, prim, thread = COMMON + number, COMMON_KINDS[number % len(COMMON_KINDS)], self.rng.choice(self.threads)
        if addr in self.objects and self.rng.random() < 0.05:
            if self.rng.random() < 0.5:
                self.event(f'"info":"object {addr} ends {next(ticks)}"', self.work())
            self.event(f'"life":{{"delsync":{{"prim":"{prim}","addr":{addr}}}}}', self.work())
            del self.objects[addr]
        if addr not in self.objects:
            how = self.rng.choice(("is", "is", "is", "begins"))
            self.event(f'"info":"object {addr} {how} {next(ticks)} 0 {prim} {name}"', self.work())
            self.event(f'"life":{{"newsync":{{"prim":"{prim}","addr":{addr}}}}}', self.work())
            self.objects[addr] = 0
        first = self.rng.randrange(3)
        for kind in ("acq", "rel"):
            if prim != "mutex":
                self.event(f'"info":"object {addr} range {first} {first}"', 0, thread)
            self.event(f'"info":"object {addr} acts {next(ticks)}"', 0, thread)
            self.sync(kind, addr, prim, self.objects[addr], thread)
            self.objects[addr] += 1

    def uses_channel(self, number, group, ticks):
        """The rank may know only one socket of a connection at first.  It may take what nobody has put in."""
        addr, thread = CHANNELS + number, self.rng.choice(self.threads)
        if addr not in self.objects or self.rng.random() < 0.05:
            names = (f"100/{group}",) if number == 0 else (f"{group}1>{group}2", f"{group}1>0", f"0>{group}2")
            units, name = self.rng.choice((0, 0, 3)), self.rng.choice(names)
            self.event(f'"info":"channel {addr} is {units} {name}"', self.work())
        if addr not in self.objects:
            self.objects[addr] = 0
            self.event(f'"life":{{"newsync":{{"prim":"pipe","addr":{addr}}}}}', self.work())
        what = self.rng.choice(("put", "put", "took", "saw", "closed", "ended", "sent", "received"))
        if what in ("put", "closed", "sent"):
            self.objects[addr] += 1
            self.sync("rel", addr, "pipe", self.objects[addr], thread)
        units, type_ = self.rng.randrange(1, 9), self.rng.randrange(1, 3)
        told = {
            "put": f"{units} {self.objects[addr]} ",
            "took": f"{units} ",
            "saw": f"{units} ",
            "closed": f"{self.objects[addr]} ",
            "sent": f"{type_} 0 {self.objects[addr]} ",
            "received": f"{type_} 0 ",
        }
        self.event(f'"info":"channel {addr} {what} {told.get(what, "")}{next(ticks)}"', 0, thread)
        if what in ("took", "saw", "ended", "received"):
            self.sync("acq", addr, "pipe", 0, thread)

    def fork(self, pid, tick, run):
        """The parent may be killed before it says so, or not be recorded; its trace may have another name by now, or
        its name another process's trace."""
        file = self.rng.choice([self.file] * 30 + ["hpcmp.out.1", "hpcmp.out.2000-5"])
        by = f"begun by process {self.pid}: by thread 1, after event {len(self.lines)} of {file}"
        child = RandomProcess(self.rng, pid, tick, f"run of {run}")
        child.event(f'"info":"{by if self.rng.random() < 0.97 else "a mark"}"', 0)
        if self.rng.random() < 0.97:
            self.event(f'"info":"process {pid} begins"', self.work(), self.rng.choice(self.threads))
        self.children.append(child)
        return child

    def waits(self):
        for child in [child for child in self.children if child.has_ended]:
            self.children.remove(child)
            self.event(f'"info":"process {child.pid} has ended"', self.work(), self.rng.choice(self.threads))

    def ends(self):
        """Some processes are killed, so their traces tell of no exits."""
        if self.rng.random() < 0.7:
            for thread in reversed(self.threads):
                self.event('"sync":{"exit":null,"usage":[]}', self.work(), thread)

    def executes(self):
        if self.rng.random() < 0.97:
            self.event('"info":"executes ./other"', self.work())
        self.ends()
        self.begin_program()

    def write(self, folder):
        for file, lines in self.files.items():
            (folder / file).write_text("[\n" + ",\n".join(lines) + "\n]\n")


class RandomFamilies:
    """Ranks, each with its children, of which some also send messages."""

    def __init__(self, rng, count):
        self.rng, self.tick = rng, 5
        whats = [f"rank {rank} of {count} in job 77" for rank in range(count)]
        self.ranks = [RandomProcess(rng, 2000 - rank, self.tick, what) for rank, what in enumerate(whats)]
        self.of_rank = [[rank] for rank in self.ranks]  # those that have not ended
        self.all = list(self.ranks)

    def does_something(self, number):
        """A pid may be used again, also by a child of another rank."""
        family = self.of_rank[number]
        process = self.rng.choice(family)
        what = self.rng.randrange(5)
        if what == 0 and len(family) < 4:
            self.tick += 1
            taken = {other.pid for others in self.of_rank for one in others for other in [one, *one.children]}
            pid = self.rng.choice([pid for pid in range(1950, 2050) if pid not in taken])
            family.append(process.fork(pid, self.tick, self.ranks[number].identity))
            self.all.append(family[-1])
        elif what == 1 and process is not self.ranks[number]:
            process.ends()
            process.has_ended = True
            family.remove(process)
        elif what == 2 and self.rng.random() < 0.3:
            process.executes()
        else:
            process.waits()

    def some_process(self, number):
        return self.rng.choice(self.of_rank[number])


def random_ranks(folder, seed, count, steps, neighbours=0, has_children=False):
    """So many neighbours have a few objects and channels in common; ranks, or their children too, do all that."""
    rng, ticks = random.Random(seed), itertools.count(1000)
    families = RandomFamilies(rng, count)
    sent, under_way, rounds = {}, [], 0
    for _ in range(steps):
        what, number = rng.randrange(8), rng.randrange(count)
        process = families.some_process(number)
        if what < 3:
            pair = number, rng.randrange(count)
            under_way.append((pair[1], *message(process, pair, count, sent)))
        elif what < 6 and under_way:
            receiver, addr, name, seq = under_way.pop(rng.randrange(len(under_way)))
            process = families.some_process(receiver)
            process.object(addr, name, 1, 1, "message")
            process.sync("acq", addr, "message", seq)
        elif what == 6 and rng.random() < 0.1:
            rounds += 1
            for kind in ("rel", "acq"):
                for rank in rng.sample(families.ranks, count):
                    rank.object(COLLECTIVE, "MPI world, all", count, count, "barrier")
                    rank.sync(kind, COLLECTIVE, "barrier", rounds)
        elif has_children and rng.random() < 0.3:
            families.does_something(number)
        else:
            process.does_something()
            if neighbours > 0 and rng.random() < 0.3:
                which = rng.randrange(4)
                process.uses_common(which, f"object {which} of {number // neighbours}", ticks)
            if neighbours > 0 and rng.random() < 0.3:
                process.uses_channel(rng.randrange(2), number // neighbours + 1, ticks)
    for process in families.all:
        process.write(folder)


def message(sender, pair, ranks, sent):
    addr = PAIRS + pair[0] * ranks + pair[1]
    name = f"MPI world, {pair[0]} to {pair[1]}, tag 7"
    sender.object(addr, name, 1, 1, "message")
    seq = sent[pair] = sent.get(pair, 0) + 1
    sender.sync("rel", addr, "message", seq)
    return addr, name, seq
