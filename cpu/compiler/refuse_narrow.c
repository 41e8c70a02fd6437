// SPDX-License-Identifier: MIT
// Numbers in braces that narrow: {d} for an int. That one does, the C++ compiler says when it
// compiles the program; what nvcc makes of it depends on what the braces are for. Where a variable
// is declared it warns, and in code of the device also of constants, which C++ refuses there; where
// a value is handed over, returned or assigned it refuses what C++ warns of.
#include <string.h>

#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// ---- what braces make ---------------------------------------------------------------------------

// LISTED: by a constructor that gets them as a std::initializer_list.
enum made { UNCLEAR, A_NUMBER, AGGREGATE, CONSTRUCTED, LISTED };

static bool takes_list(const struct declaration *f) {
    for (size_t t = f->open; t < closing(f->open); t++)
        if (is(t, "initializer_list"))
            return true;
    return false;
}

static enum made made_of_class(const struct declaration *c) {
    enum made made = AGGREGATE;
    for (const struct declaration *d = c + 1;
         d < declarations + declaration_count && d->first < c->end; d++) {
        if (&declarations[d->scope] != c || d->special != CONSTRUCTOR || d->given == DELETED)
            continue;
        if (takes_list(d))
            return LISTED;
        made = CONSTRUCTED;
    }
    return made;
}

// The class, one of the library's as well; NULL: it is none, or nobody knows.
static const struct declaration *class_of(const struct type *type) {
    return (type->shape == OBJECT || type->shape == UNKNOWN) && type->name && !type->means
               ? class_meant(type->name)
               : NULL;
}

static enum made made_as(struct type to) {
    const struct declaration *const c = class_of(&to);
    if (to.shape == NUMBER_TYPE || to.shape == POINTER)
        return A_NUMBER;
    if (to.shape == ARRAY || to.shape == VECTOR)
        return to.shape == VECTOR && is(to.name, "dim3") ? CONSTRUCTED : AGGREGATE;
    return !c || !c->body ? UNCLEAR : is(c->name, "initializer_list") ? LISTED : made_of_class(c);
}

// ---- what they are for --------------------------------------------------------------------------

// A type; is a value of it handed over, to a parameter or a reference?
struct target {
    struct type type;
    bool handed_over;
};

static const struct target unknown_target = {.type = {.shape = UNKNOWN}};

static size_t number_of(const struct node *n, const struct node *in) {
    size_t number = 0;
    for (const struct node *c = in->child; c && c != n; c = c->next)
        number++;
    return number;
}

// What a template is given for its parameter `of`, by the <...> of a call.
static const struct type *type_given(const struct declaration *f, const struct variable *of,
                                     const struct arguments *given) {
    const struct formals *const own = &signature_of(f)->of_template;
    for (size_t k = 0; given && k < own->count && k < given->count; k++)
        if (own->all[k].name == of->name && !own->all[k].pack && given->all[k].is_type)
            return &given->all[k].type;
    return &unknown_type;
}

// The parameter with that number of all functions of that name: of the constructors of class c, or,
// where c is NULL, of those that the program declares.
static struct target parameter_of(size_t name, const struct declaration *c, size_t number,
                                  const struct arguments *given) {
    struct target to = unknown_target;
    bool found = false;
    for (size_t k = name ? first_named(name) : NO_SCOPE; k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const f = &declarations[k];
        const struct signature *const s = f->what == FUNCTION ? signature_of(f) : NULL;
        if (!s ||
            (c ? f->special != CONSTRUCTOR || &declarations[f->scope] != c
               : f->special == CONSTRUCTOR) ||
            (c && number >= s->count))
            continue;
        const struct formal *const p = number < s->count ? &s->formals[number] : NULL;
        if (owner_of(f->name) != USER || !p || !p->understood || p->pack)
            return unknown_target;
        const struct type *const type = p->generic ? type_given(f, p->type.means, given) : &p->type;
        if (found && !same_type(type, &to.type))
            return unknown_target;
        found = true;
        to = (struct target){*type, true};
    }
    return to;
}

static struct target argument_of_class(const struct type *type, size_t number) {
    const struct declaration *const c = class_of(type);
    return c ? parameter_of(c->name, c, number, NULL) : unknown_target;
}

