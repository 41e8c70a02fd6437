// SPDX-License-Identifier: MIT
// Which line of the program each site stands in: one run of addr2line for all of them, which comes
// with the compiler. A site in the runtime's own headers stands where they were called.
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lines.h"

enum { DEEPEST = 16, LINE = 4096 };

struct asked {
    uintptr_t address; // of the call, as the program's file has it
    char *file;        // NULL: in none of the program's
    unsigned line;
};
static struct asked *asked;
static size_t asked_count;

static int first_object(struct dl_phdr_info *info, size_t size, void *bias) {
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1; // the program itself comes first
}

static int by_address(const void *a, const void *b) {
    const struct asked *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

// file:line of one answer; true if it is the program's own.
static bool read_place(char *text, const char *runtime, struct asked *a) {
    char *end = strstr(text, " (discriminator");
    if (end)
        *end = '\0';
    char *colon = strrchr(text, ':');
    static const char launches[] = "/include/cuda_cpu/launch.h"; // cuda2cpp's own lines (stub.c)
    if (!colon || text[0] == '?' || strncmp(text, "/usr/", 5) == 0 ||
        strncmp(text, launches, strlen(launches)) == 0 ||
        strncmp(text, runtime, strlen(runtime)) == 0)
        return false;
    *colon = '\0';
    char folder[LINE];
    const size_t length = getcwd(folder, sizeof folder - 1) ? strlen(strcat(folder, "/")) : 0;
    text += length && strncmp(text, folder, length) == 0 ? length : 0;
    a->line = (unsigned)strtoul(colon + 1, NULL, 10);
    a->file = strdup(text);
    return a->file && a->line > 0;
}

static void ask(void) {
    char command[128], text[LINE], runtime[LINE] = "";
    uintptr_t bias = 0;
    dl_iterate_phdr(first_object, &bias);
    const int fd = memfd_create("addresses", 0);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file)
        return;
    // this file's own place tells the runtime's lines from the program's
    fprintf(file, "%#zx\n", (size_t)((uintptr_t)ask + 2 - bias));
    for (size_t i = 0; i < asked_count; i++)
        fprintf(file, "%#zx\n",
                (size_t)(asked[i].address - bias - 1)); // it returns after its call
    fflush(file);
    snprintf(command, sizeof command,
             "addr2line -afi -e /proc/%ld/exe </proc/%ld/fd/%d 2>/dev/null", (long)getpid(),
             (long)getpid(), fd);
    FILE *answer = popen(command, "r");
    size_t next = 0; // addresses answered so far, the first one included
    while (answer && fgets(text, sizeof text, answer)) {
        text[strcspn(text, "\n")] = '\0';
        if (strncmp(text, "0x", 2) == 0) {
            next++;
        } else if (fgets(text, sizeof text, answer)) { // a function; its line
            text[strcspn(text, "\n")] = '\0';
            if (next == 1 && !*runtime) {
                char *folder = strstr(text, "counts/");
                snprintf(runtime, sizeof runtime, "%.*s", folder ? (int)(folder - text) : 0, text);
            } else if (next > 1 && next - 2 < asked_count && !asked[next - 2].file) {
                read_place(text, runtime, &asked[next - 2]);
            }
        }
    }
    if (answer)
        pclose(answer);
    fclose(file);
}

static void want(uintptr_t address) {
    if ((asked_count & (asked_count - 1)) == 0)
        asked = realloc(asked, (asked_count ? 2 * asked_count : 1) * sizeof *asked);
    if (!asked)
        abort();
    asked[asked_count++] = (struct asked){address, NULL, 0};
}

static struct asked *find(const void *pc) {
    const struct asked key = {(uintptr_t)pc, NULL, 0};
    return bsearch(&key, asked, asked_count, sizeof *asked, by_address);
}

void cuda_cpu_find_lines(void) {
    static bool found;
    void *callers[DEEPEST];
    if (found)
        return;
    found = true;
    for (const struct kernel *k = cuda_cpu_kernels; k; k = k->next)
        for (size_t i = 0; i < k->site_count; i++) {
            const struct site *s = &cuda_cpu_sites[k->sites[i]];
            want((uintptr_t)s->pc);
            for (int c = cuda_cpu_callers(s->context, callers, DEEPEST); c-- > 0;)
                want((uintptr_t)callers[c]);
        }
    if (asked_count == 0)
        return;
    qsort(asked, asked_count, sizeof *asked, by_address);
    size_t kept = 1;
    for (size_t i = 1; i < asked_count; i++)
        if (asked[i].address != asked[kept - 1].address)
            asked[kept++] = asked[i];
    asked_count = kept;
    ask();
}

struct cuda_cpu_line cuda_cpu_line_of(const struct site *s) {
    void *callers[DEEPEST];
    const struct asked *a = find(s->pc);
    const int depth = cuda_cpu_callers(s->context, callers, DEEPEST);
    for (int c = 0; (!a || !a->file) && c < depth; c++)
        a = find(callers[c]);
    return (struct cuda_cpu_line){a ? a->file : NULL, a ? a->line : 0};
}
