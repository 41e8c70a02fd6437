// SPDX-License-Identifier: MIT
// cuda2cpp: rewrites the few things of CUDA C that a C++ compiler cannot parse.
//
//     g++ -E -x c++ -include cuda_runtime.h program.cu | cuda2cpp > program.ii && g++ program.ii
//
// It reads preprocessed source, so that launches inside headers and macros are seen too, and it
// changes nothing but these (the line markers and every line break stay, so that messages and
// debuggers still point into the .cu file):
//
//   name<T><<<grid, block, shared, stream>>>(arguments)    see launch.c
//   __shared__ T a[n], b;          static thread_local T a[n], b; and the poisoning of both; with
//   --apart, T (&a)[n] = ..., &b = ...; each bound to memory with a gap around it
//   extern __shared__ T a[];       a reference to the launch's dynamic shared memory
//   cudaFree(p); as a statement    ::cuda_cpu::dropped{"cudaFree"}, cudaFree(p); whose failure
//   nobody sees
//   __device__ T a[n];  outside functions: a static object behind it that makes its address known
//   (void *)name, of a kernel       (void *)::cuda_cpu::launchable(name): cudaLaunchKernel can call
//   it
//   __global__ __device__ ...      removed; without --rdc, variables of the device become static,
//   and with --unit=NAME functions that a linker would take from another file are marked as this
//   one's #pragma unroll n               #pragma GCC unroll n asm("mov.u32 %0, %%laneid;"...)  what
//   the special register holds; other PTX ends the kernel a / b, a << b in device code    a /
//   ::cuda_cpu::at(threadIdx) / b, see arithmetic.c s[t] += s[t + 16];  with s volatile, or s[t ^
//   16] in any case, from when lanes ran in step: with the __syncwarp() it needs
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "launch.h"
#include "refuse.h"

char *source;
size_t source_length;
struct token *tokens;
size_t token_count;
static size_t token_room;
static size_t *partners; // of all brackets, once they are matched; token_count where there is none

void *grow(void *array, size_t *room, size_t needed, size_t item) {
    if (needed <= *room)
        return array;
    *room = needed * 2 + 64;
    array = realloc(array, *room * item);
    if (!array) {
        fprintf(stderr, "cuda2cpp: out of memory\n");
        exit(1);
    }
    return array;
}

