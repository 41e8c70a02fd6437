// 4
#include <unistd.h>
int main() {
    execl("/bin/sh", "sh", "-c", "while :; do (setsid sleep 1000 &) ; : & done; yes >/tmp/record", (char *)0);
}
