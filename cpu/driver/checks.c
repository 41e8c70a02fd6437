// SPDX-License-Identifier: MIT
// The builds of --check=NAME: one row per check. To check is to put calls in front of what a
// program does (the compiler's instrumentation), and to answer them from ../checks instead of the
// compiler's library.
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

static const char *const access_flags[] = {
    "-DCUDA_CPU_CHECK=3",  "-fsanitize=thread",   "--param=tsan-distinguish-volatile=1",
    "-Wno-tsan",           "-fno-builtin-memcpy", "-fno-builtin-memmove",
    "-fno-builtin-memset", "-fno-builtin-memcmp", NULL};
static const char *const access_symbols[] = {
    "memcpy",  "memmove", "memset",  "malloc", "free",         "_Znam",   "_ZdaPv",
    "_ZdaPvm", "_ZdlPv",  "_ZdlPvm", "printf", "__printf_chk", "vprintf", "puts",
    "putchar", "fwrite",  "fread",   "memcmp", "frexp",        "frexpf",  "modf",
    "modff",   "remquo",  "remquof", NULL};
static const char *const memory_flags[] = {"-DCUDA_CPU_CHECK=4", "-fsanitize=address,alignment",
                                           "--param=asan-instrumentation-with-call-threshold=0",
                                           "-fno-omit-frame-pointer", NULL};
static const char *const memory_symbols[] = {"memcpy",         "memmove",       "memset",
                                             "free",           "_ZdlPv",        "_ZdlPvm",
                                             "_ZdaPv",         "_ZdaPvm",       "__asan_load1",
                                             "__asan_load2",   "__asan_load4",  "__asan_load8",
                                             "__asan_load16",  "__asan_loadN",  "__asan_store1",
                                             "__asan_store2",  "__asan_store4", "__asan_store8",
                                             "__asan_store16", "__asan_storeN", "frexp",
                                             "frexpf",         "modf",          "modff",
                                             "remquo",         "remquof",       NULL};
// As nvcc does, loops of known length are unrolled, and what two branches both load is loaded
// once. As it does not, structures are moved whole, so that a float4 is seen to be one; and no
// block of the source may exist twice.
static const char *const count_flags[] = {"-DCUDA_CPU_COUNT=1",
                                          "-fsanitize=thread",
                                          "--param=tsan-distinguish-volatile=1",
                                          "-Wno-tsan",
                                          "-U_FORTIFY_SOURCE", // count.h has a memcpy of its own
                                          "-fsanitize-coverage=trace-pc",
                                          "-fno-tree-sra",
                                          "-fno-tree-vectorize",
                                          "-fno-store-merging",
                                          "-fno-thread-jumps",
                                          "-fno-crossjumping",
                                          "-fno-tree-tail-merge",
                                          "-fno-split-paths",
                                          "-fno-split-loops",
                                          "-fno-unswitch-loops",
                                          "-fno-ipa-icf",
                                          "-fno-ipa-cp-clone",
                                          "-fno-tree-partial-pre",
                                          "-fno-reorder-blocks",
                                          "-fno-reorder-blocks-and-partition",
                                          "--param=max-completely-peel-times=64",
                                          "--param=max-completely-peeled-insns=1000",
                                          NULL};
static const char *const debug_flags[] = {"-DCUDA_CPU_CHECK=8", NULL};

static const struct check rows[] = {
    {"race", "access", 1, "--arrays", access_flags, NULL, access_symbols},
    {"init", "access", 2, "--arrays", access_flags, NULL, access_symbols},
    {"access", "access", 3, "--arrays", access_flags, NULL, access_symbols},
    {"memory", "memory", 4, "--apart", memory_flags, "-fsanitize=address", memory_symbols},
    {"count", "count", 0, NULL, count_flags, NULL, NULL},
    {"debug", "debug", 8, "--no-split", debug_flags, NULL, NULL},
};

void use_check(struct job *job, const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            job->check = &rows[i];
            return;
        }
    }
    fatal("Value '%s' is not defined for option 'check'", name);
}

void add_check_flags(const struct job *job, struct words *command) {
    for (size_t i = 0; job->check && job->check->compiling[i]; i++)
        add(command, job->check->compiling[i]);
    // -Wa has commas of its own
    const bool counts = job->check && strcmp(job->check->name, "count") == 0 && !job->is_clang;
    if (counts && starts_with(job->machine, "x86_64-") && strstr(job->machine, "linux") &&
        !strchr(job->home, ','))
        add(command, text("-Wa,%s/include/cuda_cpu/count_inline.s", job->home));
}

