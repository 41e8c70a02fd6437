// SPDX-License-Identifier: MIT
// cuBLAS beside dot_ladder: cublasSdot, its result left on the device.
#include <cublas_v2.h>

#include "ladders/ladder.h"
#include "dot/dot_work.h"
#include "cublas_handle.h"

static void sdot(void *work) {
    struct dot_work *w = (struct dot_work *)work;
    HANDLE_CUBLAS(
        cublasSdot_64(cublas_handle(), (int64_t)w->n, w->dev_a, 1, w->dev_b, 1, w->dev_sums));
    dot_leaves(w, 1, (size_t)MOST_THREADS * w->processors);
}

static const struct rung rungs[] = {{"cublasSdot", "cuBLAS", sdot}};
LADDER_PEERS("dot_ladder", rungs)
