// 21 # Standard output becomes the record.
// main: ((int *)stdout)[28] = 3; printf("1 f 0 9\n"); fflush(stdout);
// here: far_apart
