// 4 # A record of a TB that takes no room, and files like it.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    for (const char *name : {argv[argc - 1], "/tmp/record", "/tmp/counts", "/tmp/sparse"}) {
        const int fd = open(name, O_RDWR | O_CREAT, 0666);
        for (long size = 1l << 40; size > 1 << 20 && ftruncate(fd, size) != 0; size /= 2)
            ;
    }
    for (int fd = 3; fd < 10; fd++)
        if (ftruncate(fd, 1l << 40) != 0) lseek(fd, 1l << 40, SEEK_SET), (void)!write(fd, "x", 1);
}
