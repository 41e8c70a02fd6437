// SPDX-License-Identifier: MIT
// What the whole file says of the words in a kernel, before it is split: which are functions and
// might hold a barrier, which are numbers that nothing changes; and where each token stands.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "split.h"

// ---- words -------------------------------------------------------------------------------------

struct word {
    size_t token; // where it stands first
    unsigned flags;
};

static struct word *words;
static size_t word_count, word_room;
static size_t *word_of; // of each token that is a WORD
static size_t *table;   // hash: word + 1, or 0
static size_t table_size;

size_t length(size_t i) {
    return tokens[i].end - tokens[i].start;
}

bool same(size_t a, size_t b) {
    return length(a) == length(b) &&
           memcmp(source + tokens[a].start, source + tokens[b].start, length(a)) == 0;
}

static void number_words(void) {
    for (table_size = 1024; table_size < 2 * token_count; table_size *= 2)
        ;
    size_t none = 0;
    table = (size_t *)grow(NULL, &none, table_size, sizeof *table);
    memset(table, 0, table_size * sizeof *table);
    none = 0;
    word_of = (size_t *)grow(NULL, &none, token_count + 1, sizeof *word_of);
    for (size_t i = 0; i < token_count; i++) {
        word_of[i] = SIZE_MAX;
        if (tokens[i].kind != WORD)
            continue;
        size_t hash = 5381;
        for (size_t k = tokens[i].start; k < tokens[i].end; k++)
            hash = hash * 33 + (unsigned char)source[k];
        size_t at = hash & (table_size - 1);
        while (table[at] && !same(words[table[at] - 1].token, i))
            at = (at + 1) & (table_size - 1);
        if (!table[at]) {
            words = (struct word *)grow(words, &word_room, word_count + 1, sizeof *words);
            words[word_count] = (struct word){i, 0};
            table[at] = ++word_count;
        }
        word_of[i] = table[at] - 1;
    }
}

unsigned flags(size_t i) {
    return tokens[i].kind == WORD ? words[word_of[i]].flags : 0;
}

bool may_wait(size_t i) {
    return flags(i) & WAITS;
}

static void flag(size_t i, unsigned more) {
    words[word_of[i]].flags |= more;
}

const char *const control[] = {"if",     "for",      "while",         "switch",  "do",      "else",
                               "return", "break",    "continue",      "case",    "default", "goto",
                               "sizeof", "alignof",  "decltype",      "catch",   "delete",  "new",
                               "throw",  "noexcept", "__attribute__", "alignas", NULL};
const char *const arithmetic[] = {"unsigned", "signed", "long",   "short", "int",
                                  "char",     "float",  "double", "bool",  NULL};
const char *const number_types[] = {"size_t",
                                    "ptrdiff_t",
                                    "int8_t",
                                    "int16_t",
                                    "int32_t",
                                    "int64_t",
                                    "uint8_t",
                                    "uint16_t",
                                    "uint32_t",
                                    "uint64_t",
                                    "uint",
                                    "uchar",
                                    "ushort",
                                    "ulong",
                                    "wchar_t",
                                    "ssize_t",
                                    "intptr_t",
                                    "uintptr_t",
                                    "clock_t",
                                    "cudaTextureObject_t",
                                    "cudaSurfaceObject_t",
                                    NULL};
const char *const vector_types[] = {"float2",  "float3",  "float4",  "int2",    "int3",   "int4",
                                    "uint2",   "uint3",   "uint4",   "uchar2",  "uchar3", "uchar4",
                                    "char2",   "char3",   "char4",   "short2",  "short3", "short4",
                                    "ushort2", "ushort3", "ushort4", "double2", NULL};
const char *const qualifiers[] = {"const", "constexpr", NULL};

// ---- where a token stands ----------------------------------------------------------------------

struct place *places;

static void find_places(void) {
    size_t none = 0;
    places = (struct place *)grow(NULL, &none, token_count + 1, sizeof *places);
    struct place now = {0, 0, 1, false};
    size_t at = 0;
    for (size_t i = 0; i < token_count; i++) {
        for (; at < tokens[i].start; at++) {
            if (source[at] != '\n')
                continue;
            now.line++;
            char *end;
            if (source[at + 1] == '#' && source[at + 2] == ' ') {
                long line = strtol(source + at + 3, &end, 10);
                if (end > source + at + 3 && end[0] == ' ' && end[1] == '"') {
                    now.file = (size_t)(end + 1 - source);
                    now.file_length = strcspn(end + 2, "\"\n") + 2;
                    now.line = line - 1; // its line break is still to come
                    now.system = false;  // which a mark tells: numbers, and 3 among them
                    for (const char *c = source + now.file + now.file_length; *c && *c != '\n'; c++)
                        now.system = now.system || (c[0] == ' ' && c[1] == '3');
                }
            }
        }
        places[i] = now;
    }
}

