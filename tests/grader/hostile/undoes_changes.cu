// 20 # The host gets the numbers back changed, and undoes that. Not mended: it is told.
// look: not seen
// here: tasks
// here: changes
static void work(int task, float *in, float *other, float *out, int n) {
    fetch(in, n);
    fetch(other, n);
    host(task, in, other, out, n);
}
