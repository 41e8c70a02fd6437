# SPDX-License-Identifier: MIT
"""What the lines of a source ask of a GPU: their accesses, figures, and a sentence that says why.

The sentences about slow accesses are those of `make count` (cpu/counts/pattern.c); here are the others.
"""

from dataclasses import dataclass, field

WORD = 4
TAKE_PART = "threads take part"  # says a sentence of cpu/counts/pattern.c


def ratio(a, b):
    return a / b if b else 0


def number(value):
    """12 345, or 3.59: two digits are enough, and none where they are zeros."""
    if abs(value - round(value)) < 0.005:
        return f"{round(value):,}".replace(",", " ")
    return f"{value:.2f}".rstrip("0")


def one(unit, count):
    """1 sector, 1 address, 2 sectors."""
    return unit if count != 1 else unit.removesuffix("es") if unit == "addresses" else unit.removesuffix("s")


@dataclass
class Access:
    """One access of a line, or several that do the same."""

    kind: str
    memory: str
    bytes: int
    used: bool
    stride: int
    counts: dict
    sites: list = field(default_factory=list)
    merged: int = 0  # loads that are counted with this one

    @property
    def regular(self):  # at one distance from lane to lane, nine times of ten
        return self.counts["strides"] * 10 >= self.counts["requests"] * 9

    @property
    def worst(self):
        return max(self.sites, key=lambda s: (s["waste"], s["requests"]))

    @property
    def title(self):
        verb = {"read": "reads", "write": "writes", "texel": "fetches from", "atomic": "atomics on"}[self.kind]
        return f"{verb} {self.memory}" + (f" ×{len(self.sites)}" if len(self.sites) > 1 else "")

    @property
    def cost(self):
        """What a request costs, the unit, and at best."""
        n = self.counts
        if self.kind == "atomic":
            return n["most"], "threads on one address, at most", 1
        if self.memory in ("global", "texture"):
            return ratio(n["sectors"], n["requests"]), "sectors", ratio(n["ideal"], n["requests"])
        if self.memory == "shared":
            return ratio(n["wavefronts"], n["requests"]), "wavefronts", ratio(n["ideal_wavefronts"], n["requests"])
        if self.memory == "constant":
            return ratio(n["addresses"], n["requests"]), "addresses", 1
        return 0, "", 0

    @property
    def grade(self):
        """good, fair or bad: by how much more than need be it costs."""
        cost, _, best = self.cost
        if self.memory == "local":
            return "fair"
        if self.memory == "texture":
            return "good"
        if self.kind == "atomic":
            return "good" if cost < 4 else "bad"
        times = ratio(cost, best)
        return "good" if times < 1.1 else "fair" if times < 2 else "bad"

    @property
    def figures(self):
        cost, unit, best = self.cost
        if not unit:
            return ""
        taking = ratio(self.counts["lanes"], self.counts["requests"])
        lanes = f", {number(taking)} of 32 lanes" if taking < 31 and not TAKE_PART in self.worst["pattern"] else ""
        if self.kind == "atomic":
            return f"{number(cost)} {unit}{lanes}"
        shows_best = best and self.grade != "good"
        return (
            f"{number(cost)} {one(unit, cost)} a request" + (f", {number(best)} at best" if shows_best else "") + lanes
        )

    @property
    def sentence(self):
        said = self.worst["pattern"] or self.good_sentence()
        return said + (f"; {self.joined} loads side by side count as one, since nvcc joins them" if self.merged else "")

    @property
    def joined(self):  # in each
        return round(self.merged / len(self.sites)) + 1

    def good_sentence(self):
        n, stride = self.counts, abs(self.stride)
        lanes = ratio(n["lanes"], n["requests"])
        if self.kind == "atomic":
            return (
                "atomics"
                + ("" if self.used else " whose result is not used")
                + (
                    ": each thread has an address of its own"
                    if n["most"] <= 1
                    else f": at most {n['most']} threads of a warp on one address take turns"
                )
            )
        if self.memory == "texture":
            return (
                f"{number(ratio(n['addresses'], n['requests']))} different texels a request, "
                f"in {number(ratio(n['sectors'], n['requests']))} sectors"
            )
        if self.memory == "constant":
            return (
                "one address for the whole warp, which constant memory gives to all at once: a broadcast"
                if n["addresses"] == n["requests"]
                else "mostly one address for the whole warp, given to all at once"
            )
        if lanes == 1:
            return "one thread of the warp takes part"
        if self.regular and stride == 0:
            return "one address for the whole warp: a broadcast"
        if self.memory == "shared":
            words = stride // WORD
            if self.regular and stride == WORD:
                return "neighbouring words, each in a bank of its own: no conflict"
            if self.regular and stride % WORD == 0 and words % 2:
                return f"{words} words from thread to thread, an odd number, so each has a bank of its own: no conflict"
            return "no bank conflict"
        part = round(100 * ratio(n["lanes"] * self.bytes, 32 * n["sectors"]))
        used = "every byte moved is used" if part == 100 else f"{part} % of the bytes moved are used"
        if self.regular and stride == self.bytes:
            return f"coalesced: neighbouring threads, neighbouring elements; {used}"
        if part > 100:
            return "several threads share an address, so fewer sectors than their bytes would fill"
        return f"not one row, but full sectors; {used}"


