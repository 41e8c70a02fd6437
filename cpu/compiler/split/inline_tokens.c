// SPDX-License-Identifier: MIT
// The tokens of a function that is written out in its caller: its names told apart by a number, the
// parameters of its template replaced by what they stand for there.
#include "inline.h"
#include "fission.h"

struct output *write_to(struct inlining *t, struct output *there) {
    struct output *const before = t->out;
    t->out = there;
    t->last_put = 0;
    return before;
}

void put_words(struct inlining *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append_printed(t->out, format, arguments);
    va_end(arguments);
    t->last_put = 0;
}

bool is_member(size_t i) {
    return is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::");
}

// What stands for the word at token i; NULL: the word itself.
static const char *instead_of(const struct expansion *e, size_t i) {
    if (tokens[i].kind != WORD || is_member(i))
        return NULL;
    const struct variable *const v = meaning_in(e->reading, i);
    if (e->caller && v && e->text->hoisting && is_local_constant(v)) {
        const char *const type = type_text(e, &v->type), *const value =
                                                             renamed(e, v->initial->first,
                                                                     v->initial->last + 1);
        return type && value ? text("((%s)(%s))", type, value) : NULL;
    }
    if (e->caller && v && v->name > e->of->open)
        return v->role == SHARED_MEMORY ? text("%s_cuda_cpu_shared_%u", name_of(i), e->shared)
                                        : text("%s_cuda_cpu_%u", name_of(i), e->number);
    for (size_t k = 0; k < e->given_count; k++)
        if (same_word(e->given[k], i)) {
            e->text->groups_lost = e->text->groups_lost || !e->stand_for[k];
            return e->stand_for[k];
        }
    return NULL;
}

void put_renamed(const struct expansion *e, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        size_t last, before = e->text->last_put;
        const char *const of_group = group_text(e, i, &last);
        if (of_group) {
            if (*of_group)
                put_words(e->text, "%s", placed(i));
            put_words(e->text, "%s", of_group);
            i = last;
            continue;
        }
        if (before && before + 1 == i)
            append(e->text->out, source + tokens[before].end, tokens[i].start - tokens[before].end);
        else
            put_words(e->text, "%s", placed(i));
        const char *const instead = instead_of(e, i);
        if (instead)
            put_words(e->text, "%s", instead);
        else
            append(e->text->out, source + tokens[i].start, tokens[i].end - tokens[i].start);
        e->text->last_put = i;
    }
}

const char *renamed(const struct expansion *e, size_t first, size_t end) {
    struct output part = {NULL, 0, 0}, *const before = write_to(e->text, &part);
    append(&part, "", 0);
    e->text->last_put = first - 1;
    put_renamed(e, first, end);
    write_to(e->text, before);
    for (char *c = part.text; *c; c++)
        if (*c == '\n')
            *c = ' ';
    return strchr(part.text, '#') ? NULL : part.text + strspn(part.text, " ");
}

// ---- what a template is given -------------------------------------------------------------------

// Tokens of e's function; NULL: they name what that declares.
static const char *text_outside(const struct expansion *e, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        const struct variable *const v = meaning_in(e->reading, i);
        if (v && v->name > e->of->open)
            return NULL;
    }
    return renamed(e, first, end);
}

// A number's type that is written with C's own words, in whichever order.
static const char *number_text(const struct type *type) {
    static const char *const words[] = {[1] = "char", [2] = "short", [4] = "int", [8] = "long"};
    const char *const sign = type->natural                        ? "unsigned "
                             : type->has_sign && type->bytes == 1 ? "signed "
                                                                  : "";
    if (is(type->name, "bool"))
        return "bool";
    if (type->floating)
        return type->bytes == 4 ? "float" : type->bytes == 8 ? "double" : "long double";
    if (type->bytes == 4)
        return type->natural ? "unsigned" : "int";
    return text("%s%s%s", sign, type->twice ? "long " : "", words[type->bytes]);
}

const char *type_text(const struct expansion *e, const struct type *type) {
    if (type->shape == POINTER || type->shape == ARRAY || type->asked || !type->name ||
        is(type->name, "auto"))
        return NULL;
    if (is_one(type->name, ARITHMETIC))
        return number_text(type);
    return text_outside(e, type->from - is(type->from - 1, "typename"),
                        (type->arguments ? type->arguments->close : type->name) + 1);
}

// Is it known but for what templates are given, and no pointer? Of that T a, b would make but one.
static bool is_named_type(const struct type *type) {
    return type->shape != POINTER && (type->shape != UNKNOWN || type->means);
}

// The type that the variable of e's function is declared with.
static const char *type_of(const struct expansion *e, const struct variable *v) {
    const bool plain = !v->reference && !v->odd && !v->deduced && is_named_type(&v->type);
    return plain && v->role != SHARED_MEMORY ? type_text(e, &v->type) : NULL;
}

const struct variable *variable_named(const struct expansion *e, size_t name) {
    const struct variable *found = NULL;
    for (size_t k = 0; k < e->reading->variable_count && !found; k++)
        found = e->reading->variables[k]->name == name ? e->reading->variables[k] : NULL;
    return found;
}

