// SPDX-License-Identifier: MIT
// Functions that wait for other threads, written out where a kernel calls them, so that it can be
// split at their barriers and shuffles, too:
//
//     __device__ float fold(float v) {                 sum = fold(sum);
//         for (int by = 16; by > 0; by /= 2)
//             v += __shfl_down_sync(~0u, v, by);       float r; { float v = (sum);
//         return v;                                        for (int by = 16; by > 0; by /= 2)
//     }                                                        v += __shfl_down_sync(~0u, v, by);
//                                                          r = v; } sum = r;
//
// Such a text of the kernel is put after the source, as a function of its own: only
// fission.c reads it, which makes the kernel's split form of it. The kernel itself stays as it is,
// and is taken apart where its text cannot be split, or a call in it cannot be written out.
//
// So are functions with loops that threads may go through side by side (stride.c).
//
// Kernel and functions are read as trees. Written out are calls that are a statement, the value of
// an assignment or what a variable begins with, and such in their arguments, of functions outside
// classes, whose parameters are handed over by value, and which return in their last statement, or
// under conditions at their top: then the rest is an else. Of several functions of a name it is one
// that takes the very numbers that the call gives it.
#include "inline.h"

struct shared { // the shared memory of a function with these template arguments
    const struct declaration *of;
    const char *arguments;
};

static bool put_function(const struct expansion *e);
static const char *put_call(const struct expansion *e, const struct node *call, bool at_top);

// The shared memory of e's function, in front of all.
static void hoist_shared(const struct expansion *e, const struct node *n) {
    if (n->kind == SHARED_VARIABLE) {
        struct output *const before = write_to(e->text, &e->text->hoisted);
        put_words(e->text, " ");
        e->text->hoisting = true;
        put_renamed(e, n->first, n->last + 1);
        e->text->hoisting = false;
        write_to(e->text, before);
    }
    for (const struct node *c = n->child; c; c = c->next)
        hoist_shared(e, c);
}

// ... declared once for all calls. False: it was called with arguments in other words before, which
// may stand for the same ones.
static bool declare_shared(struct expansion *e, const char *arguments) {
    struct inlining *const t = e->text;
    for (e->shared = 0; e->shared < t->shared_count; e->shared++)
        if (t->shared[e->shared].of == e->of)
            return strcmp(t->shared[e->shared].arguments, arguments) == 0;
    t->shared = grow(t->shared, &t->shared_room, t->shared_count + 1, sizeof *t->shared);
    t->shared[t->shared_count++] = (struct shared){e->of, arguments};
    hoist_shared(e, e->reading->body);
    return true;
}

// An argument, as the caller of e's function has it, after the text `before`; a call in it that is
// written out, too, is in front of both.
static bool put_argument(const struct expansion *e, const struct node *argument,
                         const char *before) {
    const struct node *call = NULL;
    const unsigned calls = calls_to_inline(argument, &call);
    if (argument->kind == LIST || calls > 1 || (calls && !is_always_evaluated(argument, call)))
        return false;
    const char *const result = calls ? put_call(e->caller, call, e->at_top) : "";
    if (!result || (calls && !*result))
        return false;
    put_words(e->text, "%s", before);
    put_renamed(e->caller, argument->first, calls ? call->first : argument->last + 1);
    if (calls) {
        put_words(e->text, " %s ", result);
        put_renamed(e->caller, call->last + 1, argument->last + 1);
    }
    return true;
}

// May the parameter's default say where the call stands? Some functions of the compiler do.
static bool may_say_where(const struct variable *v) {
    for (size_t i = v->declarator_end + 1; i <= v->last; i++)
        if (tokens[i].kind == WORD && (is(i + 1, "(") || is(i + 1, "{")))
            return true;
    return false;
}

// The parameters of e's function, with the arguments of the call.
static bool put_parameters(const struct expansion *e, const struct node *call) {
    const struct node *argument = first_argument(call);
    for (size_t k = 0; k < e->reading->variable_count; k++) {
        const struct variable *const v = e->reading->variables[k];
        if (v->role != PARAMETER || v->name < e->of->open)
            continue;
        if (group_named(e, v->name) && argument) {
            argument = argument->next;
            continue;
        }
        if (v->reference)
            return false;
        const char *const type = renamed(e, v->type_first, v->name), *const name = renamed(
                                                                         e, v->name, v->name + 1);
        if (!type || !name)
            return false;
        const char *const declared = text("%s %s%s", type, is_array_parameter(v) ? "*" : "", name);
        if (argument) {
            if (!put_argument(e, argument, text("%s = (", declared)))
                return false;
            argument = argument->next;
        } else if (is(v->declarator_end, "=") && !may_say_where(v)) {
            put_words(e->text, "%s = (", declared);
            put_renamed(e, v->declarator_end + 1, v->last + 1);
        } else {
            return false;
        }
        put_words(e->text, "); ");
    }
    return !argument;
}

