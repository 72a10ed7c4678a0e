# SPDX-License-Identifier: GPL-2.0-or-later
"""Several processes of ilmgen-mpi make the same model as ilmgen alone."""

import json
import os
import shutil
from pathlib import Path

from jobs import ILMGEN, SETTINGS, check, result_of

ILMGEN_MPI = Path(ILMGEN).parent / "mpi" / "ilmgen-mpi"


def run(*command, **more):
    return result_of(command, env={**os.environ, **SETTINGS}, **more)


def mpirun_of(program):
    """Of the MPI that it was built with; nothing, if it was not built."""
    libraries = run("ldd", program).stdout
    for name, library in (("mpirun.openmpi", "libmpi.so"), ("mpirun.mpich", "libmpich")):
        if library in libraries and shutil.which(name):
            return name
    return program.exists() and shutil.which("mpirun")


MPIRUN = mpirun_of(ILMGEN_MPI)


def mpirun(processes, *command, **more):
    return run(MPIRUN, "-n", processes, *command, **more)


def said_by(program, result):
    """What ilmgen or ilmgen-mpi has said, without what mpirun adds."""
    start = f"{program}: "
    return [line.removeprefix(start) for line in result.stderr.splitlines() if line.startswith(start)]


def in_one(folder):
    """The parts as the manifest lists them."""
    manifest = json.loads((folder / "ilm.manifest.json").read_text())
    files = [folder / part["file"] for part in manifest["files"]]
    whole = b"".join(file.read_bytes() for file in files)
    check(sum(part["blocks"] for part in manifest["files"]) == manifest["blocks"], f"{folder}: blocks")
    check(len(json.loads(whole)) == manifest["blocks"], f"{folder}: blocks of the ILM")
    check({*folder.iterdir()} == {*files, folder / "ilm.manifest.json"}, f"{folder}: {list(folder.iterdir())}")
    return whole, [part["blocks"] for part in manifest["files"]]


def compare(what, inputs, form, top, processes=(2, 4)):
    """Returns how many DAG blocks each process has made, of the largest number of these."""
    alone = top / "alone.json"
    expected = run(ILMGEN, *form, *inputs, "-o", alone, "--force")
    check(expected.returncode == 0, f"{what}: {expected.stderr}")
    shares = []
    for count in processes:
        folder = top / "parts"
        folder.mkdir()
        result = mpirun(count, ILMGEN_MPI, *form, *inputs, "-o", folder / "ilm.json")
        check(result.returncode == 0, f"{what}, {count} processes: {result.stderr}")
        said, should = said_by("ilmgen-mpi", result), said_by("ilmgen", expected)
        check(said == should, f"{what}, {count} processes: says {said}, not {should}")
        if result.returncode == 0:
            whole, shares = in_one(folder)
            check(whole == alone.read_bytes(), f"{what}, {count} processes, {form}: another model")
        shutil.rmtree(folder)
    return shares
