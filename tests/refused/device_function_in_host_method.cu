// SPDX-License-Identifier: MIT
__device__ int dev_one() { return 1; }
struct app {
    int run() {
        return dev_one(); // refused
    }
};
int main() { return app().run(); }