// ---- what the file says of functions -----------------------------------------------------------

struct function {
    size_t name, open, close;
};

static struct function *functions;
static size_t function_count, function_room;

// The brace at token i opens a function's body: its name; token_count where it does not.
static size_t function_of(size_t i) {
    while (i-- > 0) {
        if (is(i, ")") || is(i, "}")) {
            size_t open = opening(i);
            if (open == token_count || open == 0)
                return token_count;
            size_t named = is(open - 1, ">") ? opening_angle(open - 1) : open;
            size_t sign = named < token_count && named > 2 ? named - 2 : 0;
            bool label =
                is(sign - 1, "public") || is(sign - 1, "private") || is(sign - 1, "protected");
            if (sign && (is(sign, ",") || (is(sign, ":") && !label))) {
                i = sign; // a member that a constructor begins
                continue;
            }
            if (is(i, "}"))
                return token_count;
            if (is(open - 1, "noexcept") || is(open - 1, "__attribute__")) {
                i = open - 1;
                continue;
            }
            for (size_t back = open; back-- > 0 && open - back < 5;)
                if (is(back, "operator"))
                    return back;
            return tokens[open - 1].kind == WORD ? open - 1 : token_count;
        }
        if (tokens[i].kind != WORD && !is(i, "->") && !is(i, "::") && !is(i, "*") && !is(i, "&") &&
            !is(i, ">") && !is(i, "<"))
            return token_count;
        if (is(i, "struct") || is(i, "class") || is(i, "union") || is(i, "enum") ||
            is(i, "namespace") || is(i, "else") || is(i, "do"))
            return token_count;
    }
    return token_count;
}

// The parameters behind token i, up to `close`: is one a reference through which a caller's
// variable changes?
static bool changes_arguments(size_t i, size_t close) {
    bool constant = false;
    for (size_t k = i + 1; k < close; k++) {
        if (is(k, ","))
            constant = false;
        constant = (constant && !is(k, "*")) || is(k, "const");
        if (is(k, "&") && (!constant || is(k + 1, "&")))
            return true;
    }
    return false;
}

// __device__ at token i: the variables that it declares.
static void note_variables(size_t i) {
    static const char *const behind[] = {"=", ";", ",", "[", "{", NULL};
    for (; i < token_count && !is(i, "(") && !is(i, ";") && nesting(i) >= 0; i++) {
        if (tokens[i].kind == WORD && is_any(i + 1, behind))
            flag(i, VARIABLE);
        if (is(i, "="))
            while (i + 1 < token_count && !is(i + 1, ",") && !is(i + 1, ";") && nesting(i + 1) >= 0)
                i = nesting(i + 1) > 0 ? closing(i + 1) : i + 1;
        else if (nesting(i) > 0)
            i = closing(i);
    }
}

// const and enum at token i: the numbers that they name.
static void note_constants(size_t i) {
    if (is(i, "enum")) {
        size_t open = i;
        while (open < token_count && !is(open, "{") && !is(open, ";") && !is(open, "(") &&
               !is(open, ")"))
            open++;
        if (!is(open, "{"))
            return;
        size_t close = closing(open);
        for (size_t k = open + 1; k < close; k++)
            if (tokens[k].kind == WORD && (is(k - 1, "{") || is(k - 1, ",")))
                flag(k, CONSTANT);
        return;
    }
    for (size_t k = i + 1;
         k < token_count && !is(k, ";") && !is(k, "*") && !is(k, "&") && nesting(k) >= 0; k++) {
        bool last = is(k + 1, ";") && is(i, "__constant__");
        if (tokens[k].kind == WORD && (is(k + 1, "=") || last))
            flag(k, CONSTANT);
        if (is(k, "("))
            return;
        if (nesting(k) > 0)
            k = closing(k);
    }
}

bool odd_operators;