// Of the object, what it refers to.
static const struct type *type_of_object(const struct node *n) {
    n = bare(n);
    return n->kind == LOCAL_NAME ? &n->variable->type : n->type;
}

// The only parameter of the operator of that sign, x[...] or x(...), of class c.
static struct target operand_of(const struct type *type, const char *sign, size_t number) {
    const struct declaration *const c = class_of(type);
    struct target to = unknown_target;
    bool found = false;
    for (const struct declaration *f = c ? c + 1 : NULL;
         f && f < declarations + declaration_count && f->first < c->end; f++) {
        if (&declarations[f->scope] != c || f->special != OPERATOR || !is(f->name + 1, sign))
            continue;
        const struct signature *const s = signature_of(f);
        const struct formal *const p = number < s->count ? &s->formals[number] : NULL;
        if (owner_of(f->name) != USER || !p || !p->understood || p->pack || p->generic ||
            (found && !same_type(&p->type, &to.type)))
            return unknown_target;
        found = true;
        to = (struct target){p->type, true};
    }
    return to;
}

// The member with that number, from 0, of an aggregate.
static struct target member_of(const struct declaration *c, size_t number) {
    if (!c || c->bases || !c->body || c->is_template || owner_of(c->name) != USER)
        return unknown_target;
    for (const struct declaration *d = c + 1;
         d < declarations + declaration_count && d->first < c->end; d++) {
        if (&declarations[d->scope] != c || d->is_static)
            continue;
        const struct variable *const v = d->what == VARIABLE ? declared_as(d) : NULL;
        if (d->what == OTHER || (d->what == VARIABLE && !v))
            return unknown_target;
        if (v && number-- == 0)
            return (struct target){v->type, v->reference};
    }
    return unknown_target;
}

static struct target element_of_list(struct type type, size_t number) {
    const enum made made = made_as(type);
    const struct declaration *const c = class_of(&type);
    if (made == CONSTRUCTED)
        return argument_of_class(&type, number);
    if (made == LISTED && owner_of(c->name) == SYSTEM && type.arguments &&
        type.arguments->count == 1 && type.arguments->all[0].is_type) // std::vector<T>
        return (struct target){type.arguments->all[0].type, true};
    if (made != AGGREGATE)
        return unknown_target;
    return type.shape == ARRAY    ? (struct target){*type.of, false}
           : type.shape == VECTOR ? (struct target){*axis_type(&type), false}
                                  : member_of(class_of(&type), number);
}

// The member or base of that name of the class that constructor `in` makes.
static struct type type_of_member(size_t name, const struct declaration *in) {
    const struct declaration *const c =
        in_class(in) ? &declarations[in->scope] : class_meant(class_name(in));
    for (const struct declaration *d = c ? c + 1 : NULL;
         d && d < declarations + declaration_count && d->first < c->end; d++)
        if (d->what == VARIABLE && &declarations[d->scope] == c && same_word(d->name, name)) {
            const struct variable *const v = declared_as(d);
            return v ? v->type : unknown_type;
        }
    return (struct type){.shape = class_meant(name) ? OBJECT : UNKNOWN, .name = name};
}

// What the lambda says that it returns, behind its parameters.
static struct target result_of_lambda(const struct node *lambda) {
    const size_t body = child(lambda, 0) ? lambda->last : lambda->first;
    struct target to = unknown_target;
    bool odd = false;
    for (size_t t = is(lambda->sign, "(") ? closing(lambda->sign) : body; t < body; t++)
        if (is(t, "->"))
            return parse_stars(parse_type(t + 1, &to.type, &odd), &to.type, &to.handed_over) && !odd
                       ? to
                       : unknown_target;
        else if (is(t, "{"))
            break;
    return to;
}

static const struct node *lambda_around(const struct node *const path[], size_t k) {
    for (; k > 0; k--)
        if (path[k - 1]->kind == LAMBDA)
            return path[k - 1];
    return NULL;
}

static struct target target_of(const struct node *const path[], size_t k);

