# SPDX-License-Identifier: GPL-2.0-or-later
"""Large logs of other systems: each function fills a folder."""

import os

VERSION = "Log format version 2.2 (since 05/03/2012)#"


def lpel(folder, dispatches, messages, step=1, tasks=16, workers=4):
    """A pipeline of tasks on the workers in turn, an item a dispatch.  Ids of messages are `step` apart."""
    logs = [open(os.path.join(folder, f"mon_n00_worker{i:02}.log"), "w", encoding="ascii")
            for i in range(workers)]  # fmt: skip
    for log in logs:
        log.write(VERSION)
    made = 0  # the next message's id; the last message is what the next task reads
    for number in range(dispatches):
        task, end = number % tasks, 10**6 + 1000 * number
        streams, passed = "", ""
        if task > 0:
            streams += f"{task - 1}rI1?-*"
            passed += f"{end - 700}I0.{made - step}S8;"
        if task < tasks - 1:
            streams += f"{task}wI1-!*"
            passed += f"{end - 100}O0.{made}S8;"
            made += step
        entry = f"{end}I{task} 800 {streams}{passed if messages else ''}#"
        logs[task % workers].write(entry)
    for log in logs:
        log.close()


def alog(folder, messages, kinds=1, processes=8):
    """As MPE logs a program: each send and receive is a message between the begin and end of a state."""
    with open(os.path.join(folder, "mpe.alog"), "w", encoding="ascii") as log:
        log.write(f"-3 0 0 {processes} 0 0\n-13 0 11 12 0 0 green:gray RECV\n-13 0 13 14 0 0 blue:gray SEND\n")
        for number in range(messages):
            source, time = number % processes, 9 * number
            to = (source + 1 + number // processes % (processes - 1)) % processes
            tag = 99 + number % kinds
            log.write(f"13 {source} 0 {number} 0 {time}\n-101 {source} 0 {to} 0 {time + 1} {tag} 1024\n"
                      f"14 {source} 0 {number} 0 {time + 2}\n11 {to} 0 {number} 0 {time + 3}\n"
                      f"-102 {to} 0 {source} 0 {time + 4} {tag} 1024\n12 {to} 0 {number} 0 {time + 5}\n")  # fmt: skip


MPI_MAP = """
let any-source -2
let any-tag -1
1 send partner=data communicator=word.1 tag=word.2 size=word.3 request=word.4
2 post partner=data communicator=word.1 tag=word.2 request=word.3
3 complete request=words.1
"""


def calls(folder, messages, map_file, processes=8):
    """Calls that begin, and are complete two at a time and out of order; every second receive is a wildcard."""
    with open(map_file, "w", encoding="ascii") as file:
        file.write(MPI_MAP)
    with open(os.path.join(folder, "calls.alog"), "w", encoding="ascii") as log:
        for number in range(0, messages, 2):
            source, time = number // 2 % processes, 9 * number
            to = (source + 1 + number // 2 // processes % (processes - 1)) % processes
            log.write(f"2 {to} 0 -2 0 {time} 5 -1 1\n2 {to} 0 {source} 0 {time + 1} 5 7 2\n"
                      f"1 {source} 0 {to} 0 {time + 2} 5 7 1024 1\n1 {source} 0 {to} 0 {time + 3} 5 7 512 2\n"
                      f"3 {to} 0 0 0 {time + 4} 2:{source}:7 1:{source}:7\n3 {source} 0 0 0 {time + 5} 1 2\n")  # fmt: skip


def gist(folder, records, processes=16):
    with open(os.path.join(folder, "run.gist"), "w", encoding="ascii") as log:
        log.write('GISTLOG-01 head { events { 10 "A:Asks" 11 "G:Gets" } states { 10 11 "Asking" }\n'
                  "counters { FLOPS MISSES } timeunitspersec 1e6 }\n")  # fmt: skip
        for number in range(records):
            log.write(f"{number % processes:02}:{10 + number // processes % 2}:{number:016X}"
                      f":{3 * number:08X}:{number // 2:08X}\n")  # fmt: skip
        log.write("foot { }\n")
