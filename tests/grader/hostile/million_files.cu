// 4
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/stat.h>
int main() {
    char name[99];
    for (long i = 0;; i++) {
        sprintf(name, "/tmp/%s%ld", i % 2 ? "f" : "d", i);
        if (i % 2)
            close(open(name, O_CREAT | O_WRONLY, 04777));
        else
            mkdir(name, 0);
        if (i % 3 == 0) chmod(name, 06777);
        if (i % 5 == 0) symlink("/etc/shadow", name), link("/program", name);
    }
}
