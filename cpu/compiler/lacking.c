// SPDX-License-Identifier: MIT
// Names that one of nvcc's two passes lacks, and uses: what the other one alone declares, and what
// stands in bodies that are in no program made of both. nvcc compiles each pass as a whole; so
// where there are such names, the driver asks the C++ compiler about that pass by itself. One name
// too many is a question too many.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "pass.h"
#include "words.h"

const char *lacking_file;

struct words { // their hashes, sorted
    size_t *all;
    size_t count, room;
};

static void add_word(struct words *w, size_t hash) {
    w->all = (size_t *)grow(w->all, &w->room, w->count + 1, sizeof *w->all);
    w->all[w->count++] = hash;
}

static int compare_hashes(const void *x, const void *y) {
    const size_t a = *(const size_t *)x, b = *(const size_t *)y;
    return (a > b) - (a < b);
}

static void sort_words(struct words *w) {
    if (w->count)
        qsort(w->all, w->count, sizeof *w->all, compare_hashes);
}

static bool holds(const struct words *w, size_t hash) {
    return w->count && bsearch(&hash, w->all, w->count, sizeof *w->all, compare_hashes);
}

// What pass p declares outside functions, members and enumerators included: all that the user's
// files do, and, where `all` is set, what others do outside classes.
static struct words declared_words(const struct pass *p, bool all) {
    struct words w = {NULL, 0, 0};
    use_pass(p);
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (d->name >= token_count || (owner_of(d->name) != USER && !(all && d->scope == NO_SCOPE)))
            continue;
        if (tokens[d->name].kind == WORD)
            add_word(&w, hash_token(NOTHING, d->name));
        for (size_t e = d->what == ENUMERATION && d->body ? enumerator_behind(d->body, d->end)
                                                          : token_count;
             e < token_count; e = enumerator_behind(e, d->end))
            add_word(&w, hash_token(NOTHING, e));
    }
    sort_words(&w);
    return w;
}

// ---- the names ----------------------------------------------------------------------------------

static FILE *out;
static struct words told;

static void tell_word(size_t i, const char *side) {
    const size_t hash = mix(hash_token(NOTHING, i), (size_t)side[0]);
    for (size_t k = 0; k < told.count; k++)
        if (told.all[k] == hash)
            return;
    add_word(&told, hash);
    fprintf(out, "%s %.*s\n", side, (int)(tokens[i].end - tokens[i].start),
            source + tokens[i].start);
}

// What pass p uses, and pass `other` alone declares.
static void find_undeclared(const struct pass *p, const struct pass *other, const char *side) {
    const struct words theirs = declared_words(other, false), own = declared_words(p, true);
    use_pass(p);
    for (size_t i = 0; i < token_count; i++) {
        const size_t hash = tokens[i].kind == WORD ? hash_token(NOTHING, i) : 0;
        if (hash && holds(&theirs, hash) && !holds(&own, hash) && owner_of(i) == USER)
            tell_word(i, side);
    }
    free(theirs.all);
    free(own.all);
}

static struct dropped {
    const struct pass *pass;
    size_t first, end;
    bool has_more; // than what the program has in its place
} * dropped;
static size_t dropped_count, dropped_room;

// Is it what is left of the other one where some of that is left out? Then what is wrong in it is
// wrong in that, too, but for names.
static bool is_part(const struct pass *p, const struct declaration *d, const struct pass *other,
                    const struct declaration *o) {
    size_t i = d->first;
    for (size_t k = o->first; k <= o->end && i <= d->end; k++)
        i += equal_tokens(p, i, other, k);
    return i > d->end;
}

void note_dropped(const struct pass *p, const struct declaration *d, const struct pass *other,
                  const struct declaration *o) {
    dropped = (struct dropped *)grow(dropped, &dropped_room, dropped_count + 1, sizeof *dropped);
    dropped[dropped_count++] =
        (struct dropped){p, d->first, d->end, !o->body || !is_part(p, d, other, o)};
}

// May the word at token i be declared there, for the first time in its function?
static bool may_declare(size_t i) {
    static const char *const no_type[] = {"return", "else",  "case",   "goto", "delete",
                                          "new",    "throw", "sizeof", "do",   NULL};
    return (tokens[i - 1].kind == WORD && !is_any(i - 1, no_type)) || is(i - 1, "*") ||
           is(i - 1, "&") || is(i - 1, ">") || is(i - 1, ",") || is(i - 1, "[");
}

// A word of the language, or of some compiler.
static bool is_language(size_t i) {
    static const char *const others[] = {"void",       "auto",   "static",    "volatile",
                                         "true",       "false",  "nullptr",   "static_cast",
                                         "const_cast", "struct", "typedef",   "reinterpret_cast",
                                         "using",      "extern", "namespace", NULL};
    return is_any(i, keywords) || is_any(i, arithmetic) || is_any(i, number_types) ||
           is_any(i, vector_types) || is_any(i, qualifiers) || is_any(i, others) ||
           strncmp(source + tokens[i].start, "__", 2) == 0;
}

// What stands in a dropped function that nothing declares, there or outside.
static void find_unknown(const struct dropped *d, const struct words *declared, const char *side) {
    struct words met = {NULL, 0, 0};
    for (size_t i = d->first; i <= d->end; i++) {
        const size_t hash = tokens[i].kind == WORD ? hash_token(NOTHING, i) : 0;
        bool first = hash && !is_language(i) && !is(i - 1, ".") && !is(i - 1, "->");
        for (size_t k = 0; first && k < met.count; k++)
            first = met.all[k] != hash;
        if (!first)
            continue;
        add_word(&met, hash);
        if (!is(i - 1, "::") && !may_declare(i) && !holds(declared, hash))
            tell_word(i, side);
    }
    free(met.all);
}

static void tell_lines(const struct dropped *d, const char *side) {
    if (!d->has_more || owner_of(d->first) != USER)
        return;
    const struct place first = place_of(d->first), last = place_of(d->end);
    fprintf(out, "%s @ %ld %ld %s\n", side, first.line, last.line, file_name(first.file));
}

void tell_lacking(const struct pass *host, const struct pass *device) {
    out = lacking_file ? fopen(lacking_file, "w") : NULL;
    if (!out)
        return;
    find_undeclared(host, device, "host");
    find_undeclared(device, host, "device");
    for (int k = 0; k < 2 && dropped_count; k++) {
        const struct pass *const p = k == 0 ? host : device;
        const struct words declared = declared_words(p, true);
        for (size_t d = 0; d < dropped_count; d++)
            if (dropped[d].pass == p) {
                find_unknown(&dropped[d], &declared, k == 0 ? "host" : "device");
                tell_lines(&dropped[d], k == 0 ? "host" : "device");
            }
        free(declared.all);
    }
    fclose(out);
}
