// SPDX-License-Identifier: MIT
// digits.h and verify.h against values worked out by hand, as TAP: for tests/common.t. The lines
// on stderr are verify.h's own.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "digits.h"
#include "verify.h"

static int count = 0, failed = 0;

static void check(bool passed, const char *what) {
    printf("%sok %d - %s\n", passed ? "" : "not ", ++count, what);
    failed += !passed;
}

static void check_digits(double value, int significant, const char *expected) {
    char what[128];
    const struct digits got = digits(value, significant);
    snprintf(what, sizeof what, "%g to %d digits is %s: %s", value, significant, expected, got.text);
    check(strcmp(got.text, expected) == 0, what);
}

int main(void) {
    check_digits(0.020312, 3, "0.0203");
    check_digits(1.2449, 3, "1.24");
    check_digits(31, 3, "31.0");
    check_digits(124, 3, "124");
    check_digits(9.996, 3, "10.0");
    check_digits(9.994, 3, "9.99");
    check_digits(99.96, 3, "100");
    check_digits(0.09996, 3, "0.100");
    check_digits(0, 3, "0.00");
    check_digits(-0.5, 3, "-0.500");
    check_digits(40504.82, 3, "40505");
    check_digits(1e15, 3, "1000000000000000");
    check_digits(3e-7, 3, "0.000000300");
    check_digits(441.23456, 6, "441.235");
    check_digits(INFINITY, 3, "inf");

    check(verify_close(1, 1, 0, 0), "equal numbers are close");
    check(verify_close(1.001, 1, 0.01, 0), "an absolute tolerance");
    check(verify_close(1001, 1000, 0, 0.01), "a relative tolerance");
    check(!verify_close(1.1, 1, 0.01, 0.01), "too far");
    check(!verify_close(NAN, 1, 1e30, 1e30), "a NaN is close to nothing");
    check(!verify_close(1, NAN, 1e30, 1e30), "nothing is close to a NaN");
    check(!verify_close(INFINITY, 1, 1, 1), "infinity is not close to a number");
    check(!verify_close(1, INFINITY, 1, 1), "a number is not close to infinity");
    check(verify_close(INFINITY, INFINITY, 0, 0), "infinity is infinity");
    check(!verify_close(-INFINITY, INFINITY, 1, 1), "but not minus infinity");

    const int ints[] = {1, -2, 3}, other_ints[] = {1, 2, -3};
    const float floats[] = {1, NAN, 3}, other_floats[] = {1, 2, 3.5};
    const unsigned char bytes[] = {0, 128, 255}, other_bytes[] = {1, 126, 255};
    check(verify_ints(ints, ints, 3) == 0, "ints that are right");
    check(verify_ints(ints, other_ints, 3) == 2, "ints that are not are counted");
    check(verify_floats(floats, floats, 1, 0, 0) == 0, "floats that are right");
    check(verify_floats(floats, other_floats, 3, 0.1, 0) == 2, "floats that are not are counted");
    check(verify_floats(floats, other_floats, 3, 1, 0) == 1, "a NaN among them is wrong");
    check(verify_bytes(bytes, other_bytes, 3, 2) == 0, "bytes within two levels");
    check(verify_bytes(bytes, other_bytes, 3, 1) == 1, "one level is stricter");
    check(verify_bytes(bytes, other_bytes, 3, 0) == 2, "none is exact");
    printf("1..%d\n", count);
    return failed > 0;
}
