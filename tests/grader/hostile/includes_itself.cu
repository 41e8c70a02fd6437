// 4
#include "first_kernel.cu"
#include "first_kernel.cu"
int main() {}
