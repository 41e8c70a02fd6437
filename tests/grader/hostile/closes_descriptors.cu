// 17
#include <stdio.h>
#include <unistd.h>
// here: solution
__attribute__((constructor)) static void no_way_out() {
    for (int fd = 0; fd < 1024; fd++) close(fd);
    while (FILE *file = fopen("/dev/null", "r+"))
        if (file == stdin) break;
}
