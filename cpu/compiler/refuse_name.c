// SPDX-License-Identifier: MIT
// Names outside all scopes that functions of CUDA's headers have, which ours do not: all(), any().
#include <string.h>

#include "names.h"
#include "refuse.h"

static const struct {
    const char *name, *takes, *function;
} taken[] = {
    {"all", "bool", "bool all(bool)"},
    {"any", "bool", "bool any(bool)"},
    {"ballot", "bool", "unsigned int ballot(bool)"},
    {"syncthreads_count", "bool", "int syncthreads_count(bool)"},
    {"syncthreads_and", "bool", "bool syncthreads_and(bool)"},
    {"syncthreads_or", "bool", "bool syncthreads_or(bool)"},
    {"dadd", NULL, "double dadd(double, double, cudaRoundMode)"},
    {"dsub", NULL, "double dsub(double, double, cudaRoundMode)"},
    {"dmul", NULL, "double dmul(double, double, cudaRoundMode)"},
    {"double2int", NULL, "int double2int(double, cudaRoundMode)"},
    {"double2uint", NULL, "unsigned int double2uint(double, cudaRoundMode)"},
    {"double2ll", NULL, "long long double2ll(double, cudaRoundMode)"},
    {"double2ull", NULL, "unsigned long long double2ull(double, cudaRoundMode)"},
    {"int2double", NULL, "double int2double(int, cudaRoundMode)"},
    {"uint2double", NULL, "double uint2double(unsigned int, cudaRoundMode)"},
    {"ll2double", NULL, "double ll2double(long long, cudaRoundMode)"},
    {"ull2double", NULL, "double ull2double(unsigned long long, cudaRoundMode)"},
    {"float2double", NULL, "double float2double(float, cudaRoundMode)"},
    {"fdivide", NULL, "double fdivide(double, double)"},
};

// Which of them it is; -1: none.
static int number_taken(size_t name) {
    for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
        if (is(name, taken[k].name))
            return (int)k;
    return -1;
}

static void complain_of(size_t name, int number) {
    complain(name, "error", "declaration is incompatible with \"%s\", which CUDA's headers declare",
             taken[number].function);
}

// Does the function, which is no template, take one parameter of the type with that word?
static bool takes_only(const struct declaration *d, const char *word) {
    const struct signature *const s = signature_of(d);
    return word && !d->is_template && s->count == 1 && s->formals[0].understood &&
           !s->formals[0].reference && s->formals[0].type.shape == NUMBER_TYPE &&
           s->formals[0].type.name && is(s->formals[0].type.name, word);
}

void check_name(const struct declaration *d) {
    if (d->scope != NO_SCOPE || d->qualifier)
        return;
    if (d->what == ENUMERATION && !d->is_scoped && d->body)
        for (size_t i = next_enumerator(d->body, closing(d->body)); i > 0;
             i = next_enumerator(i, closing(d->body)))
            if (number_taken(i) >= 0)
                complain_of(i, number_taken(i));
    const int number = number_taken(d->name);
    if (number < 0)
        return;
    if (d->what == VARIABLE || (d->what == ALIAS && d->name != d->start))
        complain_of(d->name, number);
    else if (d->what == FUNCTION && d->body && takes_only(d, taken[number].takes))
        complain(d->name, "error",
                 "function \"%s\" has already been defined, by CUDA's headers: %s",
                 name_of(d->name), taken[number].function);
}
