// SPDX-License-Identifier: MIT
// What is stored into variables of the device where that cannot be: into constants by kernels, into
// all by the host.
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

static const struct node *whole; // the body of the function at hand

// So many dimensions has an array of that type; 0: it is none.
static int dimensions(const struct type *type) {
    int count = 0;
    for (; type->shape == ARRAY; type = type->of)
        count++;
    return count;
}

static int dimensions_of(const struct declaration *d) {
    struct type type;
    return type_of_variable(d, &type) ? dimensions(&type) : 0;
}

// Of the member whose name is token i: where one of that name is neither an array nor a number, it
// may point to what is not in its object.
static int member_dimensions(size_t i) {
    int found = 0;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        struct type type;
        if (d->what != VARIABLE || !same_word(d->name, i) || !in_class(d))
            continue;
        if (!type_of_variable(d, &type) || (type.shape != ARRAY && type.shape != NUMBER_TYPE))
            return 0;
        found = type.shape == ARRAY ? dimensions(&type) : found;
    }
    return found;
}

// So many times the expression can be indexed and stays in the object that it names.
int times_indexed(const struct node *n) {
    if (n->type->shape != UNKNOWN)
        return dimensions(n->type);
    if (n->kind == GLOBAL_NAME)
        return variable_meant(n->name) ? dimensions_of(variable_meant(n->name)) : 0;
    if (n->kind == MEMBER || n->kind == ARROW)
        return member_dimensions(n->name);
    return n->kind == INDEX ? times_indexed(n->child) - 1 : 0;
}

const struct node *inside_parentheses(const struct node *n) {
    while (n->kind == COMMA && !n->child->next)
        n = n->child;
    return n;
}

static const struct declaration *device_constant(const struct node *n) {
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    return d && d->spaces & CONSTANT && !is_reference(d) ? d : NULL;
}

static const struct declaration *constant_behind(const struct node *pointer);

// The variable __constant__ that the expression is a part of; NULL: none, or nobody knows.
static const struct declaration *constant_around(const struct node *n) {
    n = inside_parentheses(n);
    switch (n->kind) {
    case GLOBAL_NAME:
        return device_constant(n);
    case MEMBER:
        return constant_around(n->child);
    case INDEX:
        return times_indexed(n->child) > 0 ? constant_around(n->child) : constant_behind(n->child);
    case ARROW:
    case DEREFERENCE:
        return times_indexed(n->child) > 0 ? constant_around(n->child) : constant_behind(n->child);
    case LOCAL_NAME:
        return n->variable->reference && n->variable->initial
                   ? constant_around(n->variable->initial)
                   : NULL;
    default:
        return NULL;
    }
}

// Whether a = in the tree gives the variable a value.
static bool is_assigned(const struct node *n, const struct variable *v) {
    if (n->kind == ASSIGN && n->sign_length == 1 &&
        inside_parentheses(n->child)->kind == LOCAL_NAME &&
        inside_parentheses(n->child)->variable == v)
        return true;
    if (n->kind == ADDRESS_OF && inside_parentheses(n->child)->kind == LOCAL_NAME &&
        inside_parentheses(n->child)->variable == v)
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (is_assigned(c, v))
            return true;
    return n->kind == OPAQUE;
}

// The variable __constant__ that the pointer surely points into.
static const struct declaration *constant_behind(const struct node *pointer) {
    static unsigned depth; // T *p = p + 1
    const struct declaration *found = NULL;
    pointer = inside_parentheses(pointer);
    if (depth > 16)
        return NULL;
    depth++;
    if (pointer->kind == ADDRESS_OF) {
        found = constant_around(pointer->child);
    } else if (times_indexed(pointer) > 0) {
        found = constant_around(pointer);
    } else if (pointer->kind == BINARY && (has_sign(pointer, "+") || has_sign(pointer, "-"))) {
        found = constant_behind(pointer->child);
        found = found ? found : constant_behind(child(pointer, 1));
    } else if (pointer->kind == CAST || pointer->kind == STEP) {
        found = constant_behind(pointer->child);
    } else if (pointer->kind == CONDITIONAL) {
        found = constant_behind(child(pointer, 1));
        found = constant_behind(child(pointer, 2)) ? found : NULL;
    } else if (pointer->kind == LOCAL_NAME && pointer->variable->type.shape == POINTER &&
               pointer->variable->initial && !pointer->variable->reference &&
               !is_assigned(whole, pointer->variable)) {
        found = constant_behind(pointer->variable->initial);
    }
    depth--;
    return found;
}

// The name that the path of members and indices begins with.
const struct node *root_of(const struct node *n) {
    for (n = inside_parentheses(n); n->kind == MEMBER || n->kind == INDEX || n->kind == ARROW ||
                                    n->kind == DEREFERENCE || n->kind == BINARY ||
                                    n->kind == STEP || n->kind == CAST || n->kind == ADDRESS_OF;)
        n = inside_parentheses(n->child);
    return n;
}

