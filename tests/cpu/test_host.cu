// SPDX-License-Identifier: MIT
// Ways in which the host's memory is written that no check sees: by libraries,
// in parts, as a copy of a whole structure. All are right, so check-init has
// nothing to say of them (tests/faults.t).
#include <string.h>

#include "tap.h"

struct item {
    char name[16]; // never filled to its end
    int count;
    double weight;
};
struct flags {
    unsigned low : 3, high : 5;
    int sum;
};
const int ITEMS = 10;

__global__ void add_up(const item *items, double *sum) {
    double own = 0;
    for (int i = 0; i < ITEMS; i++) own += items[i].weight * items[i].count;
    *sum = own;
}

static int by_count(const void *a, const void *b) { return ((const item *)a)->count - ((const item *)b)->count; }

// What the C library writes: text, and numbers of which all bits are ones.
static void scanned() {
    char line[256], word[64];
    int pair[2];
    snprintf(line, sizeof line, "%d %s %d", -1, "word", -1);
    ok(sscanf(line, "%d %63s %d", &pair[0], word, &pair[1]) == 3, "a line is read");
    ok(pair[0] == -1 && pair[1] == -1 && strcmp(word, "word") == 0, "what was read");
}

static void sorted() {
    item items[ITEMS], *some = (item *)malloc(ITEMS * sizeof *some), one;
    for (int i = 0; i < ITEMS; i++) {
        strcpy(items[i].name, "item");
        items[i].count = ITEMS - i;
        items[i].weight = i;
    }
    memcpy(some, items, ITEMS / 2 * sizeof *some);
    for (int i = ITEMS / 2; i < ITEMS; i++) some[i] = items[i];
    qsort(some, ITEMS, sizeof *some, by_count);
    one = some[3];
    some[3] = some[4];
    some[4] = one;
    some = (item *)realloc(some, 2 * ITEMS * sizeof *some);

    item *dev_items = room<item>(ITEMS);
    double *dev_sum, sum;
    must(cudaMalloc(&dev_sum, sizeof *dev_sum));
    must(cudaMemcpy(dev_items, some, ITEMS * sizeof *some, cudaMemcpyHostToDevice));
    add_up<<<1, 1>>>(dev_items, dev_sum);
    must(cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost));
    ok(sum == 165, "structures with holes, sorted and moved");
    free_all(dev_items, dev_sum);
    free(some);
}

struct point {
    float weight, *place;
    long owner; // not set yet, like `cost`
    float cost;
};
struct numbered {
    long unused;
    int number;
};

// malloc, which the compiler would know, and warn of what is copied below.
static void *(*volatile unset)(size_t) = malloc;

// Copied member by member, those that are not set, too.
static void exchanged() {
    point *points = (point *)unset(ITEMS * sizeof *points), one;
    numbered *all = (numbered *)unset(ITEMS * sizeof *all), two;
    for (int i = 0; i < ITEMS; i++) {
        points[i].weight = i;
        points[i].place = &points[i].weight;
        all[i].number = i;
    }
    for (int i = 0; i < ITEMS / 2; i++) {
        const int k = ITEMS - 1 - i;
        one = points[i];
        points[i] = points[k];
        points[k] = one;
        two = all[i];
        all[i] = all[k];
        all[k] = two;
    }
    ok(points[2].weight == ITEMS - 3 && all[2].number == ITEMS - 3, "members that nothing needs");
    free(points);
    free(all);
}

static void bits() {
    flags *all = new flags[4], copies[4];
    for (unsigned i = 0; i < 4; i++) {
        all[i].low = i;
        all[i].high = 2 * i;
        all[i].sum = all[i].low + all[i].high;
        copies[i] = all[i];
        copies[i].low = 7;
    }
    ok(copies[2].low + copies[2].high == 11 && copies[3].sum == 9, "bits of a word");
    delete[] all;
}

int main(void) {
    scanned();
    sorted();
    exchanged();
    bits();
    return done_testing();
}
