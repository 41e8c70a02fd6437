// SPDX-License-Identifier: MIT
// Functions that are built into the host's C++ compiler, and that a GPU does not have: by their
// names. Tried with nvcc 13.
#include <string.h>

#include "uses.h"

static bool begins_with(size_t i, const char *start) {
    return strncmp(source + tokens[i].start, start, strlen(start)) == 0;
}

bool is_host_builtin(size_t name) {
    static const char refused[] =
        "popcountl clzl ctz ctzl ctzll parity parityl parityll clrsb clrsbl clrsbll bswap16 "
        "bswap32 bswap64 bswap128 trap abort prefetch memcmp memmove object_size "
        "puts exit return_address frame_address setjmp longjmp isgreater isless isunordered "
        "isgreaterequal islessequal islessgreater isnormal fpclassify free cpu_supports "
        "cpu_is expect_with_probability shuffle cimag creal extract_return_addr";
    static const char prefix[] = "__builtin_";
    if (begins_with(name, "__sync_") || begins_with(name, "__builtin_ia32_"))
        return true;
    if (begins_with(name, "__atomic_"))
        return !is(name, "__atomic_is_lock_free") && !is(name, "__atomic_always_lock_free");
    if (!begins_with(name, prefix))
        return false;
    const char *const rest = name_of(name) + strlen(prefix);
    return in_list(rest, refused) || strstr(rest, "_overflow");
}
