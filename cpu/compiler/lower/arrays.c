// SPDX-License-Identifier: MIT
// Local arrays, each told to the runtime (--arrays, for the checks). Those of device code are
// known by name, and until they go; the host's are no more than memory that nothing wrote.
#include "rewrite.h"

// Declares arrays that get no values: says so after it.
static void watch_declaration(const struct node *n, bool of_host) {
    char *hooks = text("%s", "");
    for (size_t k = 0; k < n->declared_count; k++) {
        const struct variable *const v = n->declared[k];
        const char *const name = name_of(v->name);
        if (v->type.shape != ARRAY || v->initial || v->reference)
            continue;
        if (of_host)
            hooks = text("%s ::cuda_cpu::host_array(%s);", hooks, name);
        else
            hooks = text("%s ::cuda_cpu::local_array cuda_cpu_local_%zu(%s, \"%s\");", hooks,
                         v->name, name, name);
    }
    if (*hooks && !n->is_static && !n->is_extern && !n->per_thread)
        insert_after(n->last, hooks);
}

// n: not the body of a switch, whose cases would jump over what is said.
static void watch(const struct node *n, bool of_host) {
    for (const struct node *c = n->child; c; c = c->next) {
        if (c->kind == DECLARATION && n->kind == BLOCK)
            watch_declaration(c, of_host);
        else if (n->kind == SWITCH && c->kind == BLOCK)
            for (const struct node *s = c->child; s; s = s->next)
                watch(s, of_host);
        else
            watch(c, of_host);
    }
}

void watch_function(const struct declaration *d) {
    const bool of_host = !(d->spaces & (DEVICE | GLOBAL));
    if (!d->body || (of_host && owner_of(d->body) != USER))
        return;
    const struct node *const body = read_function(d)->body;
    if (of_host || !find_kind(body, JUMP)) // which could not jump over it
        watch(body, of_host);
}
