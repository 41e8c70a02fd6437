// SPDX-License-Identifier: MIT
// A name that the two passes declare differently is the device's under another name, but not the
// same word where it certainly is another scope's: m::f beside n::f. A scope is told by its path,
// the hash of its names from outside to inside; what stands in an unnamed or inline namespace
// counts as what is around it.
#include "pass.h"

static struct namesake { // a declaration of the device's that gets another name
    size_t word, path;   // its name's number, the hash of its scope's path
    bool has_types;      // types are declared beside it: it is found by an argument of theirs
} * namesakes;
static size_t namesake_count, namesake_room;
static bool *words; // of each word: is there one?

static struct using { // all that are no other names of types
    int pass;
    size_t path; // of the scope that it stands in
    size_t word; // where it is; 0: it brings a whole namespace
}
*usings;
static size_t using_count, using_room;
static size_t *scopes; // of each token: the innermost class, namespace or method outside its class

static size_t path_of(size_t scope) {
    const struct declaration *const d = &declarations[scope];
    if (d->scope == NO_SCOPE)
        return NOTHING;
    const size_t outer = path_of(d->scope);
    return d->what == NAMESPACE && (has_no_name(d) || d->is_inline) ? outer
                                                                    : hash_token(outer, d->name);
}

static void read_scopes(void) {
    scopes = allocate(token_count, sizeof *scopes);
    words = allocate(word_total(), sizeof *words);
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->body && (d->what == CLASS || d->what == NAMESPACE ||
                        (d->what == FUNCTION && (d->qualifier || d->is_friend))))
            for (size_t t = d->body + 1; t < d->end; t++)
                scopes[t] = k;
    }
    for (size_t t = 0; t + 2 < token_count; t++) {
        if (!is(t, "using") || is(t + 2, "=") || (is(t + 1, "namespace") && is(t + 2, "std")))
            continue;
        usings = grow(usings, &using_room, using_count + 1, sizeof *usings);
        usings[using_count++] =
            (struct using){pass_of(t), path_of(scopes[t]), is(t + 1, "namespace") ? 0 : t};
    }
}

// Does `using` at token t bring the word, and where does it stand there? 0: it does not.
static size_t word_brought(size_t t, size_t name) {
    for (t += 2; t < token_count && !is(t, ";"); t++)
        if (word(t) == name)
            return t;
    return 0;
}

// Does `using n::word;` there bring the word from another scope, or with `all` perhaps `using
// namespace n;`, which is seen where nothing further inside has the word?
static bool is_brought(int pass, size_t name, size_t path, bool all) {
    for (size_t k = 0; k < using_count; k++)
        if (usings[k].pass == pass && usings[k].path == path &&
            (usings[k].word ? word_brought(usings[k].word, name) > 0 : all))
            return true;
    return false;
}

static bool is_type(const struct declaration *d) {
    return d->what == CLASS || d->what == ENUMERATION || d->what == NAMED || d->what == ALIAS;
}

static bool is_among(size_t name, size_t path) {
    for (size_t k = 0; k < namesake_count; k++)
        if (namesakes[k].word == name && namesakes[k].path == path)
            return true;
    return false;
}

void note_namesake(size_t i) {
    struct namesake new = {.word = word(i)};
    if (!scopes)
        read_scopes();
    new.path = path_of(scopes[i]);
    if (is_among(new.word, new.path))
        return;
    for (const struct declaration *d = declarations;
         d < declarations + declaration_count && !new.has_types; d++)
        new.has_types =
            is_type(d) && pass_of(d->first) == pass_of(i) && path_of(d->scope) == new.path;
    namesakes = grow(namesakes, &namesake_room, namesake_count + 1, sizeof *namesakes);
    namesakes[namesake_count++] = new;
    words[new.word] = true;
}

bool any_namesakes(void) {
    return namesake_count > 0;
}

bool has_namesake(size_t i) {
    return words && tokens[i].kind == WORD && words[word(i)];
}

static bool is_declared_in(int pass, size_t name, size_t path) {
    size_t k = 0;
    for (const struct declaration *d; (d = next_declared(pass, name, &k));)
        if (path_of(d->scope) == path)
            return true;
    return false;
}

// `scope::word`: of all that this scope may be.
static bool is_qualified_away(size_t name, size_t scope) {
    const int pass = pass_of(scope);
    bool away = false;
    size_t k = 0;
    for (const struct declaration *d; (d = next_declared(pass, word(scope), &k));) {
        if (d->what == FUNCTION || d->what == VARIABLE || d->what == NAMED)
            continue;
        const size_t path = path_of((size_t)(d - declarations));
        const bool has_it = is_declared_in(pass, name, path);
        if ((d->what != NAMESPACE && d->what != CLASS) || is_among(name, path) ||
            is_brought(pass, name, path, false) || (!has_it && d->bases))
            return false;
        away = away || has_it;
    }
    return away;
}

// Do all `using n::word;` of the blocks around token i, and there is one, bring it from elsewhere?
static bool is_used_from_elsewhere(size_t name, size_t i) {
    bool elsewhere = false;
    for (size_t k = 0; k < using_count; k++) {
        const size_t at = usings[k].word;
        const size_t t = usings[k].pass == pass_of(i) && at && at < i ? word_brought(at, name) : 0;
        const size_t end = t ? first_of(at, token_count, "}") : 0;
        if (end <= i || end >= declarations[pass_scopes[usings[k].pass]].end)
            continue;
        if (is(t - 2, "using") || !is_qualified_away(name, t - 2))
            return false;
        elsewhere = true;
    }
    return elsewhere;
}

bool means_another(size_t i) {
    const size_t name = word(i);
    const int pass = pass_of(i);
    const bool qualified = is(i - 1, "::");
    if (!qualified && is_used_from_elsewhere(name, i))
        return true;
    for (size_t k = 0; k < namesake_count; k++)
        if (namesakes[k].word == name && !qualified && namesakes[k].has_types)
            return false;
    if (qualified && tokens[i - 2].kind == WORD && !is_one(i - 2, KEYWORD))
        return is_qualified_away(name, i - 2);
    if (qualified && is(i - 2, ">"))
        return false;
    for (size_t scope = qualified ? pass_scopes[pass] : scopes[i];;
         scope = declarations[scope].scope) {
        const size_t path = path_of(scope);
        if (is_among(name, path))
            return false;
        if (declarations[scope].what == FUNCTION)
            return false; // the class, which has names of its own, is not looked into
        if (is_brought(pass, name, path, !qualified))
            return false;
        if (is_declared_in(pass, name, path))
            return true;
        if (scope == pass_scopes[pass] || declarations[scope].bases)
            return false;
    }
}
