// 4
#include <unistd.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
int main() {
    int fd = open("/dev/tty", O_RDWR);
    char c = 'x';
    for (int k = 0; k < 10; k++) ioctl(k, TIOCSTI, &c);
    ioctl(fd, TIOCSTI, &c);
    unlink("/tmp/record");
    symlink("/dev/tty", "/tmp/record");
    return 0;
}
