# SPDX-License-Identifier: MIT
# Heat on many GPUs: the best efficiency measured at each size on two GPUs, and a model of more.
#
#     awk -v out=FOLDER -f csv.awk -f median.awk -f median_run.awk -f multi.awk heat_nccl.csv heat_nccl.csv
#
# The model: n GPUs have blocks of a x a cells, a = size / sqrt(n). A period of d steps takes
#     d (a + d)^2 / rate  +  latency  +  4 sides a d 4 bytes / bandwidth,
# for halos that grow inwards cost (a + d)^2 cells a step on average, and an exchange of blocks is hidden
# by nothing; d is the best of the multiples of eight up to 256. The rate is the best that one
# GPU has here. Latency and bandwidth are fitted to the exchanges of two GPUs (README of chapter 11)
# up to 8 GPUs; beyond them they are assumptions: a network of 50 GB/s a GPU, and 25 us.
{ way = F["way"]; gpus = F["gpus"]; size = F["size"]; times = F["times"]; value = F["value"] + 0; efficiency = F["efficiency"] + 0 }
way ~ /^one/ && value > best[times] { best[times] = value }
F["check"] == "right" && gpus == 2 && efficiency > most[times, size] { most[times, size] = efficiency; sizes[size] = 1 }
function model(n, a,    d, period, fit, latency, bandwidth, top) {
    if (n == 1) return 1
    latency = n <= 8 ? 11e-6 : 25e-6
    bandwidth = n <= 8 ? 190e9 : 50e9
    for (d = 8; d <= 256 && d <= a; d += 8) {
        period = d * (a + d) ^ 2 / (best[8] * 1e9) + latency + 16 * a * d / bandwidth
        fit = d * a * a / (best[8] * 1e9) / period
        if (fit > top) top = fit
    }
    return top
}
END {
    for (size in sizes) {
        if (most[1, size]) print size, most[1, size] | ("sort -n >" out "/single.dat")
        if (most[8, size]) print size, most[8, size] | ("sort -n >" out "/eight.dat")
    }
    print 2, most[8, 32768] >(out "/measured.dat")
    for (n = 1; n <= 16384; n *= 2)
        print n, model(n, 32768 / sqrt(n)), model(n, 262144 / sqrt(n)), model(n, 16384) >(out "/model.dat")
    printf "by the model, of %.0f Gcells/s a GPU: GPUs, 32768^2, 262144^2, 16384^2 a GPU\n", best[8]
    for (n = 64; n <= 16384; n *= 16)
        printf "%6d  %.3f  %.3f  %.3f\n", n, model(n, 32768 / sqrt(n)), model(n, 262144 / sqrt(n)), model(n, 16384)
}
