// 4
#include <unistd.h>
#include <stdio.h>
#include <sys/stat.h>
int main(int c, char **v) {
    unlink(v[c - 1]);
    unlink("/tmp/record");
    symlink("/source/lab.h", "/tmp/record");
    symlink("/proc/self/environ", "/tmp/counts");
    return 0;
}
