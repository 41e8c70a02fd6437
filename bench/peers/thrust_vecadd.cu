// SPDX-License-Identifier: MIT
// Thrust beside vecadd_ladder: transform.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

#include "ladders/ladder.h"
#include "../../vecadd/ladder/vecadd_work.h"

static void transform(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    const thrust::device_ptr<float> a(w->dev_a), b(w->dev_b), c(w->dev_c);
    thrust::transform(thrust::cuda::par_nosync, a, a + w->n, b, c, thrust::plus<float>());
}

static const struct rung rungs[] = {{"thrust", "Thrust's transform", transform}};
LADDER_PEERS("vecadd_ladder", rungs)
