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
// Such a text of the kernel is put behind the source, as a function of its own: nobody but
// fission.c reads it, which makes the kernel's split form of it. The kernel itself stays as it is,
// and where its text cannot be split, or a call in it cannot be written out, it is whole.
//
// Written out are calls that are a statement, the value of an assignment or what a variable begins
// with, of functions outside classes that nobody overloads, whose parameters are handed over by
// value, and which return in their last statement. Their names are told apart by a number.
#include <stdlib.h>

#include "declare.h"
#include "expand.h"
#include "refuse.h"

struct expansion { // a call that is written out, or the kernel
    const struct declaration *of, *kernel;
    const struct expansion *caller; // NULL: of the kernel
    unsigned number, shared;        // in its names; in those of its shared memory
    const char *result;             // the variable that takes what it returns
    size_t given[8];                // its template's parameters
    const char *stand_for[8];       // ... and what they stand for
    size_t given_count;
};

struct output {
    char *text;
    size_t length, room;
};

struct shared { // the shared memory of a function with these template arguments
    const struct declaration *of;
    const char *arguments;
};

static struct output *out, body, hoisted, all;
static size_t last_put; // the token that was written last, 0: not from the source
static unsigned expansions;
static struct shared *shared;
static size_t shared_count, shared_room;

static void put_text(const char *what, size_t length) {
    out->text = (char *)grow(out->text, &out->room, out->length + length + 1, 1);
    memcpy(out->text + out->length, what, length);
    out->length += length;
    out->text[out->length] = '\0';
    last_put = 0;
}

static void put(const char *what) {
    put_text(what, strlen(what));
}

// ---- what is written ----------------------------------------------------------------------------

static bool put_range(const struct expansion *e, size_t from, size_t to);

// The number of the shared memory of the function, which all calls of it have together.
static unsigned number_of_shared(const struct declaration *of, const char *arguments) {
    for (size_t k = 0; k < shared_count; k++)
        if (shared[k].of == of && strcmp(shared[k].arguments, arguments) == 0)
            return (unsigned)k;
    shared = (struct shared *)grow(shared, &shared_room, shared_count + 1, sizeof *shared);
    shared[shared_count] = (struct shared){of, arguments};
    return (unsigned)shared_count++;
}

// Is the word at token i, a local of f, shared memory?
static bool is_shared(size_t i, const struct declaration *f) {
    for (size_t t = f->body + 1; t < f->end; t++)
        if (is(t, "__shared__"))
            for (; !is(t, ";") && t < f->end; t++)
                if (same_word(t, i))
                    return true;
    return false;
}

static void put_token(const struct expansion *e, size_t i) {
    if (last_put && last_put + 1 == i)
        put_text(source + tokens[last_put].end, tokens[i].start - tokens[last_put].end);
    else
        put(placed(i));
    const char *instead = NULL;
    for (size_t k = 0; k < e->given_count && tokens[i].kind == WORD && !is_member(i); k++)
        if (same_word(e->given[k], i))
            instead = e->stand_for[k];
    if (!instead && e->caller && is_local(i, e->of))
        instead = is_shared(i, e->of) ? text("%s_cuda_cpu_shared_%u", name_of(i), e->shared)
                                      : text("%s_cuda_cpu_%u", name_of(i), e->number);
    if (instead)
        put(instead);
    else
        put_text(source + tokens[i].start, tokens[i].end - tokens[i].start);
    last_put = i;
}

static void put_tokens(const struct expansion *e, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        put_token(e, i);
}

// What is written of tokens [first, end) of one line; NULL: there is more between them.
static const char *written(const struct expansion *e, size_t first, size_t end) {
    struct output *const before = out, mine = {NULL, 0, 0};
    struct output part = mine;
    out = &part;
    put("");
    last_put = first - 1;
    put_tokens(e, first, end);
    out = before;
    last_put = 0;
    for (char *c = part.text; *c; c++)
        if (*c == '\n')
            *c = ' ';
    return strchr(part.text, '#') ? NULL : part.text + strspn(part.text, " ");
}

// The end of the argument or parameter at token i: a comma, or `close`.
static size_t end_of_argument(size_t i, size_t close) {
    while (i < close && !is(i, ",")) {
        const size_t angle = is(i, "<") ? closing_angle(i) : token_count;
        i = nesting(i) > 0 ? closing(i) + 1 : angle < close ? angle + 1 : i + 1;
    }
    return i;
}

