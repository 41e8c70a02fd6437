// SPDX-License-Identifier: MIT
namespace n {
template <class T> __global__ void add(T *p, T x = 1) { *p += x; }
namespace m {
__global__ void fill(int *p, int x = 3) { *p = x; }
} // namespace m
} // namespace n
__global__ void _twice(int *p) { *p *= 2; }
namespace v {
void (*fill)(int *, int);
}
struct runner { void (*add)(int *, int); void run(int *p) { add<<<1, 1>>>(p, 5); } };
struct table { void (*fill[2])(int *, int); };
void (*pick(bool fills))(int *, int) { return fills ? n::m::fill : n::add<int>; }
struct two { int a, b; };
__global__ void of_two(int *p, two x) { *p = x.a - x.b; }
template <class... P, class... A> void forward(void (*kernel)(P...), const A &...arguments) {
    kernel<<<1, 1>>>(arguments...);
}
template <class... A> void pack(A &&...arguments) { n::m::fill<<<1, 1>>>(static_cast<A &&>(arguments)...); }
int main() {
    using n::add, n::m::fill;
    int *p, wrong = 0;
    cudaMallocManaged(&p, sizeof *p);
    auto is = [&](int x) { cudaDeviceSynchronize(); wrong += *p != x; };
    (fill)<<<1, 1>>>(p); is(3);
    (n::add<int>)<<<1, 1>>>(p, 2); is(5);
    (add)<<<1, 1>>>(p, 2); is(7);
    add<<<1, 1>>>(p); is(8);
    (&n::m::fill)<<<1, 1>>>(p, 4); is(4);
    v::fill = fill;
    v::fill<<<1, 1>>>(p, 7); is(7);
    runner{n::add<int>}.run(p); is(12);
    pick(true)<<<1, 1>>>(p, 8); is(8);
    table t = {{fill, add<int>}}, *of = &t;
    t.fill[1]<<<1, 1>>>(p, 8); is(16);
    of->fill[0]<<<1, 1>>>(p, 1); is(1);
    (wrong ? v::fill : &add<int>)<<<1, 1>>>(p, 9); is(10);
    ::n::m::fill<<<1, 1>>>(p, 11); is(11);
    [&](auto kernel) { kernel<<<1, 1>>>(p); is(22); }(_twice);
    forward(n::add<int>, p, 3); is(25); // arguments that the compiler does not take apart
    pack(p, 5); is(5);
    of_two<<<1, 1>>>(p, {.a = 30, .b = 8}); is(22);
    int x = 30;
    void *arguments[] = {&p, &x};
    void *const kernels[] = {(void *)n::m::fill, (void *)&add<int>, (void *)_twice};
    cudaLaunchKernel(kernels[0], dim3(1), dim3(1), arguments, 0, nullptr); is(30);
    cudaLaunchKernel(kernels[1], dim3(1), dim3(1), arguments, 0, nullptr); is(60);
    cudaLaunchKernel(kernels[2], dim3(1), dim3(1), arguments, 0, nullptr); is(120);
    cudaLaunchKernel(reinterpret_cast<const void *>(&n::add<int>), dim3(1), dim3(1), arguments, 0, nullptr); is(150);
    cudaLaunchKernel((void *)static_cast<void (*)(int *, int)>(n::m::fill), dim3(1), dim3(1), arguments, 0, nullptr); is(30);
    cudaLaunchKernel((void *)(void (*)(int *))_twice, dim3(1), dim3(1), arguments, 0, nullptr); is(60);
    return wrong;
}
