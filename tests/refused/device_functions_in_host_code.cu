// SPDX-License-Identifier: MIT
__device__ int dev_one() { return 1; }
#define ONE() dev_one()
template <class T> __device__ T twice(T x) { return 2 * x; }
__device__ int pick(float x) { return x; }
int pick(int *x) { return *x; }
struct vec {
    float x;
    __device__ float twice() { return 2 * x; }
    __device__ operator float() const { return x; }
};
struct longer : vec {};
struct made {
    float x;
    __device__ made(float x) : x(x) {}
};
struct pair {
    float x;
};
__device__ pair operator+(pair a, pair b) { return {a.x + b.x}; }
struct app {
    int run() {
        return dev_one(); // refused
    }
};
__global__ void k(int n) {}
float sum(int n) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += dev_one(); // refused
    return s;
}
int main() {
    int n = dev_one();              // refused
    n += ONE();                     // refused
    n += twice(1);                  // refused
    n += pick(1.0f);                // refused
    n += pick(&n);
    auto f = [] { return dev_one(); }; // refused
    k<<<1, 1>>>(dev_one());         // refused
    vec v = {1};
    n += v.twice();                 // refused
    float converted = v;            // refused
    longer l;
    n += l.twice();                 // refused
    made m(1);                      // refused
    pair a = {1}, b = {2};
    pair c = a + b;                 // refused
    return n + c.x + converted + m.x + f() + app().run();
}
