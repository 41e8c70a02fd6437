// 21 # It sets what the checks are asked by.
// here: past_the_end
static const int a = setenv("CUDA_CPU_CHECK", "none", 1) + setenv("CUDA_CPU_COUNT_CSV", "/tmp/other", 1) +
                     setenv("ASAN_OPTIONS", "exitcode=0", 1);