static unsigned depth_of(const struct expansion *e) {
    return e ? 1 + depth_of(e->caller) : 0;
}

// The call in e's function: the variable that has what it returns, declared and given its value;
// "": it returns nothing. NULL: it cannot be written out. At the kernel's top it gets no block, in
// which no loop would be a strided one.
static const char *put_call(const struct expansion *e, const struct node *call, bool at_top) {
    const struct declaration *const f = called_by(e, call, function_to_inline(call));
    struct expansion of = {.text = e->text, .of = f, .kernel = e->kernel, .caller = e};
    if (!f || depth_of(e) > 6 || e->text->expansions > 64 || !can_expand(f, e->kernel))
        return NULL;
    of.reading = read_function(f);
    give_groups(&of, call);
    if (!find_arguments(e, &of, call))
        return NULL;
    find_groups(&of);
    of.number = ++e->text->expansions;
    const char *arguments = "";
    for (size_t k = 0; k < of.given_count; k++)
        arguments = text("%s%s,", arguments, of.stand_for[k] ? of.stand_for[k] : "");
    if (find_kind(of.reading->body, SHARED_VARIABLE) && !declare_shared(&of, arguments))
        return NULL;
    const bool is_void = signature_of(f)->is_void;
    const char *const type = type_text(&of, &signature_of(f)->result);
    if (!type || (!is_void && !can_be_filled(&of, &signature_of(f)->result)))
        return NULL;
    of.result = is_void ? "" : text("cuda_cpu_result_%u", of.number);
    put_words(e->text, "%s", placed(call->first));
    if (!is_void)
        put_words(e->text, "%s %s; ", type, of.result);
    of.at_top = at_top && !find_kind(of.reading->body, NAMES); // each time names of types
    put_words(e->text, of.at_top ? " " : "{ ");
    if (!put_parameters(&of, call) || !put_function(&of))
        return NULL;
    put_words(e->text, of.at_top ? " " : " } ");
    return of.result;
}

// ---- statements ---------------------------------------------------------------------------------

// The value in statement n that may be, or hold, a call that is written out; NULL: there is none.
static const struct node *value_of(const struct node *n) {
    if (n->kind == EXPRESSION && n->child->kind == ASSIGN)
        return child(n->child, 1);
    if (n->kind == DECLARATION && n->declared_count == 1 && !n->declared[0]->parenthesised)
        return n->declared[0]->initial;
    return n->kind == EXPRESSION || n->kind == RETURN ? n->child : NULL;
}

// A statement stands under a condition or loop, in a block, or at the kernel's top.
enum standing { ALONE, IN_BLOCK, AT_TOP };

// Statement n of e's function, which calls what waits.
static bool put_calling(const struct expansion *e, const struct node *n, enum standing standing) {
    const struct node *const value = value_of(n), *call = NULL;
    const unsigned calls = calls_to_inline(n, &call);
    if (!value || calls > 1 || call->first < value->first || call->last > value->last ||
        !is_always_evaluated(value, call))
        return false;
    const bool alone = n->kind == EXPRESSION && n->child == call;
    if (n->kind == EXPRESSION && !alone && value == n->child) // it is not used
        return false;
    if (standing == ALONE)
        put_words(e->text, "{ ");
    const char *const result = put_call(e, call, standing == AT_TOP);
    if (!result)
        return false;
    if (!alone) {
        if (n->kind == RETURN)
            put_words(e->text, "%s = ", e->result);
        put_renamed(e, n->kind == RETURN ? value->first : n->first, call->first);
        put_words(e->text, " %s ", result);
        put_renamed(e, call->last + 1, n->last + 1);
    }
    if (standing == ALONE)
        put_words(e->text, " } ");
    return true;
}

