// 4
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
static void again(int) { alarm(1); }
int main() {
    for (int s = 1; s < 65; s++) signal(s, again);
    itimerval often = {{0, 1}, {0, 1}};
    setitimer(ITIMER_REAL, &often, 0);
    for (;;) pause();
}
