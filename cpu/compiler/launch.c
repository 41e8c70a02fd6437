// SPDX-License-Identifier: MIT
// Launches. Each kernel gets a function beside it, its stub, that takes the same parameters and
// queues the launch, as nvcc's does: so a launch is a plain call of it, and C++ itself decides
// about overloads, template arguments, conversions, default arguments and what does not fit.
//
//   __global__ void name(T *a, int n = 5)    static inline void cuda_cpu_launch_name(T *a, int n =
//   5) name<T><<<grid, block>>>(arguments)      (::cuda_cpu::configure("name<T>", grid, block),
//                                                cuda_cpu_launch_name<T>(arguments))
//
// The stub hands over a lambda that calls the kernel, so the launch loop can inline its body; of a
// kernel that fission.c could split at its barriers, another one that calls its second form.
// Anything else before
// <<< is an expression that yields a function pointer.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "launch.h"

#define STUB_PREFIX "cuda_cpu_launch_"

struct kernel {
    char *name;
    char *cluster; // its __cluster_dims__, or NULL
};

static struct kernel *kernels;
static size_t kernel_count, kernel_room;

static struct kernel *find_kernel(size_t word) {
    for (size_t k = 0; k < kernel_count; k++)
        if (is(word, kernels[k].name))
            return &kernels[k];
    return NULL;
}

// __global__ at token i: the name of the kernel; token_count where there is none.
size_t kernel_name(size_t i) {
    size_t name = i + 1;
    while (name < token_count && !is(name, ";") && !is(name, "{")) {
        bool call = is(name + 1, "(");
        if (is(name, "__launch_bounds__") || is(name, "__cluster_dims__") ||
            is(name, "__attribute__"))
            name = closing(name + 1) + 1;
        else if (tokens[name].kind == WORD && (call || is(name + 1, "<")))
            break;
        else
            name++;
    }
    return name < token_count && tokens[name].kind == WORD ? name : token_count;
}

// __global__ at token i: remembers the kernel.
void note_kernel(size_t i) {
    const size_t name = kernel_name(i);
    if (name == token_count || find_kernel(name))
        return;
    char *cluster = NULL;
    for (size_t t = i; t < name && !cluster; t++)
        if (is(t, "__cluster_dims__"))
            cluster = joined(t + 1, closing(t + 1), false);
    kernels = (struct kernel *)grow(kernels, &kernel_room, kernel_count + 1, sizeof *kernels);
    kernels[kernel_count++] = (struct kernel){joined(name, name, false), cluster};
}

// ---- launches ----------------------------------------------------------------------------------

// The first token of the postfix expression that ends at token `last`, in front of a launch.
size_t start_of_callee(size_t last) {
    size_t i = last;
    for (;;) {
        if (is(i, ">"))
            i = opening_angle(i); // template arguments; the name stands before them
        else if (is(i, ")") || is(i, "]"))
            i = opening(i);
        else if (tokens[i].kind != WORD)
            return token_count;
        if (i == token_count || i == 0)
            return i;
        bool bracket = tokens[i].kind != WORD;
        if (is(i - 1, "::") || is(i - 1, ".") || is(i - 1, "->")) {
            i--;
            if (i == 0 || (tokens[i - 1].kind != WORD && !is(i - 1, ">") && !is(i - 1, ")") &&
                           !is(i - 1, "]")))
                return i; // a leading ::
            i--;
        } else if (bracket && (tokens[i - 1].kind == WORD || is(i - 1, "]") || is(i - 1, ")")) &&
                   !is(i - 1, "return")) {
            i--;
        } else {
            return i;
        }
    }
}

// The ) that ends the launch whose configuration begins at token i; its ( in *arguments.
size_t launch_end(size_t i, size_t *arguments) {
    int depth = 0;
    for (; i + 3 < token_count; i++) {
        depth += nesting(i);
        if (depth < 0 || (depth == 0 && is(i, ";")))
            return token_count;
        if (depth == 0 && is(i, ">") && is(i + 1, ">") && is(i + 2, ">") && is(i + 3, "(")) {
            *arguments = i + 3;
            return closing(i + 3);
        }
    }
    return token_count;
}

// Whether the name at token i is declared once more in the function around it, as a parameter or a
// variable.
static bool is_local(size_t i) {
    const struct declaration *const d = function_around(i);
    for (size_t t = d ? d->open + 1 : i; t < i; t++)
        if (same_word(t, i) && t > 0 &&
            (is(t + 1, ",") || is(t + 1, ")") || is(t + 1, "=") || is(t + 1, ";") ||
             is(t + 1, "{")) &&
            ((tokens[t - 1].kind == WORD && !is(t - 1, "return") && !is(t - 1, "else")) ||
             ((is(t - 1, "*") || is(t - 1, "&")) &&
              (tokens[t - 2].kind == WORD ||
               (is(t - 2, "(") && is(t + 1, ")") && is(t + 2, "("))))))
            return true;
    return false;
}

