// SPDX-License-Identifier: MIT
// The kernels of the file, the form that each of them gets, and what --report says of it.
#include <stdio.h>
#include <string.h>

#include "expand.h"
#include "fission.h"

struct kernel_form *forms;
size_t form_count;
static size_t form_room;

// The { of the kernel whose name stands at token i; token_count where it is only declared.
static size_t body_of(size_t i) {
    size_t open = i + 1;
    if (is(open, "<"))
        open = angle_partner(open) + 1;
    const size_t body = is(open, "(") ? closing(open) + 1 : token_count;
    return is(body, "{") ? body : token_count;
}

// The template in front of the kernel whose __global__ is at token i; false: a specialisation.
static bool find_template(struct kernel_form *k, size_t i) {
    size_t start = i;
    while (start > 0 && (tokens[start - 1].kind == WORD || tokens[start - 1].kind == STRING))
        start--;
    if (start == 0 || !is(start - 1, ">"))
        return true;
    k->from = opening_angle(start - 1);
    k->from_end = start;
    return k->from < token_count && k->from > 0 && is(--k->from, "template") &&
           !is(k->from + 2, ">");
}

static void find_form(size_t i, bool alone) {
    const size_t kernel = kernel_name(i);
    const struct expanded *const expanded = expanded_form(kernel);
    const size_t name = expanded ? expanded->name : kernel;
    struct kernel_form k = {.kernel = kernel, .name = name, .open = body_of(name), .where = kernel};
    if (!alone)
        k.why = "another kernel has its name";
    else if (is(name + 1, "<") || !find_template(&k, expanded ? name - 2 : i))
        k.why = "a specialisation of a template";
    k.close = closing(k.open);
    k.end = closing(body_of(kernel));
    if (!k.why && k.close < token_count)
        take_apart(&k);
    forms = (struct kernel_form *)grow(forms, &form_room, form_count + 1, sizeof *forms);
    forms[form_count++] = k;
}

void find_splits(void) {
    size_t none = 0;
    unsigned *bodies = (unsigned *)grow(NULL, &none, word_total() + 1, sizeof *bodies);
    memset(bodies, 0, word_total() * sizeof *bodies);
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < token_count; i++) {
            const size_t name = is(i, "__global__") ? kernel_name(i) : token_count;
            if (name == token_count || body_of(name) == token_count)
                continue;
            if (pass == 0)
                bodies[word(name)]++;
            else
                find_form(i, bodies[word(name)] == 1);
        }
}

static const struct kernel_form *find(const char *kernel) {
    for (size_t k = 0; k < form_count; k++)
        if (forms[k].form != WHOLE && is(forms[k].kernel, kernel))
            return &forms[k];
    return NULL;
}

bool is_split(const char *kernel) {
    return find(kernel);
}

bool is_flat_split(const char *kernel) {
    const struct kernel_form *k = find(kernel);
    return k && k->form == ROWS;
}

void report_forms(void) {
    static const char *const said[] = {
        [WHOLE] = "whole", [SPLIT] = "split at its barriers", [ROWS] = "one row of threads"};
    for (size_t k = 0; k < form_count; k++) {
        const struct kernel_form *f = &forms[k];
        const struct spot *at = &places[f->kernel], *why = &places[f->where];
        printf("%.*s:%ld: %s: %s%s%s", (int)(at->file_length > 2 ? at->file_length - 2 : 0),
               source + at->file + 1, at->line, name_of(f->kernel), said[f->form],
               f->strided ? ", its strided loops side by side" : "",
               f->interchanged ? ", its threads in the loops that they do alike" : "");
        if (f->form == WHOLE && f->why)
            printf(": line %ld: %s (%s)", why->line, f->why, name_of(f->where));
        printf("\n");
    }
}
