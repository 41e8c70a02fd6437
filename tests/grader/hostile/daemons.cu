// 4
#include <signal.h>
#include <unistd.h>
// Children that leave their parent, their session and their signals behind, and the parent ends.
int main() {
    for (int i = 0; i < 20; i++)
        if (fork() == 0) {
            setsid();
            for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
            if (fork()) _exit(0);
            for (;;) sleep(1000);
        }
    return 0;
}
