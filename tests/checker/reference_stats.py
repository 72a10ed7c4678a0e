# SPDX-License-Identifier: GPL-2.0-or-later
"""Work, span and peak heap of a trace, and their comparison with --stats.

A chain of instructions takes time; order as such takes none.  The `icnt` of an
event was executed before the event and after its thread's previous one, so it
lies on the edge of program order between the two.  An acquire that comes late
by itself therefore does not add to the release it is ordered after: the later
of the two counts.  Only a thread's first instructions have a fork before them.
"""

import re

import reference_ilm

LOCKS = frozenset(("mutex", "spin", "rwlock", "filelock", "winlock"))


def finish_times(nodes):
    """For every sync event, by its index, the length of the longest chain that ends in it; where
    these are those of a block, within it."""
    fork_of = {n.event.child: n.index for n in nodes if n.event.kind == "fork"}
    finish = {}
    for node in nodes:
        start = fork_of.get(node.event.thid) if node.before is None else node.before
        own = node.tally.icnt + finish.get(start, 0)
        finish[node.index] = max([own, *(finish.get(pred, 0) for pred in node.preds)])
    return finish


def span(events, relax=frozenset()):
    """The longest chain of instructions over the whole order of a trace."""
    history = reference_ilm.gather(events)
    reference_ilm.add_edges(history.nodes, relax)
    finish = finish_times(history.nodes)
    # A thread's work after its last sync event, or after its fork if it never
    # had one, ends a chain of its own.
    latest = {}
    for node in history.nodes:
        latest[node.event.thid] = finish[node.index]
        if node.event.kind == "fork":
            latest.setdefault(node.event.child, finish[node.index])
    ends = (latest.get(t, 0) + tally.icnt for t, tally in history.rest.items())
    return max(ends, default=0)


def span_of_block(events, number, options):
    """The same in one block, where nothing follows the last sync event."""
    history = reference_ilm.gather(events)
    reference_ilm.add_edges(history.nodes, options.relax)
    begin = number * options.block_size
    return max(finish_times(history.nodes[begin : begin + options.block_size]).values(), default=0)


def span_of_ilm(block):
    """The longest chain of instructions in one block of an ILM."""
    events = {e["id"]: (t, e) for t, line in block.items() for e in line}
    forks, reached = {}, {}  # thread -> finish of its fork, id -> latest pred
    finish, last = {}, {}
    for number in sorted(events):
        thread, event = events[number]
        start = last.get(thread, forks.get(thread, 0))
        finish[number] = max(start + event["icnt"], reached.get(number, 0))
        last[thread] = finish[number]
        for succ in event["nxt"]:
            reached[succ["id"]] = max(reached.get(succ["id"], 0), finish[number])
            if event["meta"] == "fork":
                forks[str(succ["thid"])] = finish[number]
    return max(finish.values(), default=0)


NAMED = "is named "


def peak_heap(events):
    """The most bytes alive at once in trace order, and the event that made it so."""
    alive = peak = peak_event = 0
    for event in events:
        if event.kind == "alloc":
            alive += event.size
        elif event.kind == "free":
            alive -= event.usage[0].size
        if alive > peak:
            peak, peak_event = alive, event.id
    return peak, peak_event


def _five_largest(blocks):
    """The stacks with most bytes, without names; live blocks are given as (stack, thread, size)."""
    stacks = sorted({at for at, _, _ in blocks})
    shares = []
    for stack in stacks:
        mine = [block for block in blocks if block[0] == stack]
        owners = sorted({owner for _, owner, _ in mine})
        shares.append((sum(size for _, _, size in mine), len(mine), owners))
    shares.sort(key=lambda share: -share[0])
    return [(size, count, " ".join(map(str, owners[:4]))) for size, count, owners in shares[:5]]


def heap_sites(events):
    """The rows of --stats' tables: at the peak, and after the last event."""
    highest = 0
    for wanted in (False, True):  # how much the peak is; what is live then
        alive, total = {}, 0
        for event in events:
            if event.kind == "alloc":
                total += event.size - alive.get(event.addr, (0, 0, 0))[2]
                alive[event.addr] = (event.at, event.thid, event.size)
            elif event.kind == "free" and alive.get(event.addr, (0, 0, 0))[2] == event.usage[0].size:
                total -= alive.pop(event.addr)[2]
            if wanted and total == highest:
                at_peak, wanted = dict(alive), False
            highest = max(highest, total)
    return {
        "heap_at_its_peak": _five_largest(list(at_peak.values())),
        "never_freed": _five_largest(list(alive.values())),
    }


PAGES = re.compile(r"pages: (0x[0-9a-f]+), ([0-9]+) bytes, (?:lent at (.*)|given back)")


def _pages_alive(events):
    """After each event that tells of pages: the pieces as (place, thread, size)."""
    alive, states = {}, []
    for event in events:
        told = PAGES.fullmatch(event.text or "")
        if told and told[3] is not None:
            alive[told[1]] = (told[3], event.thid, int(told[2]))
        elif told and alive.get(told[1], (0, 0, 0))[2] == int(told[2]):
            del alive[told[1]]
        if told:
            states.append(list(alive.values()))
    return states


