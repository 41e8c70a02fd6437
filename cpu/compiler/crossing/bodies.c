// SPDX-License-Identifier: MIT
// What the bodies of functions show by themselves to be no code for a GPU: launches of what is no
// kernel, or by a kernel; variables in a memory that they cannot be in; stores into threadIdx;
// functions that are built into the host's compiler.
#include "uses.h"

// All that the user declares as a function of that name, outside classes: its spaces; 0 if
// nothing is.
static unsigned spaces_of_name(size_t name) {
    unsigned spaces = 0;
    for (const struct declaration *o = first_named(name); o; o = next_named(o))
        if (o->what == FUNCTION && owner_of(o->name) == USER && !in_class(o))
            spaces |= spaces_of(o);
    return spaces;
}

static void check_launch(const struct node *n, unsigned code, bool separate_compilation) {
    const struct node *const callee = n->child;
    const struct variable *const v = callee->kind == LOCAL_NAME ? callee->variable : NULL;
    const unsigned spaces = callee->kind == GLOBAL_NAME ? spaces_of_name(callee->name) : 0;
    if ((spaces && !(spaces & GLOBAL)) || (v && v->type.shape == NUMBER_TYPE && v->type.name) ||
        (v &&
         (v->type.shape == VECTOR || (v->deduced && v->initial && v->initial->kind == LAMBDA))))
        complain(callee->name, "%s is launched by <<< >>>, but it is no kernel",
                 name_of(callee->name));
    else if (n->sign_length == 0 || n->sign_length > 4)
        complain(n->sign, "<<< >>> takes the grid, the block, and if wanted the bytes of shared "
                          "memory and the stream");
    else if (code & (DEVICE | GLOBAL) && !(code & HOST) && !separate_compilation)
        complain(callee->name, "a kernel can launch another one only with -rdc=true: %s",
                 name_of(callee->name));
}

// Does the size depend on what the function is given when it runs, on a variable, or on a thread?
static bool is_changeable(const struct node *size, const struct declaration *in) {
    const struct variable *const v = size->kind == LOCAL_NAME ? size->variable : NULL;
    return size->kind == BUILT_IN ||
           (v && !v->type.constant && !v->constant && v->name > in->open &&
            (v->role == PARAMETER || (v->type.shape == NUMBER_TYPE && !v->deduced))) ||
           (size->kind != SIZE_OF && ANY_CHILD(c, size, is_changeable(c, in)));
}

static void check_shared(const struct node *n, unsigned code, const struct declaration *in) {
    const struct reading *const r = read_function(in);
    for (size_t k = 0; k < r->variable_count; k++) {
        const struct variable *const v = r->variables[k];
        if (v->role != SHARED_MEMORY || v->name < n->first || v->name > n->last)
            continue;
        const char *const name = name_of(v->name);
        if (!(code & (DEVICE | GLOBAL)) && !n->is_extern)
            complain(v->name, "a function of the host cannot have a __shared__ variable: %s", name);
        else if (v->initial)
            complain(v->name,
                     "a __shared__ variable cannot be given a value where it is declared: %s",
                     name);
        for (const struct type *type = &v->type; type->shape == ARRAY; type = type->of)
            if (type->size && is_changeable(type->size, in))
                complain(v->name,
                         "the size of a __shared__ array is known when it is compiled, or, with "
                         "extern, given by the launch: %s",
                         name);
    }
}

// The C++ compiler has arrays of a size that shows when it runs, and a GPU has none.
static void check_sizes(const struct node *n, const struct declaration *in) {
    for (size_t k = 0; k < n->declared_count; k++)
        for (const struct type *t = &n->declared[k]->type; t->shape == ARRAY; t = t->of)
            if (t->size && is_changeable(t->size, in))
                complain(n->declared[k]->name,
                         "the size of an array in device code is known when it is compiled: %s",
                         name_of(n->declared[k]->name));
}

// Only `extern`, and in code of the device `static`, may be in a memory of it.
static void check_placed(const struct node *n, unsigned code) {
    const bool device = code & (DEVICE | GLOBAL) && !(code & HOST);
    if (!n->placed || n->is_extern || (device && n->is_static))
        return;
    for (size_t k = 0; k < n->declared_count; k++)
        complain(n->declared[k]->name, "a %s variable is declared outside functions: %s",
                 name_of(n->placed), name_of(n->declared[k]->name));
}