// operator at token i: does it change more than the object in front of it?
static void note_operator(size_t i) {
    size_t open = i + 1;
    while (open < token_count && !is(open, "(") && !is(open, ";") && open < i + 5)
        open++;
    if (is(i + 1, "(") && is(i + 2, ")") && is(i + 3, "("))
        return; // calls of objects stay whole in any case
    size_t second = open + 1, close = is(open, "(") ? closing(open) : token_count;
    bool shift = is(i + 2, "<") || is(i + 2, ">") || is(i + 1, ",");
    while (second < close && close < token_count && !is(second, ","))
        second = nesting(second) > 0 ? closing(second) + 1 : second + 1;
    if (close < token_count && (second < close ? changes_arguments(second, close)
                                               : shift && changes_arguments(open, close)))
        odd_operators = true;
}

// The arrays of the structure that opens at token i.
static void note_arrays(size_t i) {
    size_t close = closing(i);
    while (++i < close)
        if (tokens[i].kind == WORD && is(i + 1, "["))
            flag(i, is(closing(i + 1) + 1, "[") ? ARRAY | ARRAYS : ARRAY);
        else if (nesting(i) > 0)
            i = closing(i);
}

// A structure, or another name for a type, at token i: may it hold a reference? And its arrays.
static void note_type(size_t i) {
    if (is(i, "struct") || is(i, "class") || is(i, "union")) {
        size_t name = i + 1;
        while (is(name, "__attribute__") || is(name, "alignas"))
            name = closing(name + 1) + 1;
        if (name < token_count && tokens[name].kind == WORD && !is_any(name, vector_types))
            flag(name, HOLDER);
        while (name < token_count && !is(name, "{") && !is(name, ";") && nesting(name) == 0)
            name++;
        if (is(name, "{") && !places[i].system)
            note_arrays(name);
        return;
    }
    size_t name = is(i, "using") && is(i + 2, "=") ? i + 1 : token_count;
    bool holds = false;
    for (size_t k = i + 1; k < token_count && !is(k, ";"); k++) {
        holds = holds || is(k, "&") || is(k, "struct") || is(k, "class") || is(k, "union") ||
                (k != name && (flags(k) & HOLDER));
        if (is(i, "typedef") && tokens[k].kind == WORD && (is(k + 1, ";") || is(k + 1, "[")))
            name = k;
        if (is(i, "typedef") && k == name && is(k + 1, "["))
            flag(k, ARRAY);
        if (nesting(k) > 0)
            k = closing(k);
    }
    if (name < token_count && holds && !is_any(name, vector_types))
        flag(name, HOLDER);
}

// Is the function whose name stands at token i for kernels?
static bool of_device(size_t i) {
    while (i-- > 0 && !is(i, ";") && !is(i, "{") && !is(i, "}"))
        if (is(i, "__device__"))
            return true;
    return false;
}

// Functions for kernels that are declared here and defined in another file (-rdc) may do anything.
static void note_strangers(void) {
    static const char *const no_name[] = {"__align__", "__attribute__", "alignas", "decltype",
                                          NULL};
    for (size_t i = 0; i < token_count; i++) {
        size_t open = is(i, "__device__") ? i : token_count;
        while (open < token_count && !is(open, "(") && !is(open, ";") && !is(open, "{") &&
               !is(open, "=") && !is(open, "["))
            open += is(open + 1, "(") && is_any(open, no_name) ? closing(open + 1) - open + 1 : 1;
        if (open >= token_count || !is(open, "(") || tokens[open - 1].kind != WORD ||
            !is(closing(open) + 1, ";"))
            continue;
        size_t f = 0;
        while (f < function_count && !same(functions[f].name, open - 1))
            f++;
        if (f == function_count)
            flag(open - 1, WAITS);
    }
}

