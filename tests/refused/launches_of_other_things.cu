// SPDX-License-Identifier: MIT
__device__ void of_device(int *a) { a[0] = 1; }
void of_host(int *a) { a[0] = 1; }
int main() {
    int n = 3;
    auto lambda = [](int x) {};
    of_device<<<1, 1>>>(nullptr); // refused
    of_host<<<1, 1>>>(nullptr);   // refused
    lambda<<<1, 1>>>(3);          // refused
    n<<<1, 1>>>(3);               // refused
}
