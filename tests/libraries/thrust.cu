// SPDX-License-Identifier: MIT
// nvcc --extended-lambda -Xcompiler -g0
// Thrust (cpu/libraries/thrust): every result from arithmetic by hand. With LONG, also of what
// Thrust builds of the others, which takes long to compile.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <list>
#include <vector>

#include "tap.h"

typedef thrust::device_vector<int> ints;

static bool holds(const ints &got, const std::vector<int> &wanted) {
    const thrust::host_vector<int> here = got;
    return std::vector<int>(here.begin(), here.end()) == wanted;
}

static ints some(std::initializer_list<int> values) { return std::vector<int>(values); }

// ---- functors -----------------------------------------------------------------------------------

struct square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
struct is_even { // as courses write it: of the device alone
    __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct scaled {
    int factor;
    __device__ int operator()(int x, int y) const { return factor * x + y; }
};
struct sum_of_both {
    template <class Pair> __host__ __device__ void operator()(Pair pair) const {
        thrust::get<2>(pair) = thrust::get<0>(pair) + thrust::get<1>(pair);
    }
};
struct later { // compares pairs
    __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};
struct point {
    float x, y;
};
struct by_x {
    __host__ __device__ bool operator()(const point &a, const point &b) const { return a.x < b.x; }
};
struct inside {
    __device__ int operator()(int seed) const {
        thrust::default_random_engine engine(seed);
        thrust::uniform_real_distribution<float> uniform(0, 1);
        const float x = uniform(engine), y = uniform(engine);
        return x >= 0 && x < 1 && y >= 0 && y < 1;
    }
};

__global__ void add(int *a, int n, int what) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) a[i] += what;
}

__global__ void sort_in_kernel(int *a, int n) {
    thrust::sort(thrust::seq, a, a + n);
    a[n] = thrust::reduce(thrust::device, a, a + n);
}

// ---- vectors ------------------------------------------------------------------------------------

static void test_vectors() {
    ints d(4, 7);
    d[1] = 3;
    d.push_back(d[1] + 1);
    ok(holds(d, {7, 3, 7, 7, 4}), "elements of a device_vector, from the host");
    thrust::host_vector<int> h(5);
    thrust::sequence(h.begin(), h.end());
    d = h;
    d.resize(3);
    ok(holds(d, {0, 1, 2}), "a device_vector gets a host_vector, and another size");
#ifdef LONG
    const std::list<short> listed = {5, 6, 7}; // neither memory in a row nor the same type
    ints from_list(listed.begin(), listed.end());
    std::vector<double> back(3);
    thrust::copy(from_list.begin(), from_list.end(), back.begin());
    ok(holds(from_list, {5, 6, 7}) && back[2] == 7, "copies that convert, both ways");
#endif
    add<<<1, 32>>>(thrust::raw_pointer_cast(d.data()), 3, 10);
    ok(holds(d, {10, 11, 12}), "raw_pointer_cast goes into a kernel");
    int *raw;
    cudaMalloc(&raw, 3 * sizeof *raw);
    thrust::device_ptr<int> wrapped(raw);
    thrust::copy(d.begin(), d.end(), wrapped);
    wrapped[0] = 9;
    ok(thrust::reduce(wrapped, wrapped + 3) == 9 + 11 + 12, "device_ptr over cudaMalloc");
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, thrust::raw_pointer_cast(d.data()));
    ok(attributes.type == cudaMemoryTypeDevice, "its memory is the device's");
    cudaFree(raw);
#ifdef LONG
    thrust::swap(d, from_list);
    ok(holds(d, {5, 6, 7}) && d.front() == 5 && !(d == from_list), "swapped and compared");
#endif
}

static void count_down(int *p, int n) {
    thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n),
                     [=] __device__(int i) { p[i] = n - 1 - i; });
}

// ---- algorithms ---------------------------------------------------------------------------------

static void test_transform() {
    ints a = some({1, 2, 3, 4, 5}), b(5);
    thrust::transform(a.begin(), a.end(), b.begin(), square());
    ok(holds(b, {1, 4, 9, 16, 25}), "transform");
    thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), scaled{10});
    ok(holds(b, {11, 24, 39, 56, 75}), "transform of two, by a functor of the device alone");
#ifdef LONG
    using namespace thrust::placeholders;
    thrust::transform(a.begin(), a.end(), b.begin(), 2 * _1 + 1);
    ok(holds(b, {3, 5, 7, 9, 11}), "placeholders");
#endif
    count_down(thrust::raw_pointer_cast(b.data()), 5);
    ok(holds(b, {4, 3, 2, 1, 0}), "for_each, with a __device__ lambda");
    thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), a.begin(), b.begin())),
                     thrust::make_zip_iterator(thrust::make_tuple(a.end(), a.end(), b.end())), sum_of_both());
    ok(holds(b, {2, 4, 6, 8, 10}), "zip_iterator");
    ints map = some({4, 0, 2});
    ok(thrust::reduce(thrust::make_permutation_iterator(a.begin(), map.begin()),
                      thrust::make_permutation_iterator(a.begin(), map.end())) == 5 + 1 + 3,
       "permutation_iterator");
