# SPDX-License-Identifier: MIT
"""The page: what to see first, the source, the GPU, the sums, the program's output."""

import re
import subprocess
import tempfile
from html import escape
from pathlib import Path

import blocks
import source
from accesses import number, ratio
from markup import image, row, table
from runs import CHECKS

HERE = Path(__file__).parent


def first_of_all(index, version, worst, most):
    """What was found, which lines cost more than they have to, and which asks most often."""
    items = []

    def item(kind, place, text):
        link = ""
        if place and Path(place[0]).is_file():
            link = f'<a href="#{source.place_id(index, *place)}">{escape(Path(place[0]).name)}:{place[1]}</a> '
        items.append(f'<li class="{kind}">{link}{text}</li>')

    for f in version.findings:
        place = next((p for p in f.places if Path(p[0]).is_file()), None)
        item("fault", place, f"<b>check-{f.check}</b> {escape(f.head)}")
    for _, file, line, access in worst[:4]:
        item(access.grade, (file, line), f"<b>{access.title}</b> {escape(access.sentence)}")
    if most:
        file, line, access = most
        figures = access.figures or f"{number(access.counts['requests'])} requests"
        item(access.grade, (file, line), f"<b>{access.title}</b>, most often: {figures}; {escape(access.sentence)}")
    said = f'<ul class="first">{"".join(items)}</ul>' if items else ""
    done = [name for name, _ in CHECKS if name not in version.unchecked]
    if done and not version.findings:
        said += f"<p>The checks found nothing ({', '.join(done)}).</p>"
    if not version.record["kernels"]:
        said += "<p>No kernel was counted.</p>"
    elif not worst:
        said += "<p>No access costs more than it has to.</p>"
    return said


# ---- sums --------------------------------------------------------------------------------------------

COSTS = (
    ("global loads", "global_load_requests", "global_load_sectors", "sectors", "ideal_load_sectors"),
    ("global stores", "global_store_requests", "global_store_sectors", "sectors", "ideal_store_sectors"),
    ("shared loads", "shared_load_requests", "shared_load_wavefronts", "wavefronts", None),
    ("shared stores", "shared_store_requests", "shared_store_wavefronts", "wavefronts", None),
    ("constant memory", "constant_requests", "constant_addresses", "addresses", None),
    ("textures", "texture_requests", "texture_sectors", "sectors", None),
)
OTHERS = (
    ("global atomics", ("global_reduction_requests", "global_atomic_requests")),
    ("shared atomics", ("shared_atomic_requests",)),
    ("local arrays", ("local_requests",)),
    ("wavefronts of bank conflicts", ("bank_conflicts",)),
    ("a warp’s threads part", ("divergent_branches",)),
    ("a warp waits at a barrier", ("barriers",)),
    ("different bytes read", ("bytes_read",)),
    ("different bytes written", ("bytes_written",)),
)
NOT_COMPARED = (  # they are no sums, or say the same once more
    "launches threads_a_block shared_bytes_a_block atomic_most_on_one_address blocks_of_source "
    "threads_in_blocks_of_source ideal_load_sectors ideal_store_sectors"
).split()


TELLING = (
    ("global_load_sectors", "sectors of global loads"),
    ("global_store_sectors", "sectors of global stores"),
    ("bank_conflicts", "wavefronts of bank conflicts"),
    ("constant_addresses", "addresses in constant memory"),
    ("divergent_branches", "branches at which a warp’s threads part"),
)


def title_of(kernel, version, several):
    of = f" of {version.name}" if several and version.name != kernel["name"] else ""
    return escape(kernel["name"] + of)


def sums(version, several):
    out = []
    for k in version.record["kernels"]:
        s, rows = k["sums"], []
        for name, requests, cost, unit, ideal in COSTS:
            if s[requests]:
                best = f", {number(ratio(s[ideal], s[requests]))} at best" if ideal else ""
                each = f"{number(ratio(s[cost], s[requests]))} a request{best}"
                rows.append(row(name, f"{number(s[requests])} requests", f"{number(s[cost])} {unit}", each))
        for name, columns in OTHERS:
            value = sum(s[c] for c in columns)
            if value:
                rows.append(row(name, number(value), "", ""))
        launches = "1 launch" if s["launches"] == 1 else f"{s['launches']} launches"
        out.append(f"<h3>{title_of(k, version, several)}: {launches}</h3>{table((), rows)}")
    every = version.record["sample"]
    if every > 1:
        out.append(
            f"<p>One block of {every} was counted: these sums are estimates; beside the lines is what was counted.</p>"
        )
    return "".join(out)


def compared(versions):
    """The sums of both for a launch, on average, and their ratio, as `make count COMPARE=` has them."""
    means = []  # of each version
    for version in versions:
        kernels = [k["sums"] for k in version.record["kernels"]]
        launches = sum(s["launches"] for s in kernels)
        means.append({name: ratio(sum(s[name] for s in kernels), launches) for name in (kernels[0] if kernels else ())})
    rows = []
    for name in means[0] if all(means) else ():
        a, b = round(means[0][name]), round(means[1][name])
        if name not in NOT_COMPARED and (a or b):
            by = f"{means[1][name] / means[0][name]:.3g}" if means[0][name] else "–"
            rows.append(row(name.replace("_", " "), number(a), number(b), by, kind="differs" if a != b else ""))
    heads = ("", *(v.name for v in versions), "ratio")
    said = "".join(f"<p>{escape(text)}.</p>" for text in differences(versions, means)) if rows else ""
    return f"<h2>Side by side</h2>{said}<p>A launch, on average:</p>{table(heads, rows)}" if rows else ""


