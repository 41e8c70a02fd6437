// SPDX-License-Identifier: MIT
// Calls that nobody wrote: constructors and assignments that are = default or not there at all call
// the host's for a member or a base, and objects end.
#include <string.h>

#include "cuda2cpp.h"
#include "names.h"
#include "refuse.h"

size_t end_of_kernels(size_t i) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what == FUNCTION && d->body && d->spaces & GLOBAL && !d->is_template &&
            owner_of(d->name) == USER)
            i = closing(d->body);
    }
    return i;
}

// ---- who calls what nobody wrote ----------------------------------------------------------------

const char *const unwritten_words[] = {"made", "copied", "assigned", "ended", NULL};

struct unwritten_call {
    size_t i;
    const struct declaration *class; // whose constructor it is, or what `how` says
    enum unwritten how;
};

static struct unwritten_call *calls;
static size_t call_count, call_room;

void note_unwritten(size_t i, const struct declaration *class, enum unwritten how) {
    calls = (struct unwritten_call *)grow(calls, &call_room, call_count + 1, sizeof *calls);
    calls[call_count++] = (struct unwritten_call){i, class, how};
}

static bool is_assignment(const struct declaration *d) {
    return d->special == OPERATOR && is(d->name + 1, "=") && is(d->name + 2, "(");
}

enum unwritten how_of(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    return d->special == DESTRUCTOR                                               ? ENDED
           : is_assignment(d)                                                     ? ASSIGNED
           : d->special == CONSTRUCTOR && s->count > 0 && s->formals[0].reference ? COPIED
                                                                                  : MADE;
}

char *unwritten_of(const struct declaration *class) {
    const char *const name = name_of(class->name);
    const size_t k = (size_t)(class - declarations);
    bool makes = true, copies = true;
    for (const struct declaration *d = class + 1;
         d < declarations + declaration_count && d->first < class->end; d++) {
        if (d->scope != k || d->what != FUNCTION)
            continue;
        makes = makes && d->special != CONSTRUCTOR;
        copies = copies && d->special != DESTRUCTOR && !is_assignment(d) &&
                 (d->special != CONSTRUCTOR || signature_of(d)->by_value);
    }
#define MARK " __attribute__((deprecated(\"cuda_cpu_%s %zu\"))) "
    return text("%s%s", makes ? text(MARK "%s() = default;", "made", k, name) : "",
                copies ? text(MARK "%s(const %s &) = default;" MARK "%s(%s &&) = default;" MARK
                                   "%s &operator=(const %s &) = default;" MARK
                                   "%s &operator=(%s &&) = default;" MARK "~%s() = default;",
                              "copied", k, name, name, "copied", k, name, name, "assigned", k, name,
                              name, "assigned", k, name, name, "ended", k, name)
                       : "");
#undef MARK
}

// The innermost class that token i stands in.
static const struct declaration *class_around(size_t i) {
    const struct declaration *own = NULL;
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++)
        if (d->what == CLASS && d->first <= i && i <= d->end)
            own = d;
    return own;
}

bool is_unwritten(size_t i) {
    const struct declaration *const f = function_around(i);
    return !f || (in_class(f) && is(f->end - 1, "default") && i < f->open);
}

bool is_in_members_value(size_t i) {
    const struct declaration *const in = declaration_at(i);
    return in && in->what == VARIABLE && in_class(in) && !in->is_static && in->open &&
           in->open <= i;
}

bool calls_unwritten(const char *word, size_t i, const struct declaration *d) {
    if (strcmp(word, "library") == 0)
        return d->what == FUNCTION && is_unwritten(i) && class_around(i) &&
               (d->special || is_in_members_value(i));
    return strcmp(word, "host") == 0 && is_unwritten(i);
}

// What becomes of an object of the class in which token i stands where that of a member's class or
// a base does what `how` says: a member has a value where it is made.
static enum unwritten how_around(size_t i, enum unwritten how) {
    return declaration_at(i)->what == VARIABLE ? MADE : how;
}

// Is it of a variable that lasts? Its value must be known when the program is compiled.
static bool lasts(size_t i) {
    const struct node *path[DEEPEST];
    bool found = false;
    for (size_t k = path_to(i, path); k > 0 && !found; k--)
        found = path[k - 1]->kind == SHARED_VARIABLE || path[k - 1]->is_static;
    return found;
}

