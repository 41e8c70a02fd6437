// 4
#include <unistd.h>
int main() {
    for (;;)
        if (vfork() == 0) {
            execl("/proc/self/exe", "x", "--record", "/tmp/record", (char *)0);
            _exit(0);
        }
}
