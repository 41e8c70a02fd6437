// SPDX-License-Identifier: MIT
// Uses across the line between host and device: of what the C++ compiler has named
// (ask_compiler.c), what no GPU, or no host, could run is told.
#include "uses.h"

static const char *whose(unsigned spaces) {
    return spaces & GLOBAL      ? "__global__"
           : !(spaces & DEVICE) ? "__host__"
           : spaces & HOST      ? "__host__ __device__"
                                : "__device__";
}

// The function's name in what the compiler quotes:
// 'void std::vector<T>::push_back(const T&) [with T = int]'.
static char *name_in(const char *quoted) {
    const char *const end = quoted + strcspn(quoted, "'"), *open = quoted;
    int depth = 0;
    for (; open < end && !(*open == '(' && depth == 0); open++)
        depth += *open == '<' ? 1 : *open == '>' && open > quoted && open[-1] != '-' ? -1 : 0;
    const char *start = open;
    while (start > quoted && start[-1] != ' ' && start[-1] != ':' && start[-1] != '*' &&
           start[-1] != '&')
        start--;
    return text("%.*s", (int)(open - start), start);
}

// A mark stands before all that one declaration declares, d among it: the one of these that
// token i names, or whose name stands nearest before it.
static const struct declaration *declared_with(const struct declaration *d, size_t i) {
    const struct declaration *found = d;
    size_t nearest = 0;
    for (const struct declaration *o = d; o >= declarations && o->start == d->start; o--) {
        const size_t at = o->what == VARIABLE ? back_to_word(i, name_of(o->name)) : token_count;
        if (at < token_count && same_word(at, o->name) && at > nearest) {
            nearest = at;
            found = o;
        }
    }
    return found;
}

// Is it a[i] of a const array, path[k] being what its name stands in? nvcc works out what * reads
// of one, and members of its elements, but not a[i].
static bool is_plain_element(const struct node *const *path, size_t k) {
    while (k > 0 && (path[k]->type->shape == ARRAY || path[k]->kind == BINARY))
        k--;
    return path[k]->kind == INDEX &&
           (path[k]->type->shape == NUMBER_TYPE || path[k]->type->shape == POINTER);
}

// Device code has the values of the host's constants, but not the constants themselves: a number is
// there if the compiler knows it, a pointer too, but for one to text that is not constexpr, and of
// a constexpr array the elements that constants pick.
static bool is_value_alone(size_t i, const struct declaration *d) {
    const struct variable *const v = declared_as(d);
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    if (!(d->is_const || d->is_constexpr) || !v || v->type.shape == NUMBER_TYPE)
        return d->is_constexpr || (d->is_const && (!v || v->reference));
    const struct node *const use = depth > 1 ? path[depth - 2] : NULL;
    if (v->type.shape == ARRAY && !d->is_constexpr &&
        (!use || is_plain_element((const struct node *const *)path, depth - 2)))
        return false;
    if (v->type.shape == POINTER && !d->is_constexpr && v->initial &&
        tokens[v->initial->first].kind == STRING)
        return false;
    const bool picks = v->type.shape == ARRAY && use &&
                       (use->kind == INDEX || (use->kind == BINARY && has_sign(use, "+")));
    return !picks || !ANY_CHILD(c, use, c != path[depth - 1] && is_computed(c));
}

// A constructor in a constructor's list, and the end of any object, are called without a word of
// it.
static bool is_called_by_word(const struct declaration *d, size_t i,
                              const struct declaration *around) {
    return d->special == CONSTRUCTOR ? i > around->body && !is(i, "}")
           : d->special              ? d->special != DESTRUCTOR
                                     : is_called(i);
}

static void tell_call(size_t i, const char *of, const char *callee, unsigned from,
                      const struct declaration *around) {
    complain(i, "%s is a %s function: %s, a %s function, cannot call it", callee, of,
             name_of_function(around), whose(from));
}

static void judge_library(const struct use *use, unsigned from, const struct declaration *around) {
    char *const name = name_in(use->quoted);
    const size_t i = back_to_word(use->i, name);
    const bool literal = is(i, "strlen") && is(i + 1, "(") && tokens[i + 2].kind == STRING;
    if (is_asked(i) || literal) // a number, when it is compiled
        return;
    if (strchr(use->quoted, '('))
        tell_call(i, "__host__", name, from, around);
    else
        complain(i, "%s is the host's: device code cannot reach it", name);
}

void judge_use(const struct use *use, const bool *compiled, bool relaxed_constexpr) {
    const char *const word = use->word;
    const struct declaration *d = &declarations[use->declaration];
    const struct declaration *const around = function_around(use->i);
    size_t i = use->i;
    if (d->what == VARIABLE && !mark_of(d = declared_with(d, i), relaxed_constexpr))
        return;
    if (!around || i < closing(around->open) || !compiled[around - declarations])
        return;
    const unsigned from = code_at(i);
    const bool device = from & (DEVICE | GLOBAL) && !(from & (HOST | OF_BOTH)),
               host = !(from & (DEVICE | GLOBAL));
    if (strcmp(word, "library") == 0) {
        if (device)
            judge_library(use, from, around);
        return;
    }
    if (is_unevaluated(i))
        return;
    if (!d->special || d->what == VARIABLE)
        i = back_to_word(i, name_of(d->name));
    const char *const name = d->what == FUNCTION ? name_of_function(d) : name_of(d->name);
    if (strcmp(word, "host") == 0 && device)
        tell_call(i, "__host__", name, from, around);
    else if ((strcmp(word, "device") == 0 || strcmp(word, "builtin") == 0) && host &&
             is_called_by_word(d, i, around) && !is_in_template(around)) // its address may be taken
        tell_call(i, "__device__", name, HOST, around);
    else if (strcmp(word, "kernel") == 0 && is_called(i))
        complain(i, "%s is a kernel: it is launched, %s<<<grid, block>>>(...), and not called",
                 name, name);
    else if (strcmp(word, "variable") == 0 && device && !is_needed_early(i) &&
             !is_value_alone(i, d))
        complain(i, "%s is a variable of the host: device code cannot reach it", name);
}
