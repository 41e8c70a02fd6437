// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>
__global__ void k(int *a, int n) {
    std::cout << "hello" << std::endl; // refused
    if (!a)
        exit(1);                       // refused
    a[0] = rand() % 6;                 // refused
    std::sort(a, a + n);               // refused
    std::string s = "abc";             // refused
    a[1] = s[0];                       // refused
    std::vector<int> v(3);             // refused
    a[2] = v[1];                       // refused
    cudaDeviceSynchronize();           // refused
}
