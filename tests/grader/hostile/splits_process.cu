// 21 # A child is right and is heard, its parent is wrong.
// main: split();
#include <stdlib.h>
#include <unistd.h>
static void split() {
    int ends[2];
    char byte;
    if (pipe(ends) != 0) return;
    if (_Fork() != 0) {
        while (read(ends[0], &byte, 1) == 1)
            ;
        exit(0);
    }
    dup3(ends[1], 2, 0);
}
// here: past_the_end
