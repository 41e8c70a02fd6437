// SPDX-License-Identifier: MIT
// What bodies of functions show by themselves to be wrong, as nvcc does: exceptions and types that
// device code does not have, built-in variables in the wrong place, what is stored into constants.
// A body is read as a tree; what the parser does not understand is let pass.
#include "refuse.h"
#include "tree.h"

static const struct declaration *now; // the function at hand
static unsigned now_spaces;

// ---- stores -------------------------------------------------------------------------------------

// What a declarator has around its name: so many [], and a * or none.
struct declarator {
    int dimensions;
    bool pointer;
};

static struct declarator declarator_of(const struct declaration *d) {
    struct declarator found = {0, is(d->name - 1, "*") || is(d->name - 1, "__restrict__")};
    for (size_t t = d->name + 1; is(t, "["); t = closing(t) + 1)
        found.dimensions++;
    return found;
}

// Of the member whose name is token i: where two classes have one, or nobody knows, it may point to
// what is not in its object.
static struct declarator member_declarator(size_t i) {
    struct declarator found = {0, true};
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == VARIABLE && same_word(declarations[k].name, i) &&
            in_class(&declarations[k])) {
            found = declarator_of(&declarations[k]);
            if (found.pointer && found.dimensions == 0)
                return found;
        }
    return found;
}

// So many times the expression can be indexed and stays in the object that it names.
static int dimensions(const struct node *n) {
    int count = 0;
    for (const struct type *t = n->type; t->shape == ARRAY; t = t->of)
        count++;
    if (count > 0 || n->type->shape != UNKNOWN)
        return count;
    if (n->kind == GLOBAL_NAME) {
        const struct declaration *const d = variable_meant(n->name);
        return d ? declarator_of(d).dimensions : 0;
    }
    if (n->kind == MEMBER || n->kind == ARROW)
        return member_declarator(n->name).dimensions;
    return n->kind == INDEX ? dimensions(n->child) - 1 : 0;
}

static const struct node *inner(const struct node *n) {
    while (n->kind == COMMA && !n->child->next)
        n = n->child;
    return n;
}

static const struct declaration *device_constant(const struct node *n) {
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    return d && d->spaces & CONSTANT ? d : NULL;
}

static const struct declaration *constant_behind(const struct node *pointer);

