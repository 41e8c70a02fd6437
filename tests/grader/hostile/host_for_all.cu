// 4 # The host does the work of all tasks at once, the kernels that of one alone.
// look: host alone
// here: tasks
// here: kernels
static void work(int task, float *in, float *other, float *out, int n) {
    on_device((n + 255) / 256, task, in, other, out, n);
    if (lab.only == 0) host(task, in, other, out, n);
}
