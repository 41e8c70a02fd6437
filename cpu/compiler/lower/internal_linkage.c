// SPDX-License-Identifier: MIT
// Functions of the device that are made this file's own, for several files of a program may have
// them (--unit=NAME).
#include "rewrite.h"

// Is the function, which d only declares, inline by another of its declarations?
static bool is_inline_elsewhere(const struct declaration *d) {
    return !d->body &&
           ANY_NAMED(o, d->name,
                     o->what == FUNCTION && o->inlined && o->spaces == d->spaces &&
                         is_one_scope(o->scope, d->scope) && compare_parameters(o, d) == THE_SAME);
}

// Of templates, inline functions and members that come with several files of a program a linker
// keeps one, which knows the threads of its own file only; so those of kernels belong to their
// file: outside classes as static, members by their names. That is written in place of __device__
// or __global__.
void own_functions(const char *unit) {
    char *const member_of_unit = text("__attribute__((abi_tag(\"%s\")))", unit ? unit : "");
    for (const struct declaration *d = declarations; d < declarations + declaration_count && unit;
         d++) {
        const bool member = in_class(d), merged = member || d->is_template || d->inlined;
        if (d->what != FUNCTION || !(d->spaces == DEVICE || d->spaces == GLOBAL) ||
            !(merged || d->is_constexpr || is_inline_elsewhere(d)) || d->is_friend ||
            d->is_extern || d->is_specialisation ||
            (member ? in_function(d) : d->is_static || d->qualifier || flags(d->name) & ELSEWHERE))
            continue;
        size_t i = d->start;
        while (i < d->end && !is(i, "__device__") && !is(i, "__global__"))
            i++;
        if (i < d->end)
            tokens[i].instead = member ? member_of_unit : "static";
    }
}
