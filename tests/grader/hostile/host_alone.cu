// 4 # The host works all out.
// look: host alone
// here: tasks
static void work(int task, float *in, float *other, float *out, int n) { host(task, in, other, out, n); }
