// 4 # Every descriptor that it was born with, and every one of the others in its world.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main() {
    char name[64];
    for (int fd = 0; fd < 1024; fd++)
        dprintf(fd, "\n1 right\n2 right\n3 right\n4 right\nresult 1 right\nfinished memory\n");
    for (int pid = 1; pid < 10; pid++)
        for (int fd = 0; fd < 300; fd++) {
            snprintf(name, sizeof name, "/proc/%d/fd/%d", pid, fd);
            const int other = open(name, O_WRONLY | O_NONBLOCK);
            if (other >= 0) dprintf(other, "result 1 right (with --size 333)\nbuilt\n");
        }
}
