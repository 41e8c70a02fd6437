// SPDX-License-Identifier: MIT
// Calls across the line between host and device: who calls whom only a C++ compiler knows
// (overloads, templates, operators, conversions, constructors), so it is asked. It gets the program
// as it will be compiled, with a mark, an attribute that makes it name every use, on all that is
// the host's or the device's alone. What it names in the user's code is told in nvcc's words.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"

const char *judge_command;

// ---- the view that the compiler gets ------------------------------------------------------------

struct seen { // where a token of the user's stands in the view
    long line, column;
    size_t token;
};

static struct seen *view;
static size_t view_count, view_room;

struct view_writer {
    FILE *out;
    long line, column;
};

static void put(struct view_writer *w, const char *what, size_t n) {
    fwrite(what, 1, n, w->out);
    for (size_t k = 0; k < n; k++) {
        w->column++;
        if (what[k] == '\n') {
            w->line++;
            w->column = 1;
        }
    }
}

// What was inserted: on lines of its own, where no token of the user's is, and without its line
// markers.
static void put_apart(struct view_writer *w, const char *what) {
    put(w, "\n", 1);
    while (*what) {
        const size_t n = strcspn(what, "\n");
        if (!(what[0] == '#' && what[1] == ' '))
            put(w, what, n);
        put(w, "\n", 1);
        what += n + (what[n] == '\n');
    }
}

static bool *dynamic; // per token: a variable of the device is declared from here on

static bool is_dynamic(size_t i) {
    return dynamic && dynamic[i];
}

// Notes where variables of the device begin whose values have to be known when the program is
// compiled.
static void note_values(void) {
    dynamic = (bool *)calloc(token_count + 1, sizeof *dynamic);
    for (size_t k = 0; dynamic && k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (owner_of(d->name) != USER)
            continue;
        if (d->what == VARIABLE && d->spaces & VARIABLE_SPACES && !d->is_constexpr &&
            !d->is_template && (!d->is_extern || d->open) && (!in_class(d) || d->open))
            dynamic[d->start] = in_class(d) ? d->is_static : true;
        for (size_t t = d->body + 1; d->what == FUNCTION && d->body && t < d->end; t++)
            if (is(t, "static") && !is(t + 1, "constexpr") && !is(t - 1, "constexpr") &&
                !is(t + 1, "__shared__") && !is(t - 1, "__shared__") && !is(t + 1, "struct") &&
                (is(t - 1, ";") || is(t - 1, "{") || is(t - 1, "}")))
                dynamic[t] = code_at(t) & (DEVICE | GLOBAL) && !(code_at(t) & HOST);
    }
}

static void write_view(FILE *out) {
    struct view_writer w = {out, 1, 1};
    char **marks = (char **)calloc(token_count + 1, sizeof *marks);
    for (size_t k = 0; marks && k < declaration_count; k++) {
        const char *const mark = mark_of(&declarations[k]);
        if (mark)
            marks[declarations[k].start] =
                text(" __attribute__((deprecated(\"cuda_cpu_%s %zu\"))) ", mark, k);
    }
    enum owner owner = SYSTEM;
    for (size_t i = 0; i < token_count; i++) {
        const enum owner now = owner_of(i) == USER ? USER : SYSTEM;
        const size_t from = i > 0 ? tokens[i - 1].end : 0;
        const bool new_line = memchr(source + from, '\n', tokens[i].start - from) != NULL;
        if (now != owner || i == 0) {
            put(&w, "\n", 1);
            fprintf(out, "# %ld \"view\"%s\n", w.line, now == USER ? "" : " 3");
        } else if (new_line) {
            put(&w, "\n", 1);
        } else if (tokens[i].start > from) {
            put(&w, " ", 1);
        }
        owner = now;
        if (tokens[i].before)
            put_apart(&w, tokens[i].before);
        if (now == USER && is_dynamic(i))
            put(&w, " __constinit ", 13);
        if (marks && marks[i])
            put(&w, marks[i], strlen(marks[i]));
        if (now == USER) {
            view = (struct seen *)grow(view, &view_room, view_count + 1, sizeof *view);
            view[view_count++] = (struct seen){w.line, w.column, i};
        }
        if (tokens[i].instead)
            put(&w, tokens[i].instead, strlen(tokens[i].instead));
        else
            put(&w, source + tokens[i].start, tokens[i].end - tokens[i].start);
        if (tokens[i].after)
            put_apart(&w, tokens[i].after);
    }
    put(&w, "\n", 1);
    free(marks);
}