bool rewrite_launch(size_t i) {
    size_t arguments = 0, end = launch_end(i + 3, &arguments);
    size_t first = i > 0 ? start_of_callee(i - 1) : token_count;
    if (first == token_count || end == token_count)
        return false;

    // The name is the last word that stands outside template arguments.
    size_t name = is(i - 1, ">") ? opening_angle(i - 1) - 1 : i - 1;
    const struct kernel *kernel = tokens[name].kind == WORD ? find_kernel(name) : NULL;
    if (kernel && name > 0 &&
        (is(name - 1, ".") || is(name - 1, "->") || (name == first && is_local(name))))
        kernel = NULL; // a member or a variable that happens to be called as a kernel is
    char *shown = joined(first, i - 1, true);
    if (kernel) {
        char *const callee =
            text("%s" STUB_PREFIX "%s", name > first ? joined(first, name - 1, false) : "",
                 joined(name, i - 1, false));
        erase(first, i + 2);
        insert_before(first, text("(::cuda_cpu::configure(\"%s\", ", shown));
        erase(arguments - 3, arguments - 1);
        insert_before(arguments - 3, text("), %s%s", placed(first), callee));
        insert_after(end, text(")"));
    } else {
        insert_before(first, text("::cuda_cpu::kernel(\"%s\", ", shown));
        insert_after(i - 1, text(")"));
        erase(i, i + 2);
        insert_after(i + 2, text(".config("));
        erase(arguments - 3, arguments - 1);
        insert_before(arguments - 3, text(")"));
    }
    return true;
}

// using space::kernel; at token i: its stub comes along.
void rewrite_using(size_t i) {
    size_t end = i + 1;
    while (end < token_count && (tokens[end].kind == WORD || is(end, "::")))
        end++;
    if (is(end, ";") && end > i + 3 && is(end - 2, "::") && find_kernel(end - 1))
        insert_before(end, text(", %s" STUB_PREFIX "%s", joined(i + 1, end - 2, false),
                                joined(end - 1, end - 1, false)));
}

// ---- stubs -------------------------------------------------------------------------------------

static bool is_type_word(size_t i) {
    static const char *const words[] = {
        "int",      "char",         "short",      "long",     "float", "double",
        "bool",     "signed",       "unsigned",   "void",     "auto",  "const",
        "volatile", "__restrict__", "__restrict", "restrict", NULL};
    return is_any(i, words);
}

// A parameter: its tokens [first, end), without its default value; its name, token_count if it has
// none; where a name would have to stand.
struct parameter {
    size_t first, end, name, place, last;
    bool is_pack;
};

// The parameter that begins at token `first`; those of the list end at token `close`.
static struct parameter read_parameter(size_t first, size_t close) {
    static const char *const not_types[] = {
        "const", "volatile", "struct", "class", "enum", "typename", "__grid_constant__", NULL};
    struct parameter p = {first, close, token_count, token_count, close, false};
    size_t t = first;
    int words = 0;
    for (; t < close && !is(t, ","); t++) {
        if (is(t, "=") && p.end == close)
            p.end = t;
        if (p.end < close) { // its default value
            if (is(t, "<") && closing_angle(t) < close)
                t = closing_angle(t);
            else if (nesting(t) > 0)
                t = closing(t);
            continue;
        }
        if (is(t, "__attribute__") || is(t, "alignas")) {
            t = closing(t + 1);
        } else if (is(t, "<")) {
            t = closing_angle(t) < close ? closing_angle(t) : t;
        } else if (is(t, "[")) {
            p.place = p.place < token_count ? p.place : t;
            t = closing(t);
        } else if (is(t, "(")) { // (*name)(...), (&name)[n]
            size_t inner = t + 1;
            while (inner < closing(t) && (is(inner, "*") || is(inner, "&") || is(inner, "const")))
                inner++;
            if (inner > t + 1) {
                p.place = inner;
                p.name = tokens[inner].kind == WORD ? inner : p.name;
            }
            t = closing(t);
        } else if (tokens[t].kind == WORD && p.place == token_count) {
            if (words > 0 && !is_type_word(t) && !is(t - 1, "::") && !is(t + 1, "::") &&
                !is(t + 1, "<"))
                p.name = t;
            words += !is_any(t, not_types);
        }
        p.is_pack = p.is_pack || (is(t, ".") && is(t + 1, "."));
    }
    p.last = t;
    p.end = p.end < t ? p.end : t;
    if (p.place == token_count)
        p.place = p.end;
    return p;
}

