// 4
#include <stdio.h>
static char line[1 << 20];
int main(int, char **argv) {
    FILE *record = fopen(argv[6], "wb"), *three = fdopen(3, "wb");
    for (int i = 0; i < 10240; i++) {
        if (record) fwrite(line, 1, sizeof line, record);
        if (three) fwrite(line, 1, sizeof line, three);
    }
}
