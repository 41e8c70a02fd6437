// SPDX-License-Identifier: MIT
__device__ void set(int &x) { x = 1; }
__device__ void set_by(int *x) { *x = 1; }
__global__ void k(int *o, int n) {
    float sum;
    for (int i = 0; i < n; i++)
        sum += o[i];
    int a;
    while (n-- > 0) {
        if (n == 0)
            a = 1;
        else
            o[0] += a;
    }
    int b;
    if (n)
        b = 1;
    o[1] = b;
    int c;
    set(c);
    int d;
    set_by(&d);
    int e[2];
    e[0] = 1;
    int f;
    int &r = f;
    r = 2;
    float4 g;
    g.x = 1;
    __shared__ int s[2];
    int h;
    asm("mov.u32 %0, 1;" : "=r"(h));
    int l;
    o[2] = (n && ((l = n) > 0)) ? l : 0;
    dim3 m;
    o[3] = c + d + e[1] * 0 + f + (int)(g.y * 0) + s[0] * 0 + h + m.x;
    int p;
    goto end;
end:
    o[4] = p;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 64);
}