// Statement n of e's function, with the calls in it written out; false: one cannot be.
static bool put_statement(const struct expansion *e, const struct node *n, enum standing standing) {
    const bool loop = n->kind == FOR || n->kind == FOR_RANGE;
    const struct node *call;
    size_t at = n->first;
    if (e->caller && n->kind == SHARED_VARIABLE) // written in front of all
        return true;
    if (declares_group(e, n))
        return true;
    if (n->kind == EXPRESSION || n->kind == DECLARATION || n->kind == RETURN) {
        if (calls_to_inline(n, &call) > 0)
            return put_calling(e, n, standing);
        if (n->kind == RETURN && e->caller) {
            if (n->child) {
                put_words(e->text, " %s = ", e->result);
                put_renamed(e, n->child->first, n->last + 1);
            } else if (standing == ALONE) {
                put_words(e->text, " ; ");
            }
            return true;
        }
    }
    for (const struct node *c = n->child; c; c = c->next) {
        if (c->kind < EXPRESSION || (loop && c == n->child)) {
            if (calls_to_inline(c, &call) > 0)
                return false;
            continue;
        }
        put_renamed(e, at, c->first);
        if (!put_statement(e, c, n->kind == BLOCK ? IN_BLOCK : ALONE))
            return false;
        at = c->last + 1;
    }
    put_renamed(e, at, n->last + 1);
    return true;
}

// The body of e's function; in one that is called, what follows an early return is an else.
static bool put_function(const struct expansion *e) {
    unsigned open = 0;
    for (const struct node *c = e->reading->body->child; c; c = c->next) {
        if (!put_statement(e, c, e->at_top && open == 0 ? AT_TOP : IN_BLOCK))
            return false;
        if (e->caller && early_return(c)) {
            put_words(e->text, " else { ");
            open++;
        }
    }
    for (; open > 0; open--)
        put_words(e->text, " } ");
    return true;
}

// ---- kernels ------------------------------------------------------------------------------------

static struct expanded {
    size_t kernel, name; // the kernel's name; that of its text
} * expanded;            // all texts
static size_t expanded_count, expanded_room;
static size_t own_length, own_tokens, own_declarations; // of the source, without them

static bool is_understood(const struct node *n) {
    return (!n->why || may_ask_group(n)) && ALL_CHILDREN(c, n, is_understood(c));
}

// Writes the kernel's text, if there is something to write out in it.
static void expand(const struct declaration *kernel, struct output *all) {
    struct inlining written = {.expansions = 0}, *const t = &written;
    struct expansion e = {.text = t,
                          .of = kernel,
                          .kernel = kernel,
                          .reading = read_function(kernel),
                          .at_top = true};
    const struct node *call;
    if (!is_understood(e.reading->body) ||
        (calls_to_inline(e.reading->body, &call) == 0 && !names_groups(kernel)))
        return;
    find_groups(&e);
    append(&t->hoisted, "", 0);
    append(&t->body, "", 0);
    write_to(t, &t->body);
    if (!put_function(&e) || t->groups_lost)
        return;
    write_to(t, all);
    put_words(t, "\n");
    put_renamed(&e, kernel->first, kernel->start);
    put_words(t, "%s", placed(kernel->start));
    put_words(t, " __device__ void cuda_cpu_expanded_%zu ", expanded_count);
    put_renamed(&e, kernel->open, kernel->body + 1);
    put_words(t, "%s", t->hoisted.text);
    put_words(t, "%s", t->body.text);
    put_renamed(&e, kernel->end, kernel->end + 1);
    expanded = grow(expanded, &expanded_room, expanded_count + 1, sizeof *expanded);
    expanded[expanded_count++] = (struct expanded){.kernel = kernel->name};
}

void inline_functions(void) {
    struct output all = {NULL, 0, 0};
    own_tokens = token_count;
    own_declarations = declaration_count;
    own_length = source_length;
    if (objects_end())
        return;
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++)
        if (d->what == FUNCTION && (d->spaces & GLOBAL) && d->body && d->scope == NO_SCOPE &&
            owner_of(d->name) == USER)
            expand(d, &all);
    if (expanded_count == 0)
        return;
    char *const longer = text("%.*s\n%s\n", (int)source_length, source, all.text);
    read_source(longer, strlen(longer));
    read_program();
    for (size_t k = 0, i = own_tokens; k < expanded_count && i < token_count; i++)
        if (is(i, text("cuda_cpu_expanded_%zu", k)))
            expanded[k++].name = i;
}

const struct declaration *expanded_form(const struct declaration *kernel) {
    for (size_t k = 0; k < expanded_count; k++)
        if (expanded[k].kernel == kernel->name) {
            const struct declaration *const text = first_named(expanded[k].name);
            return text && text->what == FUNCTION && text->body ? text : NULL;
        }
    return NULL;
}

void drop_inlined(void) {
    if (expanded_count == 0)
        return;
    token_count = own_tokens;
    declaration_count = own_declarations;
    source_length = own_length;
}
