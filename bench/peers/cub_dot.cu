// SPDX-License-Identifier: MIT
// CUB beside dot_ladder: a reduction of the products, its result left on the device.
#include <cub/device/device_reduce.cuh>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>

#include "ladders/ladder.h"
#include "dot/dot_work.h"

struct product {
    const float *a, *b;
    __device__ float operator()(size_t i) const { return a[i] * b[i]; }
};

// The first call says how much memory the second one needs.
static void reduce(void *work) {
    static void *dev_space = NULL;
    static size_t space = 0;
    struct dot_work *w = (struct dot_work *)work;
    const thrust::counting_iterator<size_t> first(0);
    const product times = {w->dev_a, w->dev_b};
    const thrust::plus<float> plus;
    if (dev_space == NULL) {
        HANDLE_ERROR(cub::DeviceReduce::TransformReduce(NULL, space, first, w->dev_sums, w->n, plus,
                                                        times, 0.0f));
        HANDLE_ERROR(cudaMalloc(&dev_space, space));
    }
    HANDLE_ERROR(cub::DeviceReduce::TransformReduce(dev_space, space, first, w->dev_sums, w->n,
                                                    plus, times, 0.0f));
    dot_leaves(w, 1, (size_t)MOST_THREADS * w->processors);
}

static const struct rung rungs[] = {{"cub", "CUB's DeviceReduce", reduce}};
LADDER_PEERS("dot_ladder", rungs)
