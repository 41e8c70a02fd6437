// SPDX-License-Identifier: MIT
// Lab 1 in the form that submissions of their own share: each task by work(), and what it is on the host.
#include "checks.h"
static void host(int task, const float *in, const float *other, float *out, int n) {
    for (int i = 0; i < n; i++) out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
}
static void work(int task, float *in, float *other, float *out, int n);
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    for (int task = 1; task <= 4; task++)
        if (lab_task(task, "x")) {
            work(task, in, other, out, n);
            lab_result(out, n);
        }
    return lab_end();
}
