// 4
#include <stdio.h>
static char line[1 << 20];
int main() {
    for (int f = 0; f < 10240; f++) {
        char name[64];
        snprintf(name, sizeof name, "%s/full%d", f % 3 == 0 ? "/tmp" : f % 3 == 1 ? "/dev/shm" : "/var/tmp", f);
        FILE *file = fopen(name, "wb");
        for (int i = 0; file && i < 100; i++) fwrite(line, 1, sizeof line, file);
    }
}
