# SPDX-License-Identifier: MIT
"""A request of a warp as a picture: a row for each lane, and columns for what the memory counts.

Global memory and textures: a column is a sector of 32 bytes, in order of their addresses, with the lane's bytes at
their place in it. Shared memory: a column is one of 32 banks. Constant memory: a column is an address.
"""

from html import escape

LANES, ROW, LEFT, TOP, WIDTH, SECTOR, BANKS, WORD = 32, 9, 34, 20, 352, 32, 32, 4


def touched(address, size, unit):
    return range(address // unit, (address + size - 1) // unit + 1)


def banks(sample, size):
    """Marks (lane, x, width, turn, text), the columns' x and width, and a number below each."""
    width = WIDTH / BANKS
    group = LANES if size < 8 else LANES // 2 if size < 16 else LANES // 4
    words, marks = {}, []
    for lane, address in enumerate(sample["addresses"]):
        if address is None:
            continue
        for word in touched(address, size, WORD):
            there = words.setdefault((lane // group, word % BANKS), [])
            if word not in there:
                there.append(word)
            marks.append(
                (
                    lane,
                    word % BANKS * width,
                    width - 1,
                    there.index(word),
                    f"lane {lane}: bank {word % BANKS}, row {word // BANKS}",
                )
            )
    ways = [max((len(w) for (_, bank), w in words.items() if bank == b), default=0) for b in range(BANKS)]
    below = [str(n) if n > 1 else "" for n in ways]
    return (
        marks,
        [(b * width, width - 1) for b in range(BANKS)],
        below,
        "banks 0 to 31" + ("; below: different words of a bank, which take a turn each" if max(ways) > 1 else ""),
    )


def sectors(sample, size):
    there = sorted({s for a in sample["addresses"] if a is not None for s in touched(a, size, SECTOR)})
    pitch = min(WIDTH / len(there), WIDTH / 4)
    at = {s: i * pitch for i, s in enumerate(there)}
    used = {s: set() for s in there}
    marks = []
    for lane, address in enumerate(sample["addresses"]):
        if address is None:
            continue
        for s in touched(address, size, SECTOR):
            first, last = max(address, s * SECTOR), min(address + size, (s + 1) * SECTOR)
            used[s].update(range(first, last))
            marks.append(
                (
                    lane,
                    at[s] + (first - s * SECTOR) / SECTOR * (pitch - 1.5),
                    max((last - first) / SECTOR * (pitch - 1.5), 2),
                    0,
                    f"lane {lane}: byte {address}, sector {s}",
                )
            )
    steps = {b - a for a, b in zip(there, there[1:])}
    apart = (
        f"sectors {steps.pop() * SECTOR} bytes apart"
        if len(steps) == 1 and steps != {1}
        else "sectors of 32 bytes by address"
    )
    axis = f"{apart}; {sum(map(len, used.values()))} of {SECTOR * len(there)} bytes are asked for"
    below = [str(len(used[s])) if len(there) <= 16 else "" for s in there]
    return marks, [(at[s], pitch - 1.5) for s in there], below, axis


def addresses(sample, _):
    there = sorted({a for a in sample["addresses"] if a is not None})
    pitch = min(WIDTH / len(there), WIDTH / 8)
    marks = [
        (lane, there.index(a) * pitch, pitch - 1.5, there.index(a), f"lane {lane}: address {there.index(a)} in order")
        for lane, a in enumerate(sample["addresses"])
        if a is not None
    ]
    return (
        marks,
        [(i * pitch, pitch - 1.5) for i in range(len(there))],
        [""] * len(there),
        "different addresses: each takes a turn" if len(there) > 1 else "one address: all lanes get it at once",
    )


def is_whole(sample):
    return any(a is not None for a in sample["addresses"])


def picture(sample, memory, size, title):
    """The SVG; its colours are the page's."""
    layout = {"shared": banks, "constant": addresses}.get(memory, sectors)
    marks, columns, below, axis = layout(sample, max(size, 1))
    height = TOP + LANES * ROW
    parts = [
        f'<svg class="lanes" viewBox="0 0 {LEFT + WIDTH + 4} {height + 34}" role="img" '
        f'aria-label="{escape(title)}: {escape(axis)}">'
    ]
    parts += [
        f'<rect class="column" x="{LEFT + x:.1f}" y="{TOP}" width="{w:.1f}" height="{LANES * ROW}"/>'
        for x, w in columns
    ]
    for lane in range(LANES):
        y = TOP + lane * ROW
        if sample["addresses"][lane] is None:
            parts.append(f'<rect class="idle" x="{LEFT}" y="{y}" width="{WIDTH}" height="{ROW - 1}"/>')
        if lane % 4 == 0 or lane == LANES - 1:
            parts.append(f'<text class="tick" x="{LEFT - 4}" y="{y + 8}" text-anchor="end">{lane}</text>')
    by_lane = {}
    for lane, x, width, turn, text in marks:
        by_lane.setdefault(lane, ([], text))[0].append(
            f'<rect class="{"mark" if turn == 0 else "mark again"}" x="{LEFT + x:.1f}" y="{TOP + lane * ROW}" '
            f'width="{width:.1f}" height="{ROW - 1}"/>'
        )
    for lane, (rects, text) in by_lane.items():
        parts.append(f'<g data-lane="{lane}"><title>{escape(text)}</title>{"".join(rects)}</g>')
    parts += [
        f'<text class="tick" x="{LEFT + x + w / 2:.1f}" y="{height + 11}" text-anchor="middle">{text}</text>'
        for (x, w), text in zip(columns, below)
        if text
    ]
    parts.append(
        f'<text x="0" y="12">lane</text><text class="axis" x="{LEFT}" y="{height + 27}">{escape(axis)}</text></svg>'
    )
    return "".join(parts)