// The type of a value in e's function, without const, and its text; NULL: unknown.
static const char *type_of_value(const struct expansion *e, const struct node *n,
                                 struct type *type) {
    n = bare(n);
    const struct node *const first = n->child;
    *type = *n->type;
    type->constant = false;
    if (n->kind == LOCAL_NAME) {
        *type = n->variable->type;
        type->constant = false;
        return type_of(e, n->variable);
    }
    if (n->kind == CALL) {
        const struct declaration *const f = n->name == n->first ? only_function(n->name) : NULL;
        const struct signature *const s = f && !f->is_template ? signature_of(f) : NULL;
        if (!s || !s->is_known || s->refers || !is_one(s->result.name, ARITHMETIC))
            return NULL;
        *type = s->result;
        type->constant = false;
        return number_text(type);
    }
    if (n->kind == INDEX && first->kind == LOCAL_NAME && first->type->shape == ARRAY &&
        !first->variable->reference && !first->variable->odd) {
        *type = *first->type->of;
        type->constant = false;
        return is_named_type(type) ? type_text(e, type) : NULL;
    }
    if (n->kind == CONDITIONAL) {
        const char *const a = type_of_value(e, first->next, type);
        const char *const b = type_of_value(e, first->next->next, type);
        return a && b && strcmp(a, b) == 0 ? a : NULL;
    }
    // T(x) is a reference if T is one, and T() is not there then
    return n->kind == CONSTRUCT && !first && is_named_type(type) ? type_text(e, type) : NULL;
}

// Does it take numbers, each of the very type that the call gives it?
static bool takes_these(const struct expansion *e, const struct declaration *f,
                        const struct node *call) {
    const struct signature *const s = signature_of(f);
    const struct node *argument = first_argument(call);
    for (size_t k = 0; k < s->count; k++, argument = argument->next) {
        const struct formal *const p = &s->formals[k];
        struct type type;
        const char *const given = argument ? type_of_value(e, argument, &type) : NULL;
        if (!given || p->reference || p->odd || p->type.shape != NUMBER_TYPE ||
            !is_one(p->type.name, ARITHMETIC) || strcmp(given, number_text(&p->type)) != 0)
            return false;
    }
    return !argument;
}

const struct declaration *called_by(const struct expansion *e, const struct node *call,
                                    const struct declaration *f) {
    if (!f || f == only_function(call->name))
        return f;
    for (const struct declaration *o = first_named(call->name); o; o = next_named(o))
        if (o->end < call->first && takes_these(e, o, call))
            return o;
    return NULL;
}

// What that type parameter of the template stands for: the type of what is handed over to the
// parameter that is of that type alone; *type.
static const char *deduce(const struct expansion *e, const struct expansion *of,
                          const struct node *call, const struct variable *parameter,
                          struct type *type) {
    const struct node *argument = first_argument(call);
    for (size_t k = 0; k < of->reading->variable_count && argument; k++) {
        const struct variable *const v = of->reading->variables[k];
        if (v->role != PARAMETER || v->name < of->of->open)
            continue;
        const char *const stands =
            is_just(&v->type, parameter) && !v->reference ? type_of_value(e, argument, type) : NULL;
        if (stands)
            return stands;
        argument = argument->next;
    }
    return NULL;
}

bool can_be_filled(const struct expansion *e, const struct type *type) {
    if (type->shape == UNKNOWN && type->means && !type->arguments) {
        for (size_t k = 0; k < e->given_count; k++)
            if (e->given[k] == type->means->name)
                return !e->types[k].constant && !e->types[k].ordered &&
                       can_be_filled(e->caller, &e->types[k]);
        return !e->caller && type->means->given; // the compiler is asked of the kernel's template
    }
    return is_plain(type) || type->shape == VECTOR;
}

bool find_arguments(const struct expansion *e, struct expansion *of, const struct node *call) {
    const struct declaration *const f = of->of;
    if (!f->is_template)
        return true;
    if (!is(f->first, "template") || closing_angle(f->first + 1) + 1 != f->start)
        return false;
    const struct arguments *const given = call->arguments;
    const size_t close = f->start - 1;
    struct formal p;
    size_t count = 0;
    for (size_t i = f->first + 2; i < close; i = p.after + 1, count++) {
        parse_template_parameter(i, close, &p);
        if (!p.name || p.pack || of->given_count == MOST_GIVEN)
            return false;
        const struct variable *const parameter = variable_named(of, p.name);
        const char *stands = NULL;
        struct type type = unknown_type;
        if (given && count < given->count) {
            if (given->all[count].is_type && !given->all[count].reference)
                type = given->all[count].type;
            stands = text_outside(e, given->all[count].first, given->all[count].end);
            if (!stands)
                return false;
        } else if (p.is_type) {
            stands = deduce(e, of, call, parameter, &type);
        }
        const bool of_group = !stands && is_of_group(of, parameter, &stands);
        if (!stands && !of_group && is(p.end, "="))
            stands = renamed(of, p.end + 1, p.after);
        if (!stands && !of_group)
            return false;
        if (stands && !p.is_type && !is(p.type.name, "auto")) {
            const char *const converted = renamed(of, p.first, p.name);
            if (!converted)
                return false;
            stands = text("(%s)(%s)", converted, stands);
        }
        of->given[of->given_count] = p.name;
        of->types[of->given_count] = type;
        of->stand_for[of->given_count++] = p.is_type || !stands ? stands : text("(%s)", stands);
    }
    return !given || given->count <= count;
}
