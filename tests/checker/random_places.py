# SPDX-License-Identifier: GPL-2.0-or-later
"""Says at random where the events of a trace happened, as docs/trace-format.md has it."""

import json

TEXTS = ("main", "/usr/lib/a.so", "grüße", 'operator"" _x<T, \\ U>', "b.c", "\U0001f600\n")


class _Places:
    """Stacks and places that have been told."""

    def __init__(self, rng):
        self.rng = rng
        self.stacks = self.places = 0

    def at(self):
        """A stack that is known, or new ones, of which each has called the next."""
        if self.stacks and self.rng.random() < 0.5:
            return self.rng.randint(1, self.stacks)
        caller = self.rng.randint(0, self.stacks)
        told = []
        for _ in range(self.rng.randint(1, 3)):
            code = self.code()
            self.stacks += 1
            told.append({"stack": self.stacks, **({"in": caller} if caller else {}), "code": code})
            caller = self.stacks
        return told

    def code(self):
        if self.places and self.rng.random() < 0.3:
            return self.rng.randint(1, self.places)
        self.places += 1
        code = {"code": self.places, **self.some("obj"), "off": self.rng.randrange(2**40)}
        functions = [self.function() for _ in range(self.rng.randrange(3))]
        return {**code, "src": functions} if functions else code

    def function(self):
        line = {"line": self.rng.randrange(1000)}
        file = self.some("file")
        return {"fn": self.rng.choice(("", *TEXTS)), **file, **(line if file else {}), **self.some("dir")}

    def some(self, key):
        return {key: self.rng.choice(TEXTS)} if self.rng.random() < 0.6 else {}


def with_places(trace, rng):
    """The trace with stacks, samples, and objects' names, reader/writer locks' kinds; some objects lie in blocks."""
    events, places, blocks = json.loads(trace), _Places(rng), []
    for event in events:
        life, sync = event.get("life", {}), event.get("sync")
        if "alloc" in life:
            blocks.append(event["id"])
        if "newsync" in life and blocks and rng.random() < 0.5:
            life["newsync"].update(alloc=rng.choice(blocks), off=rng.randrange(2))
        if "newsync" in life:
            life["newsync"].update(places.some("name"))
            if life["newsync"]["prim"] == "rwlock" and rng.random() < 0.7:
                life["newsync"]["kind"] = rng.randint(1, 2)
        if sync is not None and rng.random() < 0.5:
            sync["work"] = [{"at": places.at(), "n": rng.randint(1, 9)} for _ in range(rng.randint(1, 3))]
        for operation in (life.get("alloc"), life.get("newsync"), sync):
            if operation is not None and rng.random() < 0.8:
                operation["at"] = places.at()
    return json.dumps(events, ensure_ascii=rng.random() < 0.5)