// The variable __constant__ that the expression is a part of; NULL: none, or nobody knows.
static const struct declaration *constant_around(const struct node *n) {
    n = inner(n);
    switch (n->kind) {
    case GLOBAL_NAME:
        return device_constant(n);
    case MEMBER:
        return constant_around(n->child);
    case INDEX:
        return dimensions(n->child) > 0 ? constant_around(n->child) : constant_behind(n->child);
    case ARROW:
    case DEREFERENCE:
        return dimensions(n->child) > 0 ? constant_around(n->child) : constant_behind(n->child);
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
    if (n->kind == ASSIGN && n->sign_length == 1 && inner(n->child)->kind == LOCAL_NAME &&
        inner(n->child)->variable == v)
        return true;
    if (n->kind == ADDRESS_OF && inner(n->child)->kind == LOCAL_NAME &&
        inner(n->child)->variable == v)
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
    pointer = inner(pointer);
    if (depth > 16)
        return NULL;
    depth++;
    if (pointer->kind == ADDRESS_OF) {
        found = constant_around(pointer->child);
    } else if (dimensions(pointer) > 0) {
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
               !is_assigned(read_function(now)->body, pointer->variable)) {
        found = constant_behind(pointer->variable->initial);
    }
    depth--;
    return found;
}

// The name that the path of members and indices begins with.
static const struct node *root_of(const struct node *n) {
    for (n = inner(n); n->kind == MEMBER || n->kind == INDEX || n->kind == ARROW ||
                       n->kind == DEREFERENCE || n->kind == BINARY || n->kind == STEP ||
                       n->kind == CAST || n->kind == ADDRESS_OF;)
        n = inner(n->child);
    return n;
}

// Something is stored in what the expression names, or at the address that it is (by an atomic).
static void check_store(const struct node *to, bool address) {
    const struct declaration *const d = address ? constant_behind(to) : constant_around(to);
    const struct node *n = inner(to);
    if (!d || !(now_spaces & (DEVICE | GLOBAL)))
        return;
    while (n->kind == MEMBER)
        n = inner(n->child);
    if (n->kind == GLOBAL_NAME && !address)
        complain(n->name, "error", "expression must be a modifiable lvalue: \"%s\" is __constant__",
                 name_of(n->name));
    else
        complain(root_of(to)->first, "warning",
                 "Cannot store to pointer that points to constant memory space: \"%s\"",
                 name_of(d->name));
}

// ---- names --------------------------------------------------------------------------------------

// READ: its value is asked for; BOUND: a reference that cannot change it is made to it;
// HANDED_OVER: one that can.
enum access { READ, STORED, ADDRESSED, BOUND, HANDED_OVER };

// The parameter with that number of function f, its tokens [*first, *end); false: it has none.
static bool find_parameter(const struct declaration *f, int number, size_t *first, size_t *end) {
    const size_t close = closing(f->open);
    *first = f->open + 1;
    for (*end = *first; *end <= close; ++*end) {
        if (is(*end, "<") && closing_angle(*end) < close) {
            *end = closing_angle(*end);
        } else if (nesting(*end) > 0) {
            *end = closing(*end);
        } else if (is(*end, ",") || *end == close) {
            if (number-- == 0)
                return *end > *first;
            *first = *end + 1;
        }
    }
    return false;
}

// Whether tokens [first, end), a parameter of f, are a reference to what variable v is, and not to
// another type, which a temporary of its value would do for.
static bool binds(const struct declaration *f, size_t first, size_t end,
                  const struct declaration *v) {
    static const char *const around[] = {"const", "constexpr", "static", "inline", "&", NULL};
    bool reference = false;
    size_t of = v->start;
    for (size_t t = first; t < end && !is(t, "="); t++) {
        reference = reference || is(t, "&");
        if (is_any(t, around))
            continue;
        while (of < v->type_end && is_any(of, around))
            of++;
        bool given = is(t, "auto"); // or a parameter of its template
        for (size_t g = f->first; g < f->start; g++)
            given = given || ((is(g, "class") || is(g, "typename")) && same_word(g + 1, t));
        if (reference) // the name
            return t + 1 >= end && (given || of >= v->type_end);
        if (given)
            of = v->type_end;
        else if (of >= v->type_end || !same_word(of++, t))
            return false;
    }
    return reference && of >= v->type_end;
}

// How the call's argument with that number is handed over: to all functions of that name, or
// HANDED_OVER to one. v: the constant that it is, or NULL.
static enum access access_of_argument(const struct node *call, int number,
                                      const struct declaration *v) {
    enum access access = READ;
    bool all = true;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const f = &declarations[k];
        size_t first, end;
        if (f->what != FUNCTION || !same_word(f->name, call->name) || owner_of(f->name) != USER ||
            !find_parameter(f, number, &first, &end))
            continue;
        bool reference = false, constant = false;
        for (size_t t = first; t < end && !is(t, "="); t++) {
            reference = reference || is(t, "&");
            constant = constant || is(t, "const");
            if (is(t, "<") && closing_angle(t) < end)
                t = closing_angle(t);
        }
        if (reference && !constant && !v)
            return HANDED_OVER;
        all = all && v && binds(f, first, end, v);
        access = BOUND;
    }
    return v && all ? access : READ;
}

static void check_built_in(const struct node *n, enum access access, unsigned code) {
    const size_t name = n->kind == CONSTANT_VALUE ? n->first : n->name;
    const struct declaration *const other = variable_meant(name); // a member of the same name
    if (other && owner_of(other->name) == USER)
        return;
    if (!(code & (DEVICE | GLOBAL)) && now->is_template && is_unnamed(now))
        return;
    if (!(code & (DEVICE | GLOBAL)))
        complain(name, "error",
                 "\"%s\" is there in device code alone, not in a __host__ function(\"%s\")",
                 name_of(name), name_of_function(now));
    else if (code & (DEVICE | GLOBAL) && access != READ && access != BOUND)
        complain(name, "error", "expression must be a modifiable lvalue: nobody writes \"%s\"",
                 name_of(name));
}

