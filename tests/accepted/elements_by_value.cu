// SPDX-License-Identifier: MIT
constexpr int table[3] = {1, 2, 3};
constexpr int square[2][2] = {{1, 2}, {3, 4}};
struct pair { int a, b; };
constexpr pair pairs[2] = {{1, 2}, {3, 4}};
struct made { int a; __device__ made(int x) : a(x) {} };
struct holds { int a; __device__ holds() : a(table[1]) {} };
__device__ int same(int x) { return x; }
__global__ void k(int *o, int i) {
    const int j = 1;
    const int a = table[1];
    static const int b = table[2];
    int c = table[j] + i, d = same(table[1]) * square[1][0], e = pairs[1].b, f[2] = {table[1], i};
    const bool g = table[1] == 2 && i > table[0];
    pair h = {table[1], i};
    made l(table[1]), m = table[2];
    holds n;
    auto p = [] { return table[1]; };
    int q = j ? table[1] : i, r = table[table[0]], s = min(table[1], i), *t = o + table[1];
    const int &u = table[1] + i;
    int *v = new int[table[1]], *w = new int(table[2]), (*x)[2] = new int[i][table[1]];
    o[0] = a + b + c + d + e + f[0] + f[1] + g + h.a + h.b + l.a + m.a + n.a;
    o[1] = p() + q + r + s + (t - o) + u + *w;
    for (const int y = table[1]; i < y; i++)
        o[0] = 0;
    delete[] v;
    delete w;
    delete[] x;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 16);
    k<<<1, 1>>>(o, 7);
    return cudaDeviceSynchronize() || !(o[0] == 50 && o[1] == 22);
}
