// SPDX-License-Identifier: MIT
// What every lab's program needs beside the student's own lines: sizes and seeds from the command
// line, inputs that are the same for the same seed, and a place to hand results in.
//
//     int main(int argc, char **argv) {
//         lab_begin(argc, argv, 1000);                      // --size, --seed, --task
//         float *in = lab_floats("in", lab_size());         // random, but the same for a seed
//         float *out = lab_blank_floats(lab_size());        // bytes that no task computes
//         if (lab_task(1, "every element times three")) {
//             ...
//             lab_result(out, lab_size());
//         }
//         return lab_end();                                 // 0: all tasks right, 1: not yet
//     }
//
// Each result is compared with what the lab's checks.h expects, and a sentence says what is
// missing. When it is graded (LAB_GRADED), nothing is compared: the results are handed to the
// grader as they are, and another program, which shares no memory with this one, says what they are
// worth.
#ifndef LAB_H
#define LAB_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program where a call of the runtime fails, and says which.
#define CHECK(call) lab_check((call), #call, __FILE__, __LINE__)
static inline void lab_check(cudaError_t error, const char *call, const char *file, int line) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
        exit(1);
    }
}

enum lab_type { LAB_INT = 'i', LAB_FLOAT = 'f', LAB_BYTE = 'b' };

// What a task has to give, which checks.h works out: `count` elements of a type. A float may be off
// by tolerance × the larger of 1 and the expected value; integers and bytes by nothing. With
// `most`, which are as many: what was measured may be anything from values[i] to most[i]. With
// `row`, they are a picture of as many elements a row.
struct lab_expected {
    enum lab_type type;
    size_t count;
    void *values;
    double tolerance;
    void *most;
    size_t row;
};

// checks.h of each lab: the expected result of a task for a size and a seed; false: no such task.
static bool lab_expect(int task, size_t size, uint64_t seed, struct lab_expected *expected);

static struct {
    size_t size;
    uint64_t seed;
    int only, task; // the one task that was asked for, or 0; the one at hand
    const char *title;
    bool record;      // graded: the results go to the grader
    int right, asked; // tasks
    bool handed;      // the task at hand has handed in
} lab;

static inline size_t lab_size(void) {
    return lab.size;
}

// ---- data --------------------------------------------------------------------------------------

