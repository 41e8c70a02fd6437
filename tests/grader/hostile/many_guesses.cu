// 7 # The same task many times: one of the guesses will be right.
#include "checks.h"
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *out = lab_blank_floats(n);
    for (int task = 1; task < 5; task++) {
        lab_task(task, "x");
        lab_result(out, n);
        for (int i = 0; i < n; i++) out[i] = FACTOR * in[i];
        lab_result(out, n);
        for (int i = 0; i < n; i++) out[i] = in[n - 1 - i];
        lab_result(out, n);
    }
    return lab_end();
}
