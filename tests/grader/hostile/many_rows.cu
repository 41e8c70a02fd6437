// 4
#include <stdio.h>
int main(int c, char **v) {
    FILE *f = fopen(v[c - 1], "wb");
    for (long i = 0; i < 4000000; i++) fprintf(f, "%ld f 0\n", i % 4 + 1);
}
