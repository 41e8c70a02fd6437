// 21 # So is vsnprintf, inline.
// here: past_the_end
extern "C" inline int vsnprintf(char *s, size_t n, const char *, __builtin_va_list) { *s = 0; return 0; }
int (*volatile keep)(char *, size_t, const char *, __builtin_va_list) = vsnprintf;