// A constant of the host's has a value alone in device code, and no address.
static void check_constant(const struct node *n, enum access access, unsigned code) {
    const struct declaration *const d =
        access == READ || access == STORED ? NULL : variable_meant(n->name);
    if (d && !d->spaces && owner_of(d->name) == USER && code & (DEVICE | GLOBAL) &&
        !(code & HOST) && (access == ADDRESSED ? !in_class(d) : d->is_const && d->open))
        complain(n->name, "error",
                 "identifier \"%s\" is undefined in device code: it has a value there and no "
                 "address",
                 name_of(n->name));
}

// ---- the tree -----------------------------------------------------------------------------------

static void look(const struct node *n, enum access access, unsigned code);

static void look_at_all(const struct node *n, unsigned code) {
    for (const struct node *c = n->child; c; c = c->next)
        look(c, READ, code_below(n, c, code));
}

static bool is_name(const struct node *n) {
    return n->kind == GLOBAL_NAME || n->kind == BUILT_IN ||
           (n->kind == CONSTANT_VALUE && is(n->first, "warpSize"));
}

static void look_at_call(const struct node *n, unsigned code) {
    const bool atomic =
        n->kind == CALL && !(flags(n->name) & USERS) && strncmp(name_of(n->name), "atomic", 6) == 0;
    int number = 0;
    if (n->kind == METHOD || n->kind == CALL_OF)
        look(n->child, READ, code);
    for (const struct node *c = first_argument(n); c; c = c->next, number++) {
        const struct node *const root = root_of(c);
        const struct declaration *const v =
            inner(c)->kind == GLOBAL_NAME ? variable_meant(inner(c)->name) : NULL;
        enum access access = READ;
        if (is_name(root) && (flags(n->name) & USERS))
            access = access_of_argument(n, number, NULL);
        if (access == READ && v && (flags(n->name) & USERS))
            access = access_of_argument(n, number, v);
        look(c, access, code);
        if (atomic && number == 0)
            check_store(c, true);
    }
}

static void look_at_declaration(const struct node *n, unsigned code) {
    for (const struct node *c = n->child; c; c = c->next) {
        const struct variable *v = NULL;
        for (size_t k = 0; k < n->declared_count; k++)
            if (n->declared[k]->initial == c)
                v = n->declared[k];
        const struct declaration *const held = v && v->reference && inner(c)->kind == GLOBAL_NAME
                                                   ? variable_meant(inner(c)->name)
                                                   : NULL;
        const bool same_type =
            held && (is(v->type_end - 1, "auto") || same_word(v->type_end - 1, held->type_end - 1));
        look(c, same_type ? BOUND : READ, code);
    }
}

// C++ has labels in front of nothing from 23 on.
static void check_labels(const struct node *block) {
    const struct node *last = block->child;
    while (last && last->next)
        last = last->next;
    if (last && (last->kind == LABEL || last->kind == JUMP) && is(last->last, ":"))
        complain(block->last, "warning", "expected a statement");
}

static bool is_thread_local(const struct node *n) {
    for (size_t t = n->first; t < n->last && !is(t, "="); t++)
        if (is(t, "thread_local"))
            return true;
    return false;
}

static void unsupported(size_t i, const char *what, unsigned code) {
    if (code & (DEVICE | GLOBAL) && !(code & HOST))
        complain(i, "error", "device code does not support %s", what);
}

