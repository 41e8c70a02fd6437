// SPDX-License-Identifier: MIT
// A kernel that fission.c has taken apart, put together again as loops over threads (threads.c).
#include <stdlib.h>
#include <string.h>

#include "fission.h"

static const struct kernel_form *now; // the kernel at hand
static bool probes;                   // it has loops that are written in two forms (probe.c)

// What stands in front of a HEAD, and of what the program says of it to the compiler.
static const char *ahead_of(const struct step *s) {
    if (s->what != HEAD || (s > steps && s[-1].what == HEAD && s[-1].node->kind == PRAGMA_LINE))
        return "";
    return rows_ahead(s->node->kind == PRAGMA_LINE ? s + 1 : s);
}

static void put_outside(const struct step *s) {
    const char *const ahead = now->form == SPLIT ? ahead_of(s) : "";
    if (*ahead) {
        put_place(s->first, true);
        put(ahead);
    }
    put_place(s->first, true);
    if (s->what == FRAME) {
        put(s->text);
        put(probes ? probed_behind(s) : "");
        return;
    }
    if (s->what == MEET && s->mask > 0) {
        if (s->text)
            put(s->text);
    } else if (s->what == MEET && masked && is(s->first, "__syncwarp")) {
        if (s->text)
            put(text("if (cuda_cpu_partial) ::cuda_cpu::meet_lanes(cuda_cpu_before, cuda_cpu_left, "
                     "blockDim, %s); ",
                     s->text));
    } else if (s->what == MEET && masked) {
        if (s->text)
            put(text("if (cuda_cpu_partial) ::cuda_cpu::miss_barrier(cuda_cpu_before, "
                     "cuda_cpu_left, %s, cuda_cpu_met); ",
                     s->text));
        put("cuda_cpu_met = __builtin_LINE(); ");
    }
    if (s->what == ENTER)
        put("{ ");
    else if (s->what == EXIT)
        put("} ");
    else if (s->what != MEET)
        put_tokens(s->first, s->last);
    else if (probes)
        put(probed_behind(s));
    put_end(s);
}

static void put_steps(void) {
    for (size_t s = 0; s < step_count;) {
        if (!in_loop(&steps[s])) {
            put_outside(&steps[s++]);
            continue;
        }
        size_t last = s; // shared memory may be declared between, and what tells its size
        for (size_t k = s; k < step_count && steps[k].loop == steps[s].loop; k++)
            if (steps[k].what == HOISTED) {
                put_outside(&steps[k]);
            } else if (in_loop(&steps[k])) {
                last = k;
                for (size_t v = 0; v < steps[k].node->declared_count && steps[k].what == DECLARED;
                     v++)
                    if (steps[k].node->declared[v]->role == UNIFORM)
                        put_declaration(steps[k].node->declared[v]);
            }
        put_place(steps[s].first, true);
        put_loop(now, probes, s, last);
        for (s = last + 1;
             s < step_count && steps[s].what == HOISTED && steps[s].loop == steps[last].loop;)
            s++;
    }
}

// A texture among the parameters: a copy of what the runtime knows of it. No one else can change
// that copy, and reading it is never a fault: so it is read once a block, and not once a thread.
// Where fetches of a row may become loads side by side (fetch.c), the body is one of two: with
// textures known to be planes of texels as they are stored, or not known. What ends it is returned.
static const char *put_textures(const struct kernel_form *s) {
    const char *conditions = s->form == ROWS ? fetch_conditions() : "", *parameters = "",
               *planes = "", *objects = "", *inside = " ";
    for (size_t k = 0; k < variable_count; k++)
        if (is_texture(variables[k]) && variables[k]->name > s->name) {
            const char *name = name_of(variables[k]->name), *comma = *parameters ? ", " : "";
            put(text("::cuda_cpu::known_texture cuda_cpu_known_%s(%s); ", name, name));
            inside =
                text("%scudaTextureObject_t %s = cuda_cpu_known_%s.object(); ", inside, name, name);
            parameters = text("%s%sconst auto %s", parameters, comma, name);
            planes = text("%s%scuda_cpu_known_%s.plane()", planes, comma, name);
            objects = text("%s%scuda_cpu_known_%s.object()", objects, comma, name);
        }
    if (!*conditions) {
        put("{");
        put(inside);
        return "}";
    }
    put(text("const auto cuda_cpu_body = [&](%s) __attribute__((always_inline)) { ", parameters));
    return text("}; if (::cuda_cpu::is_short_row() && %s) cuda_cpu_body(%s); else "
                "cuda_cpu_body(%s);",
                conditions, planes, objects);
}