unsigned code_that(enum unwritten how, const struct declaration *class, bool *live, int depth) {
    unsigned code = 0;
    for (const struct unwritten_call *c = calls; c < calls + call_count && depth < 16; c++) {
        if (c->class != class || c->how != how || is_asked(c->i))
            continue;
        const bool unwritten = is_unwritten(c->i);
        const struct declaration *const f = function_around(c->i), *const own = class_around(c->i);
        if (unwritten && own && is_in_members_value(c->i)) {
            const unsigned value = code_of_value(own, declaration_at(c->i), false, depth + 1);
            code |= value;
            *live = *live || value;
        } else if (unwritten && own) {
            code |= code_that(how, own, live, depth + 1);
        } else if (unwritten) { // a variable's value
            code |= HOST;
            *live = true;
        } else if (!(f->is_template && is_unnamed(f))) {
            code |= lasts(c->i) ? code_at(c->i) & HOST : code_at(c->i);
            *live = *live || (f->special ? is_known_to_run(f) : !is_skipped(f));
        }
    }
    return code;
}

bool is_of(const struct type *type, const struct declaration *class) {
    while (type->shape == ARRAY)
        type = type->of;
    return type->shape == OBJECT && !type->means && class_meant(type->name) == class;
}

void judge_members_value(size_t i, const struct declaration *d) {
    const struct declaration *const own = class_around(i);
    if (own && is_in_members_value(i) && !is_unevaluated(i) && !d->is_constexpr &&
        code_of_value(own, declaration_at(i), false, 0) & (DEVICE | GLOBAL))
        complain_late(i, "error", "identifier \"%s\" is undefined in device code",
                      name_of(d->name));
}

void judge_unwritten(size_t i, const struct declaration *d) {
    const struct declaration *const own = class_around(i), *const in = declaration_at(i);
    if (!own)
        return;
    const bool inherits = is(in->start, "using");
    const enum unwritten how = how_around(i, how_of(d));
    bool live = false;
    unsigned from = inherits || in->what == VARIABLE ? code_of_value(own, in, inherits, 0)
                                                     : code_that(how, own, &live, 0);
    from = live || inherits || in->what == VARIABLE ? from : 0;
    if (!(from & (DEVICE | GLOBAL)))
        return;
    if (in->what != VARIABLE)
        i = end_of_functions(own, i);
    const char *const name = name_of(own->name), *const whose = d->is_constexpr
                                                                    ? "constexpr __host__"
                                                                    : "__host__";
    bool written = false; // what makes a member's object is told of each constructor
    for (const struct declaration *f = declarations;
         in->what == VARIABLE && d->special == CONSTRUCTOR && f < declarations + declaration_count;
         f++)
        if (is_constructor_of(f, own) && takes_default(f, in) && spaces_of(f) & DEVICE) {
            written = true;
            call_across(f->body, kind_of_call(spaces_of(f)), whose, name_of_function(d),
                        spaces_of(f), name_of_function(f));
        }
    if (!written)
        call_across(
            i, kind_of_call(from), whose, name_of_function(d),
            from & (HOST | OF_BOTH) ? HOST | DEVICE : DEVICE,
            text("%s::%s%s", name, how == ENDED ? "~" : "", how == ASSIGNED ? "operator=" : name));
}

// ---- the end of objects -------------------------------------------------------------------------

// The innermost statement of the tree that token i stands in, and the block that it belongs to.
static const struct node *statement_at(const struct node *n, size_t i, const struct node **block) {
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind >= EXPRESSION && c->first <= i && i <= c->last) {
            *block = n->kind == BLOCK ? n : *block;
            return statement_at(c, i, block);
        }
    return n;
}

// The place of what is done last in a statement: where nvcc names what is done behind it.
static size_t done_last(const struct node *s) {
    const struct node *last = s->child;
    while (last && last->next)
        last = last->next;
    switch (s->kind) {
    case BLOCK:
        return last ? done_last(last) : s->last;
    case IF:
    case WHILE:
    case SWITCH:
        return done_last(last);
    case FOR: // first, condition, step, body
        return child(s, 2)->kind == EMPTY ? done_last(last) : s->first;
    case DO:
        return s->last;
    default:
        return s->first;
    }
}

// What leaves the block behind that token: each return, break and continue, but for those of loops
// and switches in it.
static void find_leavings(const struct node *n, size_t behind, bool breaks, bool continues,
                          size_t ends[MOST_ENDS], size_t *count) {
    const bool loop = n->kind == FOR || n->kind == FOR_RANGE || n->kind == WHILE || n->kind == DO;
    if ((n->kind == RETURN ||
         (n->kind == LEAVE_LOOP && (is(n->first, "continue") ? continues : breaks))) &&
        n->first > behind && *count < MOST_ENDS - 1)
        ends[(*count)++] = n->first;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind >= EXPRESSION)
            find_leavings(c, behind, breaks && !loop && n->kind != SWITCH, continues && !loop, ends,
                          count);
}

