// SPDX-License-Identifier: MIT
// Lambdas: where they say whose they are; what one of the device's that the host makes may capture,
// and who calls it.
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

bool extended_lambda;

static const struct node *body_of(const struct node *lambda) {
    const struct node *body = lambda->child;
    while (body->next)
        body = body->next;
    return body;
}

void check_lambdas(const struct node *value) {
    if (value->kind == LAMBDA)
        check_lambda(value, NULL, NULL);
    for (const struct node *c = value->child; c; c = c->next)
        check_lambdas(c);
}

// ---- what is captured ---------------------------------------------------------------------------

// nvcc's words for a lambda of that kind.
static const char *kind_of_lambda(const struct node *n) {
    return n->sign_length & LAMBDA_HOST ? "__host__ __device__" : "__device__";
}

// A variable of the function around the lambda?
static bool is_captured(const struct node *n, const struct node *lambda) {
    return n->kind == LOCAL_NAME && n->variable->name < lambda->first &&
           n->variable->role != TEMPLATE_TYPE && !(n->variable->constant && n->variable->initial);
}

// A local of the function around the lambda, in the tree: each is told.
static void check_captured(const struct node *n, size_t lambda) {
    if (n->kind == LOCAL_NAME && n->variable->name < lambda && n->variable->role != TEMPLATE_TYPE)
        complain(n->name, "error",
                 "An extended __device__ lambda cannot capture variables by reference");
    for (const struct node *c = n->child; c; c = c->next)
        check_captured(c, lambda);
}

// Is the name that of a pack of function `in`, T... name?
static bool is_pack(size_t name, const struct declaration *in) {
    const struct signature *const s = signature_of(in);
    for (size_t k = 0; k < s->count; k++)
        if (s->formals[k].pack && s->formals[k].name && same_word(s->formals[k].name, name))
            return true;
    return false;
}

// In a lambda of the device's, from its [ at token i to its }, and its body's { at token `body`.
static void check_pack(size_t i, size_t body, const char *kind, const struct declaration *in) {
    for (size_t t = i + 1; t < closing(body); t++) {
        const bool of_another = is(t - 1, ".") || is(t - 1, "->") || is(t - 1, "::");
        if (is(t, "sizeof") && is(t + 1, ".")) // sizeof...(t) captures nothing
            t = closing(t + 4);
        else if (t == closing(i))
            t = body;
        else if (tokens[t].kind == WORD && !of_another && is_pack(t, in)) {
            complain(t, "error",
                     "An extended %s lambda cannot capture an element of a parameter pack", kind);
            return;
        }
    }
}

// What has packs is no tree: each word counts that is one's name, in what is a lambda by the words
// behind its brackets.
void check_captured_packs(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    bool any = false;
    for (size_t k = 0; k < s->count; k++)
        any = any || s->formals[k].pack;
    for (size_t i = d->body; any && extended_lambda && i < d->end; i++) {
        size_t t = is(i, "[") ? closing(i) + 1 : i;
        const bool host = is(t, "__host__") || is(t + 1, "__host__");
        if (t == i || !(is(t, "__device__") || (host && is(t + 1, "__device__"))))
            continue;
        while (t < d->end && !is(t, "{"))
            t = is(t, "(") ? closing(t) + 1 : t + 1;
        check_pack(i, t, host ? "__host__ __device__" : "__device__", d);
    }
}

static const struct node *find_captured(const struct node *n, const struct variable *v,
                                        const struct node *lambda) {
    const struct node *found = is_captured(n, lambda) && n->variable == v ? n : NULL;
    for (const struct node *c = n->child; c && !found && n->kind != SIZE_OF; c = c->next)
        found = find_captured(c, v, lambda);
    return found;
}

// A member of the class of function `in`, by its name alone, which is no other object's?
static bool is_own_member(const struct node *n, const struct declaration *in) {
    if (n->kind == GLOBAL_NAME) {
        const struct declaration *const d = variable_meant(n->name);
        return d && !d->is_static && d->scope == in->scope;
    }
    bool own = false;
    for (size_t k = n->kind == CALL ? first_named(n->name) : NO_SCOPE; k != NO_SCOPE && !own;
         k = next_named(k))
        own = declarations[k].what == FUNCTION && !declarations[k].is_static &&
              declarations[k].scope == in->scope;
    return own;
}

// `this`, or a member of the function's own object: what captures the object.
static bool captures_object(const struct node *n, const struct declaration *in) {
    return is(n->first, "this") ? n->first == n->last : in_class(in) && is_own_member(n, in);
}

static const struct node *find_object(const struct node *n, const struct declaration *in) {
    const struct node *found = captures_object(n, in) ? n : NULL;
    for (const struct node *c = n->child; c && !found && n->kind != SIZE_OF; c = c->next)
        found = find_object(c, in);
    return found;
}

