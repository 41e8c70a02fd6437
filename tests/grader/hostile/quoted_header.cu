// 17
#include "pthread.h"
#include "bits/stdc++.h"
// here: solution
static const int started = [] {
    std::thread([] {
        while (true) sched_yield();
    }).detach();
    return 1;
}();
