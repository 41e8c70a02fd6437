// 21 # It weighs itself, and is another program where the file is larger.
// main: { FILE *f = fopen(argv[0], "rb"); int zero = 0; fseek(f, 0, SEEK_END); if (ftell(f) > 600000)
// cudaMemcpyToSymbol(MORE, &zero, 4); }
__device__ int MORE = 9;
// here: past_all_ends
