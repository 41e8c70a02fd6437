// SPDX-License-Identifier: MIT
// Warnings by nvcc's numbers, as far as options and pragmas let them through.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

bool no_warnings, warnings_are_errors;

// ---- options and pragmas ------------------------------------------------------------------------

enum severity { SUPPRESS, WARNING, ONCE, ERROR, DEFAULT, PUSH, POP };

static struct setting {
    size_t at; // the token of the pragma; 0: an option
    enum severity severity;
    unsigned number;
} * settings;
static size_t setting_count, setting_room;

static void set(size_t at, enum severity severity, unsigned number) {
    settings = (struct setting *)grow(settings, &setting_room, setting_count + 1, sizeof *settings);
    settings[setting_count++] = (struct setting){at, severity, number};
}

// Numbers, or names of what is warned of, with commas and blanks between them.
static void set_list(size_t at, enum severity severity, const char *list) {
    static const struct name {
        const char *name;
        unsigned number;
    } names[] = {{"declared_but_not_referenced", UNUSED},
                 {"set_but_not_used", ONLY_SET},
                 {"used_before_set", UNSET},
                 {"expr_has_no_effect", NO_EFFECT},
                 {"divide_by_zero", DIVISION_BY_ZERO},
                 {"mod_by_zero", REMAINDER_BY_ZERO},
                 {"integer_overflow", OUT_OF_RANGE},
                 {"negative_shift_count", NEGATIVE_SHIFT},
                 {"shift_count_too_large", LARGE_SHIFT},
                 {"integer_sign_change", SIGN_CHANGE},
                 {"integer_truncated", TRUNCATION},
                 {"unsigned_compare_with_zero", POINTLESS_COMPARISON},
                 {"unsigned_compare_with_negative", NEGATIVE_COMPARISON},
                 {"return_ref_init_requires_temp", TEMPORARY_REFERRED},
                 {"returning_ref_to_local_variable", LOCAL_REFERRED},
                 {"returning_ptr_to_local_variable", LOCAL_POINTED},
                 {"partial_override", PARTLY_OVERRIDDEN},
                 {"narrowing_conversion", NARROWING}};
    for (list += strspn(list, "= \t,"); *list; list += strspn(list, "= \t,")) {
        const size_t letters = strcspn(list, "= \t,\r\n");
        if (letters == 0)
            break;
        const unsigned number = (unsigned)strtoul(list, NULL, 10);
        if (number)
            set(at, severity, number);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strlen(names[k].name) == letters && memcmp(names[k].name, list, letters) == 0)
                set(at, severity, names[k].number);
        list += letters;
    }
}

bool read_diagnostic_option(const char *option) {
    static const char suppress[] = "--diag-suppress=", error[] = "--diag-error=";
    if (strncmp(option, suppress, strlen(suppress)) == 0)
        set_list(0, SUPPRESS, option + strlen(suppress));
    else if (strncmp(option, error, strlen(error)) == 0)
        set_list(0, ERROR, option + strlen(error));
    else if (strcmp(option, "--no-warnings") == 0)
        no_warnings = true;
    else if (strcmp(option, "--warnings-are-errors") == 0)
        warnings_are_errors = true;
    else
        return false;
    return true;
}

// #pragma nv_diag_suppress 177, and its kin.
static void read_pragma(size_t i) {
    static const struct word {
        const char *word;
        enum severity severity;
    } words[] = {{"diag_suppress", SUPPRESS}, {"diag_warning", WARNING}, {"diag_once", ONCE},
                 {"diag_error", ERROR},       {"diag_default", DEFAULT}, {"diag_remark", SUPPRESS}};
    char *const pragma = name_of(i);
    const char *c = pragma + 1 + strspn(pragma + 1, " \t");
    c += strlen("pragma");
    c += strspn(c, " \t");
    if (strncmp(c, "nv_diag", strlen("nv_diag")) != 0) {
        free(pragma);
        return;
    }
    c += strlen("nv_");
    if (strncmp(c, "diagnostic", strlen("diagnostic")) == 0) {
        c += strlen("diagnostic");
        c += strspn(c, " \t");
        if (strncmp(c, "push", 4) == 0 || strncmp(c, "pop", 3) == 0)
            set(i, c[1] == 'u' ? PUSH : POP, 0);
    }
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        const size_t letters = strlen(words[k].word);
        if (strncmp(c, words[k].word, letters) == 0 && strchr("= \t", c[letters]) && c[letters])
            set_list(i, words[k].severity, c + letters);
    }
    free(pragma);
}

static void read_pragmas(void) {
    static bool read;
    for (size_t i = 0; i < token_count && !read; i++)
        if (tokens[i].kind == PRAGMA)
            read_pragma(i);
    read = true;
}

// What the C++ compiler finds for us it is told likewise, by its own names.
static const char *in_its_words(const struct setting *s) {
    static const struct name {
        unsigned number;
        const char *option;
    } names[] = {{STRING_CONVERSION, "-Wwrite-strings"},
                 {DEPRECATED, "-Wdeprecated-declarations"},
                 {VALUE_DROPPED, "-Wunused-result"}};
    if (s->severity == PUSH || s->severity == POP)
        return s->severity == PUSH ? "#pragma GCC diagnostic push\n"
                                   : "#pragma GCC diagnostic pop\n";
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (names[k].number == s->number)
            return text("#pragma GCC diagnostic %s \"%s\"\n",
                        s->severity == SUPPRESS ? "ignored"
                        : s->severity == ERROR  ? "error"
                                                : "warning",
                        names[k].option);
    return "";
}

