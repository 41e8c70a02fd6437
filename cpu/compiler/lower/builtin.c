// SPDX-License-Identifier: MIT
// threadIdx and its kin in functions of the host: nvcc takes them there, under names that nothing
// defines, so that the linker refuses what has not been left out before.
#include "rewrite.h"

static void name_builtins(const struct node *n, unsigned code) {
    const bool size = n->kind == CONSTANT_VALUE && is(n->first, "warpSize");
    const size_t name = size ? n->first : n->name;
    if ((size || n->kind == BUILT_IN) && !(code & (DEVICE | GLOBAL)) && !is_users_variable(name))
        tokens[name].instead = text("__device_builtin_variable_%s()", name_of(name));
    for (const struct node *c = n->child; c; c = c->next)
        name_builtins(c, code_below(n, c, code));
}

void rewrite_builtins(const struct declaration *d, bool relaxed_constexpr) {
    const unsigned code = d->body && owner_of(d->body) == USER ? spaces_of(d) : DEVICE;
    if (code & (DEVICE | GLOBAL) || (relaxed_constexpr && d->is_constexpr))
        return;
    const struct reading *const r = read_function(d);
    name_builtins(r->initialisers, code);
    name_builtins(r->body, code);
}
