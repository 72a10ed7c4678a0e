# SPDX-License-Identifier: GPL-2.0-or-later
"""A trace that ilmgen has joined of several, and the order that it says, by brute force."""

import re

IS_THREAD = re.compile(r"is thread (\d+) of process (\d+)(?:, rank .*?, command)?: (.*)", re.S)


class JoinedTrace:
    """`commands`: {(pid, command): file}, of traces in which each event has work."""

    def __init__(self, events, commands):
        self.events = events
        self.comes_after = {}  # by number of events in this trace
        self.threads = {}  # thread of this trace: (file, its thread there)
        self.source = {}  # number here: (file, id there)
        self.commands = commands
        self.follow()

    def follow(self):
        latest, forked, exited, released = {}, {}, {}, {}
        for event in self.events:
            number, thid = event["id"], event["thid"]
            before = [latest.get(thid, forked.get(thid))]
            sync = event.get("sync", {})
            if "fork" in sync:
                forked[sync["fork"]] = number
            elif "join" in sync:
                before.append(exited[sync["join"]])
            elif "exit" in sync:
                exited[thid] = number
            elif "rel" in sync:
                by_mode = released.setdefault((sync["rel"], sync["seq"]), {})
                by_mode[thid, sync.get("mode")] = number
            elif "acq" in sync:
                of_others = released.get((sync["acq"], sync["seq"]), {}).items()
                reads = sync.get("mode") == "rd"
                before += [
                    release
                    for (thread, mode), release in of_others
                    if thread != thid and not (reads and mode == "rd")
                ]
            latest[thid] = number
            self.comes_after[number] = [other for other in before if other is not None]
            said = IS_THREAD.fullmatch(event.get("info", ""))
            if said:
                self.threads[thid] = self.commands[int(said[2]), said[3]], int(said[1])

    def find_sources(self, files):
        """Finds each event's source in `files`: events by name.  Events without work have no source."""
        of_thread = {}
        for name, events in files.items():
            for event in (event for event in events if event["icnt"] > 0):
                of_thread.setdefault((name, event["thid"]), []).append(event)
        waits = {}  # of threads that have just waited for a process: the event
        for event in self.events:
            thid = event["thid"]
            if event["icnt"] > 0:
                thread = self.threads[thid]
                source = of_thread[thread].pop(0)
                self.source[event["id"]] = thread[0], source["id"]
                waits[thid] = event["id"] if source.get("info", "").endswith("has ended") else None
                yield event, source
            elif "join" in event.get("sync", {}) and waits.get(thid):
                # The wait is over with the last of its joins.
                self.source[event["id"]] = self.source.pop(waits[thid])
                waits[thid] = event["id"]
        left = {thread: events for thread, events in of_thread.items() if events}
        if left:
            raise ValueError(f"events that are missing: {left}")