// A new string made as printf would print it.
char *text(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t room = 0;
    char *result = (char *)grow(NULL, &room, (size_t)length + 1, 1);
    vsnprintf(result, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return result;
}

// ---- tokens ------------------------------------------------------------------------------------

bool is(size_t i, const char *word) {
    return i < token_count && tokens[i].kind != STRING &&
           tokens[i].end - tokens[i].start == strlen(word) &&
           memcmp(source + tokens[i].start, word, strlen(word)) == 0;
}

static bool word_character(char c) {
    return isalnum((unsigned char)c) || c == '_' || c & 0x80;
}

static void add_token(enum kind kind, size_t start, size_t end) {
    tokens = (struct token *)grow(tokens, &token_room, token_count + 1, sizeof *tokens);
    tokens[token_count++] = (struct token){kind, start, end, NULL, NULL, NULL};
}

static size_t end_of_quoted(size_t i, char quote) {
    while (i < source_length && source[i] != quote && source[i] != '\n')
        i += source[i] == '\\' ? 2 : 1;
    return i < source_length ? i + 1 : source_length;
}

// R"mark( ... )mark"; i stands on the opening quote
static size_t end_of_raw_string(size_t i) {
    char *open = memchr(source + i, '(', source_length - i);
    if (!open)
        return source_length;
    size_t mark = (size_t)(open - source) - i - 1;
    for (size_t j = (size_t)(open - source); j + mark + 2 <= source_length; j++)
        if (source[j] == ')' && memcmp(source + j + 1, source + i + 1, mark) == 0 &&
            source[j + 1 + mark] == '"')
            return j + mark + 2;
    return source_length;
}

static size_t end_of_line(size_t i) {
    while (i < source_length && source[i] != '\n')
        i += source[i] == '\\' && i + 1 < source_length ? 2 : 1;
    return i < source_length ? i : source_length;
}

static bool at_line_start(size_t i) {
    while (i > 0 && (source[i - 1] == ' ' || source[i - 1] == '\t'))
        i--;
    return i == 0 || source[i - 1] == '\n';
}

static void tokenize(void) {
    for (size_t i = 0; i < source_length;) {
        char c = source[i];
        size_t start = i;
        if (isspace((unsigned char)c)) {
            i++;
        } else if (c == '#' && at_line_start(i)) { // a line marker, or a pragma
            i = end_of_line(i);
            size_t word = start + 1;
            while (word < i && (source[word] == ' ' || source[word] == '\t'))
                word++;
            if (i - word > 6 && memcmp(source + word, "pragma", 6) == 0)
                add_token(PRAGMA, start, i);
        } else if (c == '/' && i + 1 < source_length && source[i + 1] == '/') {
            i = end_of_line(i);
        } else if (c == '/' && i + 1 < source_length && source[i + 1] == '*') {
            for (i += 2;
                 i < source_length && !(source[i - 1] == '*' && source[i] == '/' && i > start + 2);)
                i++;
            i++;
        } else if (isdigit((unsigned char)c) ||
                   (c == '.' && i + 1 < source_length && isdigit((unsigned char)source[i + 1]))) {
            while (i < source_length &&
                   (word_character(source[i]) || source[i] == '.' ||
                    (source[i] == '\'' && i + 1 < source_length && word_character(source[i + 1])) ||
                    ((source[i] == '+' || source[i] == '-') && strchr("eEpP", source[i - 1]))))
                i++;
            add_token(NUMBER, start, i);
        } else if (word_character(c)) {
            while (i < source_length && word_character(source[i]))
                i++;
            if (i < source_length && source[i] == '"' && source[i - 1] == 'R' && i - start <= 3)
                add_token(STRING, start, i = end_of_raw_string(i));
            else if (i < source_length && (source[i] == '"' || source[i] == '\'') &&
                     i - start <= 2 && strchr("LuU8", source[start]))
                add_token(STRING, start, i = end_of_quoted(i + 1, source[i]));
            else
                add_token(WORD, start, i);
        } else if (c == '"' || c == '\'') {
            i = end_of_quoted(i + 1, c);
            add_token(STRING, start, i);
        } else {
            i += (c == ':' && source[i + 1] == ':') || (c == '-' && source[i + 1] == '>') ? 2 : 1;
            add_token(PUNCTUATION, start, i);
        }
    }
}

void read_source(char *read, size_t length) {
    source = read;
    source_length = length;
    tokens = NULL;
    token_count = token_room = 0;
    free(partners);
    partners = NULL;
    tokenize();
}

// The source text of tokens [first, last] on one line, its quotes escaped if asked.
char *joined(size_t first, size_t last, bool escape) {
    char *result = NULL;
    size_t room = 0, length = 0;
    for (size_t i = first; i <= last; i++) {
        if (tokens[i].instead && !*tokens[i].instead)
            continue; // erased
        bool gap = i > first && tokens[i - 1].kind == WORD && tokens[i].kind == WORD;
        size_t n = tokens[i].end - tokens[i].start;
        result = (char *)grow(result, &room, length + 2 * n + 2, 1);
        if (gap)
            result[length++] = ' ';
        for (size_t k = tokens[i].start; k < tokens[i].end; k++) {
            if (escape && (source[k] == '"' || source[k] == '\\'))
                result[length++] = '\\';
            result[length++] = source[k];
        }
    }
    result = (char *)grow(result, &room, length + 1, 1);
    result[length] = '\0';
    return result;
}

void insert_before(size_t i, char *what) {
    char *old = tokens[i].before;
    tokens[i].before = old ? text("%s%s", what, old) : what;
}

void insert_after(size_t i, char *what) {
    char *old = tokens[i].after;
    tokens[i].after = old ? text("%s%s", old, what) : what;
}

void erase(size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        tokens[i].instead = "";
}

// ---- brackets ----------------------------------------------------------------------------------

// +1 on an opening bracket, -1 on a closing one, else 0; angle brackets do not count.
int nesting(size_t i) {
    if (tokens[i].kind != PUNCTUATION || tokens[i].end - tokens[i].start != 1)
        return 0;
    char c = source[tokens[i].start];
    return c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
}

static void match_brackets(void) {
    size_t room = 0, open_room = 0, open_count = 0, *open = NULL;
    partners = (size_t *)grow(NULL, &room, token_count + 1, sizeof *partners);
    for (size_t i = 0; i < token_count; i++) {
        partners[i] = token_count;
        if (nesting(i) > 0) {
            open = (size_t *)grow(open, &open_room, open_count + 1, sizeof *open);
            open[open_count++] = i;
        } else if (nesting(i) < 0 && open_count > 0) {
            partners[i] = open[--open_count];
            partners[partners[i]] = i;
        }
    }
    free(open);
}

// The partner of the opening bracket at token i; token_count where it never closes.
size_t closing(size_t i) {
    if (partners && i < token_count && nesting(i) > 0)
        return partners[i];
    for (int depth = 0; i < token_count; i++)
        if ((depth += nesting(i)) == 0)
            return i;
    return token_count;
}

// The partner of the closing bracket at token i; token_count where there is none.
size_t opening(size_t i) {
    if (partners && nesting(i) < 0)
        return partners[i];
    int depth = 0;
    do {
        if ((depth += nesting(i)) == 0)
            return i;
    } while (i-- > 0);
    return token_count;
}

// The < that opens the template arguments whose > is at token i; token_count where there is none.
size_t opening_angle(size_t i) {
    int depth = 0;
    do {
        if (nesting(i) < 0) {
            i = opening(i);
            if (i == token_count)
                return i;
        } else if (is(i, ">"))
            depth++;
        else if (is(i, "<") && --depth == 0)
            return i;
        else if (is(i, ";") || nesting(i) > 0)
            return token_count;
    } while (i-- > 0);
    return token_count;
}

// ---- shared memory -----------------------------------------------------------------------------

static bool lie_apart; // --apart, for make check-memory: each in memory of its own

// __shared__ at token i
static void rewrite_shared(size_t i, bool in_function) {
    size_t first = i, last = i;
    while (first > 0 && tokens[first - 1].kind == WORD)
        first--;
    while (last < token_count && !is(last, ";")) {
        last = nesting(last) > 0 ? closing(last) : last;
        last++;
    }
    if (last >= token_count)
        return;

    size_t external = token_count;
    for (size_t t = first; t < last; t++)
        if (is(t, "extern"))
            external = t;

    // alignas is at home in front of everything; dynamic shared memory is aligned in any case.
    for (size_t t = i + 1; t < last; t++)
        if (is(t, "alignas") && is(t + 1, "(")) {
            if (external == token_count)
                insert_before(first, text("%s ", joined(t, closing(t + 1), false)));
            erase(t, closing(t + 1));
        }

    // The declared names: words outside all brackets in front of [ , ; or =.
    int angle = 0;
    char *poison = text(" "), *slots = text(" ");
    const bool apart = lie_apart && in_function && external == token_count;
    for (size_t t = i; t < last; t++) {
        angle += is(t, "<") ? 1 : is(t, ">") ? -1 : 0;
        bool declared = angle == 0 && t > i && tokens[t].kind == WORD &&
                        (is(t + 1, "[") || is(t + 1, ",") || is(t + 1, ";") || is(t + 1, "="));
        if (declared && external < token_count) {
            // extern __shared__ T name[][n];  T (&name)[][n] = the block's dynamic memory
            // outside a function, where no launch has begun: looked up when an OS thread that runs
            // blocks, and has them all in the same place, comes to it first
            tokens[i].instead = tokens[external].instead = "";
            char *type = joined(first, t - 1, false), *dimensions = joined(t + 1, last - 1, false);
            if (!in_function)
                tokens[i].instead = "__attribute__((unused)) static thread_local";
            insert_before(t, text("(&"));
            insert_after(t, text(")"));
            insert_after(last - 1, text(" = ::cuda_cpu::dynamic_shared<%s %s>(\"%s\")", type,
                                        dimensions, in_function ? joined(t, t, false) : ""));
            return;
        }
        if (declared && in_function)
            poison = text("%s { static thread_local unsigned long cuda_cpu_seen; "
                          "::cuda_cpu::poison_shared(cuda_cpu_seen, %s, \"%s\"); }",
                          poison, joined(t, t, false), joined(t, t, false));
        if (declared && apart) { // T (&name)[n] = memory of its own
            size_t end = t;
            while (is(end + 1, "["))
                end = closing(end + 1);
            slots = text("%sstatic thread_local void *cuda_cpu_slot_%zu; ", slots, t);
            insert_before(t, text(end > t ? "(&" : "&"));
            insert_after(end > t ? t : end, text(end > t ? ")" : " "));
            insert_after(end, text(" = ::cuda_cpu::apart{cuda_cpu_slot_%zu, \"%s\"}", t,
                                   joined(t, t, false)));
        }
        if (nesting(t) > 0)
            t = closing(t);
    }
    if (apart) {
        for (size_t t = first; t <= i; t++)
            if (is(t, "static") || t == i)
                tokens[t].instead = "";
        insert_before(first, slots);
        insert_after(last, poison);
        return;
    }
    bool is_static = false; // `static __shared__` needs no second `static`
    for (size_t t = first; t < i + 2; t++)
        is_static = is_static || is(t, "static");
    tokens[i].instead = is_static ? "thread_local" : "static thread_local";
    insert_after(last, poison);
}

// ---- PTX ---------------------------------------------------------------------------------------

// Special registers that programs read, and what they hold here.
static const char *const registers[][2] = {
    {"laneid", "::cuda_cpu::lane_id()"},
    {"warpid", "::cuda_cpu::thread_rank() / 32"},
    {"smid", "::cuda_cpu_core()"},
    {"clock", "(unsigned)clock64()"},
    {"clock_hi", "(unsigned)(clock64() >> 32)"},
    {"clock64", "clock64()"},
    {"globaltimer", "::cuda_cpu::nanoseconds()"},
    {"globaltimer_lo", "(unsigned)::cuda_cpu::nanoseconds()"},
    {"lanemask_eq", "1u << ::cuda_cpu::lane_id()"},
    {"lanemask_lt", "(1u << ::cuda_cpu::lane_id()) - 1"},
    {"lanemask_le", "(2u << ::cuda_cpu::lane_id()) - 1"},
    {"lanemask_gt", "0u - (2u << ::cuda_cpu::lane_id())"},
    {"lanemask_ge", "0u - (1u << ::cuda_cpu::lane_id())"},
};

// What `mov.u32 %0, %%name;` and nothing else reads (nvcc takes a single % too); NULL if it is not
// that, or not known.
static const char *special_register(const char *code) {
    char type[8], name[32], rest[2];
    if (sscanf(code, " \"mov.%7[a-z0-9] %%0, %%%%%31[a-z0-9_] %1[;]", type, name, rest) == 3 ||
        sscanf(code, " \"mov.%7[a-z0-9] %%0, %%%31[a-z0-9_] %1[;]", type, name, rest) == 3)
        for (size_t k = 0; k < sizeof registers / sizeof *registers; k++)
            if (strcmp(name, registers[k][0]) == 0)
                return registers[k][1];
    return NULL;
}

// Assembly of a GPU, not of this machine: an instruction with a type (mov.u32), or one that stops.
static bool is_ptx(const char *code) {
    for (const char *c = code + 1; *c && c[1]; c++)
        if (*c == '.' && isalnum((unsigned char)c[-1]) && islower((unsigned char)c[1]))
            return true;
    return strstr(code, "trap;") || strstr(code, "exit;");
}

// asm at token i, in a function
static void rewrite_asm(size_t i) {
    size_t open = i + 1;
    while (is(open, "volatile") || is(open, "__volatile__") || is(open, "__volatile"))
        open++;
    if (!is(open, "(") || open + 1 >= token_count || tokens[open + 1].kind != STRING)
        return;
    size_t close = closing(open), last = open + 1;
    if (close == token_count)
        return;
    while (tokens[last + 1].kind == STRING)
        last++;
    char *code = joined(open + 1, last, false), *operands = text("%s", ""), *first = NULL;
    if (!is_ptx(code))
        return;
    for (size_t t = last + 1; t + 1 < close; t++)
        if (tokens[t].kind == STRING && is(t + 1, "(")) {
            char *operand = joined(t + 1, closing(t + 1), false);
            first = first ? first : operand;
            operands = text("%s, %s", operands, operand);
            t = closing(t + 1);
        }
    const char *value = special_register(code);
    erase(i, close);
    insert_before(
        i, value && first
               ? text("(%s = %s)", first, value)
               : text("::cuda_cpu::ptx(__builtin_FILE(), __builtin_LINE(), %s%s)", code, operands));
}

// ---- what the runtime is told ------------------------------------------------------------------

bool is_any(size_t i, const char *const *words) {
    for (; *words; words++)
        if (is(i, *words))
            return true;
    return false;
}

// A runtime function at token i that is called as a statement, its answer dropped.
static void rewrite_call(size_t i) {
    static const char *const asking[] = {"cudaGetLastError", "cudaPeekAtLastError", NULL};
    static const char *const before[] = {";", "{", "}", "else", "do", NULL};
    static const char *const conditions[] = {"if", "for", "while", NULL};
    size_t first = is(i - 1, "::") ? i - 1 : i, close = closing(i + 1);
    bool begins = is_any(first - 1, before);
    if (is(first - 1, ")")) {
        size_t open = opening(first - 1);
        begins = open > 0 && open < token_count && is_any(open - 1, conditions);
    }
    if (begins && is(close + 1, ";") && !is_any(i, asking))
        insert_before(first, text("::cuda_cpu::dropped{\"%s\"}, ", joined(i, i, false)));
}

static bool alike(size_t a, size_t b) {
    const size_t length = tokens[a].end - tokens[a].start;
    return tokens[a].kind == WORD && tokens[b].kind == WORD &&
           length == tokens[b].end - tokens[b].start &&
           memcmp(source + tokens[a].start, source + tokens[b].start, length) == 0;
}

static const char *const of_the_device[] = {"__device__", "__constant__", "__managed__", NULL};

// __device__ or its kin at token i, outside functions and classes: if it declares variables, their
// addresses are made known.
static void note_variables(size_t i) {
    static const char *const no_name[] = {"__align__", "__attribute__", "alignas", "decltype",
                                          NULL};
    size_t t = i;
    while (t > 0 && (tokens[t - 1].kind == WORD || tokens[t - 1].kind == STRING))
        if (is_any(--t, of_the_device) || is(t, "extern"))
            return;
    if (t > 0 && is(t - 1, ">"))
        return; // a template
    int angle = 0;
    bool constant = false;
    char *notes = text(" ");
    for (t = i; t < token_count && !is(t, ";"); t++) {
        angle += is(t, "<") ? 1 : is(t, ">") ? -1 : 0;
        constant = constant || is(t, "__constant__");
        if (is(t, "operator") ||
            (is(t, "(") && tokens[t - 1].kind == WORD && !is_any(t - 1, no_name)))
            return; // a function
        if (angle == 0 && tokens[t].kind == WORD &&
            (is(t + 1, "[") || is(t + 1, ",") || is(t + 1, ";") || is(t + 1, "=")))
            notes =
                text("%sstatic ::cuda_cpu::device_variable cuda_cpu_variable_%zu(%s, \"%s\"%s); ",
                     notes, t, joined(t, t, false), joined(t, t, false), constant ? ", true" : "");
        if (is(t, "="))
            while (t + 1 < token_count && !is(t + 1, ",") && !is(t + 1, ";"))
                t = nesting(t + 1) > 0 ? closing(t + 1) : t + 1;
        else if (nesting(t) > 0)
            t = closing(t);
    }
    if (t < token_count)
        insert_after(t, notes);
}

static bool shared_between_files; // --rdc

// Whether `extern` or `friend` declares the name at token `name` somewhere.
static bool is_extern(size_t name) {
    for (size_t t = 0; t < token_count; t++)
        if (t != name && alike(t, name))
            for (size_t b = t; b-- > 0 && !is(b, ";") && nesting(b) >= 0;)
                if (is(b, "extern") || is(b, "friend"))
                    return true;
    return false;
}

// __device__ or its kin at token i, outside functions and classes. Without --rdc each file has its
// own device code, and so its own variables of the device, as nvcc has it: a header that defines
// some may come with several files of a program.
static void make_own(size_t i) {
    static const char *const linkage[] = {"static",    "extern", "inline",  "__inline__",
                                          "constexpr", "using",  "typedef", NULL};
    static const char *const no_name[] = {"__align__", "__attribute__", "alignas", "decltype",
                                          NULL};
    size_t first = i, end = i;
    while (first > 0 && !is(first - 1, ";") && !is(first - 1, "}") && !is(first - 1, "{") &&
           tokens[first - 1].kind != PRAGMA)
        if (is_any(--first, of_the_device) || is(first, ">"))
            return; // done already; a template
    for (end = first; end < token_count && !is(end, ";") && !is(end, "=") && !is(end, "["); end++) {
        if (is_any(end, linkage) || is(end, "operator") || is(end, "{") ||
            (is(end, "(") && !is_any(end - 1, no_name)))
            return; // a function, or a class
        if (is(end, "("))
            end = closing(end);
    }
    if (end < token_count && tokens[end - 1].kind == WORD && !is_extern(end - 1))
        insert_before(first, text("static "));
}

// Whether the { at token i opens the body of a function: it stands behind the parameters, or behind
// what may follow those (const, noexcept, override, -> T), or behind a constructor's initialisers.
static bool opens_body(size_t i) {
    static const char *const behind[] = {"const",    "volatile", "noexcept",
                                         "override", "final",    NULL};
    static const char *const ends[] = {";", "{", "}", "=", NULL};
    while (i > 0 && (is_any(i - 1, behind) || is(i - 1, "&")))
        i--;
    if (i > 0 && is(i - 1, ")"))
        return true;
    for (size_t t = i; t-- > 1 && !is_any(t, ends);) // the type that a function returns, at its end
        if (nesting(t) < 0)
            t = opening(t);
        else if (is(t, "->"))
            return is(t - 1, ")") || is_any(t - 1, behind);
    return false;
}

// --unit=NAME: the file's own name among those of the program.
static const char *unit;

// What __device__ or __global__ at token i becomes. Of templates, inline functions and members that
// come with several files of a program a linker keeps one, which knows the threads of its own file
// only; so those of kernels belong to their file: outside classes as static, members by their
// names.
static const char *qualifier_instead(size_t i, bool member) {
    static const char *const inlines[] = {"inline", "__inline__", "__inline", "constexpr", NULL};
    static const char *const others[] = {"__host__", "friend",     "extern",  "__device__",
                                         "using",    "__global__", "typedef", NULL};
    bool merged = member, specialised = false;
    size_t t = i;
    if (!unit || is(i - 1, "]") || is(i - 1, ")")) // a lambda
        return "";
    while (t > 0 && !is(t - 1, ";") && !is(t - 1, "}") && !is(t - 1, "{") &&
           tokens[t - 1].kind != PRAGMA) {
        if (is_any(--t, others) || (is(t, "template") && !is(t + 1, "<")) ||
            (!member && is(t, "static")))
            return "";
        specialised = specialised || (is(t, "template") && is(t + 2, ">"));
        merged = merged || is(t, "template") || is_any(t, inlines);
    }
    for (t = i + 1; t < token_count && !is(t, "(") && !is(t, "operator"); t++) {
        if (is_any(t, others) || is(t, ";") || is(t, "=") || is(t, "{") || is(t, "struct") ||
            (!member && is(t, "static")))
            return "";
        merged = merged || is_any(t, inlines);
        if (is(t + 1, "(") && (is(t, "__attribute__") || is(t, "__launch_bounds__") ||
                               is(t, "__cluster_dims__") || is(t, "decltype")))
            t = closing(t + 1);
    }
    const size_t name = is(t, "operator") ? t : t - 1;
    if (!merged || t >= token_count || tokens[name].kind != WORD || specialised ||
        (!member && (is(name - 1, "::") || is_extern(name))))
        return "";
    return member ? unit : "static";
}

// Whether the { at token i opens a namespace or extern "C".
static bool opens_namespace(size_t i) {
    if (i > 1 && tokens[i - 1].kind == STRING)
        return is(i - 2, "extern");
    while (i > 0 && (tokens[i - 1].kind == WORD || is(i - 1, "::")) && !is(i, "namespace"))
        i--;
    return is(i, "namespace");
}

// ---- local arrays (--arrays, for make check-init) ----------------------------------------------

static bool watch_arrays; // --arrays, for make check-race and check-init
static size_t watched;    // tokens in front of this one are done

// The type of a declaration at token i, which begins a statement: the token behind it, where a name
// or a * stands; token_count if it begins no declaration of arrays.
static size_t end_of_type(size_t i) {
    static const char *const others[] = {
        "return", "delete", "goto",      "throw",  "new",      "using",      "typedef",
        "static", "extern", "constexpr", "case",   "default",  "if",         "else",
        "for",    "while",  "do",        "switch", "struct",   "__shared__", "const",
        "class",  "union",  "enum",      "break",  "continue", "try",        NULL};
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

// The statement at token i of a function of the device: if it declares arrays and gives them no
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
        if (array && (is(t + 1, ",") || is(t + 1, ";")))
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

// __global__ or __device__ at token i: the function that it begins, if it does.
static void watch_function(size_t i) {
    size_t t = i;
    while (t < token_count && !is(t, "{") && !is(t, ";") && !is(t, "="))
        t = is(t, "(") || is(t, "[") ? closing(t) + 1 : t + 1;
    if (watch_arrays && i >= watched && is(t, "{")) {
        watch_body(t);
        watched = closing(t);
    }
}

// __global__ at token i, of a kernel that may wait: threads that come to its end say so
// (cpu/runtime/barrier.c).
static void mark_end(size_t i) {
    size_t name = kernel_name(i), t = i;
    while (t < token_count && !is(t, "{") && !is(t, ";"))
        t = is(t, "(") ? closing(t) + 1 : t + 1;
    size_t end = is(t, "{") ? closing(t) : token_count;
    if (end == token_count || name == token_count || is_split(joined(name, name, false)))
        return;
    while (t < end && !may_wait(t))
        t++;
    if (t < end)
        insert_before(end, text("::cuda_cpu::at_end(); "));
}

// ---- lanes in step -----------------------------------------------------------------------------

// Whether `name` is declared volatile, where it is first seen in tokens [first, last).
static bool is_volatile(size_t name, size_t first, size_t last) {
    size_t t = first;
    while (t < last && !alike(t, name))
        t++;
    while (t-- > first && (tokens[t].kind == WORD || is(t, "*") || is(t, "<") || is(t, ">")))
        if (is(t, "volatile"))
            return true;
    return false;
}

static void append(char **to, size_t *room, size_t *length, const char *what, size_t n) {
    *to = (char *)grow(*to, room, *length + n + 1, 1);
    memcpy(*to + *length, what, n);
    *length += n;
    (*to)[*length] = '\0';
}

// Code from when the lanes of a warp still ran in step: `s[t] += s[t + 16];`, with s volatile and
// no word between two such lines, or `s[t] += s[t ^ 16];`. All lanes read, then all write: what the
// lanes counted on is written into the source. Not for the checks, which name such lines.
static void keep_in_step(void) {
    static const char *const device[] = {"__global__", "__device__", NULL};
    static const char *const before[] = {";", "{", "}", ")", "else", NULL};
    static const char together[] = "__syncwarp(__activemask());";
    char *result = NULL;
    size_t room = 0, length = 0, copied = 0, done = 0;
    for (size_t f = 0; f < token_count; f++) {
        if (f < done || !is_any(f, device))
            continue;
        size_t body = f;
        while (body < token_count && !is(body, "{") && !is(body, ";") && !is(body, "="))
            body = is(body, "(") || is(body, "[") ? closing(body) + 1 : body + 1;
        if (!is(body, "{"))
            continue;
        done = closing(body);
        for (size_t i = body + 1; i < done && done < token_count; i++) {
            if (tokens[i].kind != WORD || !is(i + 1, "[") || !is_any(i - 1, before))
                continue;
            const size_t close = closing(i + 1), sign = is(close + 1, "=") ? 0 : 1;
            const size_t value = close + 2 + sign;
            size_t end = value;
            bool again = false;   // read in the same statement
            bool crossed = false; // from i ^ n, whose lane reads from i: right in no other way
            for (int depth = 0; end < done && !is(end, ";") && depth >= 0; end++) {
                depth += nesting(end);
                const bool here = is(end + 1, "[") && alike(end, i);
                for (size_t t = end + 2; here && t < closing(end + 1); t++)
                    crossed = crossed || is(t, "^");
                again = again || here;
            }
            if (!again || !is(end, ";") || !is(close + 1 + sign, "=") || is(value, "=") ||
                (sign && !strchr("+-*&|^", source[tokens[close + 1].start])) ||
                !(crossed || is_volatile(i, f, i)))
                continue;
            append(&result, &room, &length, source + copied, tokens[i].start - copied);
            char *place =
                text("%.*s", (int)(tokens[close].end - tokens[i].start), source + tokens[i].start);
            char *what = text(
                "{ %s const auto cuda_cpu_value = %s %.*s (%.*s); %s %s = cuda_cpu_value; %s }",
                together, sign ? place : "", (int)sign, source + tokens[close + 1].start,
                (int)(tokens[end].start - tokens[value].start), source + tokens[value].start,
                together, place, together);
            append(&result, &room, &length, what, strlen(what));
            copied = tokens[end].end;
            i = end;
        }
    }
    if (!result)
        return;
    append(&result, &room, &length, source + copied, source_length - copied);
    source = result;
    source_length = length;
    token_count = 0;
    tokenize();
}

// ---- all of it ---------------------------------------------------------------------------------

static const char *const removed[] = {"__device__", "__host__", "__constant__", "__managed__",
                                      "__grid_constant__"};

static bool rolled; // --rolled: #pragma unroll is not for this compiler

static const char *const launching[] = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel", NULL};

// Whether token i stands in parentheses, as a parameter's do.
static bool is_parameter(size_t i) {
    for (int depth = 0; i-- > 0 && !is(i, ";") && !is(i, "{") && !is(i, "}");)
        if ((depth += nesting(i)) > 0)
            return true;
    return false;
}

static void rewrite(void) {
    int depth = 0, function = 0; // braces open, and how many were when the function's own opened
    int namespaces = 0;          // braces open that are no more than namespaces
    for (size_t i = 0; i < token_count; i++) {
        if (is(i, "{") && ++depth && !function && i > 0 && opens_body(i))
            function = depth;
        else if (is(i, "}") && depth-- == function)
            function = 0;
        if (is(i, "{") && depth == namespaces + 1 && opens_namespace(i))
            namespaces++;
        else if (depth < namespaces)
            namespaces = depth;
        if (depth == namespaces && is_any(i, of_the_device)) {
            note_variables(i);
            if (!shared_between_files)
                make_own(i);
        }
        if (tokens[i].kind == WORD && is(i + 1, "(") && i > 1 &&
            strncmp(source + tokens[i].start, "cuda", 4) == 0 &&
            isupper((unsigned char)source[tokens[i].start + 4]))
            rewrite_call(i);
        if (is_any(i, launching) ? is(i + 1, "(") && function > 0 : is(i, "func") && is(i + 1, "="))
            rewrite_launch_by_call(i);
        if (tokens[i].kind == PRAGMA) {
            char *pragma = joined(i, i, false);
            char *unroll = strstr(pragma, "unroll");
            if (unroll && !strstr(pragma, "GCC")) {
                int count = 16, length = (int)strspn(unroll + 6, " \t()0123456789");
                bool literal = unroll[6 + length] == '\0' && !rolled;
                sscanf(unroll + 6, " %*[(]%d", &count);
                sscanf(unroll + 6, " %d", &count);
                tokens[i].instead = literal ? text("#pragma GCC unroll %d", count) : "";
            }
        } else if (tokens[i].kind == PUNCTUATION && is(i, "<") && is(i + 1, "<") &&
                   is(i + 2, "<") && tokens[i].end == tokens[i + 1].start &&
                   !(i > 0 && is(i - 1, "operator"))) {
            if (rewrite_launch(i))
                i += 2;
        } else if (tokens[i].kind == WORD && source[tokens[i].start] == '_') {
            if (is(i, "__global__") || is(i, "__device__"))
                watch_function(i);
            const char *instead = "";
            if (function == 0 && (is(i, "__global__") || is(i, "__device__")))
                instead = qualifier_instead(i, depth > namespaces);
            if (is(i, "__global__")) {
                note_kernel(i);
                mark_end(i);
                tokens[i].instead = instead;
            } else if (is(i, "__shared__") && function == 0 &&
                       (depth > namespaces || is_parameter(i))) {
                erase(i, i); // which does not apply there
            } else if (is(i, "__shared__")) {
                rewrite_shared(i, function > 0);
            } else if ((is(i, "__launch_bounds__") || is(i, "__cluster_dims__")) &&
                       is(i + 1, "(")) {
                erase(i, closing(i + 1));
            } else if (function > 0 && (is(i, "__asm__") || is(i, "__asm"))) {
                rewrite_asm(i);
            } else if (is(i, "__noinline__") && !is(i - 1, "(") && !is(i - 1, ",")) {
                tokens[i].instead = "__attribute__((noinline))";
            } else {
                for (size_t k = 0; k < sizeof removed / sizeof *removed; k++)
                    if (is(i, removed[k]))
                        tokens[i].instead = instead;
            }
        } else if (is(i, "using")) {
            rewrite_using(i);
        } else if (function > 0 && is(i, "asm")) {
            rewrite_asm(i);
        } else if (tokens[i].kind == WORD && i > 0 &&
                   (is(i - 1, ")") || is(i - 1, "(") || is(i - 1, "&"))) {
            rewrite_cast(i);
        }
    }
}

static void print_blank(FILE *out, size_t from, size_t to) {
    for (; from < to; from++)
        fputc(source[from] == '\n' ? '\n' : ' ', out);
}

// The user's tokens keep their columns, under which messages put their carets: what is inserted
// between two of a line ends with a line marker and blanks up to the second one's column.
static void print_all(FILE *out) {
    size_t at = 0;
    bool shifted = false;
    for (size_t i = 0; i < token_count; i++) {
        const struct token *const t = &tokens[i];
        const bool same_line = !memchr(source + at, '\n', t->start - at);
        if (!same_line)
            shifted = false;
        fwrite(source + at, 1, t->start - at, out);
        if (t->before)
            fputs(t->before, out);
        shifted = shifted || (t->before && *t->before);
        if (shifted && !(t->instead && !*t->instead) && owner_of(i) == USER) {
            fputs(placed(i), out);
            shifted = false;
        }
        if (t->instead && !*t->instead && !shifted)
            print_blank(out, t->start, t->end);
        else if (t->instead)
            fputs(t->instead, out);
        else
            fwrite(source + t->start, 1, t->end - t->start, out);
        shifted = shifted || (t->instead && *t->instead) || (t->after && *t->after);
        if (t->after)
            fputs(t->after, out);
        at = t->end;
    }
    fwrite(source + at, 1, source_length - at, out);
}

// All of a file, with a 0 behind it.
static char *read_file(FILE *file, size_t *length) {
    char *read = NULL;
    size_t room = 0, got;
    *length = 0;
    do {
        read = (char *)grow(read, &room, *length + 65536, 1);
        got = fread(read + *length, 1, room - *length - 1, file);
        *length += got;
    } while (got > 0);
    read[*length] = '\0';
    return read;
}

// On standard input: the source, preprocessed for the host, without __CUDA_ARCH__.
//
//   --device=FILE     the same, preprocessed with it (-D__CUDA_ARCH__=900); only needed if a file
//   asks for it
//   --judge=COMMAND   refuses what nvcc refuses, and exits with 1: FILE(LINE): error: ... on
//   standard error, or
//                     warning:, which does not change the exit status. COMMAND is the C++ compiler
//                     with its -std, of which it asks who calls whom (-fsyntax-only), but of few
//                     files.
//   --report-questions   says why it is asked, and what it does not understand
//   --expt-relaxed-constexpr   nvcc's: constexpr functions of the host may be called in device code
//   --extended-lambda   nvcc's: lambdas may be __device__
//
// In the C++ compiler's messages a kernel's stub is to lose its cuda_cpu_launch_.
int main(int argc, char **argv) {
    bool whole = false, report = false;
    const char *device_name = NULL;
    for (int a = 1; a < argc; a++) {
        bool *const wanted = strcmp(argv[a], "--arrays") == 0             ? &watch_arrays
                             : strcmp(argv[a], "--apart") == 0            ? &lie_apart
                             : strcmp(argv[a], "--rolled") == 0           ? &rolled
                             : strcmp(argv[a], "--rdc") == 0              ? &shared_between_files
                             : strcmp(argv[a], "--no-split") == 0         ? &whole
                             : strcmp(argv[a], "--report") == 0           ? &report
                             : strcmp(argv[a], "--extended-lambda") == 0  ? &extended_lambda
                             : strcmp(argv[a], "--report-questions") == 0 ? &report_questions
                             : strcmp(argv[a], "--expt-relaxed-constexpr") == 0 ? &relaxed_constexpr
                                                                                : NULL;
        if (strncmp(argv[a], "--unit=", 7) == 0) {
            unit = text("__attribute__((abi_tag(\"%s\")))", argv[a] + 7);
            continue;
        }
        if (strncmp(argv[a], "--device=", 9) == 0) {
            device_name = argv[a] + 9;
            continue;
        }
        if (strncmp(argv[a], "--judge=", 8) == 0) {
            judge_command = argv[a] + 8;
            continue;
        }
        if (!wanted) {
            fprintf(
                stderr,
                "usage: cuda2cpp [--arrays | --apart | --no-split] [--rdc | "
                "--unit=NAME] [--rolled] [--device=FILE] [--judge=COMMAND [--report-questions]] "
                "[--expt-relaxed-constexpr] < preprocessed.cu > preprocessed.cpp\n"
                "[--expt-relaxed-constexpr] [--extended-lambda] < preprocessed.cu > "
                "preprocessed.cpp\n"
                "[--expt-relaxed-constexpr] [--extended-lambda] < preprocessed.cu > "
                "preprocessed.cpp\n");
        }
        *wanted = true;
    }
    separate_compilation = shared_between_files;
    size_t length, device_length;
    char *const host_text = read_file(stdin, &length);
    read_source(host_text, length);
    if (device_name) {
        FILE *const file = fopen(device_name, "r");
        if (!file) {
            perror(device_name);
            return 2;
        }
        char *const device_text = read_file(file, &device_length);
        fclose(file);
        merge_passes(device_text, device_length);
    }
    if (!watch_arrays && !lie_apart)
        keep_in_step();
    bool asked = false;
    match_brackets();
    read_places();
    read_declarations();
    if (judge_command) {
        check_declarations();
        asked = has_to_be_asked();
    }
    read_words();
    if (!watch_arrays && !lie_apart && !whole) // the checks watch single threads
        find_splits();
    if (report) {
        report_forms();
        return fflush(stdout) ? 1 : 0;
    }
    guard_arithmetic();
    rewrite();
    write_splits();
    write_stubs();
    if (asked)
        ask_the_compiler();
    if (errors > 0)
        return 1;
    print_all(stdout);
    return ferror(stdin) || fflush(stdout) ? 1 : 0;
}
