// SPDX-License-Identifier: MIT
// Local arrays, each told to the runtime (--arrays, for the checks). Those of device code are
// known by name, and until they go; the host's are no more than memory that nothing wrote.
#include "cuda2cpp.h"
#include "declare.h"
#include "rewrite.h"

bool watch_arrays;     // --arrays, for make check-race and check-init
static size_t watched; // tokens in front of this one are done
static bool of_host;   // the function at hand is the host's

// The type of a declaration at token i, which begins a statement: the token behind it, where a name
// or a * stands; token_count if it begins no declaration of arrays.
static size_t end_of_type(size_t i) {
    static const char *const others[] = {
        "return",  "delete", "goto",         "throw",      "new",   "using",
        "typedef", "static", "extern",       "constexpr",  "case",  "default",
        "if",      "else",   "thread_local", "__thread",   "for",   "while",
        "do",      "switch", "struct",       "__shared__", "const", "class",
        "union",   "enum",   "break",        "continue",   "try",   NULL};
    size_t words = 0;
    for (;; i++) {
        if (is(i, "__attribute__") || is(i, "alignas"))
            i = closing(i + 1);
        else if (tokens[i].kind == WORD && is_any(i, others) && !is(i, "struct"))
            return token_count;
        else if (tokens[i].kind == WORD && is(i + 1, "[") && words > 0)
            return i;
        else if (tokens[i].kind == WORD)
            words += !is(i, "struct");
        else if (is(i, "<")) {
            for (int depth = 1; depth > 0;) {
                if (++i >= token_count || is(i, ";") || nesting(i) < 0)
                    return token_count;
                depth += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
            }
        } else if (!is(i, "::"))
            return words > 0 && (is(i, "*") || is(i, ",") || is(i, "=")) ? i : token_count;
        if (i + 1 >= token_count)
            return token_count;
    }
}

// The statement at token i of a function: if it declares arrays and gives them no
// values, says so behind it. Returns its last token.
static size_t watch_statement(size_t i) {
    size_t t = end_of_type(i);
    if (t == token_count)
        return i;
    char *hooks = text("%s", "");
    for (; t < token_count && !is(t, ";"); t++) {
        size_t name = t;
        while (is(t, "=") && t + 1 < token_count && !is(name + 1, ",") && !is(name + 1, ";"))
            name = nesting(name + 1) > 0 ? closing(name + 1) : name + 1;
        if (name > t) { // an initialiser
            t = name;
            continue;
        }
        bool array = tokens[t].kind == WORD && is(t + 1, "[");
        while (nesting(t + 1) > 0)
            t = closing(t + 1);
        if (t + 1 >= token_count)
            return i;
        if (array && of_host && (is(t + 1, ",") || is(t + 1, ";")))
            hooks = text("%s ::cuda_cpu::host_array(%s);", hooks, joined(name, name, false));
        else if (array && (is(t + 1, ",") || is(t + 1, ";")))
            hooks = text("%s ::cuda_cpu::local_array cuda_cpu_local_%zu(%s, \"%s\");", hooks, name,
                         joined(name, name, false), joined(name, name, false));
        else if (array && !is(t + 1, "="))
            return i; // no declaration after all
    }
    if (*hooks && t < token_count)
        insert_after(t, hooks);
    return t;
}

// The statements in the braces at token `open`.
static void watch_body(size_t open) {
    size_t close = closing(open), head = is(open - 1, ")") ? opening(open - 1) : 0;
    bool cases = head > 0 && head < token_count && is(head - 1, "switch"); // no jump over a hook
    bool begins = true;
    for (size_t t = open + 1; t < close && t < token_count; t++) {
        static const char *const classes[] = {"struct", "class", "union", "enum", NULL};
        static const char *const in_front[] = {"__shared__", "static",  "const",
                                               "volatile",   "typedef", NULL};
        size_t brace = t, type = t;
        while (is_any(type, in_front))
            type++;
        while (begins && is_any(type, classes) && !is(brace, "{") && !is(brace, ";") &&
               !is(brace, "(") && brace < close)
            brace++;
        if (begins && brace > t && is(brace, "{"))
            t = closing(brace); // what a class declares are members
        else if (begins && !cases && tokens[t].kind == WORD)
            t = watch_statement(t);
        if (is(t, "{")) {
            watch_body(t);
            t = closing(t);
        } else if (is(t, "(")) {
            t = closing(t);
        }
        begins = is(t, ";") || is(t, "}") || (t < token_count && tokens[t].kind == PRAGMA);
    }
}

// The body of a function of the program's, at token `open`.
void watch_host_function(size_t open) {
    if (!watch_arrays || open < watched || owner_of(open) != USER)
        return;
    of_host = true;
    watch_body(open);
    of_host = false;
}

// __global__ or __device__ at token i: the function that it begins, if it does.
void watch_function(size_t i) {
    size_t t = i;
    while (t < token_count && !is(t, "{") && !is(t, ";") && !is(t, "="))
        t = is(t, "(") || is(t, "[") ? closing(t) + 1 : t + 1;
    if (watch_arrays && i >= watched && is(t, "{")) {
        watch_body(t);
        watched = closing(t);
    }
}
