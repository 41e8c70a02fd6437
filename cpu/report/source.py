# SPDX-License-Identifier: MIT
"""A source as HTML: its lines with what a kernel asks for beside them, what the checks found, and pictures."""

import re
from html import escape
from pathlib import Path

import accesses
import lanes
from accesses import number, ratio
from markup import row, table

WORDS = """alignas auto bool break case char const constexpr continue do double else enum float for if inline int long return
short signed sizeof static struct switch template typedef typename unsigned using void volatile while size_t
__global__ __device__ __host__ __shared__ __constant__ __restrict__ __launch_bounds__""".split()
TOKENS = re.compile(
    r"(?P<comment>//.*|/\*.*?(?:\*/|$))"
    r"|(?P<string>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])+')"
    rf"|(?P<word>\b(?:{'|'.join(WORDS)})\b)|(?P<launch><<<|>>>)"
)
NEAR, WHOLE = 4, 500


def highlight(lines):
    """The lines with comments, strings and words marked."""
    inside = False
    for line in lines:
        out, at = "", 0
        if inside:
            at = line.find("*/") + 2 if "*/" in line else len(line)
            out, inside = f'<i class="comment">{escape(line[:at])}</i>', "*/" not in line
        for token in TOKENS.finditer(line, at):
            kind, text = token.lastgroup, token.group()
            out += escape(line[at : token.start()]) + f'<i class="{kind}">{escape(text)}</i>'
            at = token.end()
            inside = text.startswith("/*") and not text.endswith("*/")
        yield out + escape(line[at:])


def place_id(version, file, line):
    return f"v{version}-{re.sub(r'[^A-Za-z0-9]+', '-', file)}-{line}"


def note(kind, title, why, figures=""):
    figures = f'<span class="figure">{figures}</span>' if figures else ""
    return f'<span class="access {kind}"><b>{title}</b> {figures}<span class="why">{escape(why)}</span></span>'


def notes(line, names_kernel):
    """What stands beside a line: always there, in print too."""
    out = f'<span class="kernel">{escape(line.kernel)}</span>' if names_kernel else ""
    out += "".join(note(a.grade, a.title, a.sentence, a.figures) for a in line.accesses)
    if line.branch:
        out += note("fair", "branch", line.branch)
    if line.waits:
        out += note("plain", "barrier", f"warps wait here {number(line.waits)} times")
    return out


def request_figures(access):
    """The first request, and the costliest where it is another."""
    site = access.worst
    samples = [("first", site.get("first")), ("costliest", site.get("costliest"))]
    if not all(s and lanes.is_whole(s) for _, s in samples) or access.memory not in (
        "global",
        "shared",
        "constant",
        "texture",
    ):
        return ""
    if samples[0][1]["cost"] == samples[1][1]["cost"]:
        samples.pop()
    out = ""
    for name, sample in samples:
        taking = sum(a is not None for a in sample["addresses"])
        cost = f"{sample['cost']} {accesses.one(access.cost[1], sample['cost'])}"
        if access.kind == "atomic":
            cost = f"at most {sample['cost']} on one address"
        caption = (
            f"{access.title}: the {name} request, block {sample['block']}, warp {sample['warp']}: "
            f"{taking} of 32 lanes, {access.bytes} {'byte' if access.bytes == 1 else 'bytes'} each, {cost}"
            + (f"; one of {access.joined} loads that nvcc joins" if access.merged else "")
        )
        out += (
            f'<figure class="{access.grade}">{lanes.picture(sample, access.memory, access.bytes, caption)}'
            f"<figcaption>{escape(caption)}<output></output></figcaption></figure>"
        )
    return out


def body(line):
    """What a click on the line shows."""
    rows = []
    for a in line.accesses:
        cost, unit, best = a.cost
        figures = (number(cost), number(best) if best else "", unit) if unit else ("", "", "")
        rows.append(
            row(a.title, number(a.counts["requests"]), number(ratio(a.counts["lanes"], a.counts["requests"])), *figures)
        )
    heads = ("", "requests", "lanes", "cost", "at best", "unit, a request")
    pictures = "".join(request_figures(a) for a in line.accesses)
    return (
        f"<p>{number(line.active)} of 32 lanes are active here, on average.</p>{table(heads, rows)}"
        f'<div class="figures">{pictures}</div>'
    )