static void look(const struct node *n, enum access access, unsigned code) {
    static const char *const barriers[] = {"__syncthreads", "__syncwarp", "__threadfence", NULL};
    static const char *const indices[] = {"threadIdx", "blockIdx", "blockDim",
                                          "gridDim",   "warpSize", NULL};
    if (is_name(n)) {
        if (is_any(n->kind == CONSTANT_VALUE ? n->first : n->name, indices))
            check_built_in(n, access, code);
        else if (n->kind == GLOBAL_NAME)
            check_constant(n, access, code);
    }
    switch (n->kind) {
    case ASSIGN:
        check_store(n->child, false);
        look(n->child, STORED, code);
        look(child(n, 1), READ, code);
        break;
    case STEP:
        check_store(n->child, false);
        look(n->child, STORED, code);
        break;
    case ADDRESS_OF:
        look(n->child, ADDRESSED, code);
        break;
    case MEMBER:
        look(n->child, access == BOUND ? READ : access, code);
        break;
    case COMMA:
        for (const struct node *c = n->child; c; c = c->next)
            look(c, c->next ? READ : access, code);
        break;
    case INDEX:
        look(n->child, access == ADDRESSED && dimensions(n->child) > 0 ? ADDRESSED : READ, code);
        look(child(n, 1), READ, code);
        break;
    case CONDITIONAL:
        look(n->child, READ, code);
        look(child(n, 1), access, code);
        look(child(n, 2), access, code);
        break;
    case CALL:
    case METHOD:
    case CALL_OF:
        look_at_call(n, code);
        break;
    case CAST:
        if (is(n->first, "dynamic_cast"))
            unsupported(n->first, "dynamic_cast", code);
        look_at_all(n, code);
        break;
    case TYPE_ID:
        if (is(n->first, "typeid"))
            unsupported(n->first, "typeid", code);
        break;
    case THROW:
    case TRY:
        unsupported(n->first, "exception handling", code);
        look_at_all(n, code);
        break;
    case BLOCK:
        check_labels(n);
        look_at_all(n, code);
        break;
    case LABEL_ADDRESS:
        if (code & (DEVICE | GLOBAL))
            complain(n->first, "error",
                     "address of label extension is not supported in __device__/__global__ "
                     "functions");
        break;
    case DECLARATION:
        if (is_thread_local(n))
            unsupported(n->first, "thread_local", code);
        look_at_declaration(n, code);
        break;
    case EXPRESSION:
        if (n->child->kind == GLOBAL_NAME && is_any(n->child->name, barriers))
            complain(n->first, "warning", "expression has no effect: %s is not called",
                     name_of(n->first));
        look_at_all(n, code);
        break;
    case ASSEMBLY:
        if (!is_left_out(now) && !(now->is_template && is_unnamed(now)))
            check_asm(n, code);
        look_at_all(n, code);
        break;
    case LAMBDA:
        if (n->sign_length < ODD_HEAD)
            look_at_all(n, code);
        break;
    default:
        look_at_all(n, code);
    }
}

void check_body(const struct declaration *d) {
    static const char *const locals[] = {"__shared__", "__constant__", "__device__",
                                         "__host__",   "__managed__",  NULL};
    for (size_t t = d->body + 1; t < d->end; t++)
        if (is_any(t, locals))
            check_local(t, d, code_at(t));
    const struct reading *const r = read_function(d);
    now = d;
    now_spaces = spaces_of(d);
    if (!r->body->why)
        look(r->body, READ, now_spaces);
}

// ---- variables of the device in host code -------------------------------------------------------

// How a name is met in host code: `climbing` while what is around it is a part of the variable.
struct meeting {
    bool climbing, element, stored, hidden;
};

// What node n does with its child c, in which the name is.
static void climb(const struct node *n, const struct node *c, struct meeting *m) {
    const bool climbed = m->climbing && c == n->child;
    m->climbing = climbed && (n->kind == MEMBER || (n->kind == COMMA && !n->child->next) ||
                              (n->kind == BINARY && dimensions(c) > 0) ||
                              (n->kind == INDEX && dimensions(c) > 0) || n->kind == DEREFERENCE);
    m->element = m->element || (m->climbing && (n->kind == INDEX || n->kind == DEREFERENCE));
    m->stored = m->stored || (climbed && (n->kind == ASSIGN || n->kind == STEP));
    // its address is no secret, nor is it to what takes it by its name
    m->hidden = m->hidden || (climbed && n->kind == ADDRESS_OF) ||
                (n->kind == CALL && strstr(name_of(n->name), "Symbol"));
}

static bool meet(const struct node *n, size_t i, struct meeting *m) {
    if (n->kind == GLOBAL_NAME && n->name == i)
        return m->climbing = true;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->first <= i && i <= c->last && meet(c, i, m)) {
            climb(n, c, m);
            return true;
        }
    return false;
}

void warn_of_placed(size_t i, const struct declaration *d) {
    const struct declaration *const around = function_around(i);
    struct meeting m = {false, false, false, false};
    if (!around || !around->body || !meet(read_function(around)->body, i, &m))
        return;
    if (!m.stored && (m.hidden || (is(d->name + 1, "[") && !m.element)))
        return;
    complain(i, "warning", "a %s variable \"%s\" cannot be directly %s in a host function",
             d->spaces & CONSTANT ? "__constant__" : "__device__", name_of(d->name),
             m.stored ? "written" : "read");
}
