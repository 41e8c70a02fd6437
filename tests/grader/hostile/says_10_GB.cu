// 4
#include <stdio.h>
static char line[1 << 20];
int main() {
    for (int i = 0; i < 10240; i++) fwrite(line, 1, sizeof line, i % 2 ? stdout : stderr);
}
