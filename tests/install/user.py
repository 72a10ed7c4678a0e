# SPDX-License-Identifier: GPL-2.0-or-later
"""A user without rights, in a folder of the user's own.

Nothing of the machine that the test runs on, or of who runs it, gets to the user, but
what the build tree has been configured for, and the folders of programs in PATH that
the user may enter.
"""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from build_tree import account, of_makefile

TIME_LIMIT_S = 1800
NOBODY = 65534
AS_NOBODY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
# That the user may enter the folder by its name, write and execute there.
TRIAL = """cd "$HOME" && mkdir tmp && printf '#!/bin/sh\\nexit 0\\n' >tmp/trial &&
    chmod +x tmp/trial && tmp/trial"""


def expect(condition, what):
    if not condition:
        sys.exit(what)


def who():
    """The words that make a command the user's, and the reason if root must do without them."""
    if os.geteuid() != 0:
        return [], None
    if not shutil.which("setpriv"):
        return [], "there is no setpriv (Debian: util-linux)"
    became = subprocess.run([*AS_NOBODY, "id", "-u"], capture_output=True, text=True)
    if became.stdout.strip() != str(NOBODY):
        return [], account(AS_NOBODY, became)
    return AS_NOBODY, None


class User:
    def __init__(self, home, prefix):
        self.home, self.prefix = home, prefix
        self.environment = {
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
            "USER": "hpcmp-user",
            "LOGNAME": "hpcmp-user",
            "LC_ALL": "C",
            "PATH": os.environ["PATH"],
        }
        for name in ["CC", "CXX", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR"]:
            if value := of_makefile(name):
                self.environment[name] = value

    def attempt(self, *command, folder=None, **environment):
        """Runs a command.  Returns its result, also with its output so far if it does not end."""
        whole = [*self.prefix, *map(str, command)]
        try:
            return subprocess.run(
                whole,
                cwd=folder or self.home,
                env={**self.environment, **environment},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=TIME_LIMIT_S,
                umask=0o022,
            )
        except subprocess.TimeoutExpired as error:
            said = b"".join(filter(None, (error.stdout, error.stderr))).decode(errors="replace")
            return subprocess.CompletedProcess(whole, f"none after {TIME_LIMIT_S} s", said, "")
        except OSError as error:
            return subprocess.CompletedProcess(whole, "none", "", str(error))

    def run(self, *command, folder=None, status=0, **environment):
        print("+", shlex.join(map(str, command)), flush=True)
        result = self.attempt(*command, folder=folder, **environment)
        if result.returncode != status:
            given = " ".join(f"{k}={shlex.quote(v)}" for k, v in {**self.environment, **environment}.items())
            told = account(result.args, result, folder or self.home)
            sys.exit(f"expected exit {status}; environment: {given}\n{told}")
        return result.stdout if status == 0 else result.stdout + result.stderr

    def enter_path(self):
        """Leaves in PATH what the user may enter: others of it are errors to some programs."""
        may = 'for folder; do [ -x "$folder" ] && echo "$folder"; done; :'
        folders = [f for f in self.environment["PATH"].split(":") if f.startswith("/")]
        entered = self.run("sh", "-c", may, "sh", *folders).split("\n")
        self.environment["PATH"] = ":".join(filter(None, entered))

    def write(self, path, text, mode=0o644):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def own(self):
        """Gives the user the files that have been made for it."""
        if self.prefix:
            subprocess.run(["chown", "-hR", f"{NOBODY}:{NOBODY}", self.home], check=True)


@contextlib.contextmanager
def user_at_home():
    """A User in a folder where that one may work: not each folder for temporary files is one."""
    prefix, reason = who()
    if reason:
        print(f"root cannot become another user here, and does all as root: {reason}")
    reasons = []
    for place in dict.fromkeys([tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm"]):
        with contextlib.ExitStack() as stack:
            try:
                folder = tempfile.TemporaryDirectory(
                    prefix="hpcmp-", dir=place, ignore_cleanup_errors=True
                )
                home = Path(stack.enter_context(folder)).resolve()
                home.chmod(0o755)
                user = User(home, prefix)
                user.own()
            except (OSError, subprocess.CalledProcessError) as error:
                reasons.append(f"{place}: {error}")
                continue
            tried = user.attempt("sh", "-c", TRIAL)
            if tried.returncode != 0 or set(str(home)) & set(" :"):
                reasons.append(account(["in", home], tried))
                continue
            user.enter_path()
            yield user
            return
    sys.exit("the user may not work in any of these:\n" + "\n".join(reasons))