size_t ends_of_life(size_t i, size_t ends[MOST_ENDS]) {
    const struct declaration *const d = function_around(i);
    const struct node *const body = d && d->body ? read_function(d)->body : NULL, *block = NULL;
    const struct node *const s = body && !body->why ? statement_at(body, i, &block) : NULL;
    size_t count = 0;
    if (!s || s->kind != DECLARATION || !block) {
        ends[count++] = i; // an object without a name, or nothing is known
        return count;
    }
    find_leavings(block, i, true, true, ends, &count);
    const struct node *last = s;
    while (last->next)
        last = last->next;
    if (last->kind != RETURN && last->kind != LEAVE_LOOP)
        ends[count++] = block == body ? done_last(block) : block->last;
    return count;
}

// Is it a function of the device's, and no template, that nvcc compiles?
static bool is_compiled_plainly(const struct declaration *f) {
    return f->what == FUNCTION && f->body && owner_of(f->name) == USER && spaces_of(f) & DEVICE &&
           !f->is_template && is_known_to_run(f);
}

size_t end_of_functions(const struct declaration *class, size_t i) {
    const struct declaration *last = NULL, *last_class = NULL, *last_of_none = NULL;
    for (const struct declaration *f = declarations; f < declarations + declaration_count; f++) {
        const bool compiled = is_compiled_plainly(f);
        const size_t name = compiled ? class_name(f) : 0;
        last_of_none = compiled && !name ? f : last_of_none;
        const struct declaration *const c = !name         ? NULL
                                            : in_class(f) ? &declarations[f->scope]
                                                          : class_meant(name);
        if (c && c <= class && !c->is_template && c >= last_class) {
            last = f;
            last_class = c;
        }
    }
    const size_t kernels = end_of_kernels(token_count);
    if (!last && kernels < token_count)
        return kernels;
    last = last ? last : last_of_none; // kernels come last
    const struct node *end = last ? read_function(last)->body->child : NULL;
    while (end && end->next)
        end = end->next;
    return !last ? i : end && end->kind == RETURN ? end->first : closing(last->body);
}

// The library's own is of both sides for nvcc, and calls the host's: it is named where what is
// compiled last ends.
void judge_defaulted(size_t i, const struct declaration *d, unsigned from) {
    const struct declaration *const in = function_around(i), *last = in;
    const long line = place_of(i).line;
    const size_t end = end_of_kernels(0);
    if (lasts(i))
        return; // a value that is not known is refused as such
    for (const struct declaration *f = in; f < declarations + declaration_count; f++)
        if (f->what == FUNCTION && f->body && owner_of(f->name) == USER && !f->is_template &&
            !in_class(f) && spaces_of(f) & DEVICE)
            last = f;
    if (end > 0 && !(in->is_template && in->spaces & GLOBAL))
        i = end;
    else
        i = last->spaces & GLOBAL ? closing(last->body) : done_last(read_function(last)->body);
    call_across(i, kind_of_call(from), "__host__",
                text("std::%s's base", name_of(declarations[d->scope].name)),
                from & (HOST | OF_BOTH) ? HOST | DEVICE : DEVICE,
                text("std::%s, for line %ld", name_of_function(d), line));
}

// Does the variable that is declared where token i stands begin with that name of a type, and is it
// no pointer or reference?
static bool declares_one(size_t i, size_t name) {
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    const struct node *const n = depth > 0 ? path[depth - 1] : NULL;
    bool found = false;
    for (size_t k = 0; n && n->kind == DECLARATION && k < n->declared_count && !found; k++) {
        const struct variable *const v = n->declared[k];
        size_t t = v->type_first;
        while (t + 2 < v->type_end && is(t + 1, "::"))
            t += 2;
        found = !v->reference && v->declarator == v->name && same_word(t, name);
    }
    return found;
}

void judge_adaptor(size_t i, const struct declaration *d, unsigned from) {
    static const char *const adaptors[] = {"stack", "queue", "priority_queue", NULL};
    if (d->special == CONSTRUCTOR && in_class(d) && owner_of(d->name) == SYSTEM &&
        is_any(declarations[d->scope].name, adaptors) &&
        declares_one(i, declarations[d->scope].name))
        judge_defaulted(i, d, from);
}
