# SPDX-License-Identifier: GPL-2.0-or-later
"""Messages, rounds, neighbours and windows by mpi4py.

usage: bindings.py STEPS, the library that steps_library.c became"""

import ctypes
import sys
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.rank, world.size
following, previous = (rank + 1) % size, (rank - 1) % size
steps = ctypes.CDLL(sys.argv[1])
steps.steps_begin(rank, size)


def step(what, after, does):
    """`after`: the ranks that this one comes after.  Returns what it does."""
    steps.step_before()
    result = does()
    steps.step_after(what.encode(), sum(1 << other for other in set(after)))
    return result


def expect(found, expected):
    if found != expected:
        print(f"rank {rank}: {found}, not {expected}", flush=True)
        world.Abort(1)


def ring():
    """Objects, which arrive by a matched probe, and bytes."""
    found = step("sendrecv", [previous], lambda: world.sendrecv({"rank": rank}, following, 1, None, previous, 1))
    expect(found, {"rank": previous})
    taken = array("i", [-1])

    def exchange():
        requests = [world.Irecv(taken, MPI.ANY_SOURCE, 2), world.Isend(array("i", [rank]), following, 2)]
        MPI.Request.Waitall(requests)

    step("Irecv", [previous], exchange)
    expect(taken[0], previous)


def rounds():
    copy = step("Dup", range(size), world.Dup)
    expect(step("allreduce", range(size), lambda: copy.allreduce(rank)), size * (size - 1) // 2)
    # Twice, since the size of an object goes first.
    expect(step("bcast", [] if rank == 1 else [1], lambda: copy.bcast(rank, 1)), 1)
    step("Ibarrier", range(size), lambda: copy.Ibarrier().Wait())
    copy.Free()


def kept():
    taken = array("i", [-1])
    requests = [world.Send_init(array("i", [rank]), following, 3), world.Recv_init(taken, previous, 3)]

    def once():
        MPI.Prequest.Startall(requests)
        MPI.Request.Waitall(requests)

    for _ in range(2):
        step("Recv_init", [previous], once)
    expect(taken[0], previous)
    for request in requests:
        request.Free()


def neighbours():
    line = world.Create_cart([size], [False])
    beside = [other for other in (rank - 1, rank + 1) if 0 <= other < size]
    found = array("i", [-1, -1])
    step("Neighbor_allgather", beside, lambda: line.Neighbor_allgather(array("i", [rank]), found))
    expect([other for other in found if other >= 0], beside)
    line.Free()


def windows():
    cells = array("i", [-1] * size)
    window = step("Win.Create", range(size), lambda: MPI.Win.Create(cells, cells.itemsize, comm=world))
    step("a fence with nothing before it", [], lambda: window.Fence(MPI.MODE_NOPRECEDE))
    own = array("i", [rank])
    window.Put(own, following, [rank, 1, MPI.INT])
    step("a fence", range(size), lambda: window.Fence(MPI.MODE_NOSUCCEED))
    expect(cells[previous], previous)
    step("post and complete", [1 - rank] if rank < 2 else [], lambda: exposed(window, own))
    step("Win.Free", range(size), window.Free)


def exposed(window, own):
    """Rank 0 to rank 1."""
    other = window.Get_group().Incl([abs(1 - rank)])
    if rank == 0:
        window.Post(other)
        window.Wait()
    elif rank == 1:
        window.Start(other)
        window.Put(own, 0, [1, 1, MPI.INT])
        window.Complete()


def groups():
    """Even and odd ranks."""
    parity = rank % 2
    own = world.Split(parity, rank)
    between = step("Create_intercomm", range(size), lambda: own.Create_intercomm(0, world, 1 - parity, 7))
    step("Barrier between groups", range(1 - parity, size, 2), between.Barrier)
    between.Free()


ring()
rounds()
kept()
neighbours()
windows()
groups()
steps.steps_end()
