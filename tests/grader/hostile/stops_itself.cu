// 4
#include <signal.h>
#include <unistd.h>
int main() {
    for (;;) {
        fork();
        raise(SIGSTOP);
        kill(-1, SIGSTOP);
    }
}
