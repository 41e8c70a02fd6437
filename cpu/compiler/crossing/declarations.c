// SPDX-License-Identifier: MIT
// What a file's declarations show by themselves to be no code for a GPU: kernels that return
// something or belong to a class, variables in a memory that they cannot be in.
#include "uses.h"

// Does the kernel say that it returns something? Names of types that are not known may mean void.
static bool returns_something(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    const bool unknown = s->result.shape == UNKNOWN && !s->refers;
    return !d->special && !s->is_void && (unknown ? is(s->result.name, "auto") : s->is_known);
}

static void check_kernel(const struct declaration *d) {
    const char *const name = name_of_function(d);
    if (in_class(d) && !d->is_friend)
        complain(d->name, "a kernel cannot be a member of a class: %s", name);
    if (d->spaces & (DEVICE | HOST))
        complain(d->name, "a __global__ function cannot be __device__ or __host__, too: %s", name);
    if (returns_something(d))
        complain(d->name, "a kernel returns void: %s", name);
    if (is(closing(d->open) - 1, "."))
        complain(d->name, "a kernel cannot take an ellipsis: %s", name);
}

static void check_variable(const struct declaration *d) {
    const char *const name = name_of(d->name);
    if (in_class(d) && !d->is_static)
        complain(d->name, "a member of a class cannot be in a memory of its own: %s", name);
    else if (d->spaces & SHARED && d->open && !d->is_extern)
        complain(d->name, "a __shared__ variable cannot be given a value where it is declared: %s",
                 name);
}

void check_declarations(const struct judging *options) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (owner_of(d->name) != USER)
            continue;
        if (d->what == FUNCTION) {
            if (d->spaces & GLOBAL)
                check_kernel(d);
            if (d->body)
                check_body(d, options);
        } else if (d->what == VARIABLE && d->spaces & VARIABLE_SPACES) {
            check_variable(d);
        }
    }
}