// The next of a row of 64-bit numbers (splitmix64: Steele, Lea and Flood, 'Fast splittable
// pseudorandom number generators', 2014).
static inline uint64_t lab_next(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Where the row of that name begins: another name or another seed, other numbers.
static inline uint64_t lab_row(const char *name, uint64_t seed) {
    uint64_t state = seed ^ 0x6c61622e68u;
    for (const char *c = name; *c; c++)
        state = lab_next(&state) ^ (unsigned char)*c;
    return state;
}

static inline void *lab_allocate(size_t count, size_t item) {
    void *memory = calloc(count ? count : 1, item);
    if (!memory) {
        fprintf(stderr, "no memory for %zu elements\n", count);
        exit(2);
    }
    return memory;
}

// n numbers in [-1, 1), of 16 bits each, so that products and short sums of them are exact.
static inline float *lab_floats_of(const char *name, size_t n, uint64_t seed) {
    float *values = (float *)lab_allocate(n, sizeof *values);
    uint64_t state = lab_row(name, seed);
    for (size_t i = 0; i < n; i++)
        values[i] = (float)(int)(lab_next(&state) >> 48) / 32768 - 1;
    return values;
}

// n numbers from 0 to below - 1.
static inline int *lab_ints_of(const char *name, size_t n, int below, uint64_t seed) {
    int *values = (int *)lab_allocate(n, sizeof *values);
    uint64_t state = lab_row(name, seed);
    for (size_t i = 0; i < n; i++)
        values[i] = (int)((lab_next(&state) >> 33) % (unsigned)below);
    return values;
}

// What the program works with: the grader knows these numbers when they are copied to the device.
#ifdef LAB_GRADED
extern "C" void lab_input(const void *values, size_t bytes);
#else
static inline void lab_input(const void *, size_t) {}
#endif

static inline float *lab_floats(const char *name, size_t n) {
    float *values = lab_floats_of(name, n, lab.seed);
    lab_input(values, n * sizeof *values);
    return values;
}
static inline int *lab_ints(const char *name, size_t n, int below) {
    int *values = lab_ints_of(name, n, below, lab.seed);
    lab_input(values, n * sizeof *values);
    return values;
}

// Memory for a result: bytes that no task computes, so that what nobody wrote shows.
enum { LAB_POISON = 0xcb };
static inline void *lab_blank(size_t bytes) {
    return memset(lab_allocate(bytes, 1), LAB_POISON, bytes);
}
static inline float *lab_blank_floats(size_t n) {
    return (float *)lab_blank(n * sizeof(float));
}
static inline int *lab_blank_ints(size_t n) {
    return (int *)lab_blank(n * sizeof(int));
}
static inline unsigned char *lab_blank_bytes(size_t n) {
    return (unsigned char *)lab_blank(n);
}

// ---- the verdict -------------------------------------------------------------------------------

static inline size_t lab_bytes_of(enum lab_type type) {
    return type == LAB_BYTE ? 1 : 4;
}

#ifndef LAB_GRADED // where the grader's judge compares
static inline double lab_value(enum lab_type type, const void *values, size_t i) {
    return type == LAB_FLOAT ? ((const float *)values)[i]
           : type == LAB_INT ? ((const int *)values)[i]
                             : ((const unsigned char *)values)[i];
}

// A number in words: a whole one whole, and two numbers that differ differ as they are printed.
static inline void lab_print(char *text, size_t room, double value, double beside) {
    char other[32];
    snprintf(text, room, fabs(value) < 1e15 && value == floor(value) ? "%.0f" : "%g", value);
    snprintf(other, sizeof other, fabs(beside) < 1e15 && beside == floor(beside) ? "%.0f" : "%g",
             beside);
    if (value != beside && strcmp(text, other) == 0)
        snprintf(text, room, "%.9g", value);
}

// Whether got (`count` elements of `type`) is what was expected; if not, one sentence that says
// what is missing. A NaN is never right.
static inline bool lab_compare(enum lab_type type, size_t count, const void *got,
                               const struct lab_expected *expected, char *why, size_t room) {
    if (type != expected->type || count != expected->count) {
        snprintf(why, room, "%zu elements were handed in, %zu of another kind or number expected",
                 count, expected->count);
        return false;
    }
    const size_t bytes = lab_bytes_of(type);
    unsigned char poison[4];
    memset(poison, LAB_POISON, sizeof poison);
    size_t wrong = 0, first = 0, untouched = 0;
    for (size_t i = 0; i < count; i++) {
        const double value = lab_value(type, got, i), wanted = lab_value(type, expected->values, i);
        const double allowed = expected->tolerance * (fabs(wanted) > 1 ? fabs(wanted) : 1);
        if (expected->most ? value >= wanted && value <= lab_value(type, expected->most, i)
                           : fabs(value - wanted) <= allowed)
            continue;
        if (wrong++ == 0)
            first = i;
        untouched += memcmp((const char *)got + i * bytes, poison, bytes) == 0;
    }
    if (wrong == 0)
        return true;
    char place[64], is[32], should[32];
    if (expected->row)
        snprintf(place, sizeof place, "(x %zu, y %zu)", first % expected->row,
                 first / expected->row);
    else
        snprintf(place, sizeof place, "number %zu", first);
    const double value = lab_value(type, got, first),
                 wanted = lab_value(type, expected->values, first);
    lab_print(is, sizeof is, value, wanted);
    lab_print(should, sizeof should, wanted, value);
    if (untouched == count)
        snprintf(why, room, "nothing was written");
    else if (untouched == wrong)
        snprintf(why, room, "%zu of %zu elements were never written, the first of them %s", wrong,
                 count, place);
    else if (expected->most)
        snprintf(why, room, "%s is %.4g, and should be from %.4g to %.4g", place, value, wanted,
                 lab_value(type, expected->most, first));
    else if (count == 1)
        snprintf(why, room, "it is %s, and should be %s", is, should);
    else
        snprintf(why, room, "%zu of %zu elements are wrong; %s is %s, and should be %s", wrong,
                 count, place, is, should);
    return false;
}
#endif

// ---- a run -------------------------------------------------------------------------------------

static inline unsigned long long lab_number(const char *word, const char *value) {
    char *end = NULL;
    const unsigned long long n = value ? strtoull(value, &end, 10) : 0;
    if (!value || *value < '0' || *value > '9' || *end) {
        fprintf(stderr, "%s '%s': not a whole number\n", word, value ? value : "");
        exit(2);
    }
    return n;
}

// Reads the command line: --size, --seed, --task (that one alone).
static inline void lab_begin(int argc, char **argv, size_t size) {
    lab.size = size;
    lab.seed = 1;
#ifdef LAB_GRADED
    lab.record = true;
#endif
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--size") == 0)
            lab.size = lab_number(argv[i], argv[i + 1]);
        else if (strcmp(argv[i], "--seed") == 0)
            lab.seed = lab_number(argv[i], argv[i + 1]);
        else if (strcmp(argv[i], "--task") == 0)
            lab.only = (int)lab_number(argv[i], argv[i + 1]);
        else {
            fprintf(stderr, "usage: %s [--size N] [--seed N] [--task N]\n", argv[0]);
            exit(2);
        }
    }
}

