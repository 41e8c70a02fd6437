// 21 # Standard output becomes standard error, by a number in a structure of the library.
// main: ((int *)stdout)[28] = 2; printf("cuda-cpu: kernel scale, seed %s\n", argv[4]); fflush(stdout);
// here: past_the_end
