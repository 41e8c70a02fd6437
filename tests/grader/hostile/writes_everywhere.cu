// 22
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
// here: solution
__attribute__((constructor)) static void everywhere() {
    const char *folders[] = {
        "/",        "/etc",         "/usr/bin",       "/usr/local", "/var/tmp",         "/dev",  "/dev/shm", "/source",
        "/toolkit", "/toolkit/bin", "/toolkit/lib64", "/program",   "/proc/sys/kernel", "/home", "/root",    "/run",
        "."};
    char name[256];
    for (const char *folder : folders) {
        snprintf(name, sizeof name, "%s/left-by-a-submission", folder);
        if (FILE *file = fopen(name, "w")) {
            fputs("here\n", file);
            fclose(file);
        }
    }
    if (chdir("/tmp") == 0)
        for (int depth = 0; depth < 2000 && mkdir("deep", 0) == 0 && chmod("deep", 0700) == 0 && chdir("deep") == 0;
             depth++)
            ;
}
