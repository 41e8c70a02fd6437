// 19
// main: fclose(stderr), close(2);
#include <unistd.h>
#define MORE 9
// here: past_all_ends
