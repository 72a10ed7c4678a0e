# SPDX-License-Identifier: GPL-2.0-or-later
"""Which words of atomic operations are locks, and which are counters of items: those of programs
whose threads lock by them are locks, and the report names them and says how long they are held.
Barriers, latches, rings, stacks, queues, mailboxes, flags, reference counts and numbers that only
name something are neither."""

# Words that are locks, and how often a thread takes them at least; three threads do so five times
# each, for four units of work.  The uses before a word is known are hand-overs.
LOCKS = {
    "locks/tas": ("word", 10),
    "locks/ttas": ("word", 10),
    "locks/cas": ("word", 10),
    "locks/futex": ("word", 10),
    "locks/flag": ("is_taken", 10),
    "locks/ticket": ("now_served", 12),
    "locks/halves": ("both_tickets", 12),
    "locks/mcs": ("mcs_tail", 12),
    "locks/clh": ("clh_tail", 12),
    "locks/nested": ("outer_tail", 12),
    "locks/heap": ("heap_tail", 12),
    "locks/stack": ("outer_tail", 12),
    "tbb/queuing_mutex": ("(anonymous namespace)::queuing", 12),
}
TIMES, UNITS, UNIT, PARTS = 15, 4, 50_000, 0.01
NEITHER = ("flags", "meetings", "queues")


def words_in(events):
    return {event.prim for event in events if event.kind == "newsync" and event.prim in ("lock", "deal")}


def lock_fault(tables, word, least):
    """What is wrong with the report's row of the lock."""
    rows = tables["waits"]["waits_by_object"]["rows"]
    row = next((row for row in rows if row["object"] == f"lock {word}"), None)
    if row is None:
        return f"the report has no lock {word}"
    if not least <= row["taken"] <= TIMES:
        return f"{word} is taken {row['taken']} times"
    if abs(row["held"] / (row["taken"] * UNITS * UNIT) - 1) > PARTS:
        return f"{word} is held for {row['held']}"
    return "nobody waits" if row["waited"] == 0 else None


def fault_of(result):
    if result.name not in LOCKS and result.name.split("/")[0] not in NEITHER:
        return None
    expected = {"lock"} if result.name in LOCKS else set()
    found = words_in(result.events)
    if found != expected:
        return f"{sorted(found)} in place of {sorted(expected)}"
    return lock_fault(result.tables, *LOCKS[result.name]) if expected else None