// Of a LIST that is no part of another, with token i in it.
static struct target target_of_outermost(const struct node *const path[], size_t k) {
    const struct node *const list = path[k], *const by = k > 0 ? path[k - 1] : NULL;
    const struct declaration *const in = function_around(list->first);
    const bool direct = !is(list->first - 1, "(") && !is(list->first - 1, ",");
    if (!by) { // a parameter's default
        const struct signature *const s = in ? signature_of(in) : NULL;
        for (size_t p = 0; s && p < s->count; p++)
            if (s->formals[p].end < list->first && list->first < s->formals[p].behind)
                return (struct target){s->formals[p].type, true};
        return unknown_target;
    }
    switch (by->kind) {
    case DECLARATION:
        for (size_t v = 0; v < by->declared_count; v++) {
            const struct variable *const d = by->declared[v];
            if (d->initial == list)
                return is(list->first - 1, "(") && class_of(&d->type)
                           ? argument_of_class(&d->type, 0)
                           : (struct target){d->type, d->reference};
        }
        return unknown_target;
    case CONSTRUCT: {
        const bool member =
            k > 1 && path[k - 2] == path[0] && in && path[0] == read_function(in)->initialisers;
        const struct type type = member ? type_of_member(by->name, in) : *by->type;
        return direct ? (struct target){type, false}
                      : argument_of_class(&type, number_of(list, by));
    }
    case NEW: {
        struct target to = unknown_target;
        bool odd = false;
        if (is(list->first - 1, "]"))
            return (struct target){{.shape = ARRAY, .of = &unknown_type}, false};
        if (!parse_stars(parse_type(by->first + 1, &to.type, &odd), &to.type, &to.handed_over) ||
            odd)
            return unknown_target;
        return direct ? to : argument_of_class(&to.type, number_of(list, by));
    }
    case CALL:
    case METHOD:
        return parameter_of(by->name, NULL, number_of(list, by) - (by->kind == METHOD),
                            by->arguments);
    case INDEX:
        return operand_of(type_of_object(by->child), "[", 0);
    case CALL_OF:
        return operand_of(type_of_object(by->child), "(", number_of(list, by) - 1);
    case LAUNCH: {
        const size_t number = number_of(list, by);
        if (number <= by->sign_length)
            return number == 3 ? (struct target){size_type, false} : unknown_target;
        return by->child->kind == GLOBAL_NAME
                   ? parameter_of(by->child->name, NULL, number - by->sign_length - 1,
                                  by->child->arguments)
                   : unknown_target;
    }
    case RETURN: {
        const struct node *const lambda = lambda_around(path, k);
        if (lambda)
            return result_of_lambda(lambda);
        const struct signature *const s = in ? signature_of(in) : NULL;
        return s && s->is_known ? (struct target){s->result, s->refers} : unknown_target;
    }
    case ASSIGN:
        return (struct target){*by->child->type, false};
    default:
        return unknown_target;
    }
}

// Of the LIST at path[k].
static struct target target_of(const struct node *const path[], size_t k) {
    if (k == 0 || path[k - 1]->kind != LIST)
        return target_of_outermost(path, k);
    const size_t number = number_of(path[k], path[k - 1]);
    if (is(path[k - 1]->first, "{"))
        return element_of_list(target_of(path, k - 1).type, number);
    const struct node *const by = k > 1 ? path[k - 2] : NULL; // a variable's (...)
    for (size_t v = 0; by && v < by->declared_count; v++)
        if (by->declared[v]->initial == path[k - 1])
            return argument_of_class(&by->declared[v]->type, number);
    return unknown_target;
}

// ---- what nvcc makes of it ----------------------------------------------------------------------

enum verdict { NOBODY_KNOWS, TAKEN, REFUSED };

// Is what path[k] is a part of, up to all that a lambda does, a variable's value?
static bool is_in_declaration(const struct node *const path[], size_t k) {
    for (; k > 0 && path[k - 1]->kind != LAMBDA; k--)
        if (path[k - 1]->kind == DECLARATION)
            return true;
    return false;
}

