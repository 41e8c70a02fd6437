# SPDX-License-Identifier: MIT
# gdb's commands for kernels on the CPU: docs/debugger.md has a session. The program is one that was built with
# --check=debug: its kernels are not split, nothing is optimised, and debugger/threads.c notes which thread runs.
import os
import re
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from threads import focus, is_users, parse_index, place_of, records, show, switch_to, users_frame, what_runs  # noqa: E402

ANY = (-1, -1, -1)
MOST_WANTED = 32  # threads.c
# An editor that drives gdb goes on without the hooks at the end; there a thread that waits is shown for one command.
with open("/proc/self/cmdline", encoding="utf-8", errors="replace") as words:
    REMOTE_CONTROLLED = bool(re.search(r"\0(--?i(nterpreter)?[=\0]mi)", words.read()))

# ---- breakpoints of some threads only ----------------------------------------------------------

wanted = {}  # the number of a row of cuda_cpu_wanted: the breakpoint
told_to = None  # the process that knows of all rows


class ThreadBreakpoint(gdb.Breakpoint):
    """Switched on while a thread runs that it is for."""

    def __init__(self, where, block, thread, internal=False):
        super().__init__(where, internal=internal)
        self.of_block, self.of_thread = block, thread
        self.silent = internal
        self.row = next((i for i in range(MOST_WANTED) if i not in wanted), None)
        if self.row is None:
            self.delete()
            raise gdb.GdbError("%d such breakpoints at most" % MOST_WANTED)
        wanted[self.row] = self
        self.enabled = False
        tell_row(self.row)

    def stop(self):  # another OS thread may come here in the meantime
        return any(
            int(r["os_thread"]) == gdb.selected_thread().ptid[1] and int(r["matched"]) >> self.row & 1 for r in records()
        )


class Turn(gdb.Breakpoint):
    """Another set of the wanted threads runs."""

    def __init__(self):
        super().__init__("cuda_cpu_debug_turn", internal=True)
        self.silent = True

    def stop(self):
        here = gdb.newest_frame().read_var("who")["matched"]
        for row, breakpoint in wanted.items():
            on = bool(int(here) >> row & 1)
            if breakpoint.is_valid() and breakpoint.enabled != on:
                breakpoint.enabled = on
        return False


def tell_row(row):
    if gdb.selected_inferior().pid == 0:
        return
    breakpoint = wanted.get(row)
    for name, index in (("block", getattr(breakpoint, "of_block", ANY)), ("thread", getattr(breakpoint, "of_thread", ANY))):
        for i in range(3):
            gdb.execute("set var cuda_cpu_wanted[%d].%s[%d] = %d" % (row, name, i, index[i]), to_string=True)
    gdb.execute("set var cuda_cpu_wanted[%d].set = %d" % (row, breakpoint is not None), to_string=True)
    if breakpoint is not None:  # it may be the one that runs
        running = [r for r in records() if int(r["grid"]) != 0]
        for r in running:
            gdb.execute("set var ((struct cuda_cpu_debugged *)%d)->matched = 0" % int(r.address), to_string=True)


def tell_all(_):
    """The program has just been started."""
    global told_to
    pid = gdb.selected_inferior().pid
    if pid == 0 or pid == told_to:
        return
    told_to = pid
    for row in wanted:
        wanted[row].enabled = False
        tell_row(row)


def deleted(breakpoint):
    for row in [r for r, b in wanted.items() if b is breakpoint]:
        del wanted[row]
        tell_row(row)


gdb.events.new_objfile.connect(tell_all)
gdb.events.breakpoint_deleted.connect(deleted)

# ---- commands ----------------------------------------------------------------------------------


class Cuda(gdb.Command):
    """Commands for kernels: their blocks, their threads, what they share."""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_RUNNING, prefix=True)

    def invoke(self, arguments, from_tty):
        running = what_runs()
        rank = running.rank if focus.rank is None else focus.rank
        grid = tuple(int(running.grid["grid"][i]) for i in range(3))
        print(
            "kernel %s, block %s of %s, thread %s of %s"
            % (running.kernel, show(running.block), show(grid), show(running.index(rank)), show(running.shape))
        )


