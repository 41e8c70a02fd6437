// SPDX-License-Identifier: MIT
// Shared memory that a kernel and the functions that it calls have together, if that is too much:
// the compiler, which knows how large types are, is asked in the kernel's body. As with nvcc's
// assembler only what is written and read counts; what may not be counts for nothing.
#include "cuda2cpp.h"
#include "names.h"
#include "refuse.h"
#include "rewrite.h"

enum { WRITTEN = 1, ALSO_READ = 2, DEEPEST_CALL = 4 };

static bool is_variable(const struct node *n, const struct variable *v, size_t name) {
    if (n->kind == LOCAL_NAME)
        return n->variable == v;
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    return d && d->name == name;
}

// What the tree does with the variable, but for node `except`. What gets its address may write it.
static unsigned uses_in(const struct node *n, const struct variable *v, size_t name,
                        const struct node *except) {
    if (n == except || n->kind == SIZE_OF)
        return 0;
    const bool stores = n->kind == ASSIGN || n->kind == STEP || n->kind == ADDRESS_OF;
    const bool calls = n->kind == CALL || n->kind == METHOD || n->kind == LAUNCH;
    unsigned uses = 0;
    if (is_variable(n, v, name))
        return ALSO_READ;
    for (const struct node *c = n->child; c; c = c->next) {
        const struct node *root = stores && c == n->child ? root_of(c) : NULL;
        root = calls && times_indexed(c) > 0 ? root_of(c) : root;
        const bool own = root && is_variable(root, v, name);
        uses |= (own ? WRITTEN : 0u) | uses_in(c, v, name, own ? root : except);
    }
    return uses;
}

// Do the tokens [first, end) mean the same where function d begins?
static bool means_the_same(size_t first, size_t end, const struct declaration *d) {
    for (size_t t = first; t < end; t++)
        if (is(t, "{") || (tokens[t].kind == WORD && is_declared_inside(t, d)))
            return false;
    return true;
}

// How large it is, for the compiler; NULL: that cannot be said where function d begins.
static char *size_of(const struct variable *v, const struct declaration *d) {
    const size_t behind = is(v->type_end, "__shared__") ? v->type_end + 1 : v->type_end;
    if (!means_the_same(v->type_first, v->type_end, d) ||
        !(behind == v->name || is(v->name - 1, ",")))
        return NULL;
    for (size_t t = v->type_first; t < v->type_end; t++)
        if (is(t, "__shared__"))
            return NULL;
    char *size = text("sizeof(%s)", joined(v->type_first, v->type_end - 1, false));
    const struct type *type = &v->type;
    for (size_t t = v->name + 1; is(t, "["); t = closing(t) + 1, type = type->of) {
        long long length;
        if (type->shape != ARRAY || !type->size)
            return NULL;
        if (constant_value(type->size, &length))
            size = text("%s * %lld", size, length);
        else if (means_the_same(t, closing(t), d))
            size = text("%s * (%s)", size, joined(t + 1, closing(t) - 1, false));
        else
            return NULL;
    }
    return size;
}

struct sum {
    const struct declaration *kernel, *called[64];
    size_t called_count, terms;
    char *text;
};

static void add_term(struct sum *sum, char *size) {
    if (size) {
        sum->text = text("%s + %s", sum->text, size);
        sum->terms++;
    }
}

static void add_function(struct sum *sum, const struct declaration *d, int depth);

// The function that the name means in that scope, no template, and the only one of it; NULL: nobody
// knows.
static const struct declaration *function_meant(size_t name, size_t scope) {
    const struct declaration *found = NULL;
    for (size_t k = first_named(name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const d = &declarations[k];
        if (d->scope != scope || (d->what == FUNCTION && !d->is_template && !d->body))
            continue;
        if (found || d->what != FUNCTION || d->is_template || owner_of(d->name) != USER)
            return NULL;
        found = d;
    }
    return found;
}

static void add_calls(struct sum *sum, const struct node *n, int depth) {
    const struct declaration *const d = n->kind == CALL && !is_discardable(n->name)
                                            ? function_meant(n->name, sum->kernel->scope)
                                            : NULL;
    if (d)
        add_function(sum, d, depth + 1);
    for (const struct node *c = n->child; c && n->kind != SIZE_OF; c = c->next)
        add_calls(sum, c, depth);
}

static void add_function(struct sum *sum, const struct declaration *d, int depth) {
    const struct reading *const r = read_function(d);
    for (size_t k = 0; k < sum->called_count; k++)
        if (sum->called[k] == d)
            return;
    if (depth > DEEPEST_CALL || sum->called_count == 64 || r->body->why)
        return;
    sum->called[sum->called_count++] = d;
    for (size_t k = 0; k < r->variable_count; k++) {
        const struct variable *const v = r->variables[k];
        const bool sized = v->type.shape == ARRAY ? v->type.size != NULL : !is_plain(&v->type);
        if (v->role == SHARED_MEMORY && sized &&
            !is_discardable(v->name) && // one number may be kept elsewhere
            uses_in(r->body, v, 0, NULL) == (WRITTEN | ALSO_READ))
            add_term(sum, size_of(v, d));
    }
    add_calls(sum, r->body, depth);
}

// Those outside functions that a function of the sum uses.
static void add_outside(struct sum *sum) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const struct variable *const v =
            d->what == VARIABLE && d->spaces & SHARED && !d->is_extern && !d->is_template &&
                    !in_class(d) && owner_of(d->name) == USER && d->scope == sum->kernel->scope
                ? declared_as(d)
                : NULL;
        unsigned uses = 0;
        for (size_t c = 0; v && c < sum->called_count; c++)
            uses |= uses_in(read_function(sum->called[c])->body, NULL, d->name, NULL);
        if (uses == (WRITTEN | ALSO_READ))
            add_term(sum, text("sizeof(%s)", name_of(d->name)));
    }
}

void assert_shared_memory(const struct declaration *kernel) {
    struct sum sum = {.kernel = kernel, .text = text("size_t(0)")};
    add_function(&sum, kernel, 0);
    add_outside(&sum);
    if (sum.terms > 1) // one alone is asked where it is (thread.h)
        insert_after(kernel->body, text(" static_assert(%s%s <= ::CUDA_CPU_USUAL_SHARED, \"Entry "
                                        "function \\\"%s\\\" uses too much "
                                        "shared data (0xc000 bytes max)\");%s",
                                        placed(kernel->name), sum.text, name_of_function(kernel),
                                        placed(kernel->body)));
}