// Of the LIST at path[k], in which something narrows.
static enum verdict judge_list(const struct node *const path[], size_t k,
                               const struct node *members) {
    const struct target to = target_of(path, k);
    const struct node *const by = k > 0 ? path[k - 1] : NULL;
    const bool inner = by && by->kind == LIST && by != members;
    switch (made_as(to.type)) {
    case LISTED:
        return REFUSED;
    case CONSTRUCTED:
        return TAKEN;
    case A_NUMBER:
        if (inner && is(by->first, "{") && made_as(target_of(path, k - 1).type) == AGGREGATE)
            return judge_list(path, k - 1, members);
        return by && !to.handed_over && (by->kind == DECLARATION || by->kind == CONSTRUCT)
                   ? TAKEN
                   : REFUSED;
    case AGGREGATE: {
        while (k > 0 && path[k - 1]->kind == LIST && path[k - 1] != members)
            k--;
        const struct node *const for_what = k > 0 ? path[k - 1] : NULL;
        const struct declaration *const of = variable_at(path[k]->first);
        if (!for_what)
            return REFUSED;
        if (for_what->kind == RETURN || for_what->kind == DECLARATION)
            return TAKEN;
        if (members && for_what->kind == CONSTRUCT && k > 1 && path[k - 2] == members)
            return TAKEN;
        return is_in_declaration(path, k) && !(of && in_class(of)) ? TAKEN : REFUSED;
    }
    default:
        return NOBODY_KNOWS;
    }
}

// Is the LIST at path[k] that of T{...}, a number's, which the host's compiler never sees?
static bool is_cast(const struct node *const path[], size_t k, const struct node *members) {
    return k > 0 && path[k - 1]->kind == CONSTRUCT && !(k > 1 && path[k - 2] == members) &&
           path[k - 1]->type->shape == NUMBER_TYPE;
}

// The path to what narrows at token i: of an argument in braces the compiler may name the call.
static size_t path_to_narrowing(size_t i, const struct node *path[DEEPEST]) {
    size_t k = path_to(i, path);
    const struct node *const call = k > 0 ? path[k - 1] : NULL, *only = NULL;
    size_t lists = 0;
    for (const struct node *c = call ? call->child : NULL; c; c = c->next)
        if (c->kind == LIST) {
            only = c;
            lists++;
        }
    if (call && lists == 1 && k < DEEPEST &&
        (call->kind == CALL || call->kind == METHOD || call->kind == CALL_OF ||
         call->kind == INDEX))
        path[k++] = only;
    return k;
}

// Is it the parameter of a method of the library's object that narrows, as the compiler names its
// type by one of that class: std::array<int, 3>::size_type?
static bool is_named_by_class(const struct node *call, const char *types) {
    if (call->kind != METHOD && call->kind != INDEX)
        return false;
    const struct type *const type = type_of_object(call->child);
    const struct declaration *const c = class_of(type);
    if (!c || owner_of(c->name) != SYSTEM)
        return false;
    const char *const to = strstr(types, text(" to \"std::%s<", name_of(type->name)));
    const char *const within = to ? strstr(to, ">::") : NULL;
    return within && strcspn(to + strlen(" to \""), "\"") > (size_t)(within - to);
}

void judge_narrowing(size_t i, bool refused, const char *types) {
    const struct node *path[DEEPEST];
    const struct declaration *const d = function_around(i), *const of = d ? NULL : variable_at(i);
    const struct node *const members = d && d->body ? read_function(d)->initialisers : NULL;
    const bool device =
        d ? i > d->body && !(code_at(i) & HOST) : of && of->spaces & VARIABLE_SPACES;
    size_t k = path_to_narrowing(i, path);
    while (k > 0 && !(path[k - 1]->kind == LIST && is(path[k - 1]->first, "{")))
        k--;
    enum verdict verdict = k > 0 ? judge_list(path, k - 1, members) : NOBODY_KNOWS;
    if (verdict == NOBODY_KNOWS && k > 1 && is_named_by_class(path[k - 2], types))
        verdict = REFUSED;
    const bool error =
        verdict == REFUSED || (refused && !device && !(k > 0 && is_cast(path, k - 1, members)));
    if (error)
        complain(i, "error", "invalid narrowing conversion%s", types);
    else
        warn(i, NARROWING, "invalid narrowing conversion%s", types);
}
