// SPDX-License-Identifier: MIT
// Stubs: beside each kernel a function that takes the same parameters and queues the launch.
#include "rewrite.h"
#include "split/split.h"

// Tokens [first, end) as they are written, without the words that C++ does not know; the name
// `name` gets a prefix.
static char *plain_text(size_t first, size_t end, size_t name) {
    static const char gone[] =
        "__global__ __device__ __host__ __grid_constant__ static inline extern __forceinline__ "
        "__noinline__ __inline__ __shared__ __constant__ __managed__";
    static const char gone_with_parentheses[] =
        "__launch_bounds__ __cluster_dims__ __maxnreg__ __attribute__ __block_size__";
    char *result = text("%s", "");
    for (size_t t = first; t < end; t++) {
        if (is_listed(t, gone_with_parentheses) && is(t + 1, "("))
            t = closing(t + 1);
        else if (is(t, "[") && is(t + 1, "["))
            t = closing(t);
        else if (!is_listed(t, gone) && tokens[t].kind != PRAGMA &&
                 !(tokens[t].kind == STRING && is(t - 1, "extern")))
            result = text("%s%s%s%.*s", result,
                          t > first && tokens[t - 1].end == tokens[t].start ? "" : " ",
                          t == name ? STUB_PREFIX : "", (int)(tokens[t].end - tokens[t].start),
                          source + tokens[t].start);
    }
    return result;
}

// The parameters of a template, <class T, int n, class... R>, as arguments: <T, n, R...>; as far as
// they have names: what is left of them is deduced.
static char *as_arguments(size_t open) {
    const size_t close = closing_angle(open);
    char *result = text("%s", "");
    struct formal p;
    for (size_t t = open + 1; t < close; t++) {
        t = parse_template_parameter(t, close, &p);
        if (!p.name)
            break;
        result = text("%s%s%s%s", result, *result ? ", " : "", joined(p.name, p.name, false),
                      p.pack ? "..." : "");
    }
    return *result ? text("<%s>", result) : result;
}

// Whether another declaration of the same kernel has the body.
static bool has_body_elsewhere(const struct declaration *d) {
    return ANY_NAMED(
        o, d->name,
        o != d && o->what == FUNCTION && o->spaces & GLOBAL && o->is_template == d->is_template &&
            compare_parameters(o, d) != DIFFERENT && (o->body || o > d) && !o->is_friend);
}

// The (x, y, z) of __cluster_dims__ of the kernel with that name; NULL: it has none.
static char *cluster_of(size_t name) {
    for (const struct declaration *o = first_named(name); o; o = next_named(o))
        for (size_t t = o->first; o->spaces & GLOBAL && t < o->after; t++)
            if (is(t, "__cluster_dims__"))
                return plain_text(t + 1, closing(t + 1) + 1, token_count);
    return NULL;
}

// May an object be passed for it, and not only a number or a pointer?
static bool takes_object(const struct formal *p) {
    if (!p->understood)
        return !is(p->place - 1, "*") && !is(p->place - 1, "&");
    return !p->reference && !is_plain(&p->type);
}

// What calls `callee`, one of a kernel's forms, with what a launch has kept.
static char *calling(const char *callee, const char *types, bool objects) {
    if (!objects)
        return text("[](auto &...cuda_cpu_a) { %s(cuda_cpu_a...); }", callee);
    return text("[](auto &...cuda_cpu_a) { if constexpr (!::cuda_cpu::takes_copies<void (*)(%s)>) "
                "::cuda_cpu::call(static_cast<void (*)(%s)>(%s), cuda_cpu_a...); "
                "else %s(cuda_cpu_a...); }",
                types, types, callee, callee);
}

