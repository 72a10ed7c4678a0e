# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs of the implementations of MPI that are here."""

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(os.environ["top_srcdir"])
ILMGEN = os.environ["ILMGEN"]
VALGRIND = Path(os.environ["VALGRIND"]).absolute()
IS_LONG = bool(os.environ.get("CHECK_LONG"))
RANKS = 4
TIME_LIMIT_S = 300
SKIPPED = 77
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


class Checks:
    """Prints and counts failures."""

    def __init__(self):
        self.failed = 0

    def check(self, good, what):
        if not good:
            self.failed += 1
            print("FAIL", what)

    def run(self, command, status=0, **more):
        command = list(map(str, command))
        settings = {"stdin": subprocess.DEVNULL, "timeout": TIME_LIMIT_S, "env": {**os.environ, **SETTINGS}}
        result = subprocess.run(command, capture_output=True, text=True, **settings, **more)
        self.check(result.returncode == status, f"{command}: exit {result.returncode}\n{result.stdout}{result.stderr}")
        return result

    def mpirun(self, mpi, folder, *command, ranks=RANKS, status=0):
        """In a new folder."""
        folder.mkdir()
        return self.run([f"mpirun.{mpi}", "-n", ranks, *command], status, cwd=folder)

    def finish(self, name):
        """Ends the test of this name; as skipped where there is no MPI."""
        if not found():
            print("skipped: there is no MPI here")
            sys.exit(SKIPPED)
        print(f"{name}:", f"{self.failed} wrong" if self.failed else "right")
        sys.exit(self.failed > 0)

    def compiled(self, mpi, name, folder):
        """A program of this folder's."""
        program = folder / f"{name}.{mpi}"
        self.run([f"mpicc.{mpi}", "-g", "-O1", "-I", TOP, "-o", program, TOP / "tests" / "mpi" / f"{name}.c"])
        return program