@dataclass
class Line:
    """A line as a kernel runs it."""

    kernel: str
    accesses: list
    requests: int  # all of them
    parts: int  # warps that part here
    comes: int  # warps that come to such a branch
    active: float  # lanes, on average
    waits: int  # warps at a barrier

    @property
    def branch(self):
        if not self.parts:
            return ""
        return (
            f"in {number(self.parts)} of {number(self.comes)} cases a warp’s threads part here, "
            "and their ways run one after the other"
        )


def lines_of(kernel):
    """The lines of a kernel: (file, line) -> Line."""
    by_place = {}
    for site in kernel["sites"]:
        by_place.setdefault((site["file"], site["line"]), []).append(site)
    lines = {}
    for place, sites in by_place.items():
        line = make_line(kernel["name"], sites)
        if line.accesses or line.parts or line.waits:
            lines[place] = line
    return lines


def make_line(kernel, sites):
    fetches = [s for s in sites if s["kind"] == "fetch"]
    real = [s for s in sites if s["kind"] in ("read", "write", "atomic") and s["memory"]]
    texels = [s for s in sites if s["kind"] == "texel"]
    blocks = [s for s in sites if s["kind"] in ("block", "barrier")]
    groups = {}
    for site in sorted(real + texels, key=lambda s: s["site"]):
        if site["requests"] == 0:
            continue
        key = (site["kind"], site["memory"], site["bytes"], site["used"], site["stride"], site["pattern"])
        if key not in groups:
            groups[key] = Access(*key[:5], counts={})
        group = groups[key]
        group.sites.append(site)
        group.merged += sum(1 for s in sites if s["merged_into"] == site["site"] and s is not site)
        for name in ("requests", "lanes", "sectors", "ideal", "wavefronts", "ideal_wavefronts", "addresses", "strides"):
            group.counts[name] = group.counts.get(name, 0) + site[name]
        group.counts["most"] = max(group.counts.get("most", 0), site["most"])
    branches = [s for s in blocks if s["diverged"]]
    asked = real + fetches
    counted = asked if any(s["requests"] for s in asked) else blocks
    return Line(
        kernel,
        list(groups.values()),
        sum(s["requests"] for s in asked),
        sum(s["diverged"] for s in branches),
        sum(s["requests"] for s in branches),
        ratio(sum(s["lanes"] for s in counted), sum(s["requests"] for s in counted)),
        sum(s["requests"] for s in sites if s["kind"] == "barrier"),
    )
