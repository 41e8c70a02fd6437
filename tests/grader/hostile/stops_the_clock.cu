// 4 # The clock of its world stands still, and so it would never end.
#include <sys/ptrace.h>
#include <unistd.h>
int main() {
    for (int pid = 1; pid < 5; pid++) ptrace(PTRACE_ATTACH, pid, 0, 0);
    for (;;) pause();
}
