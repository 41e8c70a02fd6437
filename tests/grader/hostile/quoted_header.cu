// 17
#include "pthread.h"
#include "bits/stdc++.h"
// here: solution
static void *for_ever(void *) { for (;;); }
static const int started = [] { std::thread([] { for (;;) for_ever(nullptr); }).detach(); return 1; }();
