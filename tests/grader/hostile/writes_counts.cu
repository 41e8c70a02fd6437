// 21 # Rows of counts, written to the descriptor where they are handed over.
// main: dprintf(4, "kernel,global_load_sectors,global_load_requests\nscale,1000000,1000000\n");
// here: far_apart
