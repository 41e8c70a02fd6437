// 4 # It hands its results in without a task.
// here: tasks
static void work(int task, float *in, float *other, float *out, int n) {
    host(task, in, other, out, n);
    lab_record(task, 102, out, n, n * 4);
    lab_record(task, 102, out, n, 4);
}
