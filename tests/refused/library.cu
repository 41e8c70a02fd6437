// SPDX-License-Identifier: MIT
// The host's libraries in device code: one case after each `////`, refused at the line that says `// error`.
//// the mathematics of numbers that are no floating-point ones, or not of one type
__device__ double f(double x, float y, int n, unsigned u, char c) {
    double d = sqrt(n); // error
    d += ceil(n / 2); // error
    d += log2(u); // error
    d += floor(c); // error
    d += exp(n); // error
    d += round(7); // error
    d += sin(n == 1); // error
    d += fmax(1, x); // error
    d += fmin(x, y); // error
    d += fmod(n, 2.0); // error
    d += atan2(y, x); // error
    d += hypot(n, n); // error
    d += ldexp(n, 3); // error
    d += fma(x, y, x); // error
    d += isnan(n); // error
    d += sqrt(x) + sqrt(y) + ceil(n * 0.5) + pow(n, 2) + pow(y, n) + pow(x, y) + abs(n) + fmax(1.0, x);
    d += sqrt((float)n) + fmin(y, 2.0f) + ldexp(x, n) + fma(x, x, 1.0) + isnan(y) + exp(y) + sqrtf(n);
    return d;
}
//// ... by their names in std, in a template, and what C has as macros
#include <cmath>
template <class T> __device__ T root(T x) {
    return std::sqrt(x); // error
}
__global__ void k(float *a, int n) {
    a[0] = root(a[1]);
    a[1] = root(n);
    a[2] = std::cos(n); // error
    a[3] = std::fmax(a[0], 1.0); // error
    a[4] = std::pow(a[0], n);
    a[5] = isless(a[0], a[1]); // error
    a[6] = std::isnormal(a[0]); // error
    a[7] = fpclassify(a[0]); // error
    a[8] = std::isinf(a[0]) + std::cos(a[0]) + std::fmax(a[0], 1.0f);
}
double host(int n) { return std::sqrt(n) + ceil(n / 2) + std::fmax(n, 1.0); }
//// rand
#include <cstdlib>
__global__ void k(int *a) {
    a[threadIdx.x] = rand() % 6; // error
}
//// srand
#include <cstdlib>
__global__ void k() {
    srand(1); // error
}
//// fopen
#include <cstdio>
__global__ void k() {
    FILE *f = fopen("a.txt", "w"); // error
    (void)f;
}
//// fprintf
#include <cstdio>
__global__ void k() {
    fprintf(stderr, "hello\n"); // error
}
//// sprintf
#include <cstdio>
__global__ void k(char *s) {
    sprintf(s, "%d", 1); // error
}
//// snprintf
#include <cstdio>
__global__ void k(char *s) {
    snprintf(s, 10, "%d", 1); // error
}
//// puts
#include <cstdio>
__global__ void k() {
    puts("hello"); // error
}
//// putchar
#include <cstdio>
__global__ void k() {
    putchar('h'); // error
}
//// fflush
#include <cstdio>
__global__ void k() {
    fflush(stdout); // error
}
//// scanf
#include <cstdio>
__global__ void k(int *a) {
    scanf("%d", a); // error
}
//// strlen
#include <cstring>
__global__ void k(const char *s, int *n) {
    *n = strlen(s); // error
}
//// strcmp
#include <cstring>
__global__ void k(const char *s, int *n) {
    *n = strcmp(s, "a"); // error
}
//// strcpy
#include <cstring>
__global__ void k(char *s) {
    strcpy(s, "a"); // error
}
//// memcmp
#include <cstring>
__global__ void k(const char *s, int *n) {
    *n = memcmp(s, "a", 1); // error
}
//// memmove
#include <cstring>
__global__ void k(char *s) {
    memmove(s, s + 1, 3); // error
}
//// atoi
#include <cstdlib>
__global__ void k(const char *s, int *n) {
    *n = atoi(s); // error
}
//// exit
#include <cstdlib>
__global__ void k(int *a) {
    if (!a) exit(1); // error
}
//// abort
#include <cstdlib>
__global__ void k(int *a) {
    if (!a) abort(); // error
}
//// calloc
#include <cstdlib>
__global__ void k(int **a) {
    *a = (int *)calloc(4, 4); // error
}
//// realloc
#include <cstdlib>
__global__ void k(int **a) {
    *a = (int *)realloc(*a, 4); // error
}
//// qsort
#include <cstdlib>
__device__ int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__global__ void k(int *a) {
    qsort(a, 4, 4, cmp); // error
}
//// time
#include <ctime>
__global__ void k(long *t) {
    *t = time(NULL); // error
}
//// getenv
#include <cstdlib>
__global__ void k(const char **t) {
    *t = getenv("HOME"); // error
}
//// usleep
#include <unistd.h>
__global__ void k() {
    usleep(10); // error
}
//// gettimeofday
#include <sys/time.h>
__global__ void k(timeval *t) {
    gettimeofday(t, 0); // error
}
//// toupper
#include <cctype>
__global__ void k(char *s) {
    s[0] = toupper(s[0]); // error
}
//// isdigit
#include <ctype.h>
__global__ void k(char *s) {
    s[0] = isdigit(s[0]); // error
}
//// cudaMemcpyHost
__global__ void k(int *a) {
    int n;
    cudaGetDeviceCount(&n);
    cudaMallocHost((void **)&a, 4); // error
}
//// std::cout
#include <iostream>
__global__ void k() {
    std::cout << "hello" << std::endl; // error
}
//// cout with using namespace
#include <iostream>
using namespace std;
__global__ void k() {
    cout << "hello" << endl; // error
}
//// std::cerr of a number
#include <iostream>
__global__ void k(int n) {
    std::cerr << n; // error
}
//// std::vector
#include <vector>
__global__ void k(int *out) {
    std::vector<int> v(3); // error
    out[0] = v[1]; // error
}
//// push_back
#include <vector>
__global__ void k(std::vector<int> *v) {
    v->push_back(1); // error
}
//// a vector by reference in a device function
#include <vector>
__device__ int first(const std::vector<int> &v) {
    return v[0]; // error
}
//// std::string
#include <string>
__global__ void k(char *out) {
    std::string s = "abc"; // error
    out[0] = s[0]; // error
}
//// std::to_string
#include <string>
__global__ void k(int n, int *out) {
    out[0] = std::to_string(n).size(); // error
}
//// std::sort
#include <algorithm>
__global__ void k(int *a, int n) {
    std::sort(a, a + n); // error
}
//// std::accumulate
#include <numeric>
__global__ void k(int *a, int n) {
    a[0] = std::accumulate(a, a + n, 0); // error
}
//// std::fill
#include <algorithm>
__global__ void k(int *a, int n) {
    std::fill(a, a + n, 0); // error
}
//// std::copy
#include <algorithm>
__global__ void k(int *a, int *b, int n) {
    std::copy(a, a + n, b); // error
}
//// std::swap
#include <utility>
__global__ void k(int *a) {
    std::swap(a[0], a[1]); // error
}
//// std::max
#include <algorithm>
__global__ void k(int *a) {
    a[0] = std::max(a[0], a[1]); // error
}
//// std::min
#include <algorithm>
__global__ void k(float *a) {
    a[0] = std::min(a[0], 1.0f); // error
}
//// std::clamp
#include <algorithm>
__global__ void k(int *a) {
    a[0] = std::clamp(a[0], 0, 255); // error
}
//// max with using namespace std of mixed signs
#include <algorithm>
__global__ void k(double *a) {
    a[0] = std::max<double>(a[0], 1); // error
}
//// std::map
#include <map>
__global__ void k(std::map<int, int> *m) {
    (*m)[1] = 2; // error
}
//// std::pair
#include <utility>
__global__ void k(int *a) {
    std::pair<int, int> p(1, 2); // error
    a[0] = p.first;
}
//// std::make_pair
#include <utility>
__global__ void k(int *a) {
    auto p = std::make_pair(1, 2); // error
    a[0] = p.first;
}
//// std::array
#include <array>
__global__ void k(int *a) {
    std::array<int, 3> v = {1, 2, 3};
    a[0] = v[1]; // error
}
//// a constexpr std::array outside functions
#include <array>
constexpr std::array<int, 3> a = {1, 2, 3};
__global__ void k(int *p) {
    p[0] = a[1]; // error
}
//// std::numeric_limits
#include <limits>
__global__ void k(float *a) {
    a[0] = std::numeric_limits<float>::max(); // error
}
//// new that does not throw, and hypot() of three
#include <cmath>
#include <new>
__global__ void k(int **a, void *at, float x) {
    a[0] = new (std::nothrow) int; // error
    a[1] = new (std::nothrow) int[3]; // error
    a[2] = (int *)::operator new(4, std::nothrow); // error
    *a[2] = std::hypot(x, x, x); // error
    a[3] = new (at) int;
    a[4] = (int *)::operator new(4);
    delete a[4];
    *a[5] = std::hypot(x, x);
}
//// what is bound to names of std::get, where nothing else is wrong
#include <array>
#include <utility>
__global__ void k(int *a, std::pair<int, int> v, std::array<int, 2> w) {
    const auto &[x, y] = v; // error
    auto [s, t] = w; // error
    a[0] = x + y + s + t;
}
//// std::numeric_limits beside what else is constexpr, and where that is
#include <limits>
#include <utility>
template <class T> __device__ T most() {
    return std::numeric_limits<T>::max(); // error
}
__global__ void k(float *a, std::pair<int, int> v) {
    const auto &[x, y] = v;
    a[0] = most<float>() + x + y;
    a[1] = std::get<0>(v); // error
    int b[std::numeric_limits<signed char>::max()]; // error
    a[2] = b[0] = std::numeric_limits<float>::infinity(); // error
}
//// std::function
#include <functional>
__global__ void k(std::function<int(int)> f, int *a) {
    a[0] = f(1); // error
}
//// std::unique_ptr
#include <memory>
__global__ void k(int *a) {
    std::unique_ptr<int> p(new int(1)); // error
    a[0] = *p; // error
}
//// std::mt19937
#include <random>
__global__ void k(unsigned *a) {
    std::mt19937 gen(1); // error
    a[0] = gen(); // error
}
//// std::chrono
#include <chrono>
__global__ void k() {
    auto t = std::chrono::steady_clock::now(); // error
    (void)t;
}
//// std::complex
#include <complex>
__global__ void k(std::complex<float> *a) {
    a[0] = a[1] * a[2]; // error
}
//// std::mutex
#include <mutex>
__global__ void k(std::mutex *m) {
    m->lock(); // error
}
//// std::atomic
#include <atomic>
__global__ void k(std::atomic<int> *a) {
    a->fetch_add(1); // error
}
//// std::thread
#include <thread>
__global__ void k() {
    std::this_thread::yield(); // error
}
//// std::bitset
#include <bitset>
__global__ void k(std::bitset<8> *b) {
    b->flip(); // error
}
//// a stream's method
#include <iostream>
__global__ void k() {
    std::cout.flush(); // error
}
//// cudaDeviceSynchronize
__global__ void k(int *o) {
    o[0] = 1;
    cudaDeviceSynchronize(); // error
}
int main() { k<<<1, 1>>>(nullptr); }
//// errno
#include <errno.h>
__global__ void k(int *o) {
    o[0] = errno; // error
}
//// a macro of the library that calls a function
#include <sys/stat.h>
#include <endian.h>
__global__ void k(unsigned *o) {
    o[0] = htobe32(o[1]); // error
}
//// printf without its header
__global__ void k() {
    printf("hello\n"); // error
}
int main() {
    k<<<1, 1>>>();
    printf("%d\n", cudaDeviceSynchronize()); // error
    fflush(stdout); // error
}
//// a shuffle of a structure
struct pair { int a, b; };
__global__ void k(pair *p) {
    p[0] = __shfl_sync(~0u, p[0], 1); // error
}
//// a shuffle of a pointer
__global__ void k(int **p) {
    p[0] = __shfl_down_sync(~0u, p[0], 1); // error
}
//// a shuffle of a vector
__global__ void k(float2 *p) {
    p[0] = __shfl_xor_sync(~0u, p[0], 1); // error
}
//// a vector that is destroyed at the end of a block
#include <vector>
__global__ void k(int *o) {
    o[0] = 1;
    {
        std::vector<int> v(3); // error
        o[1] = 2;
        o[2] = 3;
    } // error
}
//// what <=> gives is the library's to compare
// nvcc -std=c++20
#include <compare>
struct V {
    int a;
    auto operator<=>(const V &) const = default;
};
__global__ void k(const V *v, bool *o) {
    *o = v[0] < v[1]; // error
    *o = v[0] == v[1];
}
//// a string, made by its name
#include <string>
__global__ void k(int *o) {
    o[0] = std::string("abc")[0]; // error
}
//// a pair, by a using directive
#include <utility>
using namespace std;
__global__ void k(int *o) {
    pair<int, int> p(1, 2); // error
    o[0] = p.first;
}
//// a string, by a using declaration
#include <string>
using std::string;
__global__ void k() {
    string s("abc"); // error
}
//// a vector that a template is given
#include <vector>
template <class T> __global__ void k(int *o, T t) {
    o[0] = t[0]; // error
}
void f(int *o, std::vector<int> v) {
    k<<<1, 1>>>(o, v);
}
//// a library that is none of the language's: its namespace, and another name for that
// nvcc -isystem tests/refused
#include <library.h>
namespace other = library;
__global__ void k(int *o, library::counted c) {
    o[0] = library::next(1); // error
    o[1] = other::next(2); // error
    o[2] = c.count(); // error
}
//// ... by a using directive
// nvcc -isystem tests/refused
#include <library.h>
using namespace library;
__global__ void k(int *o, counted c) {
    o[0] = next(1); // error
    o[1] = c.count(); // error
}
//// ... its classes outside namespaces
// nvcc -isystem tests/refused
#include <library.h>
struct user : outside {};
__global__ void k(int *o, outside a, user b) {
    o[0] = (a + a).n; // error
    o[1] = b.get(); // error
}
//// ... what a function of it gives to a template
// nvcc -isystem tests/refused
#include <library.h>
template <class T> __global__ void k(int *o, T t) {
    o[0] = (t + t).n; // error
}
void f(int *o) {
    auto made = make_outside();
    k<<<1, 1>>>(o, made);
}
//// barriers that are given too much
__global__ void k(int *p) {
    __syncthreads(3); // error
    *p = __syncthreads_count(*p, 2); // error
    *p = __syncthreads_or(*p);
}
int main() {}
//// atomics whose order or scope is no number
constexpr int relaxed = __NV_ATOMIC_RELAXED;
__global__ void k(int *p, int chosen) {
    const int own = __NV_ATOMIC_SEQ_CST;
    __nv_atomic_fetch_add(p, 4, chosen, __NV_THREAD_SCOPE_DEVICE); // error
    __nv_atomic_fetch_add(p, 4, own, __NV_THREAD_SCOPE_DEVICE); // error
    __nv_atomic_add(p, 4, relaxed, __NV_THREAD_SCOPE_DEVICE); // error
    __nv_atomic_fetch_add(p, 4, __NV_ATOMIC_RELAXED, chosen); // error
    int expected = 1;
    __nv_atomic_compare_exchange_n(p, &expected, 2, false, 5, chosen, 1); // error
    __nv_atomic_thread_fence(chosen, __NV_THREAD_SCOPE_DEVICE); // error
    __nv_atomic_fetch_add(p, 4, (int)__NV_ATOMIC_RELAXED + 0, __NV_THREAD_SCOPE_DEVICE);
}
int main() {}
//// an order or scope that is none
__global__ void k(int *p) {
    __nv_atomic_fetch_add(p, 4, 17, __NV_THREAD_SCOPE_DEVICE); // error
    __nv_atomic_fetch_add(p, 4, __NV_ATOMIC_RELAXED, 17); // error
}
int main() {}
//// orders that loads and stores have not
__global__ void k(int *p) {
    int value;
    *p = __nv_atomic_load_n(p, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE); // error
    __nv_atomic_load(p, &value, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE); // error
    __nv_atomic_store_n(p, 1, 2, __NV_THREAD_SCOPE_DEVICE); // error
    __nv_atomic_store(p, &value, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE); // error
    __nv_atomic_store(p, &value, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}
int main() {}
//// containers whose constructors and destructors nobody wrote: where the last kernel ends
#include <list>
#include <map>
#include <set>
__global__ void k(int *a) {
    std::map<int, int> m;
    std::set<int> *s = new std::set<int>;
    delete s;
}
__device__ void take(const std::list<int> &) {}
__global__ void l(int *a) {
    take({});
} // error
int main() {
    std::map<int, int> m;
    std::list<int> *l = new std::list<int>;
    delete l;
    return (int)m.size();
}
//// ... where the last function does, if there is no kernel
#include <map>
__device__ int f(int x) {
    std::map<int, int> m;
    return x;
}
__device__ int g(int x) {
    x++;
    return x; // error
}
//// ... a kernel's template
#include <map>
template <class T> __global__ void k(T *a) {
    std::map<T, int> m;
    a[0] = 3;
} // error
int main() { k<int><<<1, 1>>>(nullptr); }
//// ... and what copies them
#include <map>
__global__ void k(std::map<int, int> *a) {
    a[0] = a[1];
} // error
//// members of the library's classes in a class of the program's
#include <string>
struct S {
    std::string name;
    int n;
};
__global__ void k(S *a) {
    S s;
    a[0] = s;
} // error
int main() { S s, t = s; return s.n + t.n; }
//// a call that --expt-relaxed-constexpr would allow hides others
#include <algorithm>
#include <cstdlib>
int of_host;
__global__ void k(int *a) {
    a[0] = std::max(a[1], 3); // error
    a[2] = rand() + of_host;
}
//// ... and is one where nothing calls the function
constexpr int twice(int x) { return 2 * x; }
struct S {
    __device__ int twice_in_vain(int x) {
        return twice(x); // error
    }
};
static __host__ __device__ int of_both(int x) {
    return twice(x); // warning
}
__global__ void k(int *a) { a[0] = 3; }
int main() { return of_both(1); }
//// copysign of types that device code has not
#include <cmath>
__global__ void k(float *f, double *d, int n) {
    d[0] = std::copysign(f[0], d[0]); // error
    d[1] = copysign(n, d[0]); // error
    d[2] = copysign(f[0], n); // error
    d[3] = ::copysign(d[0], 3); // error
    d[4] = copysign(f[0], d[0]) + copysign(d[0], 3.0f);
}
//// a constant std::array of the host, whose address would be needed
// nvcc --expt-relaxed-constexpr
#include <array>
constexpr std::array<int, 3> a = {1, 2, 3};
__global__ void k(int *o, int n) {
    o[0] = a[1] + a.at(2);
    o[1] = a[n]; // error
    o[2] = a.at(threadIdx.x); // error
    for (int x : a) // error
        o[3] += x;
}
//// a stack and a queue, which end where the last kernel does
#include <queue>
#include <stack>
using namespace std;
__global__ void k(int *p) {
    stack<int, vector<int>> s; // error
    std::queue<int> q, *none = nullptr; // error
    if (p)
        return;
    *p = s.top() + (none == &q); // error
}
__global__ void l(int *p) {
    *p = 3;
} // error
//// ... and where the function does, if there is no kernel
#include <queue>
__device__ int f() {
    std::priority_queue<int> q; // error
    q.push(2); // error
    return 3; // error
}
