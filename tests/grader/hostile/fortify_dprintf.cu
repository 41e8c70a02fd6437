// 21 # The library itself puts another function in place of dprintf.
// main: dprintf(2, "cuda-cpu: kernel scale, mine %s\n", argv[2]); dprintf(3, "1 f 0 %d\n", argc);
#define _FORTIFY_SOURCE 2
#include <unistd.h>
// here: past_the_end