// Parameters that each thread changes for itself.
static void put_own_parameters(void) {
    for (size_t k = 0; k < variable_count; k++) {
        if (!variables[k]->own || variables[k]->role != PRIVATISED)
            continue;
        const char *name = name_of(variables[k]->name);
        if (now->single) {
            put(text("const auto &cuda_cpu_given_%s = %s; ", name, name));
            continue;
        }
        put(text("std::remove_const_t<decltype(%s)> cuda_cpu_kept_%s[::cuda_cpu::MOST_THREADS]; "
                 "::cuda_cpu::each_thread<false>(blockDim, [&](const ::uint3 &, const int "
                 "cuda_cpu_thread) { cuda_cpu_kept_%s[cuda_cpu_thread] = %s; }); ",
                 name, name, name, name));
    }
}

// The kernel has just been taken apart.
static void write_split(const struct kernel_form *s) {
    now = s;
    forget_rows_ahead();
    drop_substitutes();
    for (size_t k = 0; s->form == ROWS && k < step_count; k++)
        find_substitutes(steps[k].node, false);
    if (s->form != ROWS)
        substitute_in_loops();
    put_place(s->name, true);
    if (s->from_end > s->from)
        put_tokens(s->from, s->from_end - 1);
    put(text(" __attribute__((unused, flatten)) static inline void " SPLIT_PREFIX "%s",
             name_of(s->kernel)));
    put_tokens(s->name + 1, s->open - 1);
    put(" { const ::uint3 blockIdx = ::blockIdx; const ::dim3 blockDim = "
        "::cuda_cpu::checked(::blockDim), gridDim = ::gridDim; ");
    probes = s->form == SPLIT && !masked && find_probes();
    if (probes)
        put("static ::cuda_cpu::noted_accesses cuda_cpu_probe; ::cuda_cpu::probed_part_ends(); ");
    if (leaves)
        put("bool cuda_cpu_left[::cuda_cpu::MOST_THREADS] = {}; ");
    for (size_t k = 0; k < exchange_count; k++)
        put(text("unsigned long long cuda_cpu_room_%zu[::cuda_cpu::side_by_side::ROOM], "
                 "*const cuda_cpu_brought_%zu = cuda_cpu_room_%zu + 32; ",
                 exchanges[k]->first, exchanges[k]->first, exchanges[k]->first));
    if (exchange_count > 0 || warp_masks > 0)
        put("const ::cuda_cpu::side_by_side::all_of cuda_cpu_threads = "
            "{(int)(blockDim.x * blockDim.y * blockDim.z)}; ");
    if (warp_masks > 0)
        put("::cuda_cpu::side_by_side::staying_threads "
            "cuda_cpu_staying_0(cuda_cpu_threads.threads); ");
    if (masked)
        put("int cuda_cpu_met = 0; (void)cuda_cpu_met; ");
    for (size_t k = 0; k < variable_count; k++) // else the kernel stays whole
        if (variables[k]->role == TEMPLATE_TYPE && variables[k]->name < s->open)
            put(text(variables[k]->number ? "static_assert(std::is_arithmetic_v<%s>, \"\"); "
                                          : "static_assert(!std::is_reference_v<%s>, \"\"); ",
                     name_of(variables[k]->name)));
    const char *end = put_textures(s);
    put_own_parameters();
    put_steps();
    if (probes)
        put("::cuda_cpu::probed_part_ends(); ");
    put(text(" %s }", end));
    put_place(s->close, false);
    insert_after(s->end, take_printed());
}

void write_splits(void) {
    for (size_t k = 0; k < form_count; k++)
        if (forms[k].form != WHOLE && take_apart(&forms[k]))
            write_split(&forms[k]);
}
