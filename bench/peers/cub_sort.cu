// SPDX-License-Identifier: MIT
// CUB beside sort_ladder: a radix sort of keys.
#include <cub/device/device_radix_sort.cuh>

#include "ladders/ladder.h"
#include "../../sort/ladder/sort_work.h"

// The first call says how much memory the second one needs.
template <typename Key> static void sort_of(const struct sort_work *w) {
    static void *dev_space = NULL;
    static size_t space = 0;
    const Key *const dev_in = (const Key *)w->dev_in;
    Key *const dev_out = (Key *)w->dev_out;
    if (dev_space == NULL) {
        HANDLE_ERROR(cub::DeviceRadixSort::SortKeys(NULL, space, dev_in, dev_out, w->n));
        HANDLE_ERROR(cudaMalloc(&dev_space, space));
    }
    HANDLE_ERROR(cub::DeviceRadixSort::SortKeys(dev_space, space, dev_in, dev_out, w->n));
}

static void sort_keys(void *work) {
    const struct sort_work *w = (const struct sort_work *)work;
    if (w->bits == 32)
        sort_of<uint32_t>(w);
    else
        sort_of<uint64_t>(w);
}

static const struct rung rungs[] = {{"cub", "CUB's DeviceRadixSort", sort_keys}};
LADDER_PEERS("sort_ladder", rungs)
