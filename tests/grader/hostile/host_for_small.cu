// 4 # The host does the work of the size that the checks see, the kernels that of others.
// look: host alone
// here: tasks
// here: kernels
static void work(int task, float *in, float *other, float *out, int n) {
    on_device((n + 255) / 256, task, in, other, out, n);
    if (n < 512) host(task, in, other, out, n);
}