// Tokens [first, end) as they are written, without the words that C++ does not know; the name
// `name` gets a prefix.
static char *plain_text(size_t first, size_t end, size_t name) {
    static const char *const gone[] = {
        "__global__", "__device__",      "__host__",     "__grid_constant__", "static", "inline",
        "extern",     "__forceinline__", "__noinline__", "__inline__",        NULL};
    static const char *const gone_with_parentheses[] = {"__launch_bounds__", "__cluster_dims__",
                                                        "__maxnreg__",       "__attribute__",
                                                        "__block_size__",    NULL};
    char *result = text("%s", "");
    for (size_t t = first; t < end; t++) {
        if (is_any(t, gone_with_parentheses) && is(t + 1, "("))
            t = closing(t + 1);
        else if (!is_any(t, gone) && tokens[t].kind != PRAGMA &&
                 !(tokens[t].kind == STRING && is(t - 1, "extern")))
            result = text("%s%s%s%.*s", result,
                          t > first && tokens[t - 1].end == tokens[t].start ? "" : " ",
                          t == name ? STUB_PREFIX : "", (int)(tokens[t].end - tokens[t].start),
                          source + tokens[t].start);
    }
    return result;
}

// The parameters of a template, <class T, int n, class... R>, as arguments: <T, n, R...>; as far as
// they have names.
static char *as_arguments(size_t open) {
    const size_t close = closing_angle(open);
    char *result = text("%s", "");
    for (size_t t = open + 1; t < close;) {
        const size_t first = t;
        size_t end = t; // of the part in front of a default
        int depth = 0;
        bool is_default = false, is_pack = false;
        for (; t < close && !(depth == 0 && is(t, ",")); t++) {
            if (is(t, "<") && closing_angle(t) < close)
                t = closing_angle(t);
            else if (nesting(t) > 0)
                t = closing(t);
            is_default = is_default || is(t, "=");
            is_pack = is_pack || (!is_default && is(t, ".") && is(t + 1, "."));
            end = is_default ? end : t + 1;
        }
        if (end <= first + 1 || tokens[end - 1].kind != WORD || is_type_word(end - 1) ||
            is(end - 1, "class") || is(end - 1, "typename") || is(end - 2, "::"))
            break; // it has no name: what is left of them is deduced
        result = text("%s%s%s%s", result, *result ? ", " : "", joined(end - 1, end - 1, false),
                      is_pack ? "..." : "");
        t++;
    }
    return *result ? text("<%s>", result) : result;
}

// Whether another declaration of the same kernel has the body.
static bool has_body_elsewhere(const struct declaration *d) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const o = &declarations[k];
        if (o != d && o->what == FUNCTION && o->spaces & GLOBAL && same_word(o->name, d->name) &&
            o->is_template == d->is_template && parameter_count(o) == parameter_count(d) &&
            (o->body || o > d) && !o->is_friend)
            return true;
    }
    return false;
}

// May an object be passed for it, and not only a number or a pointer?
static bool takes_object(const struct parameter *p) {
    bool object = false;
    for (size_t t = p->first; t < p->end && t != p->name; t++) {
        if (is(t, "*") || is(t, "&") || is(t, "["))
            return false;
        if (is(t, "<") && closing_angle(t) < p->end)
            t = closing_angle(t);
        object = object || (tokens[t].kind == WORD && !is_type_word(t));
    }
    return object;
}

// What calls `callee`, one of a kernel's forms, with what a launch has kept.
static char *calling(const char *callee, const char *types, bool objects) {
    if (!objects)
        return text("[](auto &...cuda_cpu_a) { %s(cuda_cpu_a...); }", callee);
    return text("[](auto &...cuda_cpu_a) { if constexpr (::cuda_cpu::takes_bytes<void (*)(%s)>) "
                "::cuda_cpu::call(static_cast<void (*)(%s)>(%s), cuda_cpu_a...); "
                "else %s(cuda_cpu_a...); }",
                types, types, callee, callee);
}

