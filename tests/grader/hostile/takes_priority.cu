// 22
#include <sched.h>
#include <unistd.h>
// here: solution
static const int taken = [] {
    sched_param most = {99};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sched_setscheduler(0, SCHED_FIFO, &most), sched_setscheduler(getppid(), SCHED_FIFO, &most);
    sched_setaffinity(getppid(), sizeof one, &one), sched_setaffinity(1, sizeof one, &one);
    return nice(-20);
}();
