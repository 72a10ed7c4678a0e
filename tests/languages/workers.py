# SPDX-License-Identifier: GPL-2.0-or-later
"""Two threads that work in rounds, without the interpreter's lock: free, under a lock, or one behind
the other by a queue; one way after the other.  Says how many processors there are, and how many
may be used."""

import hashlib
import os
import queue
import sys
import threading

ROUNDS = 20
DATA = bytes(300000)
lock = threading.Lock()
items = queue.Queue(1)


def work(me):
    hashlib.sha256(DATA).update(DATA)


def under_lock(me):
    with lock:
        work(me)


def in_turn(me):
    if me == 0:
        work(me)
        items.put(1)
    else:
        items.get()
        work(me)


WAYS = {"free": work, "mutex": under_lock, "queue": in_turn}


def run(way, me):
    for _ in range(ROUNDS):
        WAYS[way](me)


print(os.cpu_count(), len(os.sched_getaffinity(0)))
for way in sys.argv[1:]:
    threads = [threading.Thread(target=run, args=(way, me)) for me in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
