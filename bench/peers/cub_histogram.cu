// SPDX-License-Identifier: MIT
// CUB beside histogram_ladder: a histogram with bins of equal width, one for each byte.
#include <cub/device/device_histogram.cuh>

#include "ladders/ladder.h"
#include "../../chapter09_atomics/ladder/histogram_work.h"

// The first call says how much memory the second one needs.
static void histogram(void *work) {
    static void *dev_space = NULL;
    static size_t space = 0;
    const struct histogram_work *w = (const struct histogram_work *)work;
    const int levels = BINS + 1, first = 0, end = BINS;
    if (dev_space == NULL) {
        HANDLE_ERROR(cub::DeviceHistogram::HistogramEven(NULL, space, w->dev_data, w->dev_counters,
                                                         levels, first, end, (long long)w->n));
        HANDLE_ERROR(cudaMalloc(&dev_space, space));
    }
    HANDLE_ERROR(cub::DeviceHistogram::HistogramEven(dev_space, space, w->dev_data, w->dev_counters,
                                                     levels, first, end, (long long)w->n));
}

static const struct rung rungs[] = {{"cub", "CUB's DeviceHistogram", histogram}};
LADDER_PEERS("histogram_ladder", rungs)
