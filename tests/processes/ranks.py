# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces of ranks that hand messages round a ring, or take part in collective operations, as hpcmp
writes them.  The work of each rank is known, and so are work and span of all."""

SEND, RECEIVE, ALL, ROOTED = range(4096, 4100)


class Rank:
    def __init__(self, rank, ranks, job=77):
        self.rank = rank
        self.ranks = ranks
        self.thread = 1  # that does what follows
        self.lines = []
        self.event(
            f'"info":"hpcmp 0.1.0, Valgrind 3.27.1, pid {1000 + rank}, started at tick 5, rank {rank} of {ranks} '
            f'in job {job}, order virtual, command: ./ring"'
        )
        self.object(SEND, f"MPI world, {rank} to {(rank + 1) % ranks}, tag 7")
        self.object(RECEIVE, f"MPI world, {(rank - 1) % ranks} to {rank}, tag 7")

    def event(self, members, icnt=0):
        self.lines.append(f'{{"thid":{self.thread},"icnt":{icnt},"id":{len(self.lines) + 1},{members}}}')

    def object(self, addr, name, releases=1, acquires=1, prim="message"):
        self.event(f'"info":"shared: {addr} {releases} {acquires} {name}"')
        self.event(f'"life":{{"newsync":{{"prim":"{prim}","addr":{addr}}}}}')

    def rounds(self, to_root):
        """Begins the world's objects, with rank 0 as their root."""
        others = self.ranks - 1
        self.object(ALL, "MPI world", self.ranks, self.ranks, "barrier")
        if to_root:
            self.object(ROOTED, "MPI world, to 0", others, 1)
        else:
            self.object(ROOTED, "MPI world, from 0", 1, others)

    def take_part(self, number, work, to_root):
        if (self.rank == 0) != to_root:
            self.event(f'"sync":{{"rel":{ROOTED},"prim":"message","seq":{number},"usage":[]}}', work)
            work = 0
        self.event(f'"info":"arrives {ALL} {number}"', work)
        if (self.rank == 0) == to_root:
            self.event(f'"sync":{{"acq":{ROOTED},"prim":"message","seq":{number},"usage":[]}}')
        self.event(f'"info":"departs {ALL} {number}"')

    def send(self, number, work):
        self.event(f'"sync":{{"rel":{SEND},"prim":"message","seq":{number},"bytes":8,"usage":[]}}', work)

    def receive(self, number, work):
        self.event(f'"sync":{{"acq":{RECEIVE},"prim":"message","seq":{number},"usage":[]}}', work)

    def write(self, folder):
        file = folder / f"hpcmp.out.{1000 + self.rank}"
        file.write_text("[\n" + ",\n".join(self.lines) + "\n]\n")
        return file


def all_shift(folder, ranks, rounds, work):
    """All work, send to the right, and receive from the left.  Span: `rounds` x `work`."""
    for number in range(ranks):
        rank = Rank(number, ranks)
        for round_ in range(1, rounds + 1):
            rank.send(round_, work)
            rank.receive(round_, 0)
        rank.write(folder)


def token(folder, ranks, rounds, work, threads=1):
    """A rank that has the token works and hands it on: one rank works at a time if each is one thread.
    If a rank has two threads, each does every other round."""
    for number in range(ranks):
        rank = Rank(number, ranks)
        if threads == 2:
            rank.event('"sync":{"fork":2,"usage":[]}')
        for round_ in range(1, rounds + 1):
            rank.thread = 1 + round_ % threads
            if number > 0:
                rank.receive(round_, 0)
            rank.send(round_, work)
            if number == 0:
                rank.receive(round_, 0)
        rank.write(folder)


def in_turn(folder, ranks, turns, work, to_root):
    """In each round another rank works, and then there is a broadcast from rank 0, or a reduction to it.
    Span: as barriers, `ranks` x `turns` x `work`.  As data goes nobody waits long for others: `turns` x `work`
    to the root, and once `work` more from it, as what the others do first comes after the root's first."""
    for number in range(ranks):
        rank = Rank(number, ranks)
        rank.rounds(to_root)
        for round_ in range(ranks * turns):
            rank.take_part(round_ + 1, work if round_ % ranks == number else 0, to_root)
        rank.write(folder)
