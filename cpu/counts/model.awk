# SPDX-License-Identifier: MIT
# model.awk -v device=h200 gpus.csv COUNTS.csv...: what bounds each kernel on that GPU, and in which
# order they would come. A kernel's cost is the largest of what its parts would take if each had the
# chip for itself, in clocks; no time in seconds, for the model knows no arithmetic, no registers and
# no cache but by two bounds (docs/counters.md):
#
#     memory    different bytes / bandwidth; all bytes through L1, where they exceed L2
#     L2        sectors that L1 does not keep / its bandwidth; sectors written in part, one by one
#     L1        requests, wavefronts, 4 sectors a clock, over the multiprocessors in use
#     constant  addresses, one a clock
#     atomics   one address takes one thread a clock, the chip a few dozen
#     latency   the accesses of a warp, one after the other, times the turns that the warps take
BEGIN { FS = "," }
function max(a, b) { return a > b ? a : b }
function min(a, b) { return a < b ? a : b }
function ceil(x) { return x == int(x) ? x : int(x) + 1 }
function take(what, clocks) { if (clocks > cost) { cost = clocks; bound = what } }
FNR == NR {
    if (FNR == 1) for (i = 1; i <= NF; i++) gpu[$i] = i
    if ($1 == device) { for (i in gpu) G[i] = $gpu[i]; known = 1 }
    next
}
FNR == 1 {
    if (!known) { print "no such device: " device " (h200, a100, t4, c2075)" > "/dev/stderr"; failed = 1; exit 2 }
    split("", col)
    for (i = 1; i <= NF; i++) col[$i] = i
    file++
    next
}
{
    gsub(/"[^"]*"/, "kernel<...>") # a name with commas
    name = $1
    loads = $col["global_load_sectors"]; stores = $col["global_store_sectors"]
    read = $col["bytes_read"]; written = $col["bytes_written"]; tex = $col["texture_sectors"]
    through = 32 * (loads + stores + tex); needed = max(32, read + written)
    threads = $col["threads_a_block"]; shared = $col["shared_bytes_a_block"]
    lanes_warps = $col["blocks"] * ceil(threads / 32)
    by_threads = int(G["threads"] / (32 * ceil(threads / 32)))
    by_shared = shared ? int(G["shared_KB"] * 1024 / (shared + 1024)) : G["blocks"]
    resident = max(1, min(G["blocks"], min(by_threads, by_shared)))
    limit = resident == by_shared && shared ? "shared memory" : resident == G["blocks"] ? "blocks" : "threads"
    sms = min(G["multiprocessors"], $col["blocks"])
    # how much of what was loaded had been loaded before: L1 may keep it, or not
    again = loads + tex > 0 ? max(0, 1 - max(read, 32) / (32 * (loads + tex))) : 0
    for (kept = 0; kept <= 1; kept++) { # nothing is kept in L1; all that comes again is
        cost = 0
        missed = (loads + tex) * (kept ? 1 - again : 1) + stores
        per_clock = G["memory_GBs"] / G["clock_GHz"]
        take("memory", (needed > G["L2_MB"] * 1e6 && !kept ? min(32 * missed, 4 * needed) : needed) / per_clock)
        take("L2", 32 * missed / G["L2_bytes_a_clock"])
        take("L2", (stores - $col["ideal_store_sectors"]) / G["atomics_a_clock"])
        requests = $col["global_load_requests"] + $col["global_store_requests"]
        take("L1", (max(requests, (loads + stores) / 4) + $col["texture_requests"] * 4 + \
             $col["shared_load_wavefronts"] + $col["shared_store_wavefronts"] + $col["shared_atomic_requests"]) / sms)
        take("constant", $col["constant_addresses"] / sms)
        atomics = $col["global_reduction_requests"] + $col["global_atomic_requests"]
        take("atomics", atomics * $col["atomic_most_on_one_address"] / 2)
        resident_warps = resident * ceil(threads / 32)
        turns = max(1, lanes_warps / (G["multiprocessors"] * resident_warps))
        a_warp = ($col["global_load_requests"] + $col["texture_requests"]) / lanes_warps
        take("latency", turns * a_warp * (G["hit"] + (G["latency"] / 2 - G["hit"]) * (kept ? 1 - again : 1)))
        range[kept] = cost; what[kept] = bound
    }
    program = FILENAME
    sub(/.*\//, "", program)
    sub(/\.csv$/, "", program)
    key = name (ARGC > 3 ? " of " program : "")
    if (!(key in seen)) { seen[key] = ++count; names[count] = key }
    at = seen[key]
    # several launches of a kernel: the mean
    n[at]++; worst[at] += range[0]; best[at] += range[1]
    limits[at] = resident " blocks (" limit ")"; why[at] = what[0] == what[1] ? what[0] : what[1] " or " what[0]
}
END {
    if (failed) exit 2
    for (i = 1; i <= count; i++) { low[i] = best[i] / n[i]; high[i] = worst[i] / n[i]; middle[i] = sqrt(low[i] * high[i]); order[i] = i }
    for (i = 2; i <= count; i++) for (k = i; k > 1 && middle[order[k]] < middle[order[k - 1]]; k--) {
        t = order[k]; order[k] = order[k - 1]; order[k - 1] = t
    }
    printf "\non an %s, by a model that knows memory alone (docs/counters.md), the least first:\n", G["name"]
    printf "  %-34s %9s  %-18s %-26s %s\n", "kernel", "relative", "bound by", "a multiprocessor holds", "how sure"
    for (i = 1; i <= count; i++) {
        o = order[i]
        sure = ""
        if (i > 1) { p = order[i - 1]
            sure = low[o] > 1.2 * high[p] ? "slower, sure" : middle[o] > 1.3 * middle[p] ? "slower, likely" : "too close to tell" }
        printf "  %-34s %9.2f  %-18s %-26s %s\n", names[o], middle[order[1]] ? middle[o] / middle[order[1]] : 0, why[o], limits[o], sure
    }
}
