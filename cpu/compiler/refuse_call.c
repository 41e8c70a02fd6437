// SPDX-License-Identifier: MIT
// Calls of functions that every GPU has, of which C++ would say something about our own headers:
// barriers that are given too much, and atomics whose order or scope nvcc has to know.
#include "refuse.h"
#include "tree.h"
#include "words.h"

static const struct {
    const char *name;
    size_t most; // arguments
} barriers[] = {{"__syncthreads", 0},
                {"__syncthreads_count", 1},
                {"__syncthreads_and", 1},
                {"__syncthreads_or", 1}};

// Does the program surely work it out when it runs, or from a constant of its own? nvcc wants
// numbers and the names that it has for them.
static bool names_variable(const struct node *n) {
    bool any = (n->kind == LOCAL_NAME && n->variable->role != TEMPLATE_TYPE &&
                n->variable->type.shape == NUMBER_TYPE) ||
               (n->kind == GLOBAL_NAME && variable_meant(n->name));
    for (const struct node *c = n->child; c && !any; c = c->next)
        any = names_variable(c);
    return any;
}

// The number that it is, or that one of nvcc's names stands for.
static bool number_of(const struct node *n, long long *value) {
    static const char *const orders[] = {"__NV_ATOMIC_RELAXED", "__NV_ATOMIC_CONSUME",
                                         "__NV_ATOMIC_ACQUIRE", "__NV_ATOMIC_RELEASE",
                                         "__NV_ATOMIC_ACQ_REL", "__NV_ATOMIC_SEQ_CST"};
    n = bare(n);
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
        if (n->first == n->last && is(n->first, orders[k])) {
            *value = (long long)k;
            return true;
        }
    return constant_value(n, value);
}

enum { CONSUME = 1, ACQUIRE, RELEASE, ACQ_REL, MOST_ORDER };

static void check_order(const struct node *n, const struct node *order) {
    const char *const name = name_of(n->name);
    long long value;
    if (names_variable(order)) {
        const bool of_template = order->kind == LOCAL_NAME &&
                                 order->variable->name < function_around(order->first)->open;
        complain(n->first, "error",
                 of_template
                     ? "invalid memory order value for atomic operations."
                     : "atomic operation's memory order argument is not an integer literal.");
        return;
    }
    if (!number_of(order, &value))
        return;
    if (value < 0 || value > MOST_ORDER)
        complain(n->first, "error", "invalid memory order value for atomic operations.");
    else if (strncmp(name, "__nv_atomic_load", 16) == 0 && (value == RELEASE || value == ACQ_REL))
        complain(n->first, "error", "atomic load's memory order cannot be release or acq_rel.");
    else if (strncmp(name, "__nv_atomic_store", 17) == 0 &&
             (value == CONSUME || value == ACQUIRE || value == ACQ_REL))
        complain(n->first, "error",
                 "atomic store's memory order cannot be consume, acquire or acq_rel.");
}

// So many arguments stand in front of the order; a second order, for the case that nothing is
// exchanged, is the next one.
static size_t in_front_of_order(const char *name) {
    return strstr(name, "_fence")                      ? 0
           : strstr(name, "_load_n")                   ? 1
           : strstr(name, "compare_exchange")          ? 4
           : strcmp(name, "__nv_atomic_exchange") == 0 ? 3
                                                       : 2;
}

void check_call(const struct node *n) {
    if (n->kind == BARRIER && n->child && is(n->first, "__syncthreads") &&
        !(flags(n->first) & USERS))
        complain(n->first, "error", "too many arguments in function call");
    if (n->kind != CALL || flags(n->name) & USERS || is(n->name - 1, "::"))
        return;
    const char *const name = name_of(n->name);
    size_t count = 0;
    for (const struct node *c = first_argument(n); c; c = c->next)
        count++;
    for (size_t k = 0; k < sizeof barriers / sizeof *barriers; k++)
        if (is(n->name, barriers[k].name) && count > barriers[k].most)
            complain(n->first, "error", "too many arguments in function call");
    if (strncmp(name, "__nv_atomic_", 12) != 0)
        return;
    const size_t order = in_front_of_order(name);
    const size_t orders = strstr(name, "compare_exchange") ? 2 : 1;
    size_t number = 0;
    for (const struct node *c = first_argument(n); c; c = c->next, number++) {
        long long value;
        if (number >= order && number < order + orders)
            check_order(n, c);
        else if (number == order + orders && names_variable(c))
            complain(n->first, "error",
                     "atomic operation's scope argument is not an integer literal.");
        else if (number == order + orders && constant_value(c, &value) && (value < 0 || value > 4))
            complain(n->first, "error", "invalid thread scope value for atomic operations.");
    }
}
