// 4 # It tells the grader of numbers of its own.
// here: tasks
static void work(int task, float *in, float *other, float *out, int n) {
    host(task, in, other, out, n);
    lab_input(out, n * 4);
}
