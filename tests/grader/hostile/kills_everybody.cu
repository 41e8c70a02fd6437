// 4
#include <signal.h>
#include <unistd.h>
int main() {
    for (int signal : {SIGTERM, SIGINT, SIGHUP, SIGSTOP, SIGKILL}) {
        kill(getppid(), signal);
        kill(1, signal);
        kill(-1, signal);
        kill(0, signal);
    }
}
