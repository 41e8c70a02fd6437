// 17 # Each of these hides `fork` from one who takes strings and characters for something else than the compiler does.
#include <unistd.h>
// here: solution
static const char *const odd = R"(")";
static const int hidden = fork() == 0 ? (_exit(0), 0) : 1; // "
