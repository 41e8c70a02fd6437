// SPDX-License-Identifier: MIT
// The instructions of inline PTX, as cuda2cpp writes them (compiler/lower/ptx.c). A register is an
// unsigned number of its size, whatever it holds; an instruction says what it takes the bits for.
// Results are those that the PTX ISA defines.
#ifndef CUDA_CPU_PTX_H
#define CUDA_CPU_PTX_H

#include <limits>
#include <math.h>
#include <type_traits>

#include "cuda_cpu/access.h"
#include "cuda_cpu/async_copy.h"
#include "cuda_cpu/atomic.h"
#include "cuda_cpu/convert.h"
#include "cuda_cpu/half_bits.h"
#include "cuda_cpu/integer.h"
#include "cuda_cpu/rounding.h"
#include "cuda_cpu/warp.h"

namespace cuda_cpu {
namespace ptx {

// ---- types and registers -----------------------------------------------------------------------

using u8 = unsigned char;
using s8 = signed char;
using b8 = unsigned char;
using u16 = unsigned short;
using s16 = short;
using b16 = unsigned short;
using u32 = unsigned;
using s32 = int;
using b32 = unsigned;
using u64 = unsigned long long;
using s64 = long long;
using b64 = unsigned long long;
using f32 = float;
using f64 = double;
using pred = bool;
struct f16 {
    unsigned short bits;
};

// A register that holds such numbers.
template <class T>
using holds = std::conditional_t<
    std::is_same_v<T, pred>, bool,
    std::conditional_t<sizeof(T) == 8, u64, std::conditional_t<sizeof(T) == 4, u32, u16>>>;

// A number with a point in the code.
struct literal {
    double value;
};

// Results that are not used are written there.
struct nowhere {
    bool predicate;
    operator bool &() { return predicate; }
};

template <class To, class From> static inline To same(From from) {
    static_assert(sizeof(To) == sizeof(From), "a register of another size");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

// What the bits mean as a T.
template <class T, class Register> static inline T get(Register r) {
    if constexpr (std::is_same_v<T, f16>)
        return {(unsigned short)r};
    else if constexpr (std::is_same_v<Register, literal>)
        return (T)r.value;
    else if constexpr (std::is_floating_point_v<T>)
        return same<T>(r);
    else
        return (T)r;
}

// A number into a register, which it is extended to by its sign, or cut.
template <class Register, class T> static inline void set(Register &&r, T value) {
    using plain = std::remove_reference_t<Register>;
    if constexpr (std::is_same_v<plain, nowhere>)
        (void)value;
    else if constexpr (std::is_same_v<T, f16>)
        r = (plain)value.bits;
    else if constexpr (std::is_floating_point_v<T>)
        r = same<plain>(value);
    else
        r = (plain)value;
}
// Both values are known before one of the two is written.
template <class One, class Other>
static inline void set_both(One &&one, Other &&other, bool a, bool b) {
    set(one, a);
    set(other, b);
}

// A register of several, the first lowest, and the other way round.
template <class T, class... Registers> static inline T pack(Registers... r) {
    constexpr int each = 8 * sizeof(T) / sizeof...(r);
    T all = 0;
    int at = 0;
    ((all |= (T)((T)r & ((T)1 << each) - 1) << at, at += each), ...);
    return all;
}
template <class T, class... Registers> static inline void unpack(T all, Registers &&...r) {
    constexpr int each = 8 * sizeof(T) / sizeof...(r);
    int at = 0;
    ((set(r, (T)(all >> at & ((T)1 << each) - 1)), at += each), ...);
}

// The same of the C++ expressions that an asm statement names.
template <class Register, class T> static inline Register take(const T &value) {
    if constexpr (std::is_pointer_v<T> || std::is_array_v<T>)
        return (Register)(size_t)value;
    else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
        return (Register)value;
    else
        return same<Register>(value);
}
template <class T, class Register> static inline void put(T &to, Register r) {
    if constexpr (std::is_pointer_v<T>)
        to = (T)(size_t)r;
    else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
        to = (T)r;
    else
        to = same<T>(r);
}

// ---- whole numbers -----------------------------------------------------------------------------

template <class T> using bits = std::make_unsigned_t<T>;
template <class T> constexpr int width = 8 * (int)sizeof(T);
template <class T>
using doubled = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int, unsigned>,
    std::conditional_t<sizeof(T) == 4,
                       std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>,
                       std::conditional_t<std::is_signed_v<T>, cuda_cpu_int128, cuda_cpu_uint128>>>;

template <class T> static inline T add(T a, T b) {
    T sum;
    (void)__builtin_add_overflow(a, b, &sum);
    return sum;
}
template <class T> static inline T sub(T a, T b) {
    T difference;
    (void)__builtin_sub_overflow(a, b, &difference);
    return difference;
}
static inline int add_sat(int a, int b) {
    int sum;
    return __builtin_add_overflow(a, b, &sum) ? a < 0 ? INT_MIN : INT_MAX : sum;
}
static inline int sub_sat(int a, int b) {
    int difference;
    return __builtin_sub_overflow(a, b, &difference) ? a < 0 ? INT_MIN : INT_MAX : difference;
}
template <class T> static inline T mul_lo(T a, T b) {
    T product;
    (void)__builtin_mul_overflow(a, b, &product);
    return product;
}
template <class T> static inline doubled<T> mul_wide(T a, T b) {
    return (doubled<T>)a * (doubled<T>)b;
}
template <class T> static inline T mul_hi(T a, T b) {
    return (T)(mul_wide(a, b) >> width<T>);
}
// Bits 47 to 16 of the product of 24 bits each.
static inline unsigned mul24_hi(unsigned a, unsigned b) {
    return (unsigned)((unsigned long long)(a & 0xffffff) * (b & 0xffffff) >> 16);
}
static inline int mul24_hi(int a, int b) {
    return (int)((long long)((int)((unsigned)a << 8) >> 8) * ((int)((unsigned)b << 8) >> 8) >> 16);
}
static inline unsigned mul24_lo(unsigned a, unsigned b) {
    return __umul24(a, b);
}
static inline int mul24_lo(int a, int b) {
    return __mul24(a, b);
}

// The carry from one instruction to the next, which may be in another asm statement.
__attribute__((unused)) static thread_local bool carry;

template <bool in, bool out, class T> static inline T add_carry(T a, T b) {
    const unsigned long long x = (bits<T>)a, y = (bits<T>)b, c = in && carry;
    const cuda_cpu_uint128 sum = (cuda_cpu_uint128)x + y + c;
    if (out)
        carry = sum >> width<T> & 1;
    return (T)sum;
}
template <bool in, bool out, class T> static inline T sub_carry(T a, T b) {
    const unsigned long long x = (bits<T>)a, y = (bits<T>)b, c = in && carry;
    const cuda_cpu_uint128 difference = (cuda_cpu_uint128)x - y - c;
    if (out)
        carry = difference >> width<T> & 1;
    return (T)difference;
}

template <class T> static inline T sad(T a, T b, T c) {
    return add(c, a < b ? sub(b, a) : sub(a, b));
}
template <class T> static inline T div(T a, T b) {
    if (b == 0)
        return (T) ~(T)0;
    return b == (T)-1 && std::is_signed_v<T> ? sub((T)0, a) : (T)(a / b);
}
template <class T> static inline T rem(T a, T b) {
    return b == 0 ? a : b == (T)-1 && std::is_signed_v<T> ? 0 : (T)(a % b);
}
template <class T> static inline T abs_of(T a) {
    return a < 0 ? sub((T)0, a) : a;
}
template <class T> static inline T min_of(T a, T b) {
    return a < b ? a : b;
}
template <class T> static inline T max_of(T a, T b) {
    return a > b ? a : b;
}

template <class T> static inline unsigned popc(T a) {
    return (unsigned)__builtin_popcountll(a);
}
template <class T> static inline unsigned clz(T a) {
    return a ? (unsigned)__builtin_clzll(a) - (64 - width<T>) : width<T>;
}
// The highest bit that is not a copy of the sign; `shift`: how far it is from the top.
template <class T> static inline unsigned bfind(T a, bool shift = false) {
    const bits<T> x = a < 0 ? ~(bits<T>)a : (bits<T>)a;
    return x == 0 ? ~0u : shift ? clz(x) : width<T> - 1 - clz(x);
}
template <class T> static inline T brev(T a) {
    return (T)(__brevll(a) >> (64 - width<T>));
}

// `length` bits from `first` on; above the top, and above those, the sign.
template <class T> static inline T bfe(T a, unsigned first, unsigned length) {
    constexpr unsigned top = width<T> - 1;
    first &= 255;
    length &= 255;
    if (length == 0)
        return 0;
    const unsigned last = first + length - 1 < top ? first + length - 1 : top;
    const bool sign = std::is_signed_v<T> && ((bits<T>)a >> last & 1);
    const unsigned count = first > top ? 0 : last - first + 1;
    const bits<T> kept = count == 0    ? 0
                         : count > top ? (bits<T>)a
                                       : (bits<T>)a >> first & (((bits<T>)1 << count) - 1);
    const bits<T> above = count > top ? 0 : (bits<T>)~(bits<T>)0 << count;
    return (T)(sign ? kept | above : kept);
}
// The low `length` bits of `a` into `b`, from `first` on.
template <class T> static inline T bfi(T a, T b, unsigned first, unsigned length) {
    first &= 255;
    length &= 255;
    if (length == 0 || first >= (unsigned)width<T>)
        return b;
    const T ones = length >= (unsigned)width<T> ? ~(T)0 : ((T)1 << length) - 1,
            mask = ones << first;
    return (b & ~mask) | (a << first & mask);
}

// Bit 4a + 2b + c of the table, for the bits a, b and c of each place.
static inline unsigned lop3(unsigned a, unsigned b, unsigned c, unsigned table) {
    unsigned result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

// A byte of b:a; with bit 3 of the selector, its sign eight times.
static inline unsigned picked(unsigned long long both, unsigned selector) {
    const unsigned byte = (unsigned)(both >> 8 * (selector & 7)) & 255;
    return selector & 8 ? byte & 128 ? 255 : 0 : byte;
}
static inline unsigned prmt(unsigned a, unsigned b, unsigned c) {
    const unsigned long long both = (unsigned long long)b << 32 | a;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; i++)
        result |= picked(both, c >> 4 * i & 15) << 8 * i;
    return result;
}
// The modes of prmt: four bytes picked by one number from 0 to 3.
static inline unsigned prmt_by(const unsigned char (&pick)[4][4], unsigned a, unsigned b,
                               unsigned c) {
    const unsigned char *const p = pick[c & 3];
    return prmt(a, b, (unsigned)(p[0] | p[1] << 4 | p[2] << 8 | p[3] << 12));
}
#define CUDA_CPU_PRMT(mode, ...)                                                                   \
    static inline unsigned prmt_##mode(unsigned a, unsigned b, unsigned c) {                       \
        static constexpr unsigned char pick[4][4] = __VA_ARGS__;                                   \
        return prmt_by(pick, a, b, c);                                                             \
    }
CUDA_CPU_PRMT(f4e, {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}})
CUDA_CPU_PRMT(b4e, {{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}})
CUDA_CPU_PRMT(rc8, {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}})
CUDA_CPU_PRMT(ecl, {{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}})
CUDA_CPU_PRMT(ecr, {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}})
CUDA_CPU_PRMT(rc16, {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}})
#undef CUDA_CPU_PRMT