class Threads(gdb.Command):
    """cuda threads: where the threads of the block are, neighbours at one place in one row."""

    def __init__(self):
        super().__init__("cuda threads", gdb.COMMAND_STATUS)

    def invoke(self, arguments, from_tty):
        running = what_runs()
        shown = running.rank if focus.rank is None else focus.rank
        focus.leave()
        standing, barrier = running.standing(), running.at_barrier()
        switch_to(running)
        here = users_frame()
        rows = []
        for rank in range(running.shape[0] * running.shape[1] * running.shape[2]):
            if rank == running.rank:
                where = "runs, at " + (place_of(here) if here else "?")
            elif rank in barrier:
                where = "waits at " + barrier[rank]
            elif rank in standing:
                where = "ready, at " + focus.place(running, standing[rank])
            else:
                where = "has not begun" if rank >= running.begun else "has returned"
            if rows and rows[-1][2] == where and rank != shown and rows[-1][1] != shown:
                rows[-1][1] = rank
            else:
                rows.append([rank, rank, where])
        print("kernel %s, block %s" % (running.kernel, show(running.block)))
        for first, last, where in rows:
            names = show(running.index(first)) + ("" if first == last else " .. " + show(running.index(last)))
            print("%s %-24s %s" % ("*" if first == shown else " ", names, where))
        if shown != running.rank:
            focus.enter(running, shown)


def run_until(block, thread):
    """Runs the program to the beginning of a thread, in its kernel's first line."""
    running = what_runs()
    code = gdb.block_for_pc(int(running.grid["function"])) if int(running.grid["function"]) else None
    kernel = code.function.name if code is not None and code.function is not None else running.kernel
    stop = ThreadBreakpoint("-function " + kernel, block, thread, internal=True)
    try:
        gdb.execute("continue", to_string=True)
        hit = stop.is_valid() and stop.hit_count > 0
    finally:
        if stop.is_valid():
            stop.delete()
    if not hit:
        raise gdb.GdbError("something else came before block %s, thread %s" % (show(block), show(thread)))
    show_frame()


def show_frame():
    gdb.execute("cuda")
    frame = users_frame()
    if frame:
        frame.select()
    gdb.execute("frame")


class Thread(gdb.Command):
    """cuda thread (x,y,z): shows that thread of the block: its frames and variables.
    One that has not begun yet is run up to its first line; those before it go on as far as they come."""

    def __init__(self):
        super().__init__("cuda thread", gdb.COMMAND_RUNNING)

    def invoke(self, arguments, from_tty):
        running = what_runs()
        rank = running.rank_of(parse_index(arguments))
        if rank >= running.begun:
            focus.leave()
            run_until(running.block, running.index(rank))
            return
        if rank == running.rank:
            focus.leave()
        elif not focus.enter(running, rank):
            raise gdb.GdbError("thread %s has returned" % show(running.index(rank)))
        show_frame()
        if REMOTE_CONTROLLED:
            gdb.execute("bt")
            gdb.execute("info locals")
            focus.leave()


class Block(gdb.Command):
    """cuda block (x,y,z): goes to that block of the grid: the program runs until it begins.
    Blocks run one after the other, x first; one that is over does not come back."""

    def __init__(self):
        super().__init__("cuda block", gdb.COMMAND_RUNNING)

    def invoke(self, arguments, from_tty):
        running, block = what_runs(), parse_index(arguments)
        grid = [int(running.grid["grid"][i]) for i in range(3)]
        order = [b[0] + grid[0] * (b[1] + grid[1] * b[2]) for b in (block, running.block)]
        focus.leave()
        if any(i >= n for i, n in zip(block, grid)):
            raise gdb.GdbError("a grid of %s blocks: there is no %s" % (show(grid), show(block)))
        if order[0] < order[1]:
            raise gdb.GdbError("block %s is over: block %s runs" % (show(block), show(running.block)))
        if order[0] > order[1]:
            run_until(block, (0, 0, 0))
        else:
            show_frame()


