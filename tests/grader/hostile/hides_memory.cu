// 4 # Memory that is in no process's use, more than there is.
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main() {
    static char page[1 << 20];
    for (int i = 0; i < 200; i++) {
        const int fd = memfd_create("hidden", 0);
        for (int k = 0; fd >= 0 && k < 60; k++)
            if (write(fd, page, sizeof page) < 0) break;
    }
    for (;;) {
        void *p = mmap(0, 1 << 28, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) return 0;
        memset(p, 1, 1 << 28);
        madvise(p, 1 << 28, MADV_DONTNEED);
    }
}
