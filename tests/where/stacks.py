# SPDX-License-Identifier: GPL-2.0-or-later
"""Stacks of a trace, as docs/trace-format.md has them."""

import json
from pathlib import Path


class Trace:
    """Events with their stacks: at(event) is a list of functions, the innermost first, each a
    dict with fn, file and line as far as they are known, and obj and off."""

    def __init__(self, path):
        self.events = json.loads(Path(path).read_text(encoding="utf-8"))
        self.stacks = {}
        self.places = {}
        for event in self.events:
            for told in lists_of(event):
                self.tell(told)

    def tell(self, told):
        if isinstance(told, int):
            assert told in self.stacks, f"stack {told} has not been told"
            return
        for stack in told:
            code = stack["code"]
            if isinstance(code, dict):
                assert code["code"] not in self.places, f"place {code['code']} is told twice"
                self.places[code["code"]] = code
                code = code["code"]
            assert code in self.places, f"place {code} has not been told"
            assert stack["stack"] not in self.stacks, f"stack {stack['stack']} is told twice"
            assert stack.get("in", 0) == 0 or stack["in"] in self.stacks, f"stack {stack['in']} has not been told"
            self.stacks[stack["stack"]] = (code, stack.get("in", 0))

    def at(self, told):
        number = told if isinstance(told, int) else told[-1]["stack"]
        functions = []
        while number != 0:
            code, number = self.stacks[number]
            place = self.places[code]
            for function in place.get("src", [{"fn": ""}]):
                functions.append({**function, "obj": place.get("obj"), "off": place["off"]})
        return functions

    def calls(self, told):
        """The number of a stack's calls."""
        number = told if isinstance(told, int) else told[-1]["stack"]
        count = 0
        while number != 0:
            number = self.stacks[number][1]
            count += 1
        return count

    def called(self, told):
        """The function whose code the innermost place is in, whatever is inlined there."""
        number = told if isinstance(told, int) else told[-1]["stack"]
        return self.places[self.stacks[number][0]].get("src", [{"fn": ""}])[-1]["fn"]

    def lives(self, kind):
        return [e["life"][kind] for e in self.events if kind in e.get("life", {})]

    def syncs(self, kind):
        return [e["sync"] for e in self.events if kind in e.get("sync", {})]


def lists_of(event):
    """The stacks that an event names, in its order."""
    for what in event.get("life", {}).values():
        if "at" in what:
            yield what["at"]
    sync = event.get("sync", {})
    for sample in sync.get("work", []):
        yield sample["at"]
    if "at" in sync:
        yield sync["at"]


def is_of_system(function):
    return function.get("dir", "").startswith(("/usr/include/", "/usr/lib/"))


def own(functions):
    """The innermost function that is not in a header of the system's."""
    return next((f for f in functions if not is_of_system(f)), functions[0])


def without_places(event):
    """The event as it is with --hpcmp-stacks=no."""
    event = json.loads(json.dumps(event))
    for what in event.get("life", {}).values():
        for key in ("at", "name", "alloc", "off"):
            what.pop(key, None)
    for key in ("at", "work"):
        event.get("sync", {}).pop(key, None)
    return event