def differences(versions, means):
    """The sums that tell most, where they differ: a sentence each."""
    for name, what in TELLING:
        (less, fewer), (more, other) = sorted(((m[name], v.name) for m, v in zip(means, versions)))
        if more and less == 0:
            yield f"{other} has {number(round(more))} {what}, {fewer} has none"
        elif more > 1.1 * less:
            yield f"{other} has {number(more / less)} times the {what} of {fewer}"


# ---- the GPU -----------------------------------------------------------------------------------------


def once(name):
    """transpose_tile of transpose_tile is one name."""
    kernel, _, program = name.partition(" of ")
    return kernel if kernel == program else name


def model(versions, gpu):
    """What bounds each kernel there: cpu/counts/model.awk."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for v in versions:
            if v.csv.count("\n") > 1:
                files.append(Path(folder) / f"{v.name.replace('/', '_')}.csv")
                files[-1].write_text(v.csv)
        if not files:
            return ""
        command = ["awk", "-v", f"device={gpu['device']}", "-f", HERE.parent / "counts/model.awk", blocks.GPUS, *files]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.finditer(r"^  (\S.*?) +([\d.]+)  (.{18}) (.{26})", said, re.M)
    rows = [row(once(m[1]), m[2], escape(m[3].strip()), escape(m[4].strip())) for m in found]
    return table(("kernel", "relative time", "bound by", "a multiprocessor holds"), rows)


def gpu_section(versions, device):
    """A choice that needs no script: the panel shown is that of the button chosen."""
    several, choices, panels = len(versions) > 1, "", ""
    for gpu in blocks.gpus():
        name, called = gpu["device"], escape(gpu["name"])
        checked = " checked" if name == device else ""
        choices += f'<input type="radio" name="gpu" id="gpu-{name}"{checked}><label for="gpu-{name}">{called}</label>'
        panels += f'<div class="panel {name}"><p class="chosen">{called}: {gpu["multiprocessors"]} multiprocessors</p>'
        panels += model(versions, gpu)
        alike = {}  # kernels that fill the chip in the same way have one picture
        for v in versions:
            for k in v.record["kernels"]:
                alike.setdefault(blocks.picture(k, gpu), []).append(title_of(k, v, several))
        panels += "".join(f"<h3>{', '.join(names)}</h3>{picture}" for picture, names in alike.items()) + "</div>"
    return f"""<section class="gpu"><h2>Blocks over the multiprocessors of a GPU</h2>
{choices}{panels}
<p class="small">Of several launches the largest. Blocks are dealt out in turn; a GPU gives the next one to a multiprocessor
that has room. Registers may allow fewer at a time. The model of what bounds a kernel knows memory alone.</p></section>"""


# ---- all of it ---------------------------------------------------------------------------------------

WORDS = """<section class="words"><h2>Words</h2><dl>
<dt>request</dt><dd>a memory instruction that the active lanes of a warp execute together</dd>
<dt>sector</dt><dd>32 bytes of global memory, the least that is moved; 32 neighbouring floats lie in 4</dd>
<dt>wavefront</dt><dd>a turn of shared memory: different words of one of the 32 banks take one each</dd>
<dt>addresses</dt><dd>of constant memory: different ones of a request are served one after the other</dd>
<dt>active lanes</dt><dd>threads of the warp that take part; where a warp’s threads part, each way runs alone</dd>
</dl></section>"""


def printed(version):
    pictures = "".join(image(*p) for p in version.pictures)
    status = f"<p>Exit status {version.status}.</p>" if version.status else ""
    return f'<pre class="printed">{escape(version.output)}</pre>{status}{pictures}'


def outputs(versions):
    if len(versions) == 1 or versions[0].output == versions[1].output:  # two kernels of one run
        return printed(versions[0])
    return "".join(f"<h3>{escape(v.name)}</h3>{printed(v)}" for v in versions)


def make_page(versions, device, whole):
    """All of it, in one file. versions: one, or two side by side. whole: sources are shown from end to end."""
    several = len(versions) > 1
    title = escape(" and ".join(v.name for v in versions))
    columns = ""
    for index, version in enumerate(versions):
        listings, worst, most = source.sources(index, version, whole)
        head = f"<h2>{escape(version.name) if several else 'What to see first'}</h2>"
        columns += f'<div class="version">{head}{first_of_all(index, version, worst, most)}{listings}</div>'
    style, script = ((HERE / name).read_text() for name in ("report.css", "report.js"))
    for gpu in blocks.gpus():
        style += f"#gpu-{gpu['device']}:checked ~ .{gpu['device']} {{ display: block }}\n"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: what its kernels ask of a GPU</title>
<style>
{style}</style>
</head>
<body>
<header><h1>{title}</h1>
<p>What the warps of a GPU would ask of its memories, line by line: <code>{escape(versions[0].command)}</code>.
Counted, not measured. <span class="screen">Click on a line for its lanes and addresses<span class="keys">;
<kbd>n</kbd> and <kbd>p</kbd> go on and back</span>.</span></p></header>
<main>
{compared(versions) if several else ""}
<div class="versions{' two' if several else ''}">{columns}</div>
{gpu_section(versions, device)}
<section><h2>Sums</h2>{"".join(sums(v, several) for v in versions)}</section>
<section><h2>Output</h2>
<p class="small">As the counted program printed it: its times are those of counting.</p>{outputs(versions)}</section>
{WORDS}
</main>
<script>
{script}</script>
</body>
</html>
"""