// The object refers to the check's functions instead of the library's.
int redirect(const struct job *job, const char *object) {
    struct words command = {NULL, 0};
    const char *const *const symbols = job->check ? job->check->redirected : NULL;
    if (!symbols)
        return 0;
    add(&command, "objcopy");
    for (size_t i = 0; symbols[i]; i++)
        add_each(&command, "--redefine-sym", text("%s=cuda_cpu_checked_%s", symbols[i], symbols[i]),
                 NULL);
    add(&command, object);
    return run(job, &command, NULL);
}

// An object that names the check that runs unless the environment does.
char *choose_check(const struct job *job) {
    char *const source = text("%s/chosen.c", job->scratch), *const object = text("%s.o", source),
                *const line = text("const int cuda_cpu_check_chosen = %d;\n", job->check->chosen);
    write_file(source, line, strlen(line));
    struct words command = {NULL, 0};
    add_all(&command, &job->cc);
    add_each(&command, "-c", "-o", object, source, NULL);
    run(job, &command, NULL);
    return object;
}

// ---- --check=all
// -----------------------------------------------------------------------------------

// option may be NULL.
static void call_driver(const struct job *job, const char *option, const struct words *arguments) {
    struct words command = {NULL, 0};
    add(&command, text("%s/bin/cudacc", job->home));
    if (option)
        add(&command, option);
    add_all(&command, arguments);
    const struct job quiet = {.scratch = job->scratch};
    const int status = run(&quiet, &command, NULL);
    if (status != 0)
        exit(status);
}

static const char check_script[] =
    "#!/bin/sh\n"
    "# Built by cudacc --check=all: runs each check in turn; the exit status is the first that is "
    "not 0.\n"
    "status=0\n"
    "for check in memory race init; do\n"
    "    build=$check\n"
    "    [ $check = memory ] || build=access\n"
    "    CUDA_CPU_CHECK=$check \"$0.check-$build\" \"$@\"\n"
    "    this=$?\n"
    "    [ $status != 0 ] || status=$this\n"
    "done\n"
    "exit $status\n";

// The program moves aside, and a script that runs the checks takes its place.
static void write_check_script(const char *program) {
    char *const made = text("%s.new", program);
    write_file(made, check_script, strlen(check_script));
    if (chmod(made, 0777 & ~umask(0)) || rename(made, program))
        fatal("'%s' cannot be written", program);
}

// Every command is done three times over, for a build without checks and for each with one, whose
// objects, libraries and programs lie beside the plain ones, with a suffix
// (object.o.check-memory).
void build_for_all_checks(struct job *job) {
    struct words arguments = {NULL, 0};
    for (size_t i = 0; i < job->arguments.count; i++) {
        const char *const word = job->arguments.item[i];
        const bool apart = strcmp(word, "-check") == 0 || strcmp(word, "--check") == 0;
        if (apart)
            i++;
        else if (!starts_with(word, "-check=") && !starts_with(word, "--check="))
            add(&arguments, word);
    }
    unsetenv("NVCC_PREPEND_FLAGS"), unsetenv("NVCC_APPEND_FLAGS");
    setenv("CUDACC_TWINS", "yes", 1), setenv("CUDACC_SUFFIX", "", 1);
    call_driver(job, job->phase == LINK ? NULL : "-DCUDA_CPU_UNCHECKED", &arguments);
    if (job->phase != COMPILE && job->phase != ARCHIVE && job->phase != LINK)
        exit(0);
    static const char *const builds[] = {"memory", "access"};
    for (size_t i = 0; i < 2; i++) {
        setenv("CUDACC_SUFFIX", text(".check-%s", builds[i]), 1);
        call_driver(job, text("--check=%s", builds[i]), &arguments);
    }
    if (job->phase != LINK)
        exit(0);
    if (job->verbose || job->dryrun) { // CMake links with the first word of this line
        struct words line = {NULL, 0};
        add_each(&line, text("%s/bin/cudacc", job->home), "--check=all", NULL);
        add_all(&line, &arguments);
        add(&line, text("-L%s", job->library));
        const struct job shown = {.dryrun = true};
        run(&shown, &line, NULL);
    }
    if (!job->dryrun && !holds(&job->inputs, "-shared"))
        write_check_script(job->output ? job->output : "a.out");
    exit(0);
}