// The token that stands at a place of the view, or the last one before it in its line.
static size_t token_at(long line, long column) {
    size_t low = 0, high = view_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (view[middle].line < line ||
            (view[middle].line == line && view[middle].column <= column))
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && view[low - 1].line == line ? view[low - 1].token : token_count;
}

// ---- verdicts -----------------------------------------------------------------------------------

static const char *word_of(size_t i) {
    return text("%.*s", (int)(tokens[i].end - tokens[i].start), source + tokens[i].start);
}

const char *name_of_function(const struct declaration *d) {
    const char *name = word_of(d->name);
    if (owner_of(d->name) == OURS && strncmp(name, FAST, strlen(FAST)) == 0)
        name = text("__%s", name + strlen(FAST));
    if (d->special == DESTRUCTOR)
        name = text("~%s", name);
    if (d->special == OPERATOR || d->special == CONVERSION) {
        name = text("operator");
        for (size_t t = d->name + 1; t < d->open; t++)
            name = text("%s%s%s", name, tokens[t].kind == WORD ? " " : "", word_of(t));
    }
    return in_class(d) ? text("%s::%s", word_of(declarations[d->scope].name), name) : name;
}

// The word `name` at token i or before it in its statement; i where it is not there.
static size_t back_to_word(size_t i, const char *name) {
    for (size_t t = i; t > 0 && !is(t, ";") && !is(t, "{") && !is(t, "}"); t--)
        if (is(t, name))
            return t;
    return i;
}

// Where a variable declared at token i ends its life: the last token in front of its block's }.
static size_t end_of_life(size_t i) {
    int depth = 0;
    for (size_t t = i; t < token_count; t++)
        if ((depth += nesting(t)) < 0)
            return t - 1;
    return i;
}

// The name in what the compiler quotes: 'void std::vector<T>::push_back(const T&) [with T = int]'.
static char *name_in(const char *quoted) {
    size_t n = strcspn(quoted, "'");
    const char *const with = strstr(quoted, " [with");
    if (with && (size_t)(with - quoted) < n)
        n = (size_t)(with - quoted);
    int depth = 0;
    size_t end = n, i = 0;
    for (i = 0; i < n; i++) { // the first ( outside <>
        depth += quoted[i] == '<' ? 1 : quoted[i] == '>' && i > 0 && quoted[i - 1] != '-' ? -1 : 0;
        if (quoted[i] == '(' && depth == 0 &&
            !(i + 1 < n && quoted[i + 1] == ')' && i > 7 &&
              strncmp(quoted + i - 8, "operator", 8) == 0)) {
            end = i;
            break;
        }
    }
    const char *const op = strstr(quoted, "operator");
    if (op && op < quoted + n)
        return text("%.*s", (int)(end > (size_t)(op - quoted) ? end - (size_t)(op - quoted) : 8),
                    op);
    size_t start = end;
    depth = 0;
    while (start > 0 && (depth > 0 || isalnum((unsigned char)quoted[start - 1]) ||
                         strchr("_~<>", quoted[start - 1]))) {
        depth += quoted[start - 1] == '>' ? 1 : quoted[start - 1] == '<' ? -1 : 0;
        start--;
    }
    char *const name = text("%.*s", (int)(end - start), quoted + start);
    name[strcspn(name, "<")] = '\0';
    return name;
}

