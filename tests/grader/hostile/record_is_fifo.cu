// 4
#include <unistd.h>
#include <sys/stat.h>
int main() {
    unlink("/tmp/record");
    mkfifo("/tmp/record", 0666);
    symlink("/dev/zero", "/tmp/counts");
    return 0;
}
