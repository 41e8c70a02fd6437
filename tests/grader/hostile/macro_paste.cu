// 4 # A keyword put together of two.
#define P(a,b) a##b
P(as,m)("nop");
// here: past_the_end
