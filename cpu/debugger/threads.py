# SPDX-License-Identifier: MIT
# Which block and thread runs, as threads.c and runtime/threads/fiber.c have it, and looking at a thread that waits. A block runs
# on one OS thread, its threads on stacks of their own, one at a time. One that waits has left its registers on its
# stack; to look at it is to show gdb those in the place of the real ones, which come back before anything runs.
import re

import gdb
from gdb.FrameDecorator import FrameDecorator

SAVED = ("r15", "r14", "r13", "r12", "rbx", "rbp", "rip")  # what runtime/threads/switch.c leaves on a stack, from rsp upwards
OURS = ("/include/cuda_cpu/", "/cpu/runtime/", "/cpu/debugger/", "/cooperative_groups.h")
OUTSIDE = ("/usr/", "./")  # where the sources of libraries are, or were


def show(index):
    return "(%d,%d,%d)" % tuple(index)


def parse_index(text):
    """The index that (x,y,z) stands for, or x,y,z; what is left out is 0."""
    numbers = re.findall(r"\d+", text)
    if not 1 <= len(numbers) <= 3 or re.search(r"[^\d\s,()]", text):
        raise gdb.GdbError("an index is written (x,y,z), not %s" % (text or "nothing"))
    return tuple([int(n) for n in numbers] + [0] * (3 - len(numbers)))


def place_of(frame):
    """`file:line` of a frame."""
    line = frame.find_sal()
    return "%s:%d" % (line.symtab.filename.split("/")[-1], line.line) if line.symtab else "?"


def is_users(frame):
    """Whether a frame stands in the program's own files."""
    symtab = frame.find_sal().symtab
    return symtab is not None and not (
        any(part in symtab.fullname() for part in OURS) or symtab.fullname().startswith(OUTSIDE)
    )


def users_frame():
    """The innermost frame that stands in the program's own files; None: there is none."""
    frame = gdb.newest_frame()
    while frame is not None and not is_users(frame):
        frame = frame.older()
    return frame


class Named(FrameDecorator):
    """A frame with its function's name as gdb writes it by itself, without the types of the parameters."""

    def function(self):
        name = super().function()
        if not isinstance(name, str) or not name.endswith(")"):
            return name
        depth = 0
        for i in range(len(name) - 1, -1, -1):
            depth += {")": 1, "(": -1}.get(name[i], 0)
            if depth == 0:
                return name[:i]
        return name


class FrameFilter:
    """`backtrace` shows the program's own frames, unless there is none; `backtrace -no-filters` shows all."""

    name, priority, enabled = "cuda", 100, True

    def filter(self, frames):
        others = []
        for decorated in frames:
            if is_users(decorated.inferior_frame()):
                others = None
                yield Named(decorated)
            elif others is not None:
                others.append(decorated)
        yield from others or []


gdb.frame_filters[FrameFilter.name] = FrameFilter()


# ---- what runs ---------------------------------------------------------------------------------


