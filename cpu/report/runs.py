# SPDX-License-Identifier: MIT
"""Runs a program that was built for counting, and for the checks; keeps what they say.

A Version is one program, or some kernels of it: what it printed, the picture it wrote, the record of its counts
(cpu/counts/detail.c), and the findings of the checks with the lines they name.
"""

import json
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

CHECKS = (("memory", "accesses out of bounds"), ("race", "data races"), ("init", "values that were never written"))
PLACE = re.compile(r"([\w./+-]+\.\w+):(\d+)")


@dataclass
class Finding:
    check: str
    text: str  # the checks' own words, several lines
    places: list  # (file, line)

    @property
    def head(self):
        return self.text.splitlines()[0]


@dataclass
class Version:
    name: str
    command: str
    output: str = ""
    status: int = 0
    record: dict = field(default_factory=lambda: {"sample": 1, "kernels": []})
    csv: str = ""  # a row per launch
    pictures: list = field(default_factory=list)
    findings: list = field(default_factory=list)
    unchecked: list = field(default_factory=list)  # checks whose program was not given

    def of_kernel(self, kernel):
        """The same run, as far as it is that kernel's."""
        kernels = [k for k in self.record["kernels"] if k["name"] == kernel]
        findings = [f for f in self.findings if f"kernel {kernel}," in f.text or f"kernel {kernel} " in f.text]
        head, *rows = self.csv.splitlines()
        csv = "\n".join([head, *(row for row in rows if row.split(",")[0] == kernel)]) + "\n"
        return Version(
            kernel,
            self.command,
            self.output,
            self.status,
            {**self.record, "kernels": kernels},
            csv,
            self.pictures,
            findings,
            self.unchecked,
        )


def run(program, arguments, settings):
    """Its exit status, and what it printed. It finds no screen, so that a picture goes to a file."""
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**environment, **settings},
        check=False,
    )
    return done.returncode, done.stdout.decode(errors="replace")


def findings_of(check, text):
    """What a check has said: a line that begins with cuda-cpu:, and the indented ones after it."""
    found = []
    for line in text.splitlines():
        if line.startswith("cuda-cpu: ") and not line.startswith("cuda-cpu: check-"):
            found.append([line.removeprefix("cuda-cpu: ")])
        elif line.startswith("  ") and found and found[-1]:
            found[-1].append(line)
        elif found and found[-1]:
            found.append([])  # the program's own line: what follows is not the finding's
    for lines in filter(None, found):
        told = [line for line in lines[1:] if "depends on it" not in line]  # where the host uses it is another matter
        places = PLACE.findall("\n".join(told)) or PLACE.findall(lines[0])
        yield Finding(check, "\n".join(lines), [(file, int(line)) for file, line in dict.fromkeys(places)])


def pictures_of(output, arguments, since):
    """The pictures that it names, or was told to write, and has just written."""
    names = dict.fromkeys(re.findall(r"[^\s'\"]+\.(?:png|ppm|pgm)\b", "\n".join([output, *arguments])))
    return [path for path in map(Path, names) if path.is_file() and path.stat().st_mtime >= since]


def make_version(name, count, checks, arguments, settings):
    """count and checks: the program as built for counting, and for each check by its name."""
    version = Version(name, " ".join([name, *arguments]))
    with tempfile.TemporaryDirectory() as folder:
        detail, csv, stamp = (Path(folder) / n for n in ("detail.json", "counts.csv", "stamp"))
        stamp.touch()
        version.status, version.output = run(
            count,
            arguments,
            {
                "CUDA_CPU_COUNT_REPORT": "none",
                "CUDA_CPU_COUNT_DETAIL": str(detail),
                "CUDA_CPU_COUNT_CSV": str(csv),
                **settings,
            },
        )
        if detail.exists():
            version.record = json.loads(detail.read_text())
            version.csv = csv.read_text()
        version.pictures = [
            (path.name, path.read_bytes()) for path in pictures_of(version.output, arguments, stamp.stat().st_mtime)
        ]
    known = set()
    for check, _ in CHECKS:
        if check not in checks:
            version.unchecked.append(check)
            continue
        _, said = run(checks[check], arguments, {**settings, "CUDA_CPU_CHECK": check})
        for finding in findings_of(check, said):
            if finding.text not in known:
                known.add(finding.text)
                version.findings.append(finding)
    return version