// The type that the local variable at token i of e's function is declared with, if that is words.
static const char *type_of_local(const struct expansion *e, size_t i) {
    const size_t declared = local_declaration(i, e->of);
    size_t first = declared;
    if (!declared)
        return NULL;
    while (first > 0 && !is(first - 1, ";") && !is(first - 1, "{") && !is(first - 1, "}") &&
           !is(first - 1, "(") && tokens[first - 1].kind != PRAGMA &&
           !(declared < e->of->body && is(first - 1, ",")))
        first = is(first - 1, ")") ? opening(first - 1) : first - 1;
    while (is(first, "const") || is(first, "constexpr"))
        first++;
    size_t end = first; // the first declarator's name
    while (tokens[end].kind == WORD && tokens[end + 1].kind == WORD)
        end++;
    if (tokens[end].kind != WORD || end == first || is(first, "auto"))
        return NULL;
    for (size_t t = first; t < end; t++)
        if (is(t, "static") || is(t, "volatile") || is(t, "const"))
            return NULL;
    if (is(declared - 1, "*") || is(declared + 1, "[") || is(declared - 1, "&"))
        return NULL;
    return written(e, first, end);
}

// Finds what the parameters of f's template stand for in the call at token i of e's function.
static bool find_arguments(const struct expansion *e, struct expansion *of, size_t i, size_t open) {
    const struct declaration *const f = of->of;
    if (!f->is_template)
        return true;
    if (!is(f->first, "template") || closing_angle(f->first + 1) + 1 != f->start)
        return false;
    const size_t close = f->start - 1;
    size_t argument = is(i + 1, "<") ? i + 2 : open - 1;
    for (size_t t = f->first + 2; t < close; t++) {
        const bool type = is(t, "typename") || is(t, "class");
        const size_t end = end_of_argument(t, close);
        size_t name = t;
        while (name + 1 < end && !is(name + 1, "="))
            name++;
        if (tokens[name].kind != WORD || name == t || of->given_count == 8)
            return false;
        const char *stands = NULL;
        if (argument < open - 1) {
            const size_t behind = end_of_argument(argument, open - 1);
            for (size_t k = argument; k < behind; k++)
                if (is_local(k, e->of))
                    return false;
            stands = written(e, argument, behind);
            argument = behind + 1;
        } else if (type) { // the parameter that is of that type alone, and its argument
            size_t given = open + 1;
            for (size_t p = f->open + 1; p < f->body - 1 && !stands && given < closing(open);) {
                const size_t behind = end_of_argument(p, f->body - 1);
                const size_t last = end_of_argument(given, closing(open));
                const size_t of_type = is(p, "const") ? p + 1 : p;
                if (same_word(of_type, name) && behind == of_type + 2 && last == given + 1 &&
                    is_local(given, e->of))
                    stands = type_of_local(e, given);
                p = behind + 1;
                given = last + 1;
            }
        } else if (is(name + 1, "=")) {
            stands = written(of, name + 2, end);
        }
        if (!stands)
            return false;
        of->given[of->given_count] = name;
        of->stand_for[of->given_count++] = type ? stands : text("(%s)", stands);
        t = end;
    }
    return true;
}

// The shared memory of the function, in front of all.
static void hoist_shared(const struct expansion *e) {
    struct output *const before = out;
    out = &hoisted;
    for (size_t i = e->of->body + 1; i < e->of->end; i++) {
        if (!is(i, "__shared__"))
            continue;
        size_t first = i, end = i;
        while (is(first - 1, "static") || is(first - 1, "extern"))
            first--;
        while (!is(end, ";"))
            end++;
        put(" ");
        put_tokens(e, first, end + 1);
        i = end;
    }
    out = before;
    last_put = 0;
}

// Words in front of a function's name that are no part of the type that it returns.
static bool says_no_type(size_t i) {
    static const char *const words[] = {"static",     "inline",   "__inline__", "__forceinline__",
                                        "__device__", "__host__", "constexpr",  "__noinline__",
                                        "const",      NULL};
    return is_any(i, words);
}

