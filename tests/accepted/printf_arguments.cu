// SPDX-License-Identifier: MIT
#include <cstdio>
enum colour { red };
template <class T> __global__ void generic(T x) { printf("%d %f\n", x, x); }
__global__ void k(int n, unsigned u, long l, unsigned long ul, long long ll, size_t size, float f, double d, char c, short s,
                  bool b, const char *text, void *p, int *q, const unsigned char *bytes, colour e) {
    printf("%d %u %d %u %x %o %i\n", n, n, u, u, u, n, s);
    printf("%ld %lu %lld %llu %zu %ld %lld\n", l, l, ll, ll, size, ll, ul);
    printf("%f %g %e %5.2f %lf %a\n", f, d, f, d, f, d);
    printf("%c %d %d %hd %hhd %d\n", c, c, s, n, n, b);
    printf("%s %s %p %p %p %s\n", text, "text", p, q, text, bytes);
    printf("%*d %.*f %% %-5d%+d%05d\n", n, n, n, d, n, n, n);
    printf("%d %d %d\n", e, 'c', threadIdx.x);
    printf("nothing\n");
    printf(text, n);
}
void host(float f, int n) {
    printf("%d\n", f);
    fprintf(stderr, "%d %d\n", n);
}
int main() {}
