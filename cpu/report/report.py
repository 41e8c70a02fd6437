#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A page that shows why a program is slow, or wrong: one HTML file that needs no network (docs/report.md).

    report.py --out FILE --count PROGRAM [--memory PROGRAM] [--access PROGRAM] [option]... [-- ARGUMENT...]

PROGRAM is the same one, built with cudacc --check=count, memory and access. Options:

    --name NAME           what it is called
    --compare NAME COUNT MEMORY ACCESS   another such program beside it, run with the same arguments
    --kernels NAME,NAME   two kernels of it beside each other
    --device NAME         the GPU that is shown first: h200, a100, t4, c2075
    --sample 1/N          count one block of N
"""

import argparse
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import blocks  # noqa: E402
import page  # noqa: E402
import runs  # noqa: E402


def options():
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(prog="report.py", usage=__doc__)
    for name in ("out", "count"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("memory", "access", "name", "kernels", "sample"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--device", default="h200", choices=[g["device"] for g in blocks.gpus()])
    parser.add_argument("--compare", nargs=4)
    return parser.parse_args(words[:cut]), words[cut + 1 :]


def main():
    asked, arguments = options()
    gpu = next(g for g in blocks.gpus() if g["device"] == asked.device)
    settings = {"CUDA_CPU_MULTIPROCESSORS": os.environ.get("CUDA_CPU_MULTIPROCESSORS", gpu["multiprocessors"])}
    if asked.sample:
        settings["CUDA_CPU_COUNT_SAMPLE"] = asked.sample

    def version(name, count, memory, access):
        checks = {**({"memory": memory} if memory else {}), **({"race": access, "init": access} if access else {})}
        return runs.make_version(name, count, checks, arguments, settings)

    versions = [version(asked.name or Path(asked.count).name, asked.count, asked.memory, asked.access)]
    if asked.compare:
        versions.append(version(*asked.compare))
    if asked.kernels:
        names = asked.kernels.split(",")
        known = [k["name"] for k in versions[0].record["kernels"]]
        for name in names:
            if name not in known:
                sys.exit(f"make report: there is no kernel {name}; it launches {', '.join(known) or 'none'}")
        versions = [versions[0].of_kernel(name) for name in names]
    out = Path(asked.out)
    out.parent.mkdir(parents=True, exist_ok=True)
    text = page.make_page(versions, asked.device, whole=not asked.kernels)
    temporary = out.with_name(f"{out.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(out)
    found = sum(len(v.findings) for v in versions)
    print(f"{out}: {found or 'no'} {'finding' if found < 2 else 'findings'}; open it in a browser")


if __name__ == "__main__":
    main()
