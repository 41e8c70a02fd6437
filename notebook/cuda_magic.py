# SPDX-License-Identifier: MIT
"""%%cuda for notebooks: the cell is a CUDA program, built in this project's tree and run.

    %load_ext cuda_magic
    %%cuda NAME [--check] [--count] [--report] [--cpu] [ARGUMENT...]

Builds for the GPU where nvcc and a GPU are, else for the CPU (make decides). --check runs it under each check
(memory, race, init), which names mistakes by line, block and thread; --count prints what each line asks of
a GPU's memories; --report shows both beside the source, with pictures (docs/report.md). None needs a GPU. The cell is kept as cells/NAME.cu in the tree. NAME is not one of make's
commands, such as clean, since make NAME builds the cell.
"""
import html
import re
import shlex
import subprocess
from pathlib import Path

from IPython.core.magic import register_cell_magic
from IPython.display import HTML, display

ROOT = Path(__file__).resolve().parent.parent


def run(command, **options):
    """Runs a command in the tree, prints what it says as it comes, and returns its exit status."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", **options) as process:
        for line in process.stdout:
            if not re.match(r"make(\[\d+\])?: ", line):  # what failed has said so itself
                print(line, end="")
    return process.returncode


def make_help():
    """The commands that make has here, and whether it builds for cuda or cpu."""
    words = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"\bmake ([a-z][a-z-]*)", words)
    return commands, re.search(r"build every program for (\w+)", words).group(1)


def backend():
    """cuda or cpu: what make builds for here."""
    return make_help()[1]


def cuda(line, cell):
    """The %%cuda cell: build, run, check."""
    words = shlex.split(line)
    flags = [word for word in words if word in ("--check", "--count", "--report", "--cpu")]
    words = [word for word in words if word not in flags]
    if not words or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", words[0]):
        print("%%cuda NAME [--check] [--count] [--report] [--cpu] [ARGUMENT...]: a name for the program comes first")
        return
    name, arguments = words[0], words[1:]
    commands, kind = make_help()
    if name in commands:
        print(f"%%cuda {name}: another name, please, because make {name} is a command")
        return
    if "--cpu" in flags:
        kind = "cpu"
    source = ROOT / "cells" / f"{name}.cu"
    source.parent.mkdir(exist_ok=True)
    if not source.exists() or source.read_text() != cell:
        source.write_text(cell)
    if run(["make", "--silent", f"BACKEND={kind}", f"cells/{name}" if twice(name) else name]) != 0:
        return
    program = f"bin/{kind}/cells/{name}" if twice(name) else f"bin/{kind}/{name}"
    status = run([program, *arguments])
    if status != 0:
        print(f"exit status {status}")
    given = [f"P={'cells/' + name if twice(name) else name}", f"ARGS={shlex.join(arguments)}"]
    if "--check" in flags:
        run(["make", "--silent", "check", *given])
    if "--count" in flags:
        print("--- count")
        run(["make", "--silent", "count", *given])
    if "--report" in flags:
        report(name, *given)


def report(name, *given):
    """make report with these words; the page in a frame of its own, which needs no file beside the notebook."""
    page = f"build/report/{name}.html"
    (ROOT / page).unlink(missing_ok=True)
    if run(["make", "--silent", "report", f"OUT={page}", *given]) == 0:
        text = html.escape((ROOT / page).read_text(encoding="utf-8"))
        display(HTML(f'<div><iframe srcdoc="{text}" title="report of {name}" style="width: 100%; height: 44rem; border: 1px solid #888">'
                     "</iframe></div>"))


def twice(name):
    """Is there another program of that name in the tree?"""
    rooms = {"bench", "bin", "build", "cells", "common", "cpu", "labs", "tests"}
    return any(path.relative_to(ROOT).parts[0] not in rooms for path in ROOT.glob(f"*/**/{name}.c*"))


def load_ipython_extension(_):
    register_cell_magic(cuda)
