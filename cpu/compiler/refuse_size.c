// SPDX-License-Identifier: MIT
// Parameters of kernels that are larger together than a launch can hand over. How large objects are
// only the compiler knows, which compiles what is written: in there each kernel that takes some
// asserts it, at its name, and driver/messages.awk tells it. So does one with a parameter T &&.
#include "cuda2cpp.h"
#include "names.h"
#include "refuse.h"
#include "rewrite.h"

// May more be handed over for it than a number, a vector or a pointer?
static bool may_be_large(const struct formal *p) {
    return !p->understood || (!p->reference && !is_plain(&p->type) && p->type.shape != VECTOR);
}

bool is_forwarding(const struct declaration *d, const struct formal *p) {
    bool own = false; // T && of a template's own T
    for (size_t t = d->first; t < d->start && d->is_template; t++)
        own = own || (same_word(t, p->type_first) &&
                      (is(t - 1, "class") || is(t - 1, "typename") || is(t - 1, ".")));
    return p->rvalue && own && is(p->type_first + 1, "&");
}

// T && of a template may be no rvalue reference.
static void assert_lvalues(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    for (size_t k = 0; k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        if (p->name && !p->pack && is_forwarding(d, p))
            insert_after(d->body,
                         text(" static_assert(%s!std::is_rvalue_reference_v<decltype(%s)>, \"a "
                              "__global__ function(\\\"%s\\\") cannot have a parameter that is "
                              "an rvalue reference\");%s",
                              placed(d->name), name_of(p->name), name_of_function(d),
                              placed(d->body)));
    }
}

static void assert_size(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    const char *types = "";
    bool large = false;
    for (size_t k = 0; k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        if (!p->name && is_placeholder(p)) // nothing says which
            continue;
        const char *const type =
            p->name ? text("decltype(%s)%s", name_of(p->name), p->pack ? "..." : "")
                    : joined(behind_attributes(p->first), p->end - 1, false);
        types = text("%s%s%s", types, *types ? ", " : "", type);
        large = large || may_be_large(p);
    }
    if (large)
        insert_after(d->body, text(" static_assert(::cuda_cpu::%sparameters_fit<%s>, \"Formal "
                                   "parameter space overflowed (max 32764 bytes allowed) in "
                                   "function \\\"%s\\\"\");%s",
                                   placed(d->name), types, name_of_function(d), placed(d->body)));
}

void assert_sizes(void) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == FUNCTION && declarations[k].spaces & GLOBAL &&
            declarations[k].body && owner_of(declarations[k].name) == USER) {
            assert_size(&declarations[k]);
            assert_lvalues(&declarations[k]);
            assert_shared_memory(&declarations[k]);
        }
}
