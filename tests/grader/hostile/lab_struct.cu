// 4 # It changes what lab.h knows.
// main: lab.record = true; lab.only = 0;
// here: tasks
static void work(int task, float *in, float *other, float *out, int n) {
    host(task, in, other, out, n);
    lab.task = task;
}