// The task that the task at hand ends with: not handed in means not done.
static inline void lab_close_task(void) {
#ifndef LAB_GRADED
    if (lab.task && !lab.handed)
        printf("task %d (%s): not yet: nothing was handed in\n", lab.task, lab.title);
#endif
    lab.task = 0;
}

// Begins a task; false: another one alone was asked for.
static inline bool lab_task(int number, const char *title) {
    lab_close_task();
    if (lab.only && lab.only != number)
        return false;
    lab.task = number;
    lab.title = title;
    lab.handed = false;
    lab.asked++;
    return true;
}

#ifdef LAB_GRADED
extern "C" void lab_record(int task, char type, const void *values, size_t count, size_t bytes);
static inline void lab_hand_in(enum lab_type type, const void *values, size_t count) {
    lab_record(lab.task, (char)type, values, count, count * lab_bytes_of(type));
}
#else
static inline void lab_hand_in(enum lab_type type, const void *values, size_t count) {
    struct lab_expected expected = {};
    char why[256] = "this lab has no such task";
    const bool right = lab_expect(lab.task, lab.size, lab.seed, &expected) &&
                       lab_compare(type, count, values, &expected, why, sizeof why);
    free(expected.values);
    free(expected.most);
    lab.handed = true;
    lab.right += right;
    printf("task %d (%s): %s%s\n", lab.task, lab.title,
           right ? "right" : "not yet: ", right ? "" : why);
}
#endif

// Hands in what a task has computed.
static inline void lab_result(const float *values, size_t count) {
    lab_hand_in(LAB_FLOAT, values, count);
}
static inline void lab_result(const int *values, size_t count) {
    lab_hand_in(LAB_INT, values, count);
}
static inline void lab_result(const unsigned char *values, size_t count) {
    lab_hand_in(LAB_BYTE, values, count);
}

// The end of the program, and its exit status: 0 where all tasks are right.
static inline int lab_end(void) {
    lab_close_task();
#ifdef LAB_GRADED
    return 0;
#else
    printf("%d of %d tasks right (size %zu, seed %llu)\n", lab.right, lab.asked, lab.size,
           (unsigned long long)lab.seed);
    return lab.right == lab.asked ? 0 : 1;
#endif
}

#endif
