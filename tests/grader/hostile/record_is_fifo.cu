// 4
#include <unistd.h>
#include <sys/stat.h>
int main() {
    unlink("/tmp/record");
    mkfifo("/tmp/record", 0666);
    mkfifo("/tmp/counts", 0666);
    return 0;
}
