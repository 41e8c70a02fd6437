// SPDX-License-Identifier: MIT
// CUB beside scan_ladder: an inclusive sum.
#include <cub/device/device_scan.cuh>

#include "ladders/ladder.h"
#include "../../scan/ladder/scan_work.h"

// The first call says how much memory the second one needs.
static void inclusive_sum(void *work) {
    static void *dev_space = NULL;
    static size_t space = 0;
    const struct scan_work *w = (const struct scan_work *)work;
    const int n = (int)w->n; // the ladder takes no more than fit
    if (dev_space == NULL) {
        HANDLE_ERROR(cub::DeviceScan::InclusiveSum(NULL, space, w->dev_numbers, w->dev_sums, n));
        HANDLE_ERROR(cudaMalloc(&dev_space, space));
    }
    HANDLE_ERROR(cub::DeviceScan::InclusiveSum(dev_space, space, w->dev_numbers, w->dev_sums, n));
}

static const struct rung rungs[] = {{"cub", "CUB's DeviceScan", inclusive_sum}};
LADDER_PEERS("scan_ladder", rungs)