// Something is stored in what the expression names, or at the address that it is (by an atomic).
void check_store(const struct node *to, bool address, const struct declaration *in) {
    whole = read_function(in)->body;
    const struct declaration *const d = address ? constant_behind(to) : constant_around(to);
    const struct node *n = inside_parentheses(to);
    if (!d)
        return;
    const struct variable *const v = declared_as(d);
    const bool number = v && (v->type.shape == NUMBER_TYPE || v->type.shape == POINTER);
    if (n->kind == GLOBAL_NAME && !address && number) // objects have operators
        complain(n->name, "error", "expression must be a modifiable lvalue: \"%s\" is __constant__",
                 name_of(n->name));
    else if (in->spaces & GLOBAL) // nvcc looks at no other functions
        complain(root_of(to)->first, "warning",
                 "Cannot store to pointer that points to constant memory space: \"%s\"",
                 name_of(d->name));
}

// ---- variables of the device in host code -------------------------------------------------------

// How a name is met in host code: `climbing` while what is around it is a part of the variable, the
// last of which is `part`.
struct meeting {
    const struct node *part;
    bool climbing, stored, hidden;
};

// Does a function get the argument c of the call by reference?
static bool refers_to(const struct node *call, const struct node *c) {
    size_t number = 0;
    const struct node *a = first_argument(call);
    for (; a && a != c; a = a->next)
        number++;
    for (size_t k = 0; a && k < declaration_count; k++) {
        const struct declaration *const f = &declarations[k];
        if (f->what == FUNCTION && same_word(f->name, call->name) &&
            number < signature_of(f)->count && signature_of(f)->formals[number].reference)
            return true;
    }
    return false;
}

// Is c the value of a reference that the statement declares?
static bool declares_reference(const struct node *n, const struct node *c) {
    for (size_t k = 0; n->kind == DECLARATION && k < n->declared_count; k++)
        if (n->declared[k]->initial == c)
            return n->declared[k]->reference;
    return false;
}

// What node n does with its child c, in which the name is.
static void climb(const struct node *n, const struct node *c, struct meeting *m) {
    const bool was = m->climbing, climbed = was && c == n->child;
    m->climbing = climbed && (n->kind == MEMBER || (n->kind == COMMA && !n->child->next) ||
                              (n->kind == BINARY && times_indexed(c) > 0) ||
                              ((n->kind == INDEX || n->kind == ARROW) && times_indexed(c) > 0) ||
                              n->kind == DEREFERENCE);
    m->part = m->climbing && n->kind != BINARY ? n : m->part;
    m->stored = m->stored || (climbed && (n->kind == ASSIGN || n->kind == STEP));
    // its address is no secret, nor is it to what takes it by its name
    m->hidden = m->hidden || (climbed && n->kind == ADDRESS_OF) ||
                (was && (declares_reference(n, c) || (n->kind == METHOD && c == n->child) ||
                         ((n->kind == CALL || n->kind == METHOD) && refers_to(n, c)))) ||
                (n->kind == CALL && strstr(name_of(n->name), "Symbol"));
}

static bool meet(const struct node *n, size_t i, struct meeting *m) {
    if (n->kind == GLOBAL_NAME ? n->name == i : n->kind == LOCAL_NAME && n->first == i) {
        m->part = n;
        return m->climbing = true;
    }
    for (const struct node *c = n->child; c; c = c->next)
        if (c->first <= i && i <= c->last && meet(c, i, m)) {
            climb(n, c, m);
            return true;
        }
    return false;
}

// Host code at token i names a variable of the device of those spaces.
static void warn_of_use(size_t i, unsigned spaces) {
    const struct declaration *const around = function_around(i);
    struct meeting m = {NULL, false, false, false};
    if (!around || !around->body || !meet(read_function(around)->body, i, &m))
        return;
    const struct declaration *const d = variable_meant(i);
    const bool refers = d && d->spaces & VARIABLE_SPACES && is_reference(d); // it is read itself
    const bool taken = !refers && (times_indexed(m.part) > 0 || (m.hidden && !m.stored));
    if (refers ? is_asked(i)
               : taken && !m.stored && !(spaces & SHARED)) // which the host has for what it copies
        return;
    const enum warning number = refers     ? DEVICE_READ
                                : m.stored ? DEVICE_WRITTEN
                                : taken    ? ADDRESS_TAKEN
                                           : DEVICE_READ;
    warn(i, number, "%sa %s variable \"%s\" cannot be directly %s in a host function",
         taken ? "the address of " : "",
         spaces & CONSTANT ? "__constant__"
         : spaces & SHARED ? "__shared__"
                           : "__device__",
         name_of(i),
         number == DEVICE_WRITTEN  ? "written"
         : number == ADDRESS_TAKEN ? "taken"
                                   : "read");
}

void warn_of_placed(size_t i, const struct declaration *d) {
    warn_of_use(i, d->spaces);
}

void warn_of_shared(size_t i) {
    if (!is_asked(i))
        warn_of_use(i, SHARED);
}