static void write_stub(const struct declaration *d) {
    const size_t close = closing(d->open);
    char *head =
        text("%s static inline __attribute__((unused)) %s (",
             plain_text(d->first, d->start, token_count), plain_text(d->start, d->open, d->name));
    char *front = head; // with default arguments, which are given once
    char *types = text("%s", ""), *names = text("%s", "");
    int unnamed = 0;
    bool objects = false, is_template = d->is_template, is_abbreviated = false;
    const struct signature *const s = signature_of(d);
    for (size_t k = 0; k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        size_t first = p->first;
        while (is(first, "[") && is(first + 1, "["))
            first = closing(first) + 1;
        const char *const comma = k > 0 ? "," : "";
        const bool named = p->name && !same_word(p->name, d->name); // it would hide the kernel
        const size_t place = p->name ? p->name : p->place;
        char *const name = named ? name_of(p->name) : text("cuda_cpu_p%d", unnamed++);
        char *const declared = named ? plain_text(first, p->end, token_count)
                                     : text("%s %s%s", plain_text(first, place, token_count), name,
                                            plain_text(place + (p->name > 0), p->end, token_count));
        head = text("%s%s%s", head, comma, declared);
        front = text("%s%s%s%s", front, comma, declared, plain_text(p->end, p->after, token_count));
        types =
            text("%s%s%s", types, comma,
                 is_placeholder(p) ? text("decltype(%s)%s", name, p->pack ? "..." : "") : declared);
        is_abbreviated = is_abbreviated || is_placeholder(p);
        names = text("%s%s%s%s", names, comma, name, p->pack ? "..." : "");
        objects = objects || takes_object(p);
    }
    const size_t after = close + 1;
    char *const tail = is(after, "->") ? ") -> void" : ")";
    is_template = is_template || is_abbreviated;
    if (is_declared_in_front(d) && !is_abbreviated)
        insert_before(d->first, text("%s%s; ", front, tail));
    else
        head = front;
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
        char *split = text("%s", ""), *waits = "";
        const struct split_form form = split_form_of(kernel);
        if (d->body && form.exists) { // the form that runs a whole block, see fission.c
            split = text(", %s%s",
                         calling(text(SPLIT_PREFIX "%s%s", kernel, arguments), types, objects),
                         form.flat          ? ", ::cuda_cpu::flat()"
                         : form.whole_warps ? ", ::cuda_cpu::whole_warps()"
                                            : "");
        } else if (d->body && may_wait(d)) {
            waits = ", ::cuda_cpu::waits()";
        }
        char *const cluster = cluster_of(d->name);
        result = text("%s%s { ::cuda_cpu::kernel(\"%s\", %s, static_cast<void "
                      "(*)(%s)>(%s)%s%s)%s%s.configured(%s); "
                      "}",
                      head, tail, kernel, calling(callee, types, objects), types, callee, split,
                      waits, cluster ? ".cluster" : "", cluster ? cluster : "", names);
        if (*split && !is_template && !form.whole_warps) // for launches through a pointer
            result =
                text("%s static inline __attribute__((unused)) bool cuda_cpu_noted_%s() { return "
                     "::cuda_cpu::note_split(static_cast<void (*)(%s)>(%s)%s); } "
                     "__attribute__((unused)) static const bool cuda_cpu_has_noted_%s = "
                     "cuda_cpu_noted_%s();",
                     result, kernel, types, callee, split, kernel, kernel);
    } else {
        result = text("%s%s;", head, tail);
    }
    // Generated code gets no warnings: 3 is what the preprocessor says of system headers.
    // The stub's own lines are the runtime's: what is said of a launch names the line that
    // launches.
    const struct place end = place_of(d->end);
    insert_after(d->end, text("\n# 1 \"/include/cuda_cpu/launch.h\" 3\n%s\n# %ld \"%s\"\n", result,
                              end.line, file_name(end.file)));
}

void write_stubs(void) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (d->what == FUNCTION && d->spaces & GLOBAL && !d->is_friend && !in_class(d) &&
            !d->special && !is(d->name + 1, "<") && !d->is_specialisation)
            write_stub(d);
    }
}