def page_sites(events):
    """The figures of --stats about memory from the kernel: the peak, then the tables."""
    sizes = [sum(size for _, _, size in state) for state in _pages_alive(events)]
    peak = max(sizes, default=0)
    if peak == 0:
        return 0, {}
    states = _pages_alive(events)
    tables = {"pages_at_their_peak": _five_largest(states[sizes.index(peak)])}
    if states[-1]:
        tables["pages_not_given_back"] = _five_largest(states[-1])
    return peak, tables


def _pages_difference(events, log):
    """Removes the figures of pages from those of --stats.  Returns what is wrong with them, or None."""
    peak, tables = page_sites(events)
    if log.pop("peak_pages", 0) != peak:
        return f"stats.log.peak_pages is not {peak}"
    for name, wanted in tables.items():
        said = _sites_said(log.pop(name, []))
        if sorted(said) != sorted(wanted):
            return f"stats.log.{name} is {said}, not {wanted}"
    return None


def _sites_said(table):
    """Its rows as above."""
    return [
        (row["bytes"], row["blocks"], str(row["threads"]).split(" and ")[0]) for row in table
    ]


def _sites_difference(events, log):
    """Takes the tables of sites out of what --stats says."""
    if not any(event.at for event in events):
        return None
    for name, wanted in heap_sites(events).items():
        said = _sites_said(log.pop(name, []))
        if said != wanted:
            return f"stats.log.{name} is {said}, not {wanted}"
    return None


def _thread_totals(thid, events):
    """The totals of one thread, from its first event to its last."""
    mine = [event for event in events if event.thid == thid]
    begun = [event.size for event in mine if event.kind == "alloc"]
    ended = [event.usage[0].size for event in mine if event.kind == "free"]
    usages = [usage for event in mine for usage in event.usage]
    library = sum(event.lib for event in mine if event.is_sync)
    names = [e.text[len(NAMED) :] for e in mine if e.text and e.text.startswith(NAMED)]
    return {
        "thid": thid,
        **({"name": names[-1]} if names else {}),
        "icnt": sum(event.icnt for event in mine),
        "icnt_in_waits": sum(event.wait for event in mine),
        **({"icnt_in_library": library} if library else {}),
        "sync_events": sum(event.is_sync for event in mine),
        "allocs": len(begun),
        "frees": len(ended),
        "bytes_allocated": sum(begun),
        "bytes_freed": sum(ended),
        "bytes_read": sum(usage.read for usage in usages),
        "bytes_written": sum(usage.written for usage in usages),
    }


def _parallelism(work, length):
    return work / length if length else 0


def order_of_turns(events):
    """The order of turns that hpcmp names in its first event."""
    told = re.match(r"hpcmp .* order (\w+),", (events[0].text or "") if events else "")
    return {"order": told[1]} if told else {}


def figures(events, options):
    """The figures that --stats=FILE must contain."""
    work = sum(event.icnt for event in events)
    syncs = sum(event.is_sync for event in events)
    bounds = [span(events, options.relax), span(events, options.relax | LOCKS)]
    peak, peak_event = peak_heap(events)
    threads = sorted({event.thid for event in events})
    return {
        "events": len(events),
        "sync_events": syncs,
        "threads": len(threads),
        "dag_blocks": -(-syncs // options.block_size),
        "work": work,
        "span": bounds[0],
        "average_parallelism": _parallelism(work, bounds[0]),
        "without_locks": {
            "span": bounds[1],
            "average_parallelism": _parallelism(work, bounds[1]),
        },
        "peak_heap": peak,
        "peak_heap_event": peak_event,
        "log": {"format": "hpcmp", "cost": "instructions", "ticks_per_second": 0, "remarks": []},
        **order_of_turns(events),
        "per_thread": [_thread_totals(thid, events) for thid in threads],
    }


def _first_difference(got, wanted, where):
    if isinstance(wanted, dict) and isinstance(got, dict):
        if set(got) != set(wanted):
            return f"{where} has the keys {sorted(got)}, not {sorted(wanted)}"
        pairs = [(got[key], wanted[key], f"{where}.{key}") for key in wanted]
    elif isinstance(wanted, list) and isinstance(got, list):
        if len(got) != len(wanted):
            return f"{where} has {len(got)} entries, not {len(wanted)}"
        pairs = [(g, w, f"{where}[{i}]") for i, (g, w) in enumerate(zip(got, wanted))]
    else:
        is_near = isinstance(wanted, float) and abs(got - wanted) <= 1e-9 * wanted
        return None if got == wanted or is_near else f"{where} is {got}, not {wanted}"
    differences = (_first_difference(*pair) for pair in pairs)
    return next((found for found in differences if found), None)


def difference(events, stats, options):
    """The first difference between `stats` and what it should be, or None."""
    found = _sites_difference(events, stats["log"]) or _pages_difference(events, stats["log"])
    if found:
        return found
    return _first_difference(stats, figures(events, options), "stats")
