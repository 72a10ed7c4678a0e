# SPDX-License-Identifier: GPL-2.0-or-later
"""The programs of the benchmark: 100 cases, each with a name, a family, a command and files for it.

In a command, {program} is a program of this project that has been compiled with the case's sizes; a command with
`shell` is executed by `sh`, and its child processes are recorded, too."""

from dataclasses import dataclass, field

OWN = "tests/programs/plans"
HERE = "bench/plans/programs"


@dataclass
class Case:
    name: str
    family: str
    command: list
    threads: str  # how many, as the README says it
    source: str | None = None  # of {program}
    sizes: dict = field(default_factory=dict)  # its macros
    processes: bool = False  # record child processes, too
    prepare: object = None  # called with the folder before the program runs


def own(family, source, threads_of, key, all_sizes):
    """A case for each of the sizes: a tuple of values for the macros `key`."""
    for values in all_sizes:
        sizes = dict(zip(key.split(), values))
        name = "-".join([family, *map(str, values)])
        yield Case(name, family, ["{program}"], str(threads_of(sizes)), source, sizes)


def own_programs():
    yield from own("reduce", f"{OWN}/reduce.c", lambda s: s["WORKERS"] + 1, "WORKERS ROUNDS",
                   [(2, 2), (2, 4), (2, 8), (4, 1), (4, 3), (4, 6), (8, 1), (8, 2), (8, 4), (16, 1), (16, 2)])  # fmt: skip
    yield from own("wave", f"{OWN}/wave.c", lambda s: s["ROWS"] + 1, "ROWS COLUMNS",
                   [(3, 4), (3, 12), (4, 6), (5, 6), (6, 10), (8, 4), (8, 8), (8, 16), (12, 6), (12, 12),
                    (16, 8), (24, 4)])  # fmt: skip
    yield from own("divide", f"{OWN}/divide.c", lambda s: 2 ** s["DEPTH"], "DEPTH SIZE",
                   [(1, 50000), (2, 50000), (2, 100000), (3, 30000), (3, 100000), (4, 60000), (4, 100000), (5, 100000),
                    (6, 100000)])  # fmt: skip
    yield from own("queue", f"{OWN}/queue.c", lambda s: s["PRODUCERS"] + s["CONSUMERS"] + 1,
                   "PRODUCERS CONSUMERS ITEMS ROOM",
                   [(1, 1, 8, 2), (1, 2, 8, 2), (1, 4, 12, 4), (2, 1, 6, 3), (2, 2, 6, 3), (2, 2, 12, 8), (3, 3, 4, 2),
                    (3, 3, 8, 6), (4, 2, 5, 4), (4, 4, 6, 4), (6, 6, 3, 12)])  # fmt: skip
    yield from own("stages", f"{OWN}/stages.c", lambda s: s["STAGES"] + 1, "STAGES ITEMS ROOM",
                   [(2, 8, 2), (2, 16, 8), (3, 8, 1), (3, 8, 2), (3, 12, 6), (4, 8, 2), (4, 12, 4), (6, 6, 2), (6, 8, 4),
                    (8, 6, 3)])  # fmt: skip
    yield from own("cholesky", f"{HERE}/cholesky.c", lambda s: s["THREADS"], "TILES THREADS",
                   [(3, 2), (3, 4), (4, 2), (4, 4), (4, 8), (5, 4), (5, 8), (6, 8)])  # fmt: skip
    yield from own("loops", f"{HERE}/loops.c", lambda s: s["THREADS"], "LOOPS ITERATIONS THREADS",
                   [(1, 8, 4), (2, 12, 2), (3, 12, 4), (3, 24, 8), (6, 16, 8)])  # fmt: skip
    yield from own("sums", f"{HERE}/sums.c", lambda s: s["THREADS"], "DEPTH THREADS",
                   [(2, 2), (3, 2), (3, 4), (4, 4), (4, 8), (5, 8)])  # fmt: skip
    yield Case("mapreduce", "reduce", ["{program}"], "9", "tests/plan/mapreduce.c")


# --- Files for Debian's programs: the same in each run ------------------------


def numbers(count, seed):
    """Lines of numbers in no order."""
    value = seed
    for _ in range(count):
        value = (value * 6364136223846793005 + 1442695040888963407) % 2**64
        yield value >> 44


def lines(folder, name, count, seed=1):
    (folder / name).write_text("".join(f"{number}\n" for number in numbers(count, seed)))


def input_of(count):
    return lambda folder: lines(folder, "input", count)


