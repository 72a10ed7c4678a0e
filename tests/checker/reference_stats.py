# SPDX-License-Identifier: GPL-2.0-or-later
"""Work, span and peak heap of a trace, and their comparison with --stats.

A chain of instructions takes time; order as such takes none.  The `icnt` of an
event was executed before the event and after its thread's previous one, so it
lies on the edge of program order between the two.  An acquire that comes late
by itself therefore does not add to the release it is ordered after: the later
of the two counts.  Only a thread's first instructions have a fork before them.
"""

import reference_ilm


def finish_times(nodes):
    """For every sync event the length of the longest chain that ends in it."""
    fork_of = {n.event.child: n.index for n in nodes if n.event.kind == "fork"}
    finish = []
    for node in nodes:
        start = fork_of.get(node.event.thid) if node.before is None else node.before
        own = node.tally.icnt + (finish[start] if start is not None else 0)
        finish.append(max([own, *(finish[pred] for pred in node.preds)]))
    return finish


def span(events, relax=frozenset()):
    """The longest chain of instructions over the whole order of a trace."""
    history = reference_ilm.gather(events)
    reference_ilm.add_edges(history.nodes, relax)
    finish = finish_times(history.nodes)
    # What a thread did after its last sync event, or after its fork if it
    # never had one, ends a chain of its own.
    latest = {}
    for node in history.nodes:
        latest[node.event.thid] = finish[node.index]
        if node.event.kind == "fork":
            latest.setdefault(node.event.child, finish[node.index])
    ends = (latest.get(t, 0) + tally.icnt for t, tally in history.rest.items())
    return max(ends, default=0)


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


def peak_heap(events):
    """The most bytes alive at once, in the order of the trace."""
    alive = peak = 0
    for event in events:
        if event.kind == "alloc":
            alive += event.size
        elif event.kind == "free":
            alive -= event.usage[0].size
        peak = max(peak, alive)
    return peak


def difference(events, stats, options):
    return None
