// SPDX-License-Identifier: MIT
// nvcc --diag-suppress=174
constexpr int table[3] = {1, 2, 3};
struct pair { int a, b; };
constexpr pair pairs[2] = {{1, 2}, {3, 4}};
struct row { static constexpr int in[3] = {4, 5, 6}; };
struct array { int v[3]; __device__ int &operator[](int i) { return v[i]; } };
__device__ int same(int x) { return x; }
__device__ int second() { return *(table + 1); }
__device__ void dropped(int *o) { return (void)table[1]; }
template <int N> __device__ int nth() { return *(table + N); }
__global__ void k(int *o, pair w) {
    const int n = 1;
    array v = {{7, 8, 9}};
    o[0] = *(table + 1) + *table + **&table + *&table[n] + *(row::in + 1);
    o[1] = pairs[1].a + (*(pairs + 1)).b + (&pairs[1])->a + *&pairs[1].b;
    o[2] = (&table[3] - table) + (table == nullptr) + (table + 1 < table + 2) + !table + (table ? 1 : 2);
    int a = 1[table], b = v[table[1]], c = (w = pairs[1]).a, d = (&table[1])[1], e = (0, table[1]);
    o[3] = a + b + c + d + e;
    w = *(pairs + 1);
    o[*(table + 2) + 1] = same(*(table + 1)) + second() + nth<2>() + w.b;
    dropped(o);
    table[1];
    if (*(table + 1) == 2 && &table[1] != nullptr)
        o[0]++;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 32);
    k<<<1, 1>>>(o, {});
    return cudaDeviceSynchronize() || !(o[0] == 12 && o[1] == 14 && o[2] == 5 && o[3] == 19 && o[4] == 11);
}
