// SPDX-License-Identifier: MIT
// The kernels of the file, the form that each of them gets, and what --report says of it.
#include "inline.h"
#include "fission.h"

static struct kernel_form *forms; // of the file's kernels
static size_t form_count, form_room;

// The form that the kernel gets if d, which is one of those or itself, is taken apart.
static struct kernel_form form_of(const struct declaration *kernel, const struct declaration *d,
                                  bool alone) {
    struct kernel_form k = {.kernel = kernel->name,
                            .name = d->name,
                            .open = d->body,
                            .close = closing(d->body),
                            .end = closing(kernel->body),
                            .where = kernel->name};
    if (d->is_template) {
        k.from = d->first;
        k.from_end = d->start;
    }
    if (!alone)
        k.why = "another kernel has its name";
    else if (d->is_specialisation || is(d->name + 1, "<"))
        k.why = "a specialisation of a template";
    struct fission f = {.form = &k};
    if (!k.why && k.close < token_count)
        take_apart(&f);
    return k;
}

// Of the kernel's text with functions written out, if it has one that can be split, or of itself.
// Why it is whole the text tells best.
static void find_form(const struct declaration *kernel, bool alone) {
    const struct declaration *const text = expanded_form(kernel);
    struct kernel_form k = form_of(kernel, text ? text : kernel, alone);
    if (text && k.form == WHOLE) {
        const struct kernel_form itself = form_of(kernel, kernel, alone);
        k = itself.form == WHOLE ? k : itself;
    }
    forms = grow(forms, &form_room, form_count + 1, sizeof *forms);
    forms[form_count++] = k;
}

static bool is_kernel(const struct declaration *d) {
    return d->what == FUNCTION && (d->spaces & GLOBAL) && d->body && !d->special;
}

void find_splits(void) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        unsigned bodies = 0;
        for (const struct declaration *o = is_kernel(d) ? first_named(d->name) : NULL; o;
             o = next_named(o))
            bodies += is_kernel(o);
        if (bodies > 0)
            find_form(d, bodies == 1);
    }
}

struct split_form split_form_of(const char *kernel) {
    for (const struct kernel_form *k = forms; k < forms + form_count; k++)
        if (k->form != WHOLE && is(k->kernel, kernel))
            return (struct split_form){true, k->form == ROWS, k->whole_warps};
    return (struct split_form){false};
}

void report_forms(void) {
    static const char *const said[] = {
        [WHOLE] = "whole", [SPLIT] = "split at its barriers", [ROWS] = "one row of threads"};
    for (size_t k = 0; k < form_count; k++) {
        const struct kernel_form *const form = &forms[k];
        const struct place at = place_of(form->kernel);
        printf("%s:%ld: %s: %s%s%s", file_name(at.file), at.line, name_of(form->kernel),
               said[form->form], form->strided ? ", its strided loops side by side" : "",
               form->interchanged ? ", its threads in the loops that they do together" : "");
        if (form->form == WHOLE && form->why)
            printf(": line %ld: %s (%s)", place_of(form->where).line, form->why,
                   name_of(form->where));
        printf("\n");
    }
}

void write_splits(void) {
    for (size_t k = 0; k < form_count; k++) {
        struct fission f = {.form = &forms[k]};
        if (forms[k].form != WHOLE && take_apart(&f))
            write_split(&f);
    }
}
