# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces of ranks that hand messages round a ring, as hpcmp writes them.  Who has what to do is known,
and so are work and span."""

SEND, RECEIVE = 4096, 4097


class Rank:
    def __init__(self, rank, ranks):
        self.rank = rank
        self.lines = []
        self.event(
            f'"info":"hpcmp 0.1.0, Valgrind 3.27.1, pid {1000 + rank}, started at tick 5, rank {rank} of {ranks} '
            'in job 77, order virtual, command: ./ring"'
        )
        self.object(SEND, f"MPI world, {rank} to {(rank + 1) % ranks}, tag 7")
        self.object(RECEIVE, f"MPI world, {(rank - 1) % ranks} to {rank}, tag 7")

    def event(self, members, icnt=0):
        self.lines.append(f'{{"thid":1,"icnt":{icnt},"id":{len(self.lines) + 1},{members}}}')

    def object(self, addr, name):
        self.event(f'"info":"shared: {addr} 1 1 {name}"')
        self.event(f'"life":{{"newsync":{{"prim":"message","addr":{addr}}}}}')

    def send(self, number, work):
        self.event(f'"sync":{{"rel":{SEND},"prim":"message","seq":{number},"bytes":8,"usage":[]}}', work)

    def receive(self, number, work):
        self.event(f'"sync":{{"acq":{RECEIVE},"prim":"message","seq":{number},"usage":[]}}', work)

    def write(self, folder):
        file = folder / f"hpcmp.out.{1000 + self.rank}"
        file.write_text("[\n" + ",\n".join(self.lines) + "\n]\n")


def all_shift(folder, ranks, rounds, work):
    """All work, send to the right, and receive from the left.  Span: `rounds` x `work`."""
    for number in range(ranks):
        rank = Rank(number, ranks)
        for round_ in range(1, rounds + 1):
            rank.send(round_, work)
            rank.receive(round_, 0)
        rank.write(folder)


def token(folder, ranks, rounds, work):
    """Who has the token works and hands it on: nobody works beside another."""
    for number in range(ranks):
        rank = Rank(number, ranks)
        for round_ in range(1, rounds + 1):
            if number > 0:
                rank.receive(round_, 0)
            rank.send(round_, work)
            if number == 0:
                rank.receive(round_, 0)
        rank.write(folder)