template <class T> static inline T shl(T a, unsigned n) {
    return n >= (unsigned)width<T> ? 0 : (T)(a << n);
}
template <class T> static inline T shr(T a, unsigned n) {
    return n < (unsigned)width<T> ? (T)(a >> n) : a < 0 ? (T)-1 : 0;
}

// Sums of products of the four bytes, or of two bytes and the halves of `a`.
using byte_u32 = unsigned char;
using byte_s32 = signed char;
template <class A, class B> static inline unsigned dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 4; i++)
        c += (unsigned)((int)(A)(a >> 8 * i) * (int)(B)(b >> 8 * i));
    return c;
}
template <class A, class B> static inline unsigned dp2a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 2; i++)
        c += (unsigned)((int)(A)(a >> 16 * i) * (int)(B)(b >> 8 * i));
    return c;
}

// ---- floats ------------------------------------------------------------------------------------

#define CUDA_CPU_BOTH(name, single, twice, parameters, arguments)                                  \
    CUDA_CPU_FOUR(name, single, float, parameters(float), arguments)                               \
    CUDA_CPU_FOUR(name, twice, double, parameters(double), arguments)
#define CUDA_CPU_FOUR(name, to, type, parameters, arguments)                                       \
    static inline type name##_rn parameters {                                                      \
        return to##rn arguments;                                                                   \
    }                                                                                              \
    static inline type name##_rz parameters {                                                      \
        return to##rz arguments;                                                                   \
    }                                                                                              \
    static inline type name##_rp parameters {                                                      \
        return to##ru arguments;                                                                   \
    }                                                                                              \
    static inline type name##_rm parameters {                                                      \
        return to##rd arguments;                                                                   \
    }
