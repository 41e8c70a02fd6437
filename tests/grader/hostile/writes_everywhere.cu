// 22
#include <stdio.h>
// here: solution
__attribute__((constructor)) static void everywhere() {
    for (const char *folder : {"/", "/etc", "/usr/bin", "/usr/local", "/var/tmp", "/dev", "/dev/shm", "/source",
                               "/toolkit", "/program", "/proc/sys/kernel", "/home", "/root", "/run", "."}) {
        char name[256];
        snprintf(name, sizeof name, "%s/left-by-a-submission", folder);
        if (FILE *file = fopen(name, "w")) fclose(file);
    }
}
