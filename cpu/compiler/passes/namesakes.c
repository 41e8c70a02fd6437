// SPDX-License-Identifier: MIT
// A name that the two passes declare differently is the device's under another name, but not the
// same word where it certainly is another scope's: m::f beside n::f. A scope is told by its path,
// the hash of its names from outside to inside; what stands in an unnamed or inline namespace
// counts as what is around it.
#include "pass.h"

// Of a scope of the pass in use.
static size_t path_of(size_t scope) {
    if (scope == NO_SCOPE)
        return NOTHING;
    const struct declaration *const d = &declarations[scope];
    const size_t outer = path_of(d->scope);
    return d->what == NAMESPACE && (has_no_name(d) || d->is_inline) ? outer
                                                                    : hash_token(outer, d->name);
}

// Of each token: the innermost class, namespace or method that is defined outside its class.
static void read_scopes(struct pass *p) {
    p->scopes = (size_t *)allocate(token_count, sizeof *p->scopes);
    for (size_t t = 0; t < token_count; t++)
        p->scopes[t] = NO_SCOPE;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->body && (d->what == CLASS || d->what == NAMESPACE ||
                        (d->what == FUNCTION && (d->qualifier || d->is_friend))))
            for (size_t t = d->body + 1; t < d->end; t++)
                p->scopes[t] = k;
    }
    for (size_t t = 0; t + 2 < token_count; t++) {
        if (!is(t, "using") || is(t + 2, "=") || (is(t + 1, "namespace") && is(t + 2, "std")))
            continue;
        p->usings =
            (struct using *)grow(p->usings, &p->using_room, p->using_count + 1, sizeof *p->usings);
        const size_t word = is(t + 1, "namespace") ? 0 : t;
        p->usings[p->using_count++] = (struct using){path_of(p->scopes[t]), word};
    }
    if (!p->names.all)
        p->names = names_declared(p);
}

// Does `using n::word;` there bring the word from another scope, or with `all` perhaps `using
// namespace n;`, which is seen where nothing further inside has the word?
static bool is_brought(const struct pass *p, size_t word, size_t path, bool all) {
    for (size_t k = 0; k < p->using_count; k++) {
        size_t t = p->usings[k].path == path ? p->usings[k].word : token_count;
        if (!t && all)
            return true;
        for (; t && t < token_count && !is(t, ";"); t++)
            if (hash_token(NOTHING, t) == word)
                return true;
    }
    return false;
}

static bool is_type(const struct declaration *d) {
    return d->what == CLASS || d->what == ENUMERATION || d->what == NAMED || d->what == ALIAS;
}

static bool is_among(const struct namesakes *n, size_t word, size_t path) {
    for (size_t k = 0; k < n->count; k++)
        if (n->all[k].word == word && n->all[k].path == path)
            return true;
    return false;
}

void note_namesake(struct namesakes *n, struct pass *p, size_t i) {
    struct namesake new = {.word = hash_token(NOTHING, i)};
    use_pass(p);
    if (!p->scopes)
        read_scopes(p);
    new.path = path_of(p->scopes[i]);
    if (is_among(n, new.word, new.path))
        return;
    for (size_t k = 0; k < declaration_count && !new.has_types; k++)
        new.has_types = is_type(&declarations[k]) && path_of(declarations[k].scope) == new.path;
    n->all = (struct namesake *)grow(n->all, &n->room, n->count + 1, sizeof *n->all);
    n->all[n->count++] = new;
    n->words[new.word % (sizeof n->words / sizeof *n->words)] = true;
}

bool has_namesake(const struct namesakes *n, size_t word) {
    size_t k = n->words[word % (sizeof n->words / sizeof *n->words)] ? 0 : n->count;
    while (k < n->count && n->all[k].word != word)
        k++;
    return k < n->count;
}

static bool is_declared_in(const struct pass *p, size_t word, size_t path) {
    for (size_t k = first_entry(&p->names, word);
         k < p->names.count && p->names.all[k].hash == word; k++)
        if (path_of(declarations[p->names.all[k].index].scope) == path)
            return true;
    return false;
}

// `scope::word`: of all that this scope may be.
static bool is_qualified_away(const struct namesakes *n, const struct pass *p, size_t word,
                              size_t scope) {
    const size_t hash = hash_token(NOTHING, scope);
    bool away = false;
    for (size_t k = first_entry(&p->names, hash);
         k < p->names.count && p->names.all[k].hash == hash; k++) {
        const size_t index = p->names.all[k].index;
        const struct declaration *const d = &declarations[index];
        if (d->what == FUNCTION || d->what == VARIABLE || d->what == NAMED)
            continue;
        const size_t path = path_of(index);
        const bool has_it = is_declared_in(p, word, path);
        if ((d->what != NAMESPACE && d->what != CLASS) || is_among(n, word, path) ||
            is_brought(p, word, path, false) || (!has_it && d->bases))
            return false;
        away = away || has_it;
    }
    return away;
}

// Does `using` at token t bring the word, and where does it stand there? 0: it does not.
static size_t word_brought(size_t t, size_t word) {
    for (t += 2; t < token_count && !is(t, ";"); t++)
        if (hash_token(NOTHING, t) == word)
            return t;
    return 0;
}

// The } of the block around token t; token_count: it is in none.
static size_t end_of_block(size_t t) {
    while (t < token_count && !is(t, "}"))
        t = nesting(t) > 0 ? closing(t) + 1 : t + 1;
    return t < token_count ? t : token_count;
}

// Do all `using n::word;` of the blocks around token i, and there is one, bring it from elsewhere?
static bool is_used_from_elsewhere(const struct namesakes *n, const struct pass *p, size_t word,
                                   size_t i) {
    bool elsewhere = false;
    for (size_t k = 0; k < p->using_count; k++) {
        const size_t at = p->usings[k].word, t = at && at < i ? word_brought(at, word) : 0,
                     end = t ? end_of_block(at) : 0;
        if (end <= i || end == token_count)
            continue;
        if (is(t - 2, "using") || !is_qualified_away(n, p, word, t - 2))
            return false;
        elsewhere = true;
    }
    return elsewhere;
}

bool means_another(const struct namesakes *n, struct pass *p, size_t i) {
    const size_t word = hash_token(NOTHING, i);
    const bool qualified = i > 0 && is(i - 1, "::");
    use_pass(p);
    if (!p->scopes)
        read_scopes(p);
    if (!qualified && is_used_from_elsewhere(n, p, word, i))
        return true;
    for (size_t k = 0; k < n->count; k++)
        if (n->all[k].word == word && !qualified && n->all[k].has_types)
            return false;
    if (qualified && i > 1 && tokens[i - 2].kind == WORD && !is_any(i - 2, keywords))
        return is_qualified_away(n, p, word, i - 2);
    if (qualified && i > 1 && is(i - 2, ">"))
        return false;
    for (size_t scope = qualified ? NO_SCOPE : p->scopes[i];; scope = declarations[scope].scope) {
        const size_t path = path_of(scope);
        if (is_among(n, word, path))
            return false;
        if (scope != NO_SCOPE && declarations[scope].what == FUNCTION)
            return false; // the class, which has names of its own, is not looked into
        if (is_brought(p, word, path, !qualified))
            return false;
        if (is_declared_in(p, word, path))
            return true;
        if (scope == NO_SCOPE || declarations[scope].bases)
            return false;
    }
}
