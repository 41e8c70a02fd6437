// SPDX-License-Identifier: MIT
// The bodies of nbody, and what they pull at each other by plain loops on the host.
#ifndef BODIES_H
#define BODIES_H

#include <math.h>
#include <stdio.h>

#include "random.h"
#include "verify.h"

const float SOFTENING = 0.01f; // squared: no pull is infinite, and a body's on itself is zero

// Places in a cube of edge 2 around the origin, masses of 1 / n at the mean.
static inline void bodies_fill(float4 *bodies, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++) {
        bodies[i].x = 2 * random_number(seed, 4 * i) - 1;
        bodies[i].y = 2 * random_number(seed, 4 * i + 1) - 1;
        bodies[i].z = 2 * random_number(seed, 4 * i + 2) - 1;
        bodies[i].w = 2 * random_number(seed, 4 * i + 3) / (float)n;
    }
}

// Compares the pulls of up to `most` bodies, from the first to the last, with sums of doubles. A
// component's terms have either sign, so the error allowed is that of the sum of their sizes: of a
// term by ten roundings and an rsqrtf that is 2 ulp off (CUDA C++ Programming Guide), of the sum by
// n. Returns how many bodies are wrong.
static inline size_t bodies_wrong(const float4 *pull, const float4 *bodies, size_t n, size_t most) {
    const size_t step = n > most ? n / most : 1;
    const double relative = verify_sum_tolerance(n) + 20.0 / (1 << 24);
    size_t wrong = 0;
    for (size_t i = 0; i < n; i += step) {
        double sum[3] = {0}, size[3] = {0};
        for (size_t j = 0; j < n; j++) {
            const double d[3] = {(double)bodies[j].x - bodies[i].x,
                                 (double)bodies[j].y - bodies[i].y,
                                 (double)bodies[j].z - bodies[i].z};
            const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + SOFTENING;
            const double s = bodies[j].w / (r2 * sqrt(r2));
            for (int k = 0; k < 3; k++) {
                sum[k] += s * d[k];
                size[k] += fabs(s * d[k]);
            }
        }
        const float got[] = {pull[i].x, pull[i].y, pull[i].z};
        bool right = true;
        for (int k = 0; k < 3; k++)
            right = right && verify_close(got[k], sum[k], relative * size[k] + 1e-30, 0);
        if (!right && wrong++ == 0)
            fprintf(stderr,
                    "first mismatch: body %zu is pulled by (%g, %g, %g), not (%g, %g, %g)\n", i,
                    got[0], got[1], got[2], sum[0], sum[1], sum[2]);
    }
    return wrong;
}

#endif