// Whether the word at token i, template arguments behind it stepped over, is called.
bool is_called(size_t i) {
    size_t t = i + 1;
    if (is(t, "<") && is(t + 1, "<"))
        return false; // a launch
    if (is(t, "<"))
        for (int depth = 0; t < token_count; t++) {
            depth += is(t, "<") ? 1 : is(t, ">") ? -1 : 0;
            if (depth == 0 || is(t, ";"))
                break;
        }
    if (is(t, ">"))
        t++;
    return is(t, "(");
}

// Whether token i stands in an operand that is never evaluated.
static bool is_unevaluated(size_t i) {
    static const char *const operators[] = {"sizeof", "decltype", "alignof", "noexcept", NULL};
    int depth = 0;
    for (size_t t = i; t-- > 0 && !is(t, ";") && !is(t, "{") && !is(t, "}");) {
        depth += nesting(t);
        if (depth > 0 && is(t, "(") && is_any(t - 1, operators))
            return true;
        depth = depth > 0 ? 0 : depth;
    }
    return is(i - 1, "sizeof");
}

static void call_across(size_t i, const char *kind, const char *whose, const char *callee,
                        unsigned from, const char *caller) {
    complain(i, kind, "calling a %s function(\"%s\") from a %s function(\"%s\") is not allowed%s",
             whose, callee,
             from & GLOBAL             ? "__global__"
             : from == (HOST | DEVICE) ? "__host__ __device__"
             : from & DEVICE           ? "__device__"
                                       : "__host__",
             caller,
             strncmp(whose, "constexpr", 9) == 0
                 ? ". The experimental flag '--expt-relaxed-constexpr' can be used to allow this."
                 : "");
}

// Token i stands in a class and outside its functions: the value of a member, or the class's own
// name where a constructor that nobody wrote is meant, calls d. That is __host__ __device__, if
// device code makes such objects.
static void warn_of_making(size_t i, const struct declaration *d) {
    const struct declaration *own = NULL;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == CLASS && declarations[k].first <= i && i <= declarations[k].end)
            own = &declarations[k]; // the innermost
    if (!own)
        return;
    for (size_t t = own->end; t < token_count; t++)
        if (same_word(t, own->name) && owner_of(t) == USER && code_at(t) & (DEVICE | GLOBAL) &&
            !is(t + 1, "*") && !is(t + 1, "&")) {
            call_across(i, "warning", "__host__", name_of_function(d), HOST | DEVICE,
                        text("%s::%s", word_of(own->name), word_of(own->name)));
            return;
        }
}

// Is it a function of this file or class alone that nothing in the program names? nvcc leaves it
// out, and does not look at it.
static bool is_left_out(const struct declaration *d) {
    static const char *const own[] = {"static",          "inline",   "__inline__",
                                      "__forceinline__", "__inline", NULL};
    const struct declaration *const whole = in_class(d) ? &declarations[d->scope] : d;
    bool left = in_class(d) && !d->is_virtual;
    for (size_t t = d->first; t < d->name && !left; t++)
        left = is_any(t, own);
    if (!left || d->special == OPERATOR || d->special == CONVERSION || (d->spaces & GLOBAL))
        return false;
    // what is not called by its own name is, where there are objects of its class
    const size_t name = d->special ? whole->name : d->name;
    for (size_t t = 0; t < token_count; t++)
        if (tokens[t].kind == WORD && same_word(t, name) && owner_of(t) == USER &&
            (t < d->first || t > d->end) && !(d->special && t >= whole->first && t <= whole->end))
            return false;
    return true;
}