#define CUDA_CPU_1(type) (type a)
#define CUDA_CPU_2(type) (type a, type b)
#define CUDA_CPU_3(type) (type a, type b, type c)
CUDA_CPU_BOTH(add, __fadd_, __dadd_, CUDA_CPU_2, (a, b))
CUDA_CPU_BOTH(sub, __fsub_, __dsub_, CUDA_CPU_2, (a, b))
CUDA_CPU_BOTH(mul, __fmul_, __dmul_, CUDA_CPU_2, (a, b))
CUDA_CPU_BOTH(div, __fdiv_, __ddiv_, CUDA_CPU_2, (a, b))
CUDA_CPU_BOTH(rcp, __frcp_, __drcp_, CUDA_CPU_1, (a))
CUDA_CPU_BOTH(sqrt, __fsqrt_, __dsqrt_, CUDA_CPU_1, (a))
CUDA_CPU_BOTH(fma, __fmaf_, __fma_, CUDA_CPU_3, (a, b, c))
#undef CUDA_CPU_1
#undef CUDA_CPU_2
#undef CUDA_CPU_3
#undef CUDA_CPU_FOUR
#undef CUDA_CPU_BOTH

template <class T> static inline T rsqrt_of(T a) {
    return a == 0 ? copysign((T)INFINITY, a) : a == (T)INFINITY ? (T)0 : (T)(1 / sqrt((double)a));
}
// Of two numbers the other one where one is none; -0 is less than 0.
template <class T> static inline T fmin_of(T a, T b) {
    return a != a ? b : b != b ? a : a < b || (a == b && signbit(a)) ? a : b;
}
template <class T> static inline T fmax_of(T a, T b) {
    return a != a ? b : b != b ? a : a > b || (a == b && !signbit(a)) ? a : b;
}
template <class T> static inline T saturate(T a) {
    return a != a || a <= 0 ? (T)0 : a < 1 ? a : (T)1;
}
template <class T> static inline T flushed(T a) {
    if constexpr (std::is_same_v<T, float>)
        return fabsf(a) < std::numeric_limits<float>::min() ? copysignf(0, a) : a;
    else
        return a;
}

