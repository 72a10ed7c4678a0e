# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs in other languages than C and C++, compiled in the current folder."""

import os
import shutil
import subprocess

OFFLINE = {"GOPROXY": "off", "GOFLAGS": "-mod=mod", "GO111MODULE": "off"}


class Skipped(Exception):
    """The case cannot be tried here, and why."""


def need(*commands):
    for command in commands:
        if shutil.which(command) is None:
            raise Skipped(f"{command} is not installed")


def build(*command, **environment):
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode != 0:
        raise Skipped(f"{command[0]} cannot compile here: {done.stderr.strip()[-200:]}")


def build_go(source, program):
    need("go")
    build("go", "build", "-o", program, source, GOCACHE=os.path.abspath("cache"), **OFFLINE)