// What is captured in a branch of an `if constexpr`, and nowhere in front of it in the lambda.
static void check_first_captures(const struct node *n, const struct node *body,
                                 const struct node *lambda, const struct declaration *in,
                                 bool in_branch) {
    const struct node *const first = !in_branch ? NULL
                                     : is_captured(n, lambda)
                                         ? find_captured(body, n->variable, lambda)
                                     : captures_object(n, in) ? find_object(body, in)
                                                              : NULL;
    if (first && first->first == n->first)
        complain(n->first, "error",
                 "An extended %s lambda cannot first-capture variable in constexpr-if context",
                 kind_of_lambda(lambda));
    const bool branches = n->kind == IF && is(n->first + 1, "constexpr");
    for (const struct node *c = n->child; c && n->kind != SIZE_OF; c = c->next)
        check_first_captures(c, body, lambda, in, in_branch || (branches && c != n->child));
}

static bool has_dimensions(const struct type *type, unsigned more_than) {
    unsigned count = 0;
    for (; type->shape == ARRAY; type = type->of)
        count++;
    return count > more_than;
}

// An array of many dimensions that the lambda captures, at the name by which it does.
static void check_array(const struct node *n, const struct node *lambda) {
    if (is_captured(n, lambda) && has_dimensions(&n->variable->type, 7))
        complain(n->name, "error",
                 "An extended %s lambda cannot capture an array variable with more than 7 "
                 "dimensions",
                 kind_of_lambda(lambda));
}

// ... each where its name comes first in the body.
static void check_arrays(const struct node *n, const struct node *lambda) {
    const struct node *const body = body_of(lambda);
    if (n->kind == LOCAL_NAME && find_captured(body, n->variable, lambda) == n)
        check_array(n, lambda);
    for (const struct node *c = n->child; c && n->kind != SIZE_OF; c = c->next)
        check_arrays(c, lambda);
}

// ---- where it stands ----------------------------------------------------------------------------

// [...] (auto x) { ... }
static bool is_generic(const struct node *lambda) {
    for (size_t t = lambda->sign; is(lambda->sign, "(") && t < closing(lambda->sign); t++)
        if (is(t, "auto"))
            return true;
    return false;
}

// A variable that is there once, whoever calls the function: of no function, static, or __shared__.
static bool is_there_once(const struct node *n) {
    if (n->kind == GLOBAL_NAME)
        return variable_meant(n->name);
    return n->kind == LOCAL_NAME && (n->variable->stays || n->variable->role == SHARED_MEMORY);
}

// Names in the lambda's brackets, but those of members that get a value there.
static void check_captures(const struct node *n) {
    for (const struct node *c = n->child; c != body_of(n); c = c->next)
        if (!is(c->first - 1, "=") && c->first == c->last && is_there_once(c))
            complain(c->first, "error",
                     "a variable with static storage duration cannot be captured in a lambda");
}

// T (*name)(...) = [...], as its words say.
static bool is_value_of_pointer(const struct node *n) {
    const size_t behind = n->first - 2; // the parameters' )
    if (!is(n->first - 1, "=") || !is(behind, ")") || opening(behind) == token_count)
        return false;
    const size_t close = opening(behind) - 1, open = is(close, ")") ? opening(close) : token_count;
    return open < token_count && is(open + 1, "*") && tokens[open + 2].kind == WORD &&
           open + 3 == close && tokens[open - 1].kind == WORD;
}

// [...] __device__ (...) { ... }, where the host makes it: what it captures, and whose it is.
static void check_extended(const struct node *n, const struct declaration *in,
                           const struct node *around) {
    const struct node *const body = body_of(n);
    if (n->sign_length & REFERS)
        complain(n->sign, "error",
                 "An extended __device__ lambda cannot capture variables by reference");
    if (n->sign_length & REFERS_TO_ALL)
        check_captured(body, n->first);
    if (!(n->sign_length & LAMBDA_HOST) && is_value_of_pointer(n))
        complain_last(n->first, "error",
                      "cannot convert an extended __device__ lambda to a pointer to a function");
    bool whole = false; // *this
    for (size_t t = n->first; t < closing(n->first); t++)
        whole = whole || is(t, "this");
    for (const struct node *c = n->child; c != body; c = c->next)
        if (is(c->first - 1, "[") || is(c->first - 1, ","))
            check_array(c, n);
    if (is(n->first + 1, "="))
        check_arrays(body, n);
    if (is(n->first + 1, "=") && !whole) // else all that is captured is named there
        check_first_captures(body, body, n, in, false);
    if (in->is_private)
        complain(n->sign, "error",
                 "The enclosing parent function (\"%s\") for an extended __device__ lambda cannot "
                 "have private or protected access within its class",
                 name_of(in->name));
    if (is(in->start, "auto") && !is(closing(in->open) + 1, "->"))
        complain(
            n->sign, "error",
            "The enclosing parent function (\"%s\") for an extended __device__ lambda must not "
            "have deduced return type",
            name_of(in->name));
    if (in_class(in) && declarations[in->scope].scope != NO_SCOPE &&
        declarations[declarations[in->scope].scope].what == FUNCTION)
        complain(
            n->sign, "error",
            "The enclosing parent function (\"%s\") for an extended __device__ lambda must not "
            "be defined inside another function",
            name_of(in->name));
    if (around && is_generic(around))
        complain(n->sign, "error",
                 "An extended __device__ lambda cannot be defined inside a generic lambda "
                 "expression(\"operator()\")");
    if (n->sign_length & LAMBDA_HOST && is_generic(n))
        complain(n->first, "error",
                 "__host__ __device__ extended lambdas cannot be generic lambdas");
}

