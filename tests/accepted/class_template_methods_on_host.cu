// SPDX-License-Identifier: MIT
template <class T> struct base {
    T d;
    __device__ T first() const { return d; }
};
template <class T> struct array : base<T> {
    T e;
    using base<T>::first;
    __device__ T get(int i) const { return e + i; }
    static __device__ T twice(T x) { return 2 * x; }
    __device__ T operator[](int i) const { return get(i); }
    T sum() const {
        array copy = *this;
        return get(1) + array::get(2) + twice(3) + first() + (*this)[1] + copy[2];
    }
    __host__ __device__ T both() const { return get(1); }
    T later() const;
};
template <class T> T array<T>::later() const { return get(3); }
int main(int argc, char **) {
    array<float> a{};
    if (argc > 5)
        return a.sum() + a.both() + a.later();
}