class Break(gdb.Command):
    """cuda break LOCATION [block (x,y,z)] [thread (x,y,z)]: a breakpoint for those alone.
    All others run at full speed."""

    def __init__(self):
        super().__init__("cuda break", gdb.COMMAND_BREAKPOINTS, gdb.COMPLETE_LOCATION)

    def invoke(self, arguments, from_tty):
        words = re.match(r"(.*?)(?:\s+block\s+(\(.*?\)))?(?:\s+thread\s+(\(.*?\)))?\s*$", arguments)
        block, thread = (parse_index(i) if i else ANY for i in words.groups()[1:])
        ThreadBreakpoint(self.in_program(words.group(1)), block, thread)

    @staticmethod
    def in_program(where):
        """A bare number is a line of the program, even if gdb stands in a library."""
        if not where.isdigit():
            return where
        frame = gdb.selected_thread() and (users_frame() if is_users(gdb.selected_frame()) else None)
        table = frame.find_sal().symtab if frame else gdb.lookup_global_symbol("main").symtab
        return "%s:%s" % (table.filename, where)


class Shared(gdb.Command):
    """cuda shared: the shared variables of the block."""

    def __init__(self):
        super().__init__("cuda shared", gdb.COMMAND_DATA)

    def invoke(self, arguments, from_tty):
        running = what_runs()
        low = int(running.stacks["shared"].address)
        selected, frame, seen = gdb.selected_frame(), users_frame(), set()
        while frame is not None and frame.function() is not None and frame.is_valid():
            block = frame.block()
            while block is not None and not block.is_global and not block.is_static:
                for symbol in block:
                    if symbol.is_variable and symbol.name not in seen and not symbol.name.startswith("cuda_cpu_"):
                        value = self.shared(frame, symbol, low, int(running.grid["shared"]))
                        if value is not None:
                            seen.add(symbol.name)
                            print("%s = %s" % (symbol.name, value.format_string()))
                block = block.superblock
            frame = frame.older()
        selected.select()
        if not seen:
            print("no shared variables here")

    @staticmethod
    def shared(frame, symbol, low, bytes):
        """The variable's value if it lies in shared memory: a static one of each OS thread, or, of a size that the launch
        gives, a reference."""
        if symbol.type.strip_typedefs().code == gdb.TYPE_CODE_REF:
            to = frame.read_var(symbol).referenced_value()
            if int(to.address) != low:
                return None
            element = to.type.target() if to.type.code == gdb.TYPE_CODE_ARRAY else to.type
            count = bytes // max(element.sizeof, 1)
            return to.address.cast(element.pointer()).dereference().cast(element) if count < 1 else (
                to.address.cast(element.array(count - 1).pointer()).dereference())
        if symbol.is_argument or symbol.needs_frame or symbol.addr_class != gdb.SYMBOL_LOC_COMPUTED:
            return None
        frame.select()
        return frame.read_var(symbol)


class ComeBack(gdb.Command):
    """cuda come-back COMMAND: in front of that command of gdb's: what it moves is the thread that is shown."""

    def __init__(self):
        super().__init__("cuda come-back", gdb.COMMAND_OBSCURE)

    def invoke(self, arguments, from_tty):
        focus.let_it_come_back(arguments)


for command in (Cuda, Threads, Thread, Block, Break, Shared, ComeBack):
    command()
for command in ("continue", "run", "start", "kill", "detach", "jump", "call", "signal", "quit"):
    gdb.execute("define hook-%s\npython focus.leave()\nend" % command)
for command in ("next", "step", "nexti", "stepi", "finish", "until", "advance"):
    gdb.execute("define hook-%s\ncuda come-back %s\nend" % (command, command))


def forget(_):
    focus.__init__()


def tell_of_return(event):
    """A step may lead out of the kernel, into the loop over its threads."""
    frame = gdb.newest_frame()
    if not isinstance(event, gdb.SignalEvent) and re.search(r"\boperator ?\(\)|\brun_thread\b", frame.name() or ""):
        if not is_users(frame):
            running = what_runs()
            print("thread %s has returned" % show(running.index(running.rank)))


gdb.events.exited.connect(forget)
gdb.events.stop.connect(tell_of_return)
try:  # or gdb asks, in the middle of the first `run`
    gdb.execute("set debuginfod enabled off", to_string=True)
except gdb.error:
    pass
Turn()
for pattern in ("*/include/cuda_cpu/*", "*/cpu/runtime/*", "*/cpu/runtime/*/*", "*/cpu/debugger/*"):
    gdb.execute("skip -gfi " + pattern, to_string=True)
gdb.execute("set pagination off")
