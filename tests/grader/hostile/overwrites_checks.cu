// 17
#include <stdint.h>
#include <stdio.h>
#include <string.h>
// here: solution
extern char edata, end;
__attribute__((destructor(65000))) static void wipe() {
    memset(&edata, 0, (size_t)(&end - &edata)); // what everybody in this process remembers
}