// The parameters of e's function, with the arguments of the call whose ( is at token `open`.
static bool put_parameters(const struct expansion *e, size_t open) {
    const struct declaration *const f = e->of;
    size_t argument = open + 1;
    for (size_t p = f->open + 1; p < f->body - 1;) {
        if (is(p, "void") && p + 1 == f->body - 1)
            break;
        const size_t end = end_of_argument(p, f->body - 1);
        size_t name = p;
        while (name + 1 < end && !is(name + 1, "="))
            name++;
        if (local_declaration(name, f) != name) // it has no name
            return false;
        put_tokens(e, p, name + 1);
        put(" = (");
        if (argument < closing(open)) {
            const size_t behind = end_of_argument(argument, closing(open));
            for (size_t i = argument; i < behind; i++)
                if (waiting_call(i, 0))
                    return false;
            put_tokens(e->caller, argument, behind);
            argument = behind + 1;
        } else if (is(name + 1, "=")) {
            put_tokens(e, name + 2, end);
        } else {
            return false;
        }
        put("); ");
        p = end + 1;
    }
    return argument >= closing(open);
}

static unsigned depth_of(const struct expansion *e) {
    return e ? 1 + depth_of(e->caller) : 0;
}

// The call at token i of e's function: the variable that has what it returns, declared and given
// its value; "": it returns nothing. NULL: it cannot be written out.
static const char *put_call(const struct expansion *e, size_t i) {
    struct expansion of = {.of = waiting_call(i, 0), .kernel = e->kernel, .caller = e};
    const struct declaration *const f = of.of;
    const size_t open = call_at(i);
    if (!f || depth_of(e) > 6 || expansions > 64 || !can_expand(f, e->kernel) ||
        !find_arguments(e, &of, i, open))
        return NULL;
    of.number = ++expansions;
    const char *arguments = "";
    for (size_t k = 0; k < of.given_count; k++)
        arguments = text("%s%s,", arguments, of.stand_for[k]);
    const size_t known = shared_count;
    of.shared = number_of_shared(f, arguments);
    if (of.shared == known)
        hoist_shared(&of);
    const char *type = "";
    bool is_void = false;
    for (size_t t = f->start; t < f->name; t++)
        if (!says_no_type(t)) {
            const char *const part = written(&of, t, t + 1);
            is_void = is_void || is(t, "void");
            type = text("%s%s ", type, part ? part : "");
        }
    of.result = is_void ? "" : text("cuda_cpu_result_%u", of.number);
    put(placed(i));
    if (!is_void)
        put(text("%s%s; ", type, of.result));
    put("{ ");
    if (!put_parameters(&of, open) || !put_range(&of, f->body + 1, f->end))
        return NULL;
    put(" } ");
    return of.result;
}

// Whether the operands in tokens [first, end), beside a call, may be worked out behind it.
static bool just_computes(size_t first, size_t end) {
    static const char *const signs[] = {"+", "-", "*", "/", "%", "(", ")", NULL};
    for (size_t i = first; i < end; i++)
        if (!(tokens[i].kind == NUMBER || is_any(i, signs) ||
              (tokens[i].kind == WORD && !is(i + 1, "[") && !is(i + 1, "++") &&
               !(is(i + 1, "(") && only_function(i)))) ||
            (is(i, "+") && is(i + 1, "+")) || (is(i, "-") && is(i + 1, "-")))
            return false;
    return true;
}

// The simple statement in tokens [first, last] of e's function, the last one its ; , if it calls
// what waits. *done: it has been written.
static bool put_statement(const struct expansion *e, size_t first, size_t last, bool *done) {
    const bool returns = is(first, "return");
    size_t call = 0, assign = returns ? first : 0;
    unsigned calls = 0;
    *done = false;
    for (size_t i = first; i < last; i++) {
        const bool behind = call && i > closing(call_at(call));
        if ((!call || behind) &&
            (is(i, "?") || is(i, ":") || is(i, "{") || is(i, "&") || is(i, "|")))
            assign = last; // may not come to the call
        if (waiting_call(i, 0)) {
            call = i;
            calls++;
        } else if (is(i, "=") && !assign && !call) {
            assign = i;
        } else if (is(i, ",") && !call) {
            assign = last;
        }
    }
    if (calls == 0)
        return true;
    const size_t close = closing(call_at(call));
    const bool alone = call == first && close + 1 == last;
    if (calls > 1 || (!alone && (!assign || assign >= call || !just_computes(assign + 1, call) ||
                                 !just_computes(close + 1, last))))
        return false;
    const bool wrap = !is(first - 1, ";") && !is(first - 1, "{") && !is(first - 1, "}") &&
                      tokens[first - 1].kind != PRAGMA;
    if (wrap)
        put("{ ");
    const char *const result = put_call(e, call);
    if (!result)
        return false;
    if (!alone) {
        if (returns)
            put(text("%s = ", e->result));
        put_tokens(e, returns ? first + 1 : first, call);
        put(text(" %s ", result));
        put_tokens(e, close + 1, last + 1);
    }
    if (wrap)
        put(" } ");
    *done = true;
    return true;
}

