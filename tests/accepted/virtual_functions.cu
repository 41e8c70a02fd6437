// SPDX-License-Identifier: MIT
// An object keeps the virtual functions of the side that made it, wherever its bytes go: a call by the other side is an
// illegal access, as on an H200. Its data may be used by both, and once it is back its own side may call it.
// says kernel ask, .*: a virtual function is called at .*virtual_functions.cu:HERE of an object of class Square that the host made
// says kernel ask_by_value, .* at .*virtual_functions.cu:HERE of an object of class Square that the host made
// says kernel ask_list, .* at .*virtual_functions.cu:HERE of an object of class Square that the host made
// says kernel ask_variable, .* at .*virtual_functions.cu:HERE of an object of class shapes::Ring<int> that the host made
// says the host calls a virtual function at .*virtual_functions.cu:HERE of an object of class Square that a kernel made
#include <new>
#include "../child.h"

struct Shape {
    int sides = 0;
    __host__ __device__ virtual int area() const { return 0; }
    __host__ __device__ virtual ~Shape() {}
};
struct Square : Shape {
    int a;
    __host__ __device__ Square(int a) : a(a) { sides = 4; }
    __host__ __device__ int area() const override { return a * a; }
};
namespace shapes {
template <class T> struct Ring : Shape {
    T outer = 3, inner = 2;
    __host__ __device__ int area() const { return 3 * (outer * outer - inner * inner); }
};
} // namespace shapes

__host__ __device__ __noinline__ int area_of(const Shape *s) {
    return s->area(); // HERE
}
struct List { Shape *first; Square second; };
__device__ char ring[sizeof(shapes::Ring<int>)];
__managed__ char both[sizeof(Square)];
__global__ void ask(const Shape *s, int *out) { *out = area_of(s); }
__global__ void ask_by_value(Square s, int *out) { *out = area_of(&s); }
__global__ void ask_list(const List *l, int *out) { *out = area_of(l->first) + area_of(&l->second); }
__global__ void ask_variable(int *out) { *out = area_of((const Shape *)ring); }
__global__ void look(const Square *s, Square value, int *out) { *out = s->sides * s->a + value.sides; }
__global__ void make(Square *to, Square *too, Shape **list) {
    new (to) Square(7);
    new (too) Square(8);
    list[0] = to;
    list[1] = new shapes::Ring<int>;
}
__global__ void ask_both(int *out) { *out = area_of((const Shape *)both); }
__global__ void ask_all(Shape **list, Square *to, int *out) {
    *out = area_of(list[0]) + area_of(list[1]) + area_of(to);
    delete list[1];
}

static bool failed; // a call that ought to succeed
static void must(cudaError_t e) { failed = failed || e != cudaSuccess; }

// Each returns 0 if what the last call answers is what it should.
static int called_by_kernel(int how) {
    Square h(3), *d;
    shapes::Ring<int> r;
    List list = {nullptr, h}, *on_device;
    int *out;
    must(cudaMalloc(&d, sizeof h));
    must(cudaMalloc(&out, sizeof *out));
    must(cudaMalloc(&on_device, sizeof list));
    must(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
    must(cudaMemcpyToSymbol(ring, &r, sizeof r));
    list.first = d;
    must(cudaMemcpy(on_device, &list, sizeof list, cudaMemcpyHostToDevice));
    switch (how) {
    case 0: ask<<<1, 1>>>(d, out); break;
    case 1: ask_by_value<<<1, 1>>>(h, out); break;
    case 2: ask_list<<<1, 1>>>(on_device, out); break;
    case 3: ask_variable<<<1, 1>>>(out); break;
    }
    return failed || cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
static int right(bool call) {
    Square h(3), *d, *too, back(0);
    Shape **list;
    int *out, n[3];
    must(cudaMalloc(&d, sizeof h));
    must(cudaMalloc(&out, sizeof n));
    must(cudaMalloc(&too, sizeof h));
    must(cudaMalloc(&list, 2 * sizeof *list));
    // there and back again
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    look<<<1, 1>>>(d, h, out);
    cudaMemcpy(too, d, sizeof h, cudaMemcpyDeviceToDevice);
    cudaMemcpy2D(&back, sizeof h, too, sizeof h, sizeof h, 1, cudaMemcpyDeviceToHost);
    cudaMemcpy(&n[0], out, sizeof n[0], cudaMemcpyDeviceToHost);
    // made by a kernel
    make<<<1, 1>>>(d, too, list);
    Square *const on_host = (Square *)malloc(sizeof h);
    must(cudaMemcpy(on_host, too, sizeof h, cudaMemcpyDeviceToHost));
    if (call)
        return area_of(on_host); // does not return
    cudaMemcpy(both, too, sizeof h, cudaMemcpyDeviceToDevice);
    ask_both<<<1, 1>>>(out);
    cudaMemcpy(&n[1], out, sizeof n[1], cudaMemcpyDeviceToHost);
    cudaMemset(too, 0, sizeof h);
    cudaMemcpy(too, on_host, sizeof h, cudaMemcpyHostToDevice);
    ask_all<<<1, 1>>>(list, too, out);
    must(cudaMemcpy(&n[2], out, sizeof n[2], cudaMemcpyDeviceToHost));
    memcpy(both, &h, sizeof h);
    const int host = area_of((const Shape *)both);
    printf("%d %d %d %d %d\n", area_of(&back), n[0], n[1], n[2], host);
    free(on_host);
    for (void *memory : {(void *)d, (void *)too, (void *)out, (void *)list}) must(cudaFree(memory));
    return failed || area_of(&back) != 9 || n[0] != 16 || n[1] != 64 || n[2] != 49 + 15 + 64 || host != 9;
}

int main() {
    int wrong = 0;
    for (int how = 0; how < 6; how++) {
        const int status = status_of([&] { return how < 4 ? called_by_kernel(how) : right(how == 5); });
        const bool good = how == 5 ? WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV : status == 0;
        printf("%d: status %#x\n", how, status);
        wrong += !good;
    }
    return wrong;
}
