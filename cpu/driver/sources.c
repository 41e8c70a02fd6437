// SPDX-License-Identifier: MIT
// The files that a preprocessed source was made of.
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"

// A line marker: # 12 "file" 1 3. Leaves the file's name and whether it is a system header.
static bool read_marker(const char *line, char **name, bool *system) {
    if (line[0] != '#' || line[1] != ' ')
        return false;
    const char *const end = line + strcspn(line, "\n"), *const first = strchr(line, '"');
    const char *last = end;
    while (last > line && *last != '"')
        last--;
    if (!first || first >= last)
        return false;
    *name = text("%.*s", (int)(last - first - 1), first + 1);
    *system = memchr(last, '3', (size_t)(end - last));
    return true;
}

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

struct words files_of(const struct job *job, const char *preprocessed, bool with_system) {
    struct words files = {NULL, 0};
    char *const own = text("%s/include/", job->home), *name, *last = NULL;
    bool system;
    for (const char *line = preprocessed; *line; line = next_line(line)) {
        if (!read_marker(line, &name, &system))
            continue;
        const bool again = last && strcmp(last, name) == 0;
        last = name;
        if (!again && *name != '<' && !starts_with(name, own) && (with_system || !system) &&
            !holds(&files, name))
            add(&files, name);
    }
    return files;
}

char *mark_as_system(const char *path, const char *folder) {
    const char *const preprocessed = read_file(path, NULL);
    char *name, *const marked = preprocessed ? malloc(2 * strlen(preprocessed) + 1) : NULL;
    if (!marked)
        fatal("'%s' cannot be read", path);
    size_t length = 0;
    bool system;
    for (const char *line = preprocessed, *next; *line; line = next) {
        next = next_line(line);
        const size_t own = strcspn(line, "\n");
        memcpy(marked + length, line, own);
        length += own;
        if (read_marker(line, &name, &system) && !system && starts_with(name, folder)) {
            memcpy(marked + length, " 3", 2);
            length += 2;
        }
        memcpy(marked + length, line + own, (size_t)(next - line) - own);
        length += (size_t)(next - line) - own;
    }
    marked[length] = '\0';
    write_file(path, marked, length);
    return marked;
}

// ---- old listings
// ------------------------------------------------------------------------------------

const char *legacy_folder(const struct job *job) {
    char *const installed = text("%s/legacy", job->home), *const here = text("%s/../common/legacy",
                                                                             job->home);
    return access(installed, F_OK) == 0 ? installed : access(here, F_OK) == 0 ? here : NULL;
}

// The program's own lines: not the system's, not the toolkit's, and none of the project's headers,
// which have what they need.
static char *own_lines(const struct job *job, const char *preprocessed) {
    char *const own = malloc(strlen(preprocessed) + 1), *const toolkit =
                                                            text("%s/include/", job->home);
    char *name = "", *last = "";
    bool system = true, wanted = false;
    size_t length = 0;
    for (const char *line = preprocessed, *next; own && *line; line = next) {
        next = next_line(line);
        if (!read_marker(line, &name, &system)) {
            if (wanted)
                memcpy(own + length, line, (size_t)(next - line)), length += (size_t)(next - line);
        } else if (system || *name == '<' || starts_with(name, toolkit)) {
            wanted = false, last = "";
        } else if (strcmp(name, last) != 0) {
            last = name;
            wanted = !same_file(text("%s/../%s", legacy_folder(job), base_name(name)), name);
        }
    }
    if (!own)
        fatal("Out of memory");
    own[length] = '\0';
    return own;
}

// Each line of the file `names` has a group and a pattern.
static bool asks_for(const char *names, const char *what, const char *lines) {
    for (const char *row = names; *row; row = next_line(row)) {
        const size_t length = strcspn(row, " \n");
        if (strlen(what) != length || strncmp(row, what, length) != 0)
            continue;
        const char *const pattern = row + length + strspn(row + length, " ");
        regex_t compiled;
        if (regcomp(&compiled, text("%.*s", (int)strcspn(pattern, "\n"), pattern),
                    REG_EXTENDED | REG_NOSUB | REG_NEWLINE) != 0)
            fatal("Pattern '%s' in common/legacy/names", pattern);
        const bool found = regexec(&compiled, lines, 0, NULL, 0) == 0;
        regfree(&compiled);
        if (found)
            return true;
    }
    return false;
}

struct words legacy_flags(const struct job *job, const char *preprocessed) {
    const char *const folder = legacy_folder(job);
    struct words flags = {NULL, 0};
    const char *const names = folder ? read_file(text("%s/names", folder), NULL) : NULL;
    if (!names)
        return flags;
    const char *const lines = own_lines(job, preprocessed);
    const bool textures = asks_for(names, "textures", lines),
               votes = asks_for(names, "votes", lines);
    if (textures || votes || asks_for(names, "old", lines))
        add_each(&flags, "-include", text("%s/legacy.h", folder), NULL);
    if (textures)
        add(&flags, "-DLEGACY_TEXTURES");
    if (votes)
        add(&flags, "-DLEGACY_VOTES");
    if (asks_for(names, "system", lines))
        add_each(&flags, "-include", "unistd.h", NULL);
    return flags;
}
