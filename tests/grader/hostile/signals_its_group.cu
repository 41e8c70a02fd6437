// 17
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>
// here: solution
static const int sent = [] {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, 0);
    for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
    for (int s : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTOU, SIGUSR1, SIGPIPE})
        killpg(0, s), killpg(getsid(0), s), kill(getppid(), s);
    return setpgid(0, getppid());
}();