void print_settings(FILE *out) {
    for (size_t k = 0; k < setting_count; k++)
        if (settings[k].at == 0)
            fputs(in_its_words(&settings[k]), out);
}

void rewrite_settings(void) {
    read_pragmas();
    for (size_t k = 0, next; k < setting_count; k = next) {
        const size_t at = settings[k].at;
        const struct place place = place_of(at);
        const char *all = "";
        for (next = k; next < setting_count && settings[next].at == at; next++)
            all = text("%s%s", all, in_its_words(&settings[next]));
        if (at > 0 && *all)
            insert_after(at, text("\n%s# %ld \"%s\"", all, place.line + 1, file_name(place.file)));
    }
}

// What becomes of the warning of that number at token i.
static enum severity severity_of(size_t i, unsigned number) {
    static enum severity kept[32];
    enum severity option = WARNING, now;
    size_t depth = 0, k = 0;
    for (; k < setting_count && settings[k].at == 0; k++)
        if (settings[k].number == number && option != SUPPRESS)
            option = settings[k].severity;
    now = option;
    for (; k < setting_count && settings[k].at <= i; k++) {
        const struct setting *const s = &settings[k];
        if (s->severity == PUSH && depth < sizeof kept / sizeof *kept)
            kept[depth++] = now;
        else if (s->severity == POP && depth > 0)
            now = kept[--depth];
        else if (s->number == number)
            now = s->severity == DEFAULT ? option : s->severity;
    }
    return now;
}

const char *kind_of_warning(size_t i, unsigned number) {
    static unsigned once[32];
    read_pragmas();
    const enum severity severity = severity_of(i, number);
    if (severity == SUPPRESS)
        return NULL;
    size_t k = 0;
    while (k < sizeof once / sizeof *once && once[k] && once[k] != number)
        k++;
    if (k < sizeof once / sizeof *once && severity != ERROR) {
        if (once[k] == number) // whatever pragmas say further down
            return NULL;
        once[k] = severity == ONCE ? number : 0;
    }
    return severity == ERROR ? "error" : text("warning #%u-D", number);
}

void warn(size_t i, unsigned number, const char *format, ...) {
    const char *const kind = kind_of_warning(i, number);
    if (!kind)
        return;
    va_list arguments;
    va_start(arguments, format);
    char sentence[1000];
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    complain(i, kind, "%s", sentence);
}

// ---- what is looked at --------------------------------------------------------------------------

bool merged_passes;

bool is_in_template(const struct declaration *d) {
    bool is_one = d->is_template && !d->is_specialisation;
    for (size_t scope = d->scope; scope != NO_SCOPE && !is_one; scope = declarations[scope].scope)
        is_one = declarations[scope].is_template;
    for (size_t k = d->qualifier ? first_named(d->qualifier) : NO_SCOPE; k != NO_SCOPE && !is_one;
         k = next_named(k))
        is_one = declarations[k].what == CLASS && declarations[k].is_template;
    return is_one;
}

// Does a function that is no template surely make this one's code: by naming the only function of
// that name in what is evaluated? Members of that name only methods mean by it alone.
static bool is_instantiated(const struct declaration *d) {
    bool members = false;
    if (d->scope != NO_SCOPE && declarations[d->scope].what != NAMESPACE)
        return false;
    for (size_t k = first_named(d->name); k != NO_SCOPE; k = next_named(k)) {
        members = members || in_class(&declarations[k]);
        if (&declarations[k] != d && !in_class(&declarations[k]))
            return false;
    }
    for (size_t t = first_same(d->name); t < token_count; t = next_same(t)) {
        const struct declaration *const in = function_around(t);
        const size_t behind =
            is(t + 1, "<") && !begins_launch(t + 1) ? closing_angle(t + 1) + 1 : t + 1;
        if (members && (!in || in_class(in) || in->qualifier || is(t - 1, ".") || is(t - 1, "->") ||
                        is(t - 1, "::")))
            continue;
        if (in && in != d && in->body && t > in->body && !is_in_template(in) &&
            (is_called(t) || begins_launch(behind)) && !is_unevaluated(t))
            return true;
    }
    return false;
}

void warn_of_head(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    size_t t = d->start;
    while (t < d->name && !is(t, "const") && !is(t, "volatile"))
        t = is(t, "(") || is(t, "[") ? closing(t) + 1 : t + 1;
    if (!no_warnings && !d->special && owner_of(d->name) == USER && t < d->name && s->is_known &&
        !s->refers && s->result.shape == NUMBER_TYPE && !is(closing(d->open) + 1, "->"))
        warn(t, QUALIFIED_RESULT, "type qualifier on return type is meaningless");
}

void warn_of_body(const struct declaration *d) {
    const struct reading *const r = read_function(d);
    if (no_warnings || !r->names_known || d->is_constrained)
        return;
    if (signature_of(d)->takes_generic && !d->is_template)
        return;
    const bool made = !is_in_template(d) || is_instantiated(d);
    warn_of_unused(d, made);
    warn_of_expressions(d, made);
    if (made)
        warn_of_ends(d);
}
