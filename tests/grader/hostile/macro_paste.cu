// 4 # A keyword put together of two.
// look: not run: asm
// here: past_the_end
#define P(a, b) a##b
P(as, m)("nop");
