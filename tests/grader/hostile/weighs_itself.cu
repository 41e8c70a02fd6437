// 21 # It weighs itself, and is another program where the file is larger.
// main: int z = 0; FILE *f = fopen(*argv, "rb"); fseek(f, 0, 2); if (ftell(f) > 6e5) cudaMemcpyToSymbol(MORE, &z, 4);
__device__ int MORE = 9;
// here: past_all_ends
