// SPDX-License-Identifier: MIT
const int n = 5;
constexpr float pi = 3.0f;
static const unsigned m = 1 << 3;
const float half = 0.5f;
enum { seven = 7 };
struct size { static const int w = 4; static constexpr int h = 6; enum { d = 2 }; };
constexpr int twice(int x) { return 2 * x; }
constexpr int ten = twice(5);
int plain = 1;
__global__ void k(int *a) {
    int local[ten];
    local[0] = n + pi + m + half * 2 + seven + size::w + size::h + size::d + ten + sizeof(plain);
    a[0] = local[0];
    decltype(plain) z = 1;
    a[1] = z;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == 50 && plain == 1);
}
