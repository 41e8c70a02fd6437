// SPDX-License-Identifier: MIT
// Numbers that become others where they are converted: unsigned n = -1;
#include "names.h"
#include "tree.h"
#include "warn.h"

// -1 and its kin, which an int has.
static bool is_negative(const struct node *n) {
    unsigned long long value;
    n = bare(n);
    const struct node *const of = n->kind == SIGN && has_sign(n, "-") ? bare(n->child) : NULL;
    return of && of->type->integer && !of->type->natural && literal_value(of, &value) &&
           value > 0 && value <= 0x7fffffff;
}

static void judge_value(const struct type *type, const struct node *value) {
    if (type->shape == NUMBER_TYPE && type->integer && type->natural && type->bytes >= 4 &&
        is_negative(value))
        warn(value->first, 68, "integer conversion resulted in a change of sign");
}

void warn_of_conversion(const struct node *n) {
    for (size_t k = 0; n->kind == DECLARATION && k < n->declared_count; k++) {
        const struct variable *const v = n->declared[k];
        if (v->initial && !v->reference && !v->deduced && v->initial->kind != LIST)
            judge_value(&v->type, v->initial);
    }
    if (n->kind == ASSIGN && has_sign(n, "="))
        judge_value(n->child->type, child(n, 1));
}
