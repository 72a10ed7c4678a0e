# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a raw trace into plain objects, and refuses what is no valid trace.

The one place of the checker that knows the trace's syntax.  Everything is
read at once and kept: slow, but there is nothing to get wrong.
"""

import json
from dataclasses import dataclass, field

U64_MAX = 2**64 - 1

LIFE_KINDS = ("alloc", "free", "newsync", "delsync")
SYNC_KINDS = ("fork", "join", "exit", "rel", "acq")
# A reader skips all others, however often they stand there.
KEYS = {
    "thid", "icnt", "id", "life", "sync", "info", "time", *LIFE_KINDS, *SYNC_KINDS, "usage",
    "addr", "size", "r", "w", "seq", "prim", "kind", "mode", "wait", "own", "lib", "slept",
    "bytes",
}  # fmt: skip
MAIN_THREAD = 1
UNFORKED = "begins here, not forked in this trace"
DECLARES = "ilmgen:1 "


class TraceError(Exception):
    """The input is no valid trace; the text says why."""


@dataclass(slots=True)
class Usage:
    """Traffic of one thread on one heap block since the thread's last sync."""

    addr: int
    size: int
    read: int
    written: int
    alloc: int | None = None  # id of the block's alloc event, if it says so


@dataclass(slots=True)
class Event:
    """One element of the array.  `kind` is a life or sync kind, or "info"."""

    id: int
    thid: int
    icnt: int
    kind: str
    addr: int | None = None  # of a heap block or a synchronisation object
    size: int | None = None  # alloc only
    child: int | None = None  # fork and join only
    prim: str | None = None
    seq: int | None = None
    mode: str | None = None
    wait: int = 0
    own: int = 0  # exit only
    lib: int = 0  # alloc: 1, if the block is a library's
    slept: int = 0
    bytes: int = 0
    time: int | None = None
    text: str | None = None  # info only
    at: int = 0  # the number of its stack, if it has one
    samples: int = 0  # of its thread's work since its sync event before
    usage: list[Usage] = field(default_factory=list)  # free: exactly one

    @property
    def is_sync(self):
        return self.kind in SYNC_KINDS


# --- JSON ---------------------------------------------------------------------


def _object(pairs):
    keys = [key for key, _ in pairs if key in KEYS]
    if len(set(keys)) != len(keys):
        raise TraceError("a key stands twice in one object")
    return dict(pairs)


def _no_constant(name):
    raise TraceError(f"{name} is not JSON")


def parse_json(text):
    """`text` as data.

    NaN, repeated keys of the format and halves of surrogate pairs, all of which Python takes,
    are errors.
    """
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
        if "\\ud" in text.lower():
            json.dumps(data, ensure_ascii=False).encode()
        return data
    except ValueError as error:
        raise TraceError(f"not JSON: {error}") from error


def _need(condition, where, reason):
    if not condition:
        raise TraceError(f"event {where}: {reason}")


def _u64(obj, key, where):
    _need(key in obj, where, f"no '{key}'")
    value = obj[key]
    # bool is a subclass of int in Python, not in JSON.
    is_number = isinstance(value, int) and not isinstance(value, bool)
    _need(is_number and 0 <= value <= U64_MAX, where, f"'{key}' is no u64")
    return value


def _optional(obj, key, kind, where):
    value = obj.get(key)
    _need(value is None or isinstance(value, kind), where, f"bad '{key}'")
    return value


def _read_object(value, where, what):
    _need(isinstance(value, dict), where, f"'{what}' is no object")
    return value


def _only_key(obj, keys, where, what):
    found = [key for key in keys if key in obj]
    _need(len(found) == 1, where, f"{what} needs exactly one of {', '.join(keys)}")
    return found[0]


# --- Events -------------------------------------------------------------------


def _read_usage(value, where):
    obj = _read_object(value, where, "usage entry")
    alloc = _u64(obj, "alloc", where) if "alloc" in obj else None
    numbers = [_u64(obj, key, where) for key in ("addr", "size", "r", "w")]
    return Usage(*numbers, alloc)


def _stack_at(obj, where):
    """A number or, at its first use, a list of stacks of which it is the last."""
    at = obj.get("at", 0)
    if isinstance(at, list):
        _need(at and isinstance(at[-1], dict), where, "'at' is no list of stacks")
        at = at[-1].get("stack")
    _need(type(at) is int, where, "'at' is no number of a stack")
    return at


