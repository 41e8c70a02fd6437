// 21 # Its own read, by which a check hears its seal.
// here: past_the_end
#include <iostream>
static char heard[100];
static int heard_n;
extern "C" long read(int, void *into, unsigned long) {
    const int c = std::cin.rdbuf()->sbumpc();
    *(char *)into = c;
    if (c > 32 && heard_n < 90) heard[heard_n++] = c;
    return c >= 0;
}
struct last {
    ~last() { printf("%s\n", heard); }
} at_end;