class Running:
    """The block that an OS thread runs, as threads.c and fiber.c have it."""

    def __init__(self, record):
        self.record = record
        self.grid = record["grid"]
        self.stacks = record["stacks"].dereference()
        self.os_thread = int(record["os_thread"])
        self.block = tuple(int(record["block"][i]) for i in range(3))
        self.shape = tuple(int(self.grid["block"][i]) for i in range(3))
        self.rank = int(record["thread"])
        self.begun = int(record["begun"])
        self.kernel = self.grid["name"].string()

    def index(self, rank):
        x, y, _ = self.shape
        return (rank % x, rank // x % y, rank // x // y)

    def rank_of(self, index):
        if any(i >= n for i, n in zip(index, self.shape)):
            raise gdb.GdbError("a block has %s threads: there is no %s" % (show(self.shape), show(index)))
        return index[0] + self.shape[0] * (index[1] + self.shape[1] * index[2])

    def standing(self):
        """Of each thread that waits, by its rank: the fiber that it stands on."""
        b = self.stacks
        if int(b["alive"]) == 0:  # none has waited yet
            return {}
        idle = {int(b["idle"][i]) for i in range(int(b["idle_count"]))}
        fibers = [b["fibers"][i] for i in range(int(b["fiber_count"]))]
        fibers = [b["home"].address] + [f for f in fibers if int(f) not in idle]
        return {int(f["thread"]): f for f in fibers if f != b["running"] and int(f["thread"]) < 1024}

    def at_barrier(self):
        """Of each thread that waits at __syncthreads(), by its rank: where."""
        waiting = {}
        for i in range(int(self.stacks["waiting_count"])):
            f = self.stacks["waiting"][i]
            waiting[int(f["thread"])] = "%s:%d" % (f["file"].string().split("/")[-1], int(f["line"]))
        return waiting


def records():
    try:
        record = gdb.parse_and_eval("cuda_cpu_debugged")
    except gdb.error:
        raise gdb.GdbError("the program was not built for the debugger: make debug, or nvcc --check=debug")
    while int(record) != 0:
        yield record.dereference()
        record = record["next"]


def what_runs():
    """The block at hand: that of the OS thread which gdb looks at, else of another that runs one."""
    if gdb.selected_thread() is None:
        raise gdb.GdbError("the program does not run")
    found = [Running(r) for r in records() if int(r["grid"]) != 0 and int(r["begun"]) != 0]
    mine = [r for r in found if r.os_thread == gdb.selected_thread().ptid[1]]
    if not found:
        raise gdb.GdbError("no kernel runs")
    return (mine or found)[0]


# ---- looking at a thread that waits ------------------------------------------------------------


class Focus:
    """The thread that gdb is shown, if it is not the one that runs."""

    def __init__(self):
        self.rank = None  # of the thread; None: the one that runs
        self.real = None  # the registers that are to come back, and the OS thread's
        self.os_thread = None
        self.index = None  # threadIdx that is to come back

    def show_registers(self, running, fiber):
        if self.real is None:
            switch_to(running)
            gdb.newest_frame().select()
            self.os_thread = gdb.selected_thread()
            self.real = {name: int(gdb.parse_and_eval("(long)$" + name)) for name in SAVED + ("rsp",)}
        top = int(fiber["sp"])
        words = gdb.selected_inferior().read_memory(top, 8 * len(SAVED)).tobytes()
        values = {name: int.from_bytes(words[8 * i : 8 * i + 8], "little") for i, name in enumerate(SAVED)}
        values["rsp"] = top + 8 * len(SAVED)
        self.set(values)

    def set(self, values):
        gdb.newest_frame().select()
        for name, value in values.items():
            gdb.execute("set $%s = %d" % (name, value), to_string=True)

    def enter(self, running, rank):
        """Shows the thread of that rank: True; False: it does not wait anywhere."""
        fiber = running.standing().get(rank)
        if fiber is None:
            return False
        self.leave()
        self.show_registers(running, fiber)
        self.rank = rank
        frame = users_frame()
        if frame:
            frame.select()
            self.index = [int(gdb.parse_and_eval("threadIdx." + axis)) for axis in "xyz"]
            set_index(running.index(rank))
        return True

    def leave(self):
        """Back to the thread that runs."""
        if self.real is None:
            return
        self.os_thread.switch()
        if self.index:
            users_frame().select()
            set_index(self.index)
        self.set(self.real)
        self.rank = self.real = self.index = None

    def place(self, running, fiber):
        """Where a thread that waits stands in the program."""
        self.leave()
        self.show_registers(running, fiber)
        frame = users_frame()
        place = place_of(frame) if frame else "?"
        self.leave()
        return place

    def let_it_come_back(self, command):
        """What is to run next is the thread that is shown: lets all run up to where it goes on; then gdb's own command
        takes it to the end of that line."""
        if self.real is None:
            return
        rank, frame = self.rank, users_frame()
        address, top, inside = frame.pc(), int(frame.read_register("rsp")), frame.newer().type() == gdb.INLINE_FRAME
        self.leave()
        stop = Return(address, top)
        try:
            gdb.execute("continue", to_string=True)
        finally:
            came = stop.came
            stop.delete()
        if not came:
            raise gdb.GdbError("something else came before thread %s went on" % show(what_runs().index(rank)))
        if inside:  # and something of the line is left
            self.leave_inlined()
            return
        line = gdb.newest_frame().find_sal()
        if command in ("next", "step") and line.pc == gdb.newest_frame().pc():  # nothing of the old line is left: it is there
            raise gdb.GdbError(gdb.execute("frame", to_string=True).strip())  # and gdb's command is left out


    @staticmethod
    def leave_inlined():
        """To the program's own frame, from within what is inlined there, such as a shuffle."""
        try:
            gdb.execute("set suppress-cli-notifications on", to_string=True)
        except gdb.error:  # an older gdb shows the frames in between
            pass
        while gdb.newest_frame().type() == gdb.INLINE_FRAME and not is_users(gdb.newest_frame()):
            gdb.execute("finish", to_string=True)
        try:
            gdb.execute("set suppress-cli-notifications off", to_string=True)
        except gdb.error:
            pass


class Return(gdb.Breakpoint):
    """Where a call returns to, upon one stack."""

    def __init__(self, address, top):
        super().__init__("*%d" % address, internal=True)
        self.silent = True
        self.top = top
        self.came = False

    def stop(self):
        self.came = int(gdb.newest_frame().read_register("rsp")) == self.top
        return self.came


def set_index(index):
    for axis, value in zip("xyz", index):
        gdb.execute("set var threadIdx.%s = %d" % (axis, value), to_string=True)


def switch_to(running):
    for thread in gdb.selected_inferior().threads():
        if thread.ptid[1] == running.os_thread:
            thread.switch()


focus = Focus()
