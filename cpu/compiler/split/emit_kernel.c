// SPDX-License-Identifier: MIT
// A kernel that fission.c has taken apart, put together again as loops over threads (emit_loop.c).
#include <stdlib.h>

#include "fission.h"

static void put_outside(struct fission *f, const struct step *s) {
    put_place(f, s->first, true);
    if (s->kind == FRAME) {
        put(f, "%s", s->text);
        if (f->probes)
            put(f, "%s", probed_behind(s));
        return;
    }
    if (s->kind == MEET && s->text)
        put(f, "%s", s->text);
    if (s->kind == MEET && f->masked && s->mask == 0 && !is(s->first, "__syncwarp"))
        put(f, "cuda_cpu_met = __builtin_LINE(); ");
    if (s->kind == ENTER)
        put(f, "{ ");
    else if (s->kind == EXIT)
        put(f, "} ");
    else if (s->kind != MEET)
        put_tokens(f, s->first, s->last);
    else if (f->probes)
        put(f, "%s", probed_behind(s));
    put_end(f, s);
}

static void put_steps(struct fission *f) {
    const struct step *const end = f->steps + f->step_count;
    for (const struct step *s = f->steps; s < end;) {
        if (!in_loop(s)) {
            put_outside(f, s++);
            continue;
        }
        struct part part = {s, s}; // shared memory may be declared between, and what tells its size
        for (const struct step *k = s; k < end && k->loop == s->loop; k++)
            if (k->kind == HOISTED) {
                put_outside(f, k);
            } else if (in_loop(k)) {
                part.last = k;
                for (size_t v = 0; k->kind == DECLARED && v < k->node->declared_count; v++)
                    if (k->node->declared[v]->role == UNIFORM)
                        put_declaration(f, k->node->declared[v]);
            }
        put_place(f, s->first, true);
        put_loop(f, part);
        for (s = part.last + 1; s < end && s->kind == HOISTED && s->loop == part.last->loop;)
            s++;
    }
}

// A texture among the parameters: a copy of what the runtime knows of it. No one else can change
// that copy, and reading it is never a fault: so it is read once a block, and not once a thread.
// Where fetches of a row may become loads side by side (texture_fetch.c), the body is one of two:
// with textures known to be planes of texels as they are stored, or not known. What ends it is
// returned.
static const char *put_textures(struct fission *f) {
    const char *conditions = f->form->form == ROWS ? fetch_conditions(f) : "", *parameters = "",
               *planes = "", *objects = "", *inside = " ";
    for (size_t k = 0; k < variable_count; k++)
        if (is_texture(variables[k]) && variables[k]->name > f->form->name) {
            const char *name = name_of(variables[k]->name), *comma = *parameters ? ", " : "";
            put(f, "::cuda_cpu::known_texture cuda_cpu_known_%s(%s); ", name, name);
            inside =
                text("%scudaTextureObject_t %s = cuda_cpu_known_%s.object(); ", inside, name, name);
            parameters = text("%s%sconst auto %s", parameters, comma, name);
            planes = text("%s%scuda_cpu_known_%s.plane()", planes, comma, name);
            objects = text("%s%scuda_cpu_known_%s.object()", objects, comma, name);
        }
    if (!*conditions) {
        put(f, "{");
        put(f, "%s", inside);
        return "}";
    }
    put(f, "const auto cuda_cpu_body = [&](%s) __attribute__((always_inline)) { ", parameters);
    return text("}; if (::cuda_cpu::is_short_row() && %s) cuda_cpu_body(%s); else "
                "cuda_cpu_body(%s);",
                conditions, planes, objects);
}

// Parameters that each thread changes for itself.
static void put_own_parameters(struct fission *f) {
    for (size_t k = 0; k < variable_count; k++) {
        if (!variables[k]->own || variables[k]->role != PRIVATISED)
            continue;
        const char *name = name_of(variables[k]->name);
        if (f->form->single) {
            put(f, "const auto &cuda_cpu_given_%s = %s; ", name, name);
            continue;
        }
        put(f,
            "std::remove_const_t<decltype(%s)> cuda_cpu_kept_%s[::cuda_cpu::MOST_THREADS]; "
            "::cuda_cpu::each_thread<false>(blockDim, [&](const ::uint3 &, const int "
            "cuda_cpu_thread) { cuda_cpu_kept_%s[cuda_cpu_thread] = %s; }); ",
            name, name, name, name);
    }
}

void write_split(struct fission *f) {
    const struct kernel_form *const s = f->form;
    for (size_t k = 0; s->form == ROWS && k < f->step_count; k++)
        find_substitutes(f, f->steps[k].node, false, false);
    if (s->form != ROWS)
        substitute_in_loops(f);
    put_place(f, s->name, true);
    if (s->from_end > s->from)
        put_tokens(f, s->from, s->from_end - 1);
    put(f, " __attribute__((unused, flatten)) static inline void " SPLIT_PREFIX "%s",
        name_of(s->kernel));
    put_tokens(f, s->name + 1, s->open - 1);
    put(f, " { const ::uint3 blockIdx = ::blockIdx; const ::dim3 blockDim = "
           "::cuda_cpu::checked(::blockDim), gridDim = ::gridDim; ");
    if (s->form == SPLIT && !f->masked)
        find_probes(f);
    if (f->probes)
        put(f,
            "static ::cuda_cpu::noted_accesses cuda_cpu_probe; ::cuda_cpu::probed_part_ends(); ");
    if (f->leaves)
        put(f, "bool cuda_cpu_left[::cuda_cpu::MOST_THREADS] = {}; ");
    for (size_t k = 0; k < f->exchange_count; k++)
        put(f,
            "unsigned long long cuda_cpu_room_%zu[::cuda_cpu::side_by_side::ROOM], "
            "*const cuda_cpu_brought_%zu = cuda_cpu_room_%zu + 32; ",
            f->exchanges[k]->first, f->exchanges[k]->first, f->exchanges[k]->first);
    if (f->exchange_count > 0 || f->warp_masks > 0)
        put(f, "const ::cuda_cpu::side_by_side::all_of cuda_cpu_threads = "
               "{(int)(blockDim.x * blockDim.y * blockDim.z)}; ");
    if (f->warp_masks > 0)
        put(f, "::cuda_cpu::side_by_side::staying_threads "
               "cuda_cpu_staying_0(cuda_cpu_threads.threads); ");
    if (f->masked)
        put(f, "int cuda_cpu_met = 0; (void)cuda_cpu_met; ");
    for (size_t k = 0; k < variable_count; k++) // else the kernel stays whole
        if (variables[k]->role == TEMPLATE_TYPE && variables[k]->name < s->open)
            put(f, "static_assert(%s<%s>, \"\"); ",
                variables[k]->number ? "std::is_arithmetic_v" : "!std::is_reference_v",
                name_of(variables[k]->name));
    const char *end = put_textures(f);
    put_own_parameters(f);
    put_steps(f);
    if (f->probes)
        put(f, "::cuda_cpu::probed_part_ends(); ");
    put(f, " %s }", end);
    put_place(f, s->close, false);
    insert_after(s->end, text("%s", f->printed.text));
}
