# SPDX-License-Identifier: GPL-2.0-or-later
"""Large logs of other systems: each function fills a folder."""

import os

VERSION = "Log format version 2.2 (since 05/03/2012)#"


def lpel(folder, dispatches, messages, tasks=16, workers=4):
    """A pipeline of tasks on the workers in turn, an item a dispatch."""
    logs = [open(os.path.join(folder, f"mon_n00_worker{i:02}.log"), "w", encoding="ascii")
            for i in range(workers)]  # fmt: skip
    for log in logs:
        log.write(VERSION)
    made = 0  # messages; the last of them is what the next task reads
    for number in range(dispatches):
        task, end = number % tasks, 10**6 + 1000 * number
        streams, passed = "", ""
        if task > 0:
            streams += f"{task - 1}rI1?-*"
            passed += f"{end - 700}I0.{made - 1}S8;"
        if task < tasks - 1:
            streams += f"{task}wI1-!*"
            passed += f"{end - 100}O0.{made}S8;"
            made += 1
        entry = f"{end}I{task} 800 {streams}{passed if messages else ''}#"
        logs[task % workers].write(entry)
    for log in logs:
        log.close()
