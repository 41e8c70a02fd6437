// SPDX-License-Identifier: MIT
// Variables of the device: __shared__ ones of a block, and those outside functions, whose addresses
// the runtime is told.
#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"
#include "rewrite.h"

// ---- shared memory ------------------------------------------------------------------------------

bool lie_apart; // --apart, for make check-memory: each in memory of its own

// __shared__ at token i
void rewrite_shared(size_t i, bool in_function) {
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

    // extern __shared__ T name[n] is a static definition, as nvcc warns (refuse_declaration.c)
    size_t size = first;
    while (size < last && !is(size, "["))
        size = is(size, "<") && closing_angle(size) < last ? closing_angle(size) : size + 1;
    if (in_function && external < token_count && (size == last || !is(size + 1, "]"))) {
        tokens[external].instead = "";
        external = token_count;
    }

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
    bool array = false;
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
        array = array || (declared && is(t + 1, "["));
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
    if (array) // so that rows of tiles are whole vectors, and none lies in two lines of the cache
        tokens[i].instead = text("__attribute__((aligned(64))) %s", tokens[i].instead);
    insert_after(last, poison);
}

// ---- variables outside functions ----------------------------------------------------------------

const char *const of_the_device[] = {"__device__", "__constant__", "__managed__", NULL};

// Whether the variable whose name is token t gets a value where it is declared.
static bool has_initialiser(size_t t) {
    for (t++; is(t, "["); t++)
        t = closing(t);
    return is(t, "=") || is(t, "{");
}

void define_externs(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        bool first = d->what == VARIABLE && owner_of(d->name) == USER && is_defined_here(d);
        for (size_t e = 0; first && e < k; e++)
            first = declarations[e].what != VARIABLE || !same_word(declarations[e].name, d->name);
        for (size_t t = d->start; first && t < d->name; t++)
            if (is(t, "extern")) // a word of the same length
                memcpy(source + tokens[t].start, "static", strlen("static"));
    }
}

// __device__ or its kin at token i, outside functions and classes: if it declares variables, their
// addresses are made known.
void note_variables(size_t i) {
    static const char *const no_name[] = {"__align__", "__attribute__", "alignas", "decltype",
                                          NULL};
    size_t t = i;
    while (t > 0 && (tokens[t - 1].kind == WORD || tokens[t - 1].kind == STRING))
        if (is_any(--t, of_the_device) || is(t, "extern"))
            return;
    if (t > 0 && is(t - 1, ">"))
        return; // a template
    int angle = 0;
    bool constant = false, managed = false;
    for (size_t w = t; w < token_count && !is(w, ";") && !is(w, "="); w++)
        managed = managed || is(w, "__managed__");
    char *notes = text(" ");
    for (t = i; t < token_count && !is(t, ";"); t++) {
        angle += is(t, "<") ? 1 : is(t, ">") ? -1 : 0;
        constant = constant || is(t, "__constant__");
        if (is(t, "operator") ||
            (is(t, "(") && tokens[t - 1].kind == WORD && !is_any(t - 1, no_name)))
            return; // a function
        if (angle == 0 && tokens[t].kind == WORD &&
            (is(t + 1, "[") || is(t + 1, ",") || is(t + 1, ";") || is(t + 1, "="))) {
            if (constant)
                notes = text("%sstatic_assert(sizeof %s <= 65536, \"\\\"%s\\\" is larger than "
                             "constant memory, which has 64 KB\"); ",
                             notes, joined(t, t, false), joined(t, t, false));
            notes =
                text("%sstatic ::cuda_cpu::device_variable cuda_cpu_variable_%zu(%s, \"%s\"%s); ",
                     notes, t, joined(t, t, false), joined(t, t, false),
                     managed              ? ", false, false, true"
                     : !constant          ? ""
                     : has_initialiser(t) ? ", true"
                                          : ", true, true");
        }
        if (is(t, "="))
            while (t + 1 < token_count && !is(t + 1, ",") && !is(t + 1, ";"))
                t = nesting(t + 1) > 0 ? closing(t + 1) : t + 1;
        else if (nesting(t) > 0)
            t = closing(t);
    }
    if (t < token_count)
        insert_after(t, notes);
}

bool shared_between_files; // --rdc

// Whether `extern` or `friend` declares the name at token `name` somewhere.
bool is_extern(size_t name) {
    for (size_t t = 0; t < token_count; t++)
        if (t != name && same_word(t, name))
            for (size_t b = t; b-- > 0 && !is(b, ";") && nesting(b) >= 0;)
                if (is(b, "extern") || is(b, "friend"))
                    return true;
    return false;
}

// __device__ or its kin at token i, outside functions and classes. Without --rdc each file has its
// own device code, and so its own variables of the device, as nvcc has it: a header that defines
// some may come with several files of a program.
void make_own(size_t i) {
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