// The compiler has named a use of what mark `word` is on, at token i; declaration d, if it is the
// user's.
static void judge(size_t i, const char *word, const struct declaration *d, const char *quoted) {
    const struct declaration *const around = function_around(i);
    if (!around && strcmp(word, "host") == 0)
        warn_of_making(i, d);
    if (!around || i < around->open)
        return; // values of variables: nvcc does not look
    const unsigned from = code_at(i);
    const char *const caller = name_of_function(around);
    const bool device = from & (DEVICE | GLOBAL);
    if (device && is_left_out(around))
        return;
    if (strcmp(word, "library") == 0) {
        char *const name = name_in(quoted);
        const bool constant = strstr(quoted, "constexpr ") == quoted;
        i = back_to_word(i, name);
        if (device && strchr(quoted, '('))
            call_across(i, from & HOST ? "warning" : "error",
                        constant ? "constexpr __host__" : "__host__", name, from, caller);
        else if (device && !(from & HOST))
            complain(i, "error", "identifier \"%s\" is undefined in device code", name);
        return;
    }
    if (is_unevaluated(i))
        return;
    const char *const plain = d->name < token_count ? word_of(d->name) : "";
    if (d->what == FUNCTION && d->special == DESTRUCTOR)
        i = end_of_life(i);
    else if (!d->special || d->special == CONSTRUCTOR || d->what == VARIABLE)
        i = back_to_word(i, plain);
    const char *const name = d->what == FUNCTION ? name_of_function(d) : plain;
    if (strcmp(word, "host") == 0 && device && !(from & HOST) && !d->special && !in_class(d) &&
        same_word(i, d->name) && !is_called(i))
        complain(i, "error", "identifier \"%s\" is undefined in device code", name); // its address
    else if (strcmp(word, "host") == 0 && device)
        call_across(i, from & HOST ? "warning" : "error",
                    d->is_constexpr ? "constexpr __host__" : "__host__", name, from, caller);
    else if ((strcmp(word, "device") == 0 || strcmp(word, "builtin") == 0) && from & HOST &&
             !(device && around->is_template)) // of a template, only one side may be asked for
        call_across(i, "error", "__device__", name, from, caller);
    else if (strcmp(word, "kernel") == 0 && is_called(i))
        complain(i, "error",
                 device ? "a __global__ function(\"%s\") is called without <<< >>>, and from "
                          "device code"
                        : "a __global__ function(\"%s\") call must be configured: %s<<<grid, "
                          "block>>>(...)",
                 name, name);
    else if (strcmp(word, "variable") == 0 && device && !(from & HOST))
        complain(i, "error", "identifier \"%s\" is undefined in device code", name);
    else if (strcmp(word, "placed") == 0 && !device)
        warn_of_placed(i, d);
}

void ask_the_compiler(void) {
    char source_name[] = "/tmp/cuda2cpp-XXXXXX";
    const int file = mkstemp(source_name);
    FILE *const out = file >= 0 ? fdopen(file, "w") : NULL;
    if (!out) {
        fprintf(stderr, "cuda2cpp: no temporary file\n");
        exit(1);
    }
    note_values();
    write_view(out);
    fclose(out);
    FILE *const answer = popen(text("LC_ALL=C %s -fsyntax-only -Wdeprecated-declarations "
                                    "-x c++-cpp-output %s 2>&1",
                                    judge_command, source_name),
                               "r");
    char *line = NULL;
    size_t room = 0;
    while (answer && getline(&line, &room, answer) > 0) {
        long at, column;
        int quote = 0;
        char word[32];
        size_t index = 0;
        char *const mark = strstr(line, "cuda_cpu_");
        if (report_questions && strstr(line, " error: "))
            fprintf(stderr, "cuda2cpp: the compiler's view: %s", line);
        if (sscanf(line, "view:%ld:%ld: error:", &at, &column) == 2 &&
            strstr(line, "constant initializer")) {
            const size_t i = token_at(at, column);
            if (i < token_count)
                complain(i, "error",
                         "dynamic initialization is not supported for a __device__, __constant__, "
                         "__shared__ or static variable of device code");
            continue;
        }
        if (sscanf(line, "view:%ld:%ld: warning: '%n", &at, &column, &quote) < 2 || quote == 0 ||
            !mark || !strstr(line, "deprecated") ||
            sscanf(strstr(line, "deprecated: ") ? strstr(line, "deprecated: ") + 12 : mark,
                   "cuda_cpu_%31[a-z] %zu", word, &index) != 2)
            continue;
        const size_t i = token_at(at, column);
        if (i < token_count && index < declaration_count)
            judge(i, word, &declarations[index], line + quote);
    }
    free(line);
    if (answer)
        pclose(answer);
    unlink(source_name);
}