def sorted_parts(parts):
    """A Makefile that sorts and counts files of several sizes, and puts the results together."""

    def prepare(folder):
        names = [f"part{i}" for i in range(parts)]
        for i, name in enumerate(names):
            lines(folder, f"{name}.txt", 300 + 700 * (i * 5 % 7), i)
        objects = " ".join(f"{name}.o" for name in names)
        text = f"all.gz: {objects}\n\tcat {objects} | gzip -n > all.gz\n"
        text += "%.o: %.txt\n\tsort $< | uniq -c > $@\n"
        (folder / "Makefile").write_text(text)

    return prepare


def compiled_parts(parts):
    """A Makefile that compiles and links."""

    def prepare(folder):
        names = [f"part{i}" for i in range(parts)]
        for i, name in enumerate(names):
            functions = (f"int {name}_{k}(int x) {{ return x * {k + 1}; }}\n" for k in range(5 + 15 * (i * 3 % 5)))
            main = "int main(void) { return 0; }\n" if i == 0 else ""
            (folder / f"{name}.c").write_text("".join(functions) + main)
        objects = " ".join(f"{name}.o" for name in names)
        text = f"all: {objects}\n\tgcc -o all {objects}\n%.o: %.c\n\tgcc -pipe -O1 -c $<\n"
        (folder / "Makefile").write_text(text)

    return prepare


def programs_with_threads():
    kilobytes = 7500 / 50  # lines of a number, for 1 kB
    for threads, blocks in ((2, 3), (3, 4), (4, 6)):
        count = int(blocks * 100 * kilobytes)
        xz = ["xz", f"-T{threads}", "-0", "--block-size=100KiB", "-c", "input"]
        yield Case(f"xz-{threads}-{blocks}", "compressor", xz, str(threads + 1), prepare=input_of(count))
    for threads, size in ((2, 1200), (3, 2000), (4, 3000)):
        zstd = ["zstd", "-q", f"-T{threads}", "-B512K", "-1", "-c", "input"]
        yield Case(f"zstd-{threads}-{size}k", "compressor", zstd, str(threads + 1), prepare=input_of(size * 150))
    for threads, size in ((2, 600), (3, 1000), (4, 1500)):
        pigz = ["pigz", f"-p{threads}", "-n", "-1", "-c", "input"]
        yield Case(f"pigz-{threads}-{size}k", "compressor", pigz, str(threads + 2), prepare=input_of(size * 150))
    for threads, size in ((2, 600), (3, 1000), (4, 1500)):
        pbzip2 = ["pbzip2", f"-p{threads}", "-b1", "-1", "-c", "input"]
        yield Case(f"pbzip2-{threads}-{size}k", "compressor", pbzip2, str(threads + 3), prepare=input_of(size * 150))
    # Below 131,072 lines sort uses one thread.
    for threads, count in ((2, 135000), (2, 200000)):
        sort = ["sort", f"--parallel={threads}", "-S40M", "input"]
        yield Case(f"sort-{threads}-{count // 1000}k", "sort", sort, str(threads), prepare=input_of(count))


def programs_with_processes():
    for jobs, parts in ((2, 4), (3, 4), (4, 6), (4, 8)):
        make = ["make", "-s", f"-j{jobs}"]
        yield Case(f"make-sort-{jobs}-{parts}", "make", make, "processes", processes=True, prepare=sorted_parts(parts))
    for jobs, parts in ((2, 3), (3, 4), (4, 6)):
        make = ["make", "-s", f"-j{jobs}"]
        yield Case(f"make-gcc-{jobs}-{parts}", "make", make, "processes", processes=True, prepare=compiled_parts(parts))
    for name, command in (
        ("sort-uniq", "sort input | uniq -c | sort -n | gzip -n > output"),
        ("tac-sort", "tac input | sort | gzip -n > output; gzip -dc output | sort -n | uniq | tail -1"),
        ("xz-sort", "xz -0 -c input | xz -dc | sort -u | wc -l"),
        ("join", "sort input > a; (sort -n input & sort -r input) | sort -u > b; wait; cat a b | uniq -c | wc -l"),
    ):
        yield Case(f"pipe-{name}", "pipe", ["sh", "-c", command], "processes", processes=True, prepare=input_of(6000))
    for jobs in (2, 4):
        command = f"seq 1 8 | xargs -P{jobs} -I% sh -c 'sort input | head -n%000 | gzip -n > %.gz'"
        yield Case(f"xargs-{jobs}", "pipe", ["sh", "-c", command], "processes", processes=True, prepare=input_of(4000))


def all_cases():
    return [*own_programs(), *programs_with_threads(), *programs_with_processes()]
