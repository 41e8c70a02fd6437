// 17
#include <pthread.h>
// here: solution
static void *for_ever(void *) {
    while (true) sched_yield();
}
static void stay() {
    pthread_t t;
    for (int i = 0; i < 8; i++) pthread_create(&t, 0, for_ever, 0);
    pthread_exit(0);
}
static const int registered = atexit(stay);