// ---- conversions -------------------------------------------------------------------------------

// How a number is rounded: to the nearest, towards zero, up, down; to a whole one.
enum rounding { rn, rz, rp, rm, rni, rzi, rpi, rmi };

template <class T> static inline T whole(T a, rounding how) {
    how = (rounding)(how % rni);
    return how == rn ? rint(a) : how == rz ? trunc(a) : how == rp ? ceil(a) : floor(a);
}

static inline unsigned short half_of(float a) {
#if defined(__FLT16_MAX__)
    return same<unsigned short>((_Float16)a);
#else
    unsigned short bits = 0; // by bisection over the positive halves
    const float size = fabsf(a);
    for (unsigned step = 1u << 14; step > 0; step >>= 1)
        if (bits + step <= 0x7c00 && half_to_float((unsigned short)(bits + step)) <= size)
            bits = (unsigned short)(bits + step);
    const float low = half_to_float(bits);
    const float high = bits < 0x7bff ? half_to_float((unsigned short)(bits + 1)) : 65536.0f;
    if (size - low > high - size || (size - low == high - size && bits & 1))
        bits++;
    return (unsigned short)((a != a ? 0x7fff : bits) | (signbit(a) ? 0x8000 : 0));
#endif
}

template <class To, class From> static inline To cvt(From a, rounding how) {
    if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
        using enough = std::conditional_t<std::is_signed_v<To>, long long, unsigned long long>;
        const From x = whole(a, how);
        if (x != x)
            return sizeof(To) < 8 && sizeof(From) < 8 ? 0 : saturated<To>(x);
        const enough n = saturated<enough>(x);
        return n > std::numeric_limits<To>::max()   ? std::numeric_limits<To>::max()
               : n < std::numeric_limits<To>::min() ? std::numeric_limits<To>::min()
                                                    : (To)n;
    } else if constexpr (std::is_floating_point_v<To>) {
        if (how == rn)
            return (To)a;
        static constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
        return rounded(modes[how], [&]() -> To {
            volatile From from = a;
            volatile To to = (To)from;
            return to;
        });
    } else {
        return (To)a;
    }
}
// Whole numbers that are cut at the ends of the other type.
template <class To, class From> static inline To cvt_sat(From a) {
    if constexpr (std::is_signed_v<From> && !std::is_signed_v<To>)
        return a < 0                                            ? 0
               : (bits<From>)a > std::numeric_limits<To>::max() ? std::numeric_limits<To>::max()
                                                                : (To)a;
    else if constexpr (std::is_signed_v<To> && !std::is_signed_v<From>)
        return a > (bits<To>)std::numeric_limits<To>::max() ? std::numeric_limits<To>::max()
                                                            : (To)a;
    else
        return a > std::numeric_limits<To>::max()   ? std::numeric_limits<To>::max()
               : a < std::numeric_limits<To>::min() ? std::numeric_limits<To>::min()
                                                    : (To)a;
}