static void check_store(const struct node *to) {
    to = bare(to);
    while (to->kind == MEMBER)
        to = bare(to->child);
    const size_t name = to->kind == CONSTANT_VALUE ? to->first : to->name;
    if ((to->kind == BUILT_IN || to->kind == CONSTANT_VALUE) &&
        is_listed(name, "threadIdx blockIdx blockDim gridDim warpSize") && !is_users_variable(name))
        complain(name, "%s cannot be assigned to", name_of(name));
}

// Is it one that is built into the host's compiler, and that a GPU does not have? Tried with
// nvcc 13.
static bool is_host_builtin(size_t name) {
    static const char refused[] =
        "popcountl clzl ctz ctzl ctzll parity parityl parityll clrsb clrsbl clrsbll bswap16 "
        "bswap32 bswap64 bswap128 trap abort prefetch memcmp memmove object_size "
        "puts exit return_address frame_address setjmp longjmp isgreater isless isunordered "
        "isgreaterequal islessequal islessgreater isnormal fpclassify free cpu_supports "
        "cpu_is cpu_init speculation_safe_value dynamic_object_size expect_with_probability "
        "shuffle cimag creal extract_return_addr";
    static const char prefix[] = "__builtin_";
    if (begins_with(name, "__sync_") || begins_with(name, "__builtin_ia32_"))
        return true;
    if (begins_with(name, "__atomic_"))
        return !is(name, "__atomic_is_lock_free") && !is(name, "__atomic_always_lock_free");
    if (!begins_with(name, prefix))
        return false;
    const char *const rest = name_of(name) + strlen(prefix);
    return in_list(rest, refused) || strstr(rest, "_overflow");
}

static void look(const struct node *n, unsigned code, const struct declaration *in,
                 const struct judging *options) {
    const bool device = code & (DEVICE | GLOBAL) && !(code & HOST);
    if (n->kind == DECLARATION && code & (DEVICE | GLOBAL))
        check_sizes(n, in);
    if (n->kind == ASSIGN || n->kind == STEP)
        check_store(n->child);
    else if (n->kind == LAUNCH && owner_of(n->sign) == USER)
        check_launch(n, code, options->separate_compilation);
    else if (n->kind == SHARED_VARIABLE)
        check_shared(n, code, in);
    else if (n->kind == DECLARATION)
        check_placed(n, code);
    else if ((n->kind == THROW || n->kind == TRY) && device)
        complain(n->first, "device code has no exceptions");
    else if (n->kind == LABEL_ADDRESS && device)
        complain(n->first, "device code has no addresses of labels");
    else if (n->kind == CALL && device && owner_of(n->name) == USER && is_host_builtin(n->name))
        complain(n->name, "%s is a function of the host's compiler: device code cannot call it",
                 name_of(n->name));
    else if (n->kind == LAMBDA && n->sign_length & LAMBDA_DEVICE && !options->extended_lambda)
        complain(n->first, "a __device__ lambda needs --extended-lambda");
    for (const struct node *c = n->child; c; c = c->next)
        look(c, code_below(n, c, code), in, options);
}

// Is the word at token i the name of a vector type: typedef int v4
// __attribute__((vector_size(16)))?
static bool is_vector(size_t i) {
    for (size_t t = first_same(i); t < token_count; t = next_same(t))
        if (is(t + 1, "__attribute__") && is_listed(t + 4, "vector_size __vector_size__") &&
            owner_of(t) == USER)
            return !is_listed(i - 1, ". -> ::");
    return false;
}

// What the C++ compiler has and a GPU has not, by the words for it.
static void check_words(const struct declaration *d) {
    const unsigned spaces = spaces_of(d);
    for (size_t i = d->first; spaces & (DEVICE | GLOBAL) && i <= d->end; i++) {
        if (tokens[i].kind != WORD || owner_of(i) != USER)
            continue;
        if (is_listed(i, "__float128 vector_size __vector_size__") || is_vector(i) ||
            (is_listed(i, "dynamic_cast typeid thread_local") && !(spaces & HOST)))
            complain(i, "device code has no %s", name_of(i));
    }
}

void check_body(const struct declaration *d, const struct judging *options) {
    const struct reading *const r = read_function(d);
    check_words(d);
    look(r->initialisers, spaces_of(d), d, options);
    look(r->body, spaces_of(d), d, options);
}