static void write_stub(const struct declaration *d) {
    const size_t close = closing(d->open);
    char *head =
        text("%s static inline __attribute__((unused)) %s (",
             plain_text(d->first, d->start, token_count), plain_text(d->start, d->open, d->name));
    char *types = text("%s", ""), *names = text("%s", "");
    int unnamed = 0;
    bool objects = false;
    const bool none = close == d->open + 2 && is(d->open + 1, "void");
    for (size_t t = d->open + 1; t < close && !none;) {
        const struct parameter p = read_parameter(t, close);
        char *const name =
            p.name < token_count ? joined(p.name, p.name, false) : text("cuda_cpu_p%d", unnamed++);
        char *const declared = p.name < token_count
                                   ? plain_text(p.first, p.end, token_count)
                                   : text("%s %s%s", plain_text(p.first, p.place, token_count),
                                          name, plain_text(p.place, p.end, token_count));
        const char *const comma = t > d->open + 1 ? "," : "";
        head = text("%s%s%s%s", head, comma, declared, plain_text(p.end, p.last, token_count));
        types = text("%s%s%s", types, comma, declared);
        names = text("%s%s%s%s", names, comma, name, p.is_pack ? "..." : "");
        objects = objects || takes_object(&p);
        t = p.last + 1;
    }
    const size_t after = close + 1;
    char *const tail = is(after, "->") ? ") -> void" : ")";
    char *result;
    if (d->body || !has_body_elsewhere(d)) {
        char *const kernel = joined(d->name, d->name, false);
        size_t angle = d->first;
        while (angle < d->start && !is(angle, "<"))
            angle++;
        char *const arguments = d->is_template ? as_arguments(angle) : text("%s", "");
        size_t qualified = d->name; // where it is defined outside its namespace
        while (qualified > d->start + 1 && is(qualified - 1, "::"))
            qualified -= 2;
        char *const callee =
            text("%s%s%s", qualified < d->name ? joined(qualified, d->name - 1, false) : "", kernel,
                 arguments);
        char *split = text("%s", "");
        if (d->body && is_split(kernel)) // the form that runs a whole block, see fission.c
            split = text(", %s%s",
                         calling(text(SPLIT_PREFIX "%s%s", kernel, arguments), types, objects),
                         is_flat_split(kernel) ? ", ::cuda_cpu::flat()" : "");
        const struct kernel *const known = find_kernel(d->name);
        result = text(
            "%s%s { ::cuda_cpu::kernel(\"%s\", %s, static_cast<void (*)(%s)>(%s)%s)%s%s.configured(%s); "
            "}",
            head, tail, kernel, calling(callee, types, objects), types, callee, split,
            known && known->cluster ? ".cluster" : "",
            known && known->cluster ? known->cluster : "", names);
    } else {
        result = text("%s%s;", head, tail);
    }
    // Code that nobody wrote gets no warnings: 3 is what the preprocessor says of system headers.
    // The stub's own lines are the runtime's: what is said of a launch names the line that
    // launches.
    const struct place end = place_of(d->end);
    insert_after(d->end, text("\n# 1 \"/include/cuda_cpu/launch.h\" 3\n%s\n# %ld \"%s\"\n", result,
                              end.line, file_name(end.file)));
}

void write_stubs(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what == FUNCTION && d->spaces & GLOBAL && !d->is_friend && !in_class(d) &&
            !d->special && !is(d->name + 1, "<") &&
            !(d->is_template && is(d->first + 1, "<") && is(d->first + 2, ">")))
            write_stub(d);
    }
}

// ---- kernels by their address ------------------------------------------------------------------

// A kernel's name at token i, behind a cast to a pointer of no type.
void rewrite_cast(size_t i) {
    size_t first = i, last = i;
    if (!find_kernel(i))
        return;
    if (first > 0 && is(first - 1, "&"))
        first--;
    bool cast = first > 3 && is(first - 1, ")") && is(first - 2, "*") && is(first - 3, "void");
    bool named = first > 4 && is(first - 1, "(") && is(first - 2, ">") && is(first - 3, "*") &&
                 is(first - 4, "void"); // reinterpret_cast<void *>(name)
    if (!cast && !named)
        return;
    if (is(i + 1, "<")) // of a template, with its arguments
        for (int depth = 0; ++last < token_count;)
            if ((depth += is(last, "<") ? 1 : is(last, ">") ? -1 : 0) == 0)
                break;
    if (last + 1 >= token_count || is(last + 1, "<") || is(last + 1, "("))
        return; // a launch, or a call
    insert_before(first, text("::cuda_cpu::launchable("));
    insert_after(last, text(")"));
}

// The argument or value at token i, up to `last`, from which a launch takes its kernel: where it is
// an expression cast to a pointer of no type, the kernel is made known before its type is lost.
static void rewrite_function(size_t i, size_t last) {
    static const char *const casts[] = {"reinterpret_cast", "static_cast", NULL};
    if (is_any(i, casts)) {
        while (i < last && !is(i, "("))
            i++;
        if (closing(i) != last)
            return;
        last--;
    } else if (is(i, "(") && is(closing(i) - 1, "*") && is(closing(i) - 2, "void")) {
        i = closing(i);
    } else {
        return;
    }
    if (i < last) {
        insert_after(i, text("::cuda_cpu::launchable("));
        insert_after(last, text(")"));
    }
}

// cudaLaunchKernel( or its kin at token i, or `func =`, the member of a graph's kernel node.
void rewrite_launch_by_call(size_t i) {
    size_t first = i + 2, end = first;
    while (end < token_count && !is(end, ",") && !is(end, ";") && nesting(end) >= 0)
        end = nesting(end) > 0 ? closing(end) + 1 : end + 1;
    if (end > first && end < token_count)
        rewrite_function(first, end - 1);
}