#ifdef LONG
    ints few(3);
    thrust::gather(map.begin(), map.end(), b.begin(), few.begin());
    ok(holds(few, {10, 2, 6}), "gather");
    thrust::scatter(few.begin(), few.end(), map.begin(), a.begin());
    ok(holds(a, {2, 2, 6, 4, 10}), "scatter");
    thrust::fill(a.begin(), a.begin() + 2, -1);
    thrust::replace(a.begin(), a.end(), -1, 8);
    thrust::reverse(a.begin(), a.end());
    ok(holds(a, {10, 4, 6, 8, 8}), "fill, replace, reverse");
    thrust::adjacent_difference(a.begin(), a.end(), b.begin());
    ok(holds(b, {10, -6, 2, 2, 0}), "adjacent_difference");
#endif
}

static void test_reductions() {
    const int n = 100000; // 1 + ... + n = n (n + 1) / 2
    thrust::device_vector<long long> a(n);
    thrust::sequence(a.begin(), a.end(), 1LL);
    ok(thrust::reduce(a.begin(), a.end()) == n * (n + 1LL) / 2, "reduce");
    ok(thrust::reduce(a.begin(), a.end(), 0LL, thrust::maximum<long long>()) == n, "its maximum");
    ok(thrust::transform_reduce(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), inside(), 0,
                                thrust::plus<int>()) == n,
       "transform_reduce; random numbers are in their range");
#ifdef LONG
    ints b = some({3, 9, 1, 9, 4});
    ok(thrust::max_element(b.begin(), b.end()) - b.begin() == 1 &&
           thrust::min_element(b.begin(), b.end()) - b.begin() == 2,
       "max_element, min_element");
    const auto both = thrust::minmax_element(b.begin(), b.end());
    ok(*both.first == 1 && *both.second == 9, "minmax_element");
    ok(thrust::count(b.begin(), b.end(), 9) == 2 && thrust::count_if(b.begin(), b.end(), is_even()) == 1,
       "count, count_if");
    ok(thrust::find(b.begin(), b.end(), 4) - b.begin() == 4 && thrust::any_of(b.begin(), b.end(), is_even()) &&
           !thrust::all_of(b.begin(), b.end(), is_even()),
       "find, any_of, all_of");
    ok(thrust::inner_product(b.begin(), b.end(), b.begin(), 0) == 9 + 81 + 1 + 81 + 16, "inner_product");
#endif
    ints keys = some({1, 1, 2, 5, 5, 5}), sums(6), heads(6);
    const auto ends =
        thrust::reduce_by_key(keys.begin(), keys.end(), thrust::constant_iterator<int>(1), heads.begin(), sums.begin());
    heads.resize(ends.first - heads.begin());
    sums.resize(ends.second - sums.begin());
    ok(holds(heads, {1, 2, 5}) && holds(sums, {2, 1, 3}), "reduce_by_key");
    ok(thrust::reduce(keys.begin(), keys.begin(), 42) == 42, "nothing reduced is the first value");
}

static void test_scans() {
    const int n = 30000;
    ints a(n, 1), b(n);
    thrust::inclusive_scan(a.begin(), a.end(), b.begin());
    ok(b[0] == 1 && b[n / 2] == n / 2 + 1 && b[n - 1] == n, "inclusive_scan");
    thrust::exclusive_scan(a.begin(), a.end(), a.begin(), 5);
    ok(a[0] == 5 && a[n / 2] == 5 + n / 2 && a[n - 1] == 5 + n - 1, "exclusive_scan, in place");
#ifdef LONG
    ints keys = some({0, 0, 0, 1, 1, 2}), values = some({1, 2, 3, 4, 5, 6}), sums(6);
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), sums.begin());
    ok(holds(sums, {1, 3, 6, 4, 9, 6}), "inclusive_scan_by_key");
    thrust::transform_inclusive_scan(values.begin(), values.end(), sums.begin(), square(), thrust::plus<int>());
    ok(holds(sums, {1, 5, 14, 30, 55, 91}), "transform_inclusive_scan");
#endif
}

