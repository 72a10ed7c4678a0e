# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs of the implementations of MPI that are here."""

import itertools
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
import checks  # noqa: E402
from checks import ILMGEN, IS_LONG, TIME_LIMIT_S, TOP, check, result_of, skip  # noqa: E402, F401

VALGRIND = Path(os.environ["VALGRIND"]).absolute()
RANKS = 4
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_osc": "^ucx",  # has no dynamic windows here
}


def found():
    return [mpi for mpi in ("openmpi", "mpich") if shutil.which(f"mpirun.{mpi}") and shutil.which(f"mpicc.{mpi}")]


def dealt(cases, alone=()):
    """(implementation, case): `make check` deals the cases out among the implementations that are here, because a job
    costs ten seconds; `make check-long` runs each case with each of them.  `alone`: the implementation of the cases
    that only one can run."""
    mpis, alone = found(), dict(alone)
    free = [case for case in cases if case not in alone]
    pairs = itertools.product(mpis, free) if IS_LONG else zip(itertools.cycle(mpis), free)
    return [*pairs, *((alone[case], case) for case in cases if alone.get(case) in mpis)]


def run(command, status=0, **more):
    """The result, also if the status is wrong, which is counted."""
    result = result_of(command, env={**os.environ, **SETTINGS}, **more)
    check(result.returncode == status, f"{command}: exit {result.returncode}\n{result.stdout}{result.stderr}")
    return result


def mpirun(mpi, folder, *command, ranks=RANKS, status=0):
    """Runs a job of MPI in a new folder."""
    folder.mkdir()
    return run([f"mpirun.{mpi}", "-n", ranks, *command], status, cwd=folder)


def compiled(mpi, name, folder, *options):
    """Compiles a program of this folder, and returns where it is."""
    program = folder / f"{name}.{mpi}{'.o' * ('-c' in options)}"
    run([f"mpicc.{mpi}", "-g", "-O1", "-I", TOP, *options, "-o", program, TOP / "tests" / "mpi" / f"{name}.c"])
    return program


def joined(mpi, names, folder):
    """Several programs in steps (steps.h) as one, which executes them one after the other."""
    mains = [f"main_of_{name}" for name in names]
    declared = ", ".join(f"{main}(int, char**)" for main in mains)
    calls = " || ".join(f"{main}(n, all)" for main in mains)
    source, program = folder / "joined.c", folder / f"{'-'.join(names)}.{mpi}"
    source.write_text(f"int g_n_joined = {len(names)}, {declared};\nint main(int n, char** all) {{ return {calls}; }}\n")
    parts = [compiled(mpi, name, folder, "-c", f"-Dmain={main}") for name, main in zip(names, mains)]
    run([f"mpicc.{mpi}", "-o", program, source, *parts])
    return program


def finish(name):
    """Ends the test of this name; as skipped where there is no MPI."""
    if not found():
        skip("there is no MPI here")
    checks.finish(name)