// What cvt does. Halves are rounded to the nearest.
template <class To, bool sat, class From> static inline To convert(From a, rounding how) {
    constexpr bool from_whole = std::is_integral_v<From>;
    if constexpr (std::is_same_v<From, f16>) {
        return convert<To, sat>(half_to_float(a.bits), how);
    } else if constexpr (std::is_same_v<To, f16>) {
        return {half_of(convert<float, sat>(a, how))};
    } else if constexpr (std::is_integral_v<To>) {
        if constexpr (from_whole && sat)
            return cvt_sat<To>(a);
        else
            return cvt<To>(a, how);
    } else {
        if constexpr (!from_whole)
            a = how < rni ? a : whole(a, how);
        const To to = cvt<To>(a, how < rni ? how : rn);
        return sat ? saturate(to) : to;
    }
}

// ---- comparisons -------------------------------------------------------------------------------

#define CUDA_CPU_WAY(name, holds)                                                                  \
    template <class T> static inline bool name(T a, T b) {                                         \
        return holds;                                                                              \
    }
CUDA_CPU_WAY(eq, a == b)
CUDA_CPU_WAY(ne, a<b || a> b)
CUDA_CPU_WAY(lt, a < b)
CUDA_CPU_WAY(le, a <= b)
CUDA_CPU_WAY(gt, a > b)
CUDA_CPU_WAY(ge, a >= b)
CUDA_CPU_WAY(lo, a < b)
CUDA_CPU_WAY(ls, a <= b)
CUDA_CPU_WAY(hi, a > b)
CUDA_CPU_WAY(hs, a >= b)
CUDA_CPU_WAY(equ, !(a < b || a > b))
CUDA_CPU_WAY(neu, !(a == b))
CUDA_CPU_WAY(ltu, !(a >= b))
CUDA_CPU_WAY(leu, !(a > b))
CUDA_CPU_WAY(gtu, !(a <= b))
CUDA_CPU_WAY(geu, !(a < b))
CUDA_CPU_WAY(num, a <= b || a > b)
CUDA_CPU_WAY(nan, !(a <= b || a > b))
#undef CUDA_CPU_WAY

