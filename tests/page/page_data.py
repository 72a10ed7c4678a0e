# SPDX-License-Identifier: GPL-2.0-or-later
"""The data of a page of ilmgen --report=FILE.html, read as docs/page.md says, and checks of them."""

import base64
import json
import re
import zlib
from itertools import accumulate, groupby

WORK_ON_PATH = 1
# The row for the time in which threads of the path are not there yet.
LATE = "before a thread's first event"


class BadPage(Exception):
    pass


def need(good, what):
    if not good:
        raise BadPage(what)


def numbers(data, signed):
    number = unit = 0
    for byte in data:
        number |= (byte & 127) << unit
        unit += 7
        if byte < 128:
            yield (number >> 1) ^ -(number & 1) if signed else number
            number = unit = 0


class PageData:
    def __init__(self, path, element="run"):
        """`element`: "run", or, of a page of two runs, "before"."""
        self.page = path.read_bytes()
        found = re.findall(rb'<script type="text/plain" id="%s">([A-Za-z0-9+/=]+)</script>' % element.encode(), self.page)
        need(len(found) == 1, "the page has not one run")
        data = zlib.decompress(base64.b64decode(found[0], validate=True), 16 + zlib.MAX_WBITS)
        size = int.from_bytes(data[:4], "little")
        self.header = json.loads(data[4 : 4 + size].decode(errors="replace"))
        self.columns = {}
        for column in self.header["columns"]:
            begin = 4 + size + column["offset"]
            values = list(numbers(data[begin : begin + column["size"]], column["signed"]))
            need(len(values) == column["count"], f"{column['name']} has {len(values)} numbers")
            self.columns[column["name"]] = values
        self.tables = {
            table["name"]: [dict(zip((c["key"] for c in table["columns"]), row)) for row in table["rows"]]
            for section in self.header["report"]["sections"]
            for table in section["tables"]
        }
        self.figures = {row["figure"]: row["value"] for row in self.tables.get("figures", [])}

    def slice_sums(self, name):
        """{(slice, key): bytes}"""
        places = zip(accumulate(self.columns[f"{name}_slices"]), self.columns[f"{name}_keys"])
        return dict(zip(places, self.columns[f"{name}_bytes"]))

    def thread_of_slices(self):
        """By slice: its thread's name."""
        names = [thread["name"] for thread in self.header["threads"]]
        return [name for name, count in zip(names, self.columns["thread_slices"]) for _ in range(count)]

    def parts(self, sizes, items):
        """Lists that a column of sizes cuts another one into."""
        ends = list(accumulate(self.columns[sizes], initial=0))
        return [self.columns[items][a:b] for a, b in zip(ends, ends[1:])]


class Schedule:
    def __init__(self, data, number):
        columns = data.columns
        self.processors = data.header["schedules"][number]["processors"]
        self.time = data.header["schedules"][number]["time"]
        self.work = columns.get(f"work_{number}", columns["work"])
        self.wait = columns[f"wait_{number}"]
        self.begin, self.end = [], []
        slices = iter(range(len(columns["work"])))
        for count, time in zip(columns["thread_slices"], columns[f"thread_begin_{number}"]):
            for _ in range(count):
                slice_ = next(slices)
                self.begin.append(time + columns[f"ready_{number}"][slice_])
                time = self.begin[-1] + self.work[slice_] + self.wait[slice_]
                self.end.append(time)
        self.cause = [s - back if back else None for s, back in enumerate(columns[f"cause_{number}"])]
        self.heap = list(self.heap_levels(data, number))

    @staticmethod
    def heap_levels(data, number):
        """Live bytes at each moment."""
        times = list(accumulate(data.columns[f"heap_times_{number}"]))
        changes = [0] * len(times)
        moments = data.parts(f"heap_changes_{number}", f"heap_moments_{number}")
        levels = data.parts(f"heap_changes_{number}", f"heap_bytes_{number}")
        for site_moments, site_levels in zip(moments, levels):
            before = 0
            for moment, level in zip(site_moments, site_levels):
                changes[moment] += level - before
                before = level
        return zip(times, accumulate(changes))


class Bar:
    """A step of the page's plan, or several that were summed."""

    def __init__(self, data, number, processor, start):
        column = data.columns
        self.processor, self.start, self.end = processor, start, start + column["plan_work"][number]
        self.steps, self.hbal, self.hmax = (column[f"plan_{name}"][number] for name in ("steps", "balances", "highest"))
        self.nth, self.label = column["plan_nths"][number], data.header["labels"][column["plan_labels"][number]]


class PagePlan:
    """The plan of a page: what its header says, its bars, processor by processor, and the booked memory."""

    def __init__(self, data):
        self.header, columns = data.header["planning"], data.columns
        self.bars = []
        for processor, count in enumerate(columns["plan_bars"], 1):
            time = 0
            for _ in range(count):
                number = len(self.bars)
                self.bars.append(Bar(data, number, processor, time + columns["plan_gaps"][number]))
                time = self.bars[-1].end
        place, places = -1, []
        for count in columns["thread_slices"]:
            place += 1
            places += [place] * count
        for bar, slice_, event in zip(self.bars, accumulate(columns["plan_slices"]), accumulate(columns["plan_ids"])):
            thread = places[slice_]
            bar.event, bar.thid = event or None, data.header["threads"][thread]["id"]
            bar.path = json.loads(self.header["paths"][thread])
        self.levels = list(zip(accumulate(columns["plan_times"]), columns["plan_bytes"]))


