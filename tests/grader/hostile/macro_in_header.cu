// 4 # A macro that a header of the library uses.
#define strlen(x)                                                                                                      \
    strlen(x);                                                                                                         \
    asm("nop")
// here: past_the_end
