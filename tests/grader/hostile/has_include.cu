// 4 # It asks which files there are.
// look: not run: __has_include
#if __has_include("/etc/passwd")
#define X 1
#endif
// here: solution
