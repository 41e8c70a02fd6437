// 4
#define L(v)                                                                                       \
    for (int v = 0; v < 3; v++) {                                                                  \
        __syncthreads();
__global__ void deep(int *p) {
    L(a)
    L(b)
    L(c)
    L(d)
    L(e) L(f) L(g) L(h) L(i) L(j) L(k) L(l) L(m) L(n) L(o) L(q) L(r) L(s) L(t) L(u) L(v) L(w) L(x)
        L(y) L(z) L(a1) L(b1) L(c1) L(d1) L(e1) L(f1) L(g1) L(h1) L(i1) L(j1) L(k1) L(l1) L(m1)
            L(n1) L(o1) L(q1) L(r1) L(s1) L(t1) L(u1) L(v1) L(w1) L(x1) L(y1) L(z1)
                p[threadIdx.x]++;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
int main() {
    int *p;
    cudaMalloc(&p, 4096);
    deep<<<1, 1024>>>(p);
    cudaDeviceSynchronize();
}
