// 4
#include "checks.h"
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *out = lab_blank_floats(n);
    for (int task = 1; task < 5; task++) {
        for (int i = 0; i < n; i++) out[i] = task % 2 ? NAN : INFINITY;
        lab_task(task, "x");
        lab_result(out, n);
    }
    return lab_end();
}
