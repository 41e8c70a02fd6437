// 21 # So is operator new.
// here: past_the_end
#include <new>
void *operator new(size_t n) { return malloc(n + 64); }
void operator delete(void *p) noexcept { free(p); }
