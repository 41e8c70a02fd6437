// SPDX-License-Identifier: MIT
__global__ void k(int *o, int n) <% int a<:2:> = <%1, 2%>; if (n > 1 and not (n == 3)) o<:0:> = a<:1:> bitor 4; %>
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<<<1, 1>>>(o, 2);
    return cudaDeviceSynchronize() || o[0] != 6;
}
