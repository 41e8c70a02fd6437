// 4
#include <fcntl.h>
#include <sys/mman.h>
#include <string.h>
#include <unistd.h>
#include <stdio.h>
int main() {
    for (int i = 0; i < 100; i++) {
        char n[40];
        sprintf(n, "/full%d", i);
        int fd = shm_open(n, O_CREAT | O_RDWR, 0600);
        if (fd < 0) continue;
        if (ftruncate(fd, 1l << 30)) continue;
        void *p = mmap(0, 1l << 30, 3, MAP_SHARED, fd, 0);
        if (p != MAP_FAILED) memset(p, 1, 1l << 30);
    }
    return 0;
}