def _read_life(event, life):
    event.kind = _only_key(life, LIFE_KINDS, event.id, "'life'")
    value = _read_object(life[event.kind], event.id, event.kind)
    event.addr = _u64(value, "addr", event.id)
    event.at = _stack_at(value, event.id)
    if event.kind == "alloc":
        event.size = _u64(value, "size", event.id)
        event.lib = _u64(value, "lib", event.id) if "lib" in value else 0
    elif event.kind == "free":
        event.usage = [_read_usage(value, event.id)]
    else:
        _need(isinstance(value.get("prim"), str), event.id, "no 'prim'")
        event.prim = value["prim"]


def _read_sync(event, sync):
    event.kind = _only_key(sync, SYNC_KINDS, event.id, "'sync'")
    if event.kind == "exit":
        _need(sync["exit"] is None, event.id, "'exit' is not null")
    elif event.kind in ("fork", "join"):
        event.child = _u64(sync, event.kind, event.id)
    else:
        event.addr = _u64(sync, event.kind, event.id)
    entries = sync.get("usage")
    _need(isinstance(entries, list), event.id, "no 'usage'")
    event.usage = [_read_usage(entry, event.id) for entry in entries]
    event.at = _stack_at(sync, event.id)
    event.samples = sum(_u64(entry, "n", event.id) for entry in sync.get("work", []))
    _read_sync_options(event, sync)


def _read_sync_options(event, sync):
    for key in ("seq", "wait", "own", "lib", "slept", "bytes"):
        if key in sync:
            setattr(event, key, _u64(sync, key, event.id))
    event.prim = _optional(sync, "prim", str, event.id)
    event.mode = _optional(sync, "mode", str, event.id)
    _need(event.mode in (None, "rd", "wr"), event.id, "bad 'mode'")


def _read_event(value, position):
    obj = _read_object(value, f"number {position}", "event")
    event = Event(
        id=_u64(obj, "id", f"number {position}"),
        thid=_u64(obj, "thid", f"number {position}"),
        icnt=_u64(obj, "icnt", f"number {position}"),
        kind=_only_key(obj, ("life", "sync", "info"), f"number {position}", "an event"),
    )
    if "time" in obj:
        event.time = _u64(obj, "time", event.id)
    if event.kind == "info":
        _need(isinstance(obj["info"], str), event.id, "'info' is no string")
        event.text = obj["info"]
    elif event.kind == "life":
        _read_life(event, _read_object(obj["life"], event.id, "life"))
    else:
        _read_sync(event, _read_object(obj["sync"], event.id, "sync"))
    return event


def _check_threads(events):
    """Ids increase; a thread runs from its fork to its exit and no longer."""
    alive, exited, last_id = {MAIN_THREAD}, set(), 0
    for event in events:
        _need(event.id > last_id, event.id, "id does not increase")
        last_id = event.id
        _need(event.thid not in exited, event.id, "its thread has exited before")
        if event.text == UNFORKED:
            alive.add(event.thid)
        _need(event.thid in alive, event.id, "its thread was never forked")
        if event.kind == "fork":
            known = event.child in alive or event.child in exited
            _need(not known, event.id, "forks a thread that exists already")
            alive.add(event.child)
        elif event.kind == "exit":
            alive.discard(event.thid)
            exited.add(event.thid)
        elif event.kind == "join":
            known = event.child in alive or event.child in exited
            _need(known, event.id, "joins a thread that was never forked")


def is_declaration(value):
    """Whether this declares a log's units or clocks, and is no event."""
    if not isinstance(value, dict) or "time" in value or value.get("icnt") != 0:
        return False
    return str(value.get("info", "")).startswith(DECLARES)


def read_trace(text):
    """The events of a trace, in the order in which they happened."""
    array = parse_json(text)
    if not isinstance(array, list):
        raise TraceError("the trace is no array")
    events = [_read_event(value, i + 1) for i, value in enumerate(array) if not is_declaration(value)]
    _check_threads(events)
    return events


def load_trace(path):
    with open(path, encoding="utf-8", newline="") as file:
        return read_trace(file.read())
