// 21 # Its own write, which the runtime calls.
// here: past_the_end
extern "C" long write(int, const void *, unsigned long n) { return n; }
