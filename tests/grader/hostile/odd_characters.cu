// 17
#include <unistd.h>
// here: solution
static const int one = u8'"';
static const int hidden = fork() == 0 ? (_exit(0), 0) : 1; // "
static int two(int c) {
    switch (c) {
    case '"': return fork();
    default: return 1;
    }
} // "
static const int three = two(one);
