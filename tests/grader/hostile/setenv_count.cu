// 21 # It sets where the counts go.
// here: far_apart
static const int a = setenv("CUDA_CPU_COUNT_CSV", "/tmp/other", 1);