def check_schedule(data, schedule):
    name = f"{schedule.processors} processors"
    work = data.columns["work"]
    need(max(schedule.end, default=0) == schedule.time, f"{name}: the last slice does not end with it")
    need(len(schedule.end) == len(work), f"{name}: {len(schedule.end)} slices")
    for slice_, cause in enumerate(schedule.cause):
        need((cause is None) == (schedule.wait[slice_] == 0), f"{name}: cause of slice {slice_}")
        if cause is not None and not data.header["joined_within"]:
            need(schedule.end[cause] == schedule.end[slice_], f"{name}: slice {slice_} does not end with its cause")
    if schedule.processors:
        begins = [(begin, 1) for begin, size in zip(schedule.begin, work) if size]
        ends = [(begin + size, -1) for begin, size in zip(schedule.begin, work) if size]
        at_once = max(accumulate(step for _, step in sorted(begins + ends)), default=0)
        need(at_once <= schedule.processors or data.header["joined_within"], f"{name}: {at_once} work at once")


def check_order(data, schedule):
    """In the recorded order nothing comes before what it comes after."""
    lists = data.parts("list_sizes", "list_items")
    for slice_, number in enumerate(data.columns["source_lists"]):
        for source in lists[number]:
            need(
                schedule.end[source] <= schedule.end[slice_] or data.header["joined_within"],
                f"slice {slice_} ends before {source}",
            )


def check_slice_sums(data):
    """Checks that slices allocate and read as much as sites and threads do."""
    allocated = [0] * len(data.columns["site_bytes"])
    for (_, site), size in data.slice_sums("allocated").items():
        allocated[site] += size
    need(allocated == data.columns["site_bytes"], "what slices allocate")
    threads, names, flow = data.thread_of_slices(), [t["name"] for t in data.header["threads"]], {}
    for (slice_, writer), size in data.slice_sums("flow").items():
        pair = names[writer], threads[slice_]
        flow[pair] = flow.get(pair, 0) + size
    told = {(row["from"], row["to"]): row["bytes"] for row in data.tables["flow_by_thread"]}
    need(all(flow.get(pair) == size for pair, size in told.items()), f"the flow is {flow}, not {told}")


def check_rounds(data):
    """Rounds end in slices that there are, and there are no more than the report has at meetings of the name."""
    meetings = data.header["rounds"]
    slices = data.parts("round_sizes", "round_slices")
    counts = data.parts("round_sizes", "round_counts")
    need(len(meetings) == len(slices) == len(counts), f"rounds of {len(slices)} meetings are called {meetings}")
    told = {row["meeting"]: row["rounds"] for row in data.tables.get("balance", [])}
    for name, places, of_slices in zip(meetings, slices, counts):
        need(all(places[1:]) and sum(places) < len(data.columns["work"]), f"{name}: rounds end in {places}")
        need(3 <= sum(of_slices) <= told.get(re.sub(r" of process \d+$", "", name), 1 << 64), f"{name}: {sum(of_slices)} rounds")


def check_processes(data):
    """Checks that threads of a process are together, and that each process has a name that ends with its pid."""
    pids = [pid for pid, _ in groupby(thread["process"] for thread in data.header["threads"])]
    need(len(set(pids)) == len(pids), f"threads of a process are apart: {pids}")
    names = data.header["processes"]
    need(not pids or len(names) == len(pids), f"processes {pids} are called {names}")
    need(pids in ([], [0]) or all(name.endswith(f" {pid}") for pid, name in zip(pids, names)), f"{pids}: {names}")


def check_page(path):
    """Checks the page against itself.  Returns its data."""
    data = PageData(path)
    figures, columns = data.figures, data.columns
    schedules = [Schedule(data, number) for number in range(len(data.header["schedules"]))]
    need(sum(columns["work"]) == figures["work"], "the slices' work is not the run's")
    need(schedules[0].time == figures["span"], "the first schedule does not take the span")
    for schedule in schedules:
        check_schedule(data, schedule)
        if schedule.processors:
            need(schedule.time == figures[f"time_{schedule.processors}"], f"time on {schedule.processors}")
    check_order(data, schedules[0])
    need(max((level for _, level in schedules[0].heap), default=0) == figures.get("peak", 0), "the heap's peak")
    for row in data.tables["cores"]:
        for schedule in schedules:
            if schedule.processors == row["processors"]:
                peak = max((level for _, level in schedule.heap), default=0)
                need(peak == row.get("heap_peak", 0), f"the heap's peak on {schedule.processors}")
    need(sum(columns["site_bytes"]) == figures.get("allocated", 0), "what sites allocate")
    check_rounds(data)
    check_slice_sums(data)
    check_processes(data)
    if not data.header["joined_within"]:
        on_path = sum(w for w, bits in zip(columns["work"], columns["path"]) if bits & WORK_ON_PATH)
        late = [row["span"] for row in data.tables["critical_path_by_thread"] if row["thread"] == LATE]
        need(on_path + sum(late) == figures["span"], "the path's work is not the span")
    need(all(p < i for i, p in enumerate(columns["frame_parents"]) if i), "a frame before its caller")
    need(max(columns["mixes"], default=0) < len(columns["mix_sizes"]), "a mix that is not there")
    return data