// Tokens [from, to) of e's function, with calls written out; false: one cannot be.
static bool put_range(const struct expansion *e, size_t from, size_t to) {
    static const char *const compound[] = {"if",   "for",     "while", "do", "switch", "else",
                                           "case", "default", "{",     "}",  NULL};
    static const char *const before[] = {";", "{", "}", "else", "do", NULL};
    for (size_t i = from; i < to; i++) {
        const bool head = is(i - 1, ")") && opening(i - 1) < token_count &&
                          (is(opening(i - 1) - 1, "if") || is(opening(i - 1) - 1, "for") ||
                           is(opening(i - 1) - 1, "while"));
        const bool begins = is_any(i - 1, before) || head || tokens[i - 1].kind == PRAGMA;
        size_t last = i;
        while (last < to && !is(last, ";"))
            last = nesting(last) > 0 ? closing(last) + 1 : last + 1;
        if (e->caller && is(i, "__shared__")) { // written in front of all
            i = last;
            continue;
        }
        if (e->caller && (is(i, "static") || is(i, "extern")))
            continue; // in front of __shared__
        if (begins && !is_any(i, compound) && tokens[i].kind != PRAGMA && last < to) {
            bool done;
            if (!put_statement(e, i, last, &done))
                return false;
            if (done) {
                i = last;
                continue;
            }
            if (is(i, "return") && e->caller) {
                if (i + 1 < last) {
                    put(text(" %s = ", e->result));
                    put_tokens(e, i + 1, last + 1);
                }
                i = last;
                continue;
            }
        }
        if (waiting_call(i, 0))
            return false;
        put_token(e, i);
    }
    return true;
}

// ---- kernels ------------------------------------------------------------------------------------

struct expanded *expanded;
size_t expanded_count;
static size_t expanded_room;
static char *own_source;
static size_t own_length, own_tokens, own_declarations;

static bool calls_waiting(const struct declaration *kernel) {
    for (size_t i = kernel->body + 1; i < kernel->end; i++)
        if (waiting_call(i, 0))
            return true;
    return false;
}

static bool expand(const struct declaration *kernel) {
    const struct expansion e = {.of = kernel, .kernel = kernel};
    body.length = hoisted.length = shared_count = 0;
    expansions = 0;
    out = &hoisted;
    put("");
    out = &body;
    if (!put_range(&e, kernel->body + 1, kernel->end))
        return false;
    out = &all;
    put("\n");
    put_tokens(&e, kernel->first, kernel->start);
    put(placed(kernel->start));
    put(text(" __device__ void cuda_cpu_expanded_%zu ", expanded_count));
    put_tokens(&e, kernel->open, kernel->body + 1);
    put(hoisted.text);
    put(body.text);
    put_tokens(&e, kernel->end, kernel->end + 1);
    return true;
}

void expand_kernels(void) {
    all.length = 0;
    own_tokens = token_count;
    own_declarations = declaration_count;
    own_source = source;
    own_length = source_length;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || !(d->spaces & GLOBAL) || !d->body || d->scope != NO_SCOPE ||
            owner_of(d->name) != USER || !calls_waiting(d) || !expand(d))
            continue;
        expanded =
            (struct expanded *)grow(expanded, &expanded_room, expanded_count + 1, sizeof *expanded);
        expanded[expanded_count++] = (struct expanded){.kernel = d->name};
    }
    if (expanded_count == 0)
        return;
    char *const longer = text("%.*s\n%s\n", (int)source_length, source, all.text);
    read_source(longer, strlen(longer));
    match_brackets();
    read_places();
    read_declarations();
    for (size_t k = 0, i = own_tokens; k < expanded_count && i < token_count; i++)
        if (is(i, text("cuda_cpu_expanded_%zu", k)))
            expanded[k++].name = i;
}

const struct expanded *expanded_form(size_t name) {
    for (size_t k = 0; k < expanded_count; k++)
        if (expanded[k].kernel == name)
            return &expanded[k];
    return NULL;
}

void drop_expanded(void) {
    if (expanded_count == 0)
        return;
    token_count = own_tokens;
    declaration_count = own_declarations;
    source_length = own_length;
}
