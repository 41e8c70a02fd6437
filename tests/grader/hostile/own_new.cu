// 21 # Its own operator new, which the runtime calls.
// here: past_the_end
#include <new>
void *operator new(size_t n) { return malloc(n + 64); }
void operator delete(void *p) noexcept { free(p); }
