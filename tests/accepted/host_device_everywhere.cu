// SPDX-License-Identifier: MIT
struct vec {
    float x, y;
    __host__ __device__ vec(float x = 0, float y = 0) : x(x), y(y) {}
    __host__ __device__ vec operator+(vec o) const { return vec(x + o.x, y + o.y); }
    __host__ __device__ float dot(vec o) const { return x * o.x + y * o.y; }
    __host__ __device__ operator bool() const { return x != 0; }
    __host__ __device__ ~vec() {}
};
__host__ __device__ vec operator*(float s, vec v) { return vec(s * v.x, s * v.y); }
__device__ __host__ inline float norm2(vec v) { return v.dot(v); }
__global__ void k(float *o) {
    vec a(1, 2), b = 2.0f * a + a;
    if (b) *o = norm2(b);
}
int main() {
    float *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == norm2(2.0f * vec(1, 2) + vec(1, 2)));
}