// ---- memory ------------------------------------------------------------------------------------

// An address of shared memory, of which a register of 32 bits has the lower half.
template <class Register> static inline size_t shared_address(Register r) {
    return sizeof r == 4 ? cuda_cpu_whole_shared_address((unsigned)r, shared_seen) : (size_t)r;
}

// What one instruction moves.
template <class T, int n> struct several {
    typedef T type __attribute__((vector_size(n * sizeof(T))));
};
template <class T> struct several<T, 1> { using type = T; };
template <class T, int n> using vector = typename several<T, n>::type;

template <class T> static inline T load(size_t address) {
    return *(const T *)address;
}
template <class T> static inline T load_volatile(size_t address) {
    return *(const volatile T *)address;
}
template <class T> static inline T load_atomic(size_t address) {
    T value;
    __atomic_load((const T *)address, &value, __ATOMIC_ACQUIRE);
    return value;
}
template <class T, class... Registers>
static inline void load_all(size_t address, Registers &&...r) {
    const auto all = load<vector<T, sizeof...(r)>>(address);
    int k = 0;
    (set(r, (T)all[k++]), ...);
}
template <class T> static inline void store(size_t address, T value) {
    *(T *)address = value;
}
template <class T> static inline void store_volatile(size_t address, T value) {
    *(volatile T *)address = value;
}
template <class T> static inline void store_atomic(size_t address, T value) {
    __atomic_store((T *)address, &value, __ATOMIC_RELEASE);
}
template <class T, class... Registers>
static inline void store_all(size_t address, Registers... r) {
    store(address, vector<T, sizeof...(r)>{get<T>(r)...});
}

// ---- lanes of a warp ---------------------------------------------------------------------------

// What shfl.sync does: `c` has the highest lane of a part of the warp, and above that the bits of a
// lane's number that all of a part have alike. there: whether the lane that is asked for is one.
enum shuffle_mode { up, down, bfly, idx };

template <shuffle_mode mode>
static inline unsigned shfl(unsigned a, unsigned b, unsigned c, unsigned mask, bool &there) {
    const unsigned lane = lane_id(), alike = c >> 8 & 31, by = b & 31;
    const unsigned first = lane & alike, last = first | (c & 31 & ~alike);
    const int from = mode == up     ? (int)(lane - by)
                     : mode == down ? (int)(lane + by)
                     : mode == bfly ? (int)(lane ^ by)
                                    : (int)(first | (by & ~alike));
    there = mode == up ? from >= (int)last : from <= (int)last;
    return shuffle(mask, a, there ? from : (int)lane, true);
}
static inline unsigned match_all(unsigned mask, unsigned long long a, bool &all) {
    int same;
    const unsigned lanes = __match_all_sync(mask, a, &same);
    all = same;
    return lanes;
}

} // namespace ptx
} // namespace cuda_cpu

#endif
