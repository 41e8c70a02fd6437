// SPDX-License-Identifier: MIT
// A library of the host, which programs in library.cu have from a folder of the system's.
#ifndef LIBRARY_H
#define LIBRARY_H

namespace library {
struct counted {
    int n;
    int count() const { return n; }
};
inline int next(int x) {
    return x + 1;
}
} // namespace library

struct outside {
    int n;
    int get() const { return n; }
    outside operator+(const outside &o) const { return {n + o.n}; }
};
inline outside make_outside() {
    return {1};
}

#endif