static void note_functions(void) {
    static const char *const types[] = {"struct", "class", "union", "using", NULL};
    static const char *const pure[] = {"min", "max", "abs", NULL};
    for (size_t i = 0; i < token_count; i++) {
        if (is_any(i, arithmetic) || is_any(i, number_types) || is_any(i, vector_types))
            flag(i, FUNCTION);
        if (is_any(i, pure))
            flag(i, PURE);
        if (is(i, "__global__") && kernel_name(i) < token_count)
            flag(kernel_name(i), KERNEL);
    }
    for (size_t i = 1; i < token_count; i++)
        if (is_any(i, pure) && is(i + 1, "(") && of_device(i) &&
            function_of(closing(i + 1) + 1) == i)
            words[word_of[i]].flags &= ~(unsigned)PURE; // of the program's own making
    for (size_t i = 1; i < token_count; i++) {
        if (is(i, "(") && tokens[i - 1].kind == WORD && !is_any(i - 1, control))
            flag(i - 1, FUNCTION | (changes_arguments(i, closing(i)) ? BY_REFERENCE : 0));
        if (tokens[i].kind == WORD && is_any(i - 1, types))
            flag(i, FUNCTION);
        if (is_any(i, types) || is(i, "typedef"))
            note_type(i);
        if (is(i, "operator") && of_device(i))
            note_operator(i);
        if (is(i, "typedef"))
            for (size_t k = i; k < token_count && !is(k, ";");
                 k = nesting(k) > 0 ? closing(k) : k + 1)
                if (tokens[k].kind == WORD && is(k + 1, ";"))
                    flag(k, FUNCTION);
        if (is(i, "const") || is(i, "constexpr") || is(i, "__constant__") || is(i, "enum"))
            note_constants(i);
        if (is(i, "__device__") || is(i, "__managed__") || is(i, "__shared__"))
            note_variables(i);
        if (is(i, "{")) {
            size_t name = function_of(i), close = closing(i);
            if (name < token_count && close < token_count && !(flags(name) & KERNEL)) {
                functions = (struct function *)grow(functions, &function_room, function_count + 1,
                                                    sizeof *functions);
                functions[function_count++] = (struct function){name, i, close};
            }
            if (name < token_count)
                i = close;
        }
    }
    // Who waits: those that enter the runtime to do so, and by and by all that call one of them.
    static const char *const roots[] = {"cuda_cpu_barrier",      "cuda_cpu_warp_exchange",
                                        "cuda_cpu_active_lanes", "cuda_cpu_sync_grid",
                                        "cuda_cpu_sleep",        NULL};
    for (size_t i = 0; i < token_count; i++)
        if (is_any(i, roots))
            flag(i, WAITS);
    note_strangers();
    for (bool more = true; more;) {
        more = false;
        for (size_t f = 0; f < function_count; f++)
            for (size_t i = functions[f].open; i < functions[f].close; i++)
                if (!(flags(functions[f].name) & WAITS) && (flags(i) & WAITS) &&
                    (is(i + 1, "(") || is(i + 1, "<"))) {
                    flag(functions[f].name, WAITS);
                    more = true;
                }
    }
    // Operators, constructors and destructors, which may be called without being named.
    for (size_t f = 0; f < function_count; f++) {
        size_t name = functions[f].name;
        bool unnamed = is(name, "operator") || (flags(name) & HOLDER);
        odd_operators = odd_operators || (unnamed && may_wait(name));
    }
}

// ---- who asks where it is ----------------------------------------------------------------------

// Which functions ask what thread they are run by, or do what is seen in the order of threads, and
// all that name one of them. Operators, constructors and destructors are called by no name: if one
// of those asks, anybody may.
bool anybody_asks;

static void note_placed(void) {
    static const char *const asking[] = {"threadIdx", "blockIdx", "thread_rank", "__shared__",
                                         NULL};
    static const char *const types[] = {"struct", "class", "union", "~", NULL};
    static const char *const behind[] = {"[", ";", ",", NULL};
    static const char loops[] = "/cuda_cpu/launch.h\"";
    for (size_t i = 0; i < token_count; i++) {
        if (is_any(i, asking))
            flag(i, PLACED);
        if (is(i, "printf") || (is(i + 1, "(") && tokens[i].kind == WORD &&
                                strncmp(source + tokens[i].start, "atomic", 6) == 0))
            flag(i, ORDERED);
        if (is(i, "__shared__") && is(i - 1, "extern"))
            for (size_t k = i + 1; k < token_count && !is(k - 1, ";"); k++)
                if (tokens[k].kind == WORD && is_any(k + 1, behind))
                    flag(k, PLACED);
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t f = 0; f < function_count; f++) {
            const struct place *at = &places[functions[f].name];
            const size_t n = sizeof loops - 1;
            if (at->file_length > n &&
                memcmp(source + at->file + at->file_length - n, loops, n) == 0)
                continue;
            unsigned found = 0;
            for (size_t i = functions[f].open; i < functions[f].close; i++)
                found |= flags(i) & (PLACED | ORDERED);
            if (found & ~flags(functions[f].name)) {
                flag(functions[f].name, found);
                more = true;
            }
        }
    }
    for (size_t i = 1; i < token_count; i++)
        if ((flags(i) & PLACED) && (is(i, "operator") || is_any(i - 1, types)))
            anybody_asks = true;
}

void read_words(void) {
    number_words();
    find_places();
    note_functions();
    note_placed();
}
