# SPDX-License-Identifier: MIT
"""The blocks of a launch over the multiprocessors of a GPU: how many each holds at a time, and how full the chip is.

A GPU gives the next block to a multiprocessor that has room; here they are dealt out in turn. As in the model of
`make count` (cpu/counts/model.awk), threads, shared memory and the number of blocks limit what a multiprocessor holds;
registers are not known.
"""

import csv
from html import escape
from math import ceil
from pathlib import Path

from accesses import number

GPUS = Path(__file__).parent.parent / "counts" / "gpus.csv"


def gpus():
    with open(GPUS, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def resident(kernel, gpu):
    """Blocks that a multiprocessor holds, and what limits them; 0: not even one."""
    threads = 32 * ceil(kernel["block"][0] * kernel["block"][1] * kernel["block"][2] / 32)
    limits = [(int(gpu["threads"]) // threads, "threads"), (int(gpu["blocks"]), "blocks")]
    if kernel["shared_bytes"]:  # a block has 1 KB more, for the system
        limits.append((int(gpu["shared_KB"]) * 1024 // (kernel["shared_bytes"] + 1024), "shared memory"))
    most, what = min(limits, key=lambda limit: limit[0])
    return most, what


def wave(blocks, multiprocessors, places, label):
    """A chip: a square for each multiprocessor, filled as far as its places are."""
    columns, side, pitch = 22, 14, 17
    size = f"{columns * pitch} {ceil(multiprocessors / columns) * pitch}"
    parts = [f'<svg class="chip" viewBox="0 0 {size}" role="img" aria-label="{escape(label)}">']
    for m in range(multiprocessors):
        x, y = m % columns * pitch, m // columns * pitch
        mine = blocks // multiprocessors + (m < blocks % multiprocessors)
        full = side * mine / places
        parts.append(
            f"<g><title>multiprocessor {m}: {mine} of {places}</title>"
            f'<rect class="column" x="{x}" y="{y}" width="{side}" height="{side}"/>'
            f'<rect class="mark" x="{x}" y="{y + side - full:.1f}" width="{side}" height="{full:.1f}"/></g>'
        )
    return "".join(parts) + "</svg>"


def shape(extents):
    """32 × 8, where it has more than one dimension."""
    long = [str(n) for n in extents if n > 1]
    return " × ".join(long) if len(long) > 1 else ""


def picture(kernel, gpu):
    blocks = kernel["grid"][0] * kernel["grid"][1] * kernel["grid"][2]
    threads = kernel["block"][0] * kernel["block"][1] * kernel["block"][2]
    chips = int(gpu["multiprocessors"])
    places, limit = resident(kernel, gpu)
    grid, block = (f" ({s})" if s else "" for s in (shape(kernel["grid"]), shape(kernel["block"])))
    text = f"{number(blocks)} blocks{grid} of {threads} threads{block}"
    if places == 0:
        return f"<p>{text}: a block does not fit, by its {limit}.</p>"
    text += f"; a multiprocessor holds {places} at a time, by its {limit}. "
    waves, rest = divmod(blocks, chips * places)
    if waves == 0:
        idle = max(chips - blocks, 0)
        text += f"All run at once, in {number(100 * blocks / (chips * places))} % of the places"
        text += f"; {idle} of {chips} multiprocessors have nothing to do." if idle else "."
    else:
        text += f"{number(chips * places)} run at once: {waves} full {'wave' if waves == 1 else 'waves'}"
        text += f", and a last one that fills {number(100 * rest / (chips * places))} % of the places." if rest else "."
    shown = [(chips * places, "a full wave")] if waves else []
    if rest:
        shown.append((rest, "the last wave" if waves else "the only wave"))
    figures = "".join(
        f"<figure>{wave(n, chips, places, name)}<figcaption>{name}: {number(n)} blocks</figcaption></figure>"
        for n, name in shown
    )
    return f'<p>{text}</p><div class="figures">{figures}</div>'