static void test_order() {
    const int n = 40961;
    thrust::host_vector<int> h(n);
    for (int i = 0; i < n; i++) // 0 to n - 1, each once: 7919 is a prime
        h[i] = (int)(7919LL * i % n);
    ints a = h, b(n);
    thrust::sort(a.begin(), a.end());
    thrust::sequence(b.begin(), b.end());
    ok(a == b && thrust::is_sorted(a.begin(), a.end()), "sort");
    a = h;
#ifdef LONG
    thrust::sort(a.begin(), a.end(), thrust::greater<int>());
    ok(a[0] == n - 1 && a[n - 1] == 0 && a[1000] == n - 1001, "sort, the largest first");
    a = h;
    thrust::sort(a.begin(), a.end(), later());
    ok(a[0] == n - 1 && a[n - 1] == 0 && a[1000] == n - 1001, "sort by a functor");
#endif
    a = h;
    thrust::sequence(b.begin(), b.end());
    thrust::sort_by_key(a.begin(), a.end(), b.begin()); // b[k]: where k stood
    ok(a[12345] == 12345 && h[b[12345]] == 12345 && h[b[n - 1]] == n - 1, "sort_by_key");
#ifdef LONG
    for (int i = 0; i < n; i++) h[i] = i % 3;
    a = h;
    thrust::sequence(b.begin(), b.end());
    thrust::stable_sort_by_key(a.begin(), a.end(), b.begin());
    ok(b[0] == 0 && b[1] == 3 && b[2] == 6 && b[13654] == 1 && b[13655] == 4,
       "stable_sort_by_key keeps the order of equal keys");
    thrust::device_vector<point> points(3);
    points[0] = point{3, 1};
    points[1] = point{1, 2};
    points[2] = point{2, 3};
    thrust::sort(points.begin(), points.end(), by_x());
    const point least = points[0];
    ok(least.x == 1 && least.y == 2, "sort of structures");
#endif
    ints x = some({1, 3, 5, 5, 9}), y = some({2, 5, 9}), to(8);
    thrust::merge(x.begin(), x.end(), y.begin(), y.end(), to.begin());
    ok(holds(to, {1, 2, 3, 5, 5, 5, 9, 9}), "merge");
#ifdef LONG
    to.resize(thrust::set_intersection(x.begin(), x.end(), y.begin(), y.end(), to.begin()) - to.begin());
    ok(holds(to, {5, 9}), "set_intersection");
    to.resize(8);
    to.resize(thrust::set_difference(x.begin(), x.end(), y.begin(), y.end(), to.begin()) - to.begin());
    ok(holds(to, {1, 3, 5}), "set_difference");
    ints where(3);
    thrust::lower_bound(x.begin(), x.end(), y.begin(), y.end(), where.begin());
    ok(holds(where, {1, 2, 4}) && thrust::binary_search(x.begin(), x.end(), 3), "lower_bound");
#endif
}

static void test_selections() {
    ints a = some({1, 2, 2, 4, 4, 4, 7}), b(7);
    b.resize(thrust::copy_if(a.begin(), a.end(), b.begin(), is_even()) - b.begin());
    ok(holds(b, {2, 2, 4, 4, 4}), "copy_if");
#ifdef LONG
    b.erase(thrust::unique(b.begin(), b.end()), b.end());
    ok(holds(b, {2, 4}), "unique");
    ints c = a;
    c.erase(thrust::remove_if(c.begin(), c.end(), is_even()), c.end());
    ok(holds(c, {1, 7}), "remove_if");
    thrust::stable_partition(a.begin(), a.end(), is_even());
    ok(holds(a, {2, 2, 4, 4, 4, 1, 7}), "stable_partition");
#endif
}

// ---- policies -----------------------------------------------------------------------------------

static void test_policies() {
    const int n = 1 << 16;
    int *raw;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&raw, n * sizeof *raw);
    cudaMemsetAsync(raw, 0, n * sizeof *raw, stream);
    add<<<n / 256, 256, 0, stream>>>(raw, n, 3);
    ok(thrust::reduce(thrust::cuda::par.on(stream), raw, raw + n) == 3 * n,
       "par.on(stream): after the stream's kernel");
    thrust::transform(thrust::cuda::par_nosync.on(stream), raw, raw + n, raw, square());
    add<<<n / 256, 256, 0, stream>>>(raw, n, 1);
    thrust::sort(thrust::device, raw, raw + 8);
    cudaStreamSynchronize(stream);
    ok(thrust::count(thrust::device, raw, raw + n, 10) == n, "par_nosync, between kernels");
    int here[] = {3, 1, 2};
    thrust::sort(thrust::host, here, here + 3);
    thrust::sort(here, here + 3, thrust::greater<int>());
    ok(here[0] == 3 && here[2] == 1, "host memory, with thrust::host and without a policy");
    cudaMemcpy(raw, here, sizeof here, cudaMemcpyHostToDevice);
    sort_in_kernel<<<1, 1>>>(raw, 3);
    thrust::device_ptr<int> sorted(raw);
    ok(sorted[0] == 1 && sorted[2] == 3 && sorted[3] == 6, "seq and device in a kernel");
    cudaFree(raw);
    cudaStreamDestroy(stream);
    bool thrown = false;
    try {
        ints too_many(1ull << 44);
    } catch (const std::bad_alloc &) {
        thrown = true;
    }
    ok(thrown, "no memory is a bad_alloc");
    try {
        throw thrust::system_error(cudaErrorInvalidValue, thrust::cuda_category(), "here");
    } catch (const thrust::system_error &error) {
        ok(error.code().value() == cudaErrorInvalidValue && error.code().category() == thrust::cuda_category(),
           "system_error with a code of CUDA's");
    }
}

int main() {
    test_vectors();
    test_transform();
    test_reductions();
    test_scans();
    test_order();
    test_selections();
    test_policies();
    return done_testing();
}
