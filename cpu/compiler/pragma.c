// SPDX-License-Identifier: MIT
// Pragmas that nvcc does not know, and those by which functions may call the host's.
#include <ctype.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"
#include "warn.h"

// Does nvcc's front end know the pragma by its first word? Of the GPU's compiler's it says nothing.
static bool is_known(size_t i) {
    static const char *const words[] = {"unroll",
                                        "omp",
                                        "GCC",
                                        "message",
                                        "pack",
                                        "STDC",
                                        "ident",
                                        "hdrstop",
                                        "no_pch",
                                        "redefine_extname",
                                        "once",
                                        "push_macro",
                                        "pop_macro",
                                        "instantiate",
                                        "do_not_instantiate",
                                        "can_instantiate",
                                        "define_type_info",
                                        "hd_warning_disable",
                                        NULL};
    const char *word = strstr(name_of(i), "pragma");
    word = word ? word + strlen("pragma") : "";
    word += strspn(word, " \t");
    const size_t letters = strspn(word, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789");
    bool known = letters == 0 || isdigit(*word) || strncmp(word, "nv_", 3) == 0;
    for (size_t k = 0; words[k]; k++)
        known = known || (strlen(words[k]) == letters && memcmp(word, words[k], letters) == 0);
    return known;
}

// In a function of the device's that is there whether anybody calls it or not.
static void check_known(size_t i) {
    const struct declaration *const d = function_around(i);
    if (d && i > d->body && d->body && spaces_of(d) & (DEVICE | GLOBAL) && !in_class(d) &&
        !d->qualifier && !is_in_template(d) && !is_known(i))
        warn(i, UNKNOWN_PRAGMA, "unrecognized #pragma in device code");
}

void check_pragmas(void) {
    for (size_t i = 0; i < token_count; i++)
        if (tokens[i].kind == PRAGMA && owner_of(i) == USER)
            check_known(i);
}

bool lets_call_host(size_t i) {
    bool let = false;
    for (; i > 0 && tokens[i - 1].kind == PRAGMA && !let; i--) {
        const char *const pragma = name_of(i - 1);
        let = strstr(pragma, "nv_exec_check_disable") || strstr(pragma, "hd_warning_disable");
    }
    return let;
}