// An object says where its twins for the checks lie, since it may go into an archive or move.
static const char twins[] = ".cuda_cpu_twins";

void mark_twins(const struct job *job, const char *object) {
    char folder[PATH_MAX] = "", *const list = text("%s/twins", job->scratch);
    if (*object != '/' && !getcwd(folder, sizeof folder))
        return;
    const char *const path = text(*object == '/' ? "%s%s" : "%s/%s", folder, object);
    write_file(list, path, strlen(path));
    struct words command = {NULL, 0};
    add_each(&command, "objcopy", "--remove-section", twins, "--add-section",
             text("%s=%s", twins, list), object, NULL);
    run(job, &command, NULL);
}

static const char *twin_archive(const struct job *job, const char *archive);

// What stands for an object or a library in this check; the file itself if there is nothing.
static const char *twin_of(const struct job *job, const char *file) {
    char *const beside = text("%s%s", file, job->suffix), *const list =
                                                              text("%s/twins", job->scratch);
    if (access(beside, F_OK) == 0 && !is_newer(file, beside))
        return beside;
    if (ends_with(file, ".a"))
        return twin_archive(job, file);
    if (ends_with(file, ".so") || strstr(base_name(file), ".so."))
        return file;
    struct words command = {NULL, 0};
    add_each(&command, "objcopy", "--dump-section", text("%s=%s", twins, list), file,
             text("%s/same.o", job->scratch), NULL);
    const char *const path = output_of(&command, "/dev/null") ? read_file(list, NULL) : NULL;
    char *const twin = path ? text("%s%s", path, job->suffix) : beside;
    return access(twin, F_OK) == 0 ? twin : file;
}

// An archive made of the twins of its objects; names may occur twice in one.
static const char *twin_archive(const struct job *job, const char *archive) {
    char *const path = realpath(archive, NULL), *folder = text("%s/archive.XXXXXX", job->scratch);
    struct words listing = {NULL, 0}, making = {NULL, 0}, seen = {NULL, 0};
    add_each(&listing, "ar", "t", archive, NULL);
    const char *const names = output_of(&listing, "/dev/null");
    if (!names || !path || !mkdtemp(folder))
        return archive;
    const char *const made = text("%s/%s", folder, base_name(archive));
    add_each(&making, "ar", "qcs", made, NULL);
    const struct words members = split("\n", names, false);
    bool some = false;
    for (size_t i = 0; i < members.count; i++) {
        size_t number = 1;
        for (size_t k = 0; k < seen.count; k++)
            number += strcmp(seen.item[k], members.item[i]) == 0;
        add(&seen, members.item[i]);
        char *const place = text("%s/%zu", folder, number);
        mkdir(place, 0777);
        struct words command = {NULL, 0};
        add_each(&command, "sh", "-c", "cd \"$1\" && ar xN \"$2\" \"$3\" \"$4\"", "sh", place,
                 text("%zu", number), path, members.item[i], NULL);
        if (!output_of(&command, "/dev/null"))
            return archive;
        char *const member = text("%s/%s", place, members.item[i]);
        const char *const twin = twin_of(job, member);
        some = some || twin != member;
        add(&making, twin);
    }
    return some && output_of(&making, "/dev/null") ? made : archive;
}

// The library that -lNAME means, in the folders of -L, if it has twins; NULL: it has none.
static const char *twin_library(const struct job *job, const char *name) {
    for (size_t i = 0; i < job->inputs.count; i++) {
        const char *const folder = job->inputs.item[i];
        for (int shared = 1; starts_with(folder, "-L") && shared >= 0; shared--) {
            const char *const file = text("%s/lib%s.%s", folder + 2, name, shared ? "so" : "a");
            if (access(file, F_OK) == 0) {
                const char *const twin = twin_of(job, file);
                return twin != file ? twin : NULL;
            }
        }
    }
    return NULL;
}

// Objects and libraries that were made by other commands, or by ar.
void take_twins(struct job *job) {
    for (size_t i = 0; *job->suffix && i < job->inputs.count; i++) {
        const char *const input = job->inputs.item[i], *twin = NULL;
        if (strcmp(input, "-Xlinker") == 0)
            i++;
        else if (starts_with(input, "-l") && input[2])
            twin = twin_library(job, input + 2);
        else if (*input != '-' && !starts_with(input, job->scratch) && access(input, F_OK) == 0)
            twin = twin_of(job, input);
        if (twin)
            job->inputs.item[i] = (char *)twin;
    }
}
