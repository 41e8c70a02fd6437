// SPDX-License-Identifier: MIT
#include <cstdio>
struct Text {
    int length;
    Text() : length(5) {}
    Text(const Text &t) : length(t.length + 1) {}
    ~Text() { length = 0; }
};
struct Element {
    Text text;
    int value;
};
__global__ void k(Element e, int *o) { o[0] = e.value + (e.text.length > 5); }
int main() {
    Element *e = new Element;
    int *o;
    e->value = 3;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(*e, o);
    cudaDeviceSynchronize();
    delete e;
    return *o != 4;
}