GRADES = ("plain", "good", "fair", "bad", "fault")


def grade_of(lines, found):
    grades = [a.grade for line in lines for a in line.accesses] + ["fair" for line in lines if line.parts]
    return "fault" if found else max(grades or ["plain"], key=GRADES.index)


def hunks(count, marked, text, whole):
    """The lines to show: all of them, or those near a marked one, from the head of its kernel on."""
    if whole and count <= WHOLE:
        return set(range(1, count + 1))
    shown = set()
    for line in marked:
        head = next(
            (h for h in range(line, max(line - 40, 0), -1) if re.search(r"__(global|device)__", text[h - 1])),
            line - NEAR,
        )
        shown.update(range(max(1, head), min(count, line + NEAR) + 1))
    return shown


def line_html(identity, at, code, lines, findings, names_kernel):
    """A line of the source; one that something is known of opens at a click."""
    shown = f'<span class="n">{at}</span><code>{code or " "}</code>'
    if not lines and not findings:
        return f'<div class="line">{shown}</div>'
    beside = "".join(note("fault", f"check-{f.check}", f.head) for f in findings)
    beside += "".join(notes(line, names_kernel) for line in lines)
    inside = "".join(f'<pre class="finding">{escape(f.text)}</pre>' for f in findings)
    for line in lines:
        if line.accesses or line.parts:
            inside += (f"<h4>{escape(line.kernel)}</h4>" if len(lines) > 1 else "") + body(line)
    shown += f'<span class="notes">{beside}</span>'
    attributes = f'class="line {grade_of(lines, findings)}" id="{identity}"'
    if not inside:
        return f"<div {attributes}>{shown}</div>"
    attributes += f' data-line="{at}" data-requests="{sum(line.requests for line in lines)}"'
    return f'<details {attributes}><summary>{shown}</summary><div class="body">{inside}</div></details>'


def listing(index, file, counted, found, whole):
    """One file. counted: line -> [Line] of the kernels; found: line -> [Finding]."""
    text = Path(file).read_text(errors="replace").splitlines()
    shown = hunks(len(text), set(counted) | set(found), text, whole)
    names_kernel = len({line.kernel for lines in counted.values() for line in lines}) > 1
    out = []
    for at, code in enumerate(highlight(text), 1):
        if at in shown:
            identity = place_id(index, file, at)
            out.append(line_html(identity, at, code, counted.get(at, []), found.get(at, []), names_kernel))
        elif at == 1 or at - 1 in shown:
            out.append('<div class="line gap">…</div>')
    return f'<section class="source"><h3>{escape(file)}</h3><div class="listing">{"".join(out)}</div></section>'


def sources(index, version, whole):
    """All files of a version; the accesses that cost too much, the worst first, as (excess, file, line, Access); and the
    one with most requests: (file, line, Access)."""
    counted, found, known = {}, {}, []
    for kernel in version.record["kernels"]:
        for (file, at), line in accesses.lines_of(kernel).items():
            if Path(file).is_file():
                counted.setdefault(file, {}).setdefault(at, []).append(line)
                known += [(file, at, a) for a in line.accesses]
    for finding in version.findings:
        for file, at in finding.places:
            if Path(file).is_file():
                found.setdefault(file, {}).setdefault(at, []).append(finding)
    html = ""
    for file in sorted({*counted, *found}, key=lambda f: (not f.endswith(".cu"), f)):
        html += listing(index, file, counted.get(file, {}), found.get(file, {}), whole and file.endswith(".cu"))
    worst = [(sum(s["waste"] for s in a.sites), file, at, a) for file, at, a in known if a.grade in ("fair", "bad")]
    return html, sorted(worst, key=lambda w: -w[0]), max(known, key=lambda k: k[2].counts["requests"], default=None)
