// SPDX-License-Identifier: MIT
struct E {
    int v;
    __device__ ~E() {}
};
int taken(E) { return 0; }
E given() { return {3}; }
struct holder {
    E m;
    holder() : m{3} {}
};
int unnamed(E &x) {
    const E &bound = given();
    return taken(x) + given().v + bound.v;
}
int main() {}
