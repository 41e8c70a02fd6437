// 4
#include <stdlib.h>
#include <string.h>
int main() {
    for (;;) {
        void *p = malloc(1 << 24);
        if (p) memset(p, 1, 1 << 24);
    }
}
