// 4 # It tells the grader of numbers of its own.
#include "checks.h"
int main(int argc, char **argv) {

    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    for (int task = 1; task <= 4; task++)
        if (lab_task(task, "x")) {
            for (int i = 0; i < n; i++)
                out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
            lab_input(out, n * 4);
            lab_result(out, n);
        }
    return lab_end();
}