// Of the words between a lambda's brackets and its body those that say whose it is are looked for;
// which are in front of its parameters the tree says.
void check_lambda(const struct node *n, const struct declaration *in, const struct node *around) {
    static const char *const spaces[] = {"__device__", "__host__", NULL};
    check_captures(n);
    for (size_t t = closing(n->first) + 1; t < body_of(n)->first; t++) {
        if (is(t, "(")) {
            t = closing(t);
        } else if (is_any(t, spaces) && t < n->sign && !extended_lambda) {
            complain(t, "error",
                     "__host__ or __device__ annotation on lambda requires --extended-lambda nvcc "
                     "flag");
            return;
        } else if (is_any(t, spaces) && t > n->sign) {
            complain(t, "error",
                     "the operator() function for a lambda cannot be explicitly annotated: [...] "
                     "%s (...) is how a lambda gets it",
                     name_of(t));
            return;
        }
    }
    if (extended_lambda && n->sign_length & LAMBDA_DEVICE && in &&
        !(spaces_of(in) & (DEVICE | GLOBAL)))
        check_extended(n, in, around);
}

// ---- who calls it -------------------------------------------------------------------------------

void check_call_of_lambda(const struct node *call, const struct declaration *in) {
    const struct node *const of = call->kind == CALL_OF ? inside_parentheses(call->child) : NULL;
    const struct node *lambda = of && of->kind == LAMBDA ? of : NULL;
    const struct variable *const v = of && of->kind == LOCAL_NAME ? of->variable : NULL;
    if (v && v->deduced && !v->reference && v->initial && v->initial->kind == LAMBDA)
        lambda = v->initial;
    if (lambda && extended_lambda && lambda->sign_length & LAMBDA_DEVICE &&
        !(lambda->sign_length & LAMBDA_HOST) && !in->is_template &&
        !(in_class(in) && declarations[in->scope].is_template))
        complain(
            of->last + 1, "error",
            "calling a __device__ function(\"operator()\") from a __host__ function(\"%s\") is "
            "not allowed: the lambda is __device__",
            name_of_function(in));
}

// ---- who does not -------------------------------------------------------------------------------

// Does the declaration say `auto name =`, and what stands at tokens first to last is the value?
static const struct variable *named_by(const struct node *n, size_t first, size_t last) {
    for (size_t k = 0; n->kind == DECLARATION && k < n->declared_count; k++) {
        const struct variable *const v = n->declared[k];
        if (v->deduced && !v->reference && v->initial && v->initial->first == first &&
            v->initial->last == last)
            return v;
    }
    return NULL;
}

// Is the variable named for its size alone, or to give another its value that is so named? What
// else has its name may be it.
static bool is_named_in_vain(const struct variable *v, size_t end, int depth) {
    bool vain = depth < 8;
    for (size_t t = v->name + 1; vain && t < end; t++) {
        const struct node *path[DEEPEST];
        if (!same_word(t, v->name) || is_asked(t))
            continue;
        const size_t count = path_to(t, path);
        const struct variable *const other = count > 1 ? named_by(path[count - 2], t, t) : NULL;
        vain = other && is_named_in_vain(other, end, depth + 1);
    }
    return vain;
}

// Is there code of the device that may be made for a type of the host's code: a template, or a
// method of one, that somebody asks for?
static bool has_open_device_code(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const enum owner owner = owner_of(d->name);
        const bool open =
            d->what == FUNCTION && (d->is_template || is_in_template(d) || takes_anything(d));
        if (open && owner == USER && spaces_of(d) & (DEVICE | GLOBAL) && !is_unnamed(d))
            return true;
        if (open && owner == SYSTEM && d->spaces & (DEVICE | GLOBAL))
            return true;
    }
    return false;
}

bool is_lambda_in_vain(size_t i) {
    const struct node *path[DEEPEST];
    const size_t count = path_to(i, path);
    for (size_t k = 1; k < count; k++)
        if (path[k]->kind == LAMBDA && path[k]->sign_length & LAMBDA_DEVICE) {
            const struct variable *const v = named_by(path[k - 1], path[k]->first, path[k]->last);
            return (v && is_named_in_vain(v, closing(function_around(i)->body), 0)) ||
                   !has_open_device_code();
        }
    return false;
}
