// SPDX-License-Identifier: MIT
// The toolkit that the driver is part of: which compiler it works with, and whether cuda2cpp and
// the runtime are built. In a source tree ../Makefile builds them on first use; an installed one
// has them.
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "driver.h"

void find_home(struct job *job, const char *called) {
    char *const program = realpath(called, NULL);
    if (!program || !strchr(program + 1, '/'))
        fatal("'%s' is not in a toolkit's libexec/", called);
    *strrchr(program, '/') = '\0'; // libexec
    *strrchr(program, '/') = '\0';
    job->home = program;
}

// ---- the host's compiler
// -----------------------------------------------------------------------------

static bool on_path(const char *name) {
    const char *const path = getenv("PATH");
    const struct words folders = split(":", path ? path : "", false);
    for (size_t i = 0; i < folders.count; i++)
        if (access(text("%s/%s", folders.item[i], name), X_OK) == 0)
            return true;
    return false;
}

// The word with the last `part` of its file's name replaced; NULL: it has no such part.
static char *replaced(const char *word, const char *part, const char *by) {
    char *found = NULL;
    for (char *at = (char *)base_name(word); (at = strstr(at, part)); at++)
        found = at;
    return found ? text("%.*s%s%s", (int)(found - word), word, by, found + strlen(part)) : NULL;
}

static void choose_names(struct job *job) {
    static const char *const usual[] = {"g++", "clang++", "c++"};
    struct stat file;
    const char *name = job->ccbin ? job->ccbin : getenv("NVCC_CCBIN");
    for (size_t i = 0; !name || !*name; i++)
        if (i == 2 || on_path(usual[i]))
            name = usual[i];
    if (stat(name, &file) == 0 && S_ISDIR(file.st_mode))
        name = text("%s/g++", name);
    if (access(name, X_OK) == 0 && strchr(name, '/'))
        add(&job->cxx, name);
    else // it may be two words, `ccache g++`
        job->cxx = split(BLANKS, name, false);
    // CUDA C is C++, whatever the compiler is called.
    char **const last = &job->cxx.item[job->cxx.count - 1];
    const char *const base = base_name(*last);
    char *plus = NULL;
    if (strstr(base, "gcc"))
        plus = replaced(*last, "gcc", "g++");
    else if (!strstr(base, "clang++") && !strstr(base, "clang-cpp") && strstr(base, "clang"))
        plus = replaced(*last, "clang", "clang++");
    else if (strcmp(base, "cc") == 0)
        plus = text("c++");
    *last = plus ? plus : *last;
    add_all(&job->cc, &job->cxx);
    char *const c = replaced(*last, "clang++", "clang");
    char *const gcc = c ? c : replaced(*last, "g++", "gcc");
    job->cc.item[job->cc.count - 1] = gcc ? gcc : text(on_path("gcc") ? "gcc" : "cc");
}

void choose_host_compiler(struct job *job) {
    choose_names(job);
    struct words asking = {NULL, 0};
    add_all(&asking, &job->cxx);
    add(&asking, "-v");
    char *const said = output_of(&asking, NULL);
    char *const target = said ? strstr(said, "Target: ") : NULL;
    if (!target)
        fatal("Failed to run the host compiler '%s'", job->cxx.item[job->cxx.count - 1]);
    job->machine = text("%.*s", (int)strcspn(target + 8, BLANKS), target + 8);
    job->is_clang = strstr(said, "clang version");
    struct utsname here;
    const char *const arch = getenv("CUDA_CPU_ARCH");
    const bool chosen = arch && *arch;
    const bool own = uname(&here) == 0 && starts_with(job->machine, text("%s-", here.machine));
    if (chosen || own)
        add(&job->native_flags, text("-march=%s", chosen ? arch : "native"));
    // A large frame of a kernel meets the page below its stack, and not what lies beyond it.
    if (starts_with(job->machine, "x86_64-"))
        add(&job->native_flags, "-fstack-clash-protection");
    job->variant = own ? text("%s", "") : text("/%s", job->machine);
    for (size_t i = 0; i < job->host_flags.count; i++)
        if (starts_with(job->host_flags.item[i], "-fsanitize=") &&
            strstr(job->host_flags.item[i], "address"))
            job->variant = text("%s/address", job->variant);
    job->library = text("%s/lib64%s", job->home, job->variant);
}

// ---- what is built on first use
// ------------------------------------------------------------------------

// A source newer than the build ends the walk.
static const char *built;
static int is_later(const char *path, const struct stat *s, int type) {
    (void)s, (void)type;
    const bool source = ends_with(path, ".c") || ends_with(path, ".cc") || ends_with(path, ".h") ||
                        ends_with(path, "Makefile");
    return source && is_newer(path, built);
}

// The parts: cuda2cpp with the runtime (NULL), and each archive of a check or a library by its
// name.
static char *mark_of(const struct job *job, const char *archive) {
    return text("%s/.complete%s%s", job->library, archive ? "-" : "", archive ? archive : "");
}

static const char *chosen_architecture(void) {
    const char *const arch = getenv("CUDA_CPU_ARCH");
    return arch && *arch ? arch : "native";
}

static bool is_source_tree(const struct job *job) {
    return access(text("%s/runtime", job->home), F_OK) == 0;
}

static bool is_built(const struct job *job, const char *archive) {
    static const char *const sources[] = {"Makefile",  "include", "compiler", "runtime",
                                          "libraries", "checks",  "counts",   "debugger"};
    const char *const mark = mark_of(job, archive);
    if (!is_source_tree(job))
        return access(mark_of(job, NULL), F_OK) == 0;
    const char *const arch = read_file(mark, NULL);
    if (!arch || (getenv("CUDA_CPU_ARCH") && strcmp(arch, chosen_architecture()) != 0))
        return false;
    built = mark;
    for (size_t i = 0; i < (archive ? 8 : 5); i++)
        if (ftw(text("%s/%s", job->home, sources[i]), is_later, 16) != 0)
            return false;
    return true;
}

// What the job's check needs beside the runtime.
static struct words archives_of_check(const struct job *job) {
    struct words archives = {NULL, 0};
    const bool all = job->check_name && strcmp(job->check_name, "all") == 0;
    if (job->check)
        add(&archives, text("cuda_check_%s", job->check->build));
    if (all)
        add_each(&archives, "cuda_check_memory", "cuda_check_access", NULL);
    return archives;
}

static bool all_is_built(const struct job *job, const struct words *archives) {
    bool all = is_built(job, NULL);
    for (size_t i = 0; all && i < archives->count; i++)
        all = is_built(job, archives->item[i]);
    return all;
}

// `make` for the parts, with nothing of the environment that a make around this may have set.
static struct words make_command(const struct job *job, const struct words *archives) {
    struct words make = {NULL, 0};
    const char *const path = getenv("PATH"), *const user = getenv("HOME"),
                      *const folder = getenv("TMPDIR");
    add_each(&make, "env", "-i", text("PATH=%s", path ? path : ""),
             text("HOME=%s", user ? user : ""), text("TMPDIR=%s", folder ? folder : "/tmp"),
             "LC_ALL=C", "make", "-C", job->home, text("-j%ld", sysconf(_SC_NPROCESSORS_ONLN)),
             NULL);
    char *cc = text("CC=%s", job->cc.item[0]);
    for (size_t i = 1; i < job->cc.count; i++)
        cc = text("%s %s", cc, job->cc.item[i]);
    const bool sanitized = ends_with(job->variant, "/address");
    add_each(&make, cc, on_path("gcc") ? "HOSTCC=gcc" : "HOSTCC=cc",
             text("LIB=lib64%s", job->variant),
             sanitized ? "SANITIZE=address" : "SANITIZE=", "compiler", "runtime", NULL);
    if (getenv("CUDA_CPU_ARCH"))
        add(&make, text("ARCH=%s", chosen_architecture()));
    for (size_t i = 0; i < archives->count; i++)
        add(&make, text("lib64%s/lib%s.a", job->variant, archives->item[i]));
    return make;
}

// Every command that builds something ends like this (../Makefile).
static bool builds(const char *line) {
    return strstr(line, " && mv -f ");
}

// A terminal sees every step, anything else a quarter of the way at a time.
static void show_progress(const char *what, size_t done, size_t total) {
    const size_t quarter = (total + 3) / 4;
    const bool terminal = isatty(STDERR_FILENO);
    if (terminal || done == total || quarter < 2 || done % quarter == 1)
        fprintf(stderr, "%spreparing %s, once: %zu of %zu%s", terminal ? "\r" : "", what, done,
                total, terminal && done < total ? "" : "\n");
}

static void build(const struct job *job, const struct words *archives, const char *what) {
    struct words make = make_command(job, archives), counting = {NULL, 0};
    add_all(&counting, &make);
    add(&counting, "-n");
    size_t total = 0, done = 0, room = 0;
    char *line = NULL;
    pid_t pid;
    FILE *steps = start(&counting, "/dev/null", &pid);
    while (getline(&line, &room, steps) > 0)
        total += builds(line);
    finish(steps, pid);

    const char *const log = text("%s/log", job->scratch);
    steps = start(&make, log, &pid);
    while (getline(&line, &room, steps) > 0)
        if (builds(line))
            show_progress(what, ++done, total);
    const bool built_all = finish(steps, pid) == 0;
    fputs(read_file(log, NULL), stderr);
    if (!built_all)
        fatal("the runtime in %s does not build", job->home);
}

static void mark(const struct job *job, const char *archive) {
    write_file(mark_of(job, archive), chosen_architecture(), strlen(chosen_architecture()));
}

// One driver builds; the others wait for it. The lock goes with its owner.
static void prepare(const struct job *job, const struct words *archives, const char *what) {
    if (all_is_built(job, archives))
        return;
    if (!is_source_tree(job))
        fatal("%s has no runtime for %s%s", job->home, job->machine,
              ends_with(job->variant, "/address") ? "/address" : "");
    const int lock = open(text("%s/.lock", job->home), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock < 0 || flock(lock, LOCK_EX) != 0)
        fatal("%s cannot be written to: make install PREFIX=...", job->home);
    if (!all_is_built(job, archives)) {
        build(job, archives, is_built(job, NULL) ? what : "CUDA on the CPU");
        mark(job, NULL);
        for (size_t i = 0; i < archives->count; i++)
            mark(job, archives->item[i]);
    }
    close(lock);
}

void prepare_toolkit(const struct job *job) {
    const struct words archives = archives_of_check(job);
    prepare(job, &archives, text("--check=%s", job->check_name));
}

void prepare_library(const struct job *job, const char *folder, const char *title) {
    struct words archive = {NULL, 0};
    add(&archive, text("%s_cpu", folder));
    prepare(job, &archive, title);
}

// What nvcc -v says of itself before the commands: CMake reads it.
void show_environment(const struct job *job) {
    const char *const path = getenv("PATH"), *const libraries = getenv("LD_LIBRARY_PATH"),
                      *const home = job->home;
    fprintf(stderr,
            "#$ _NVVM_BRANCH_=nvvm\n#$ _SPACE_= \n#$ _CUDART_=cudart\n#$ _HERE_=%s/bin\n"
            "#$ _THERE_=%s/bin\n#$ _TARGET_SIZE_=\n#$ _TARGET_DIR_=\n#$ TOP=%s\n"
            "#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n#$ LD_LIBRARY_PATH=%s:%s\n"
            "#$ PATH=%s/bin:%s\n#$ INCLUDES=\"-I%s/include\"\n#$ LIBRARIES=\"-L%s\"\n"
            "#$ CUDAFE_FLAGS=\n#$ PTXAS_FLAGS=-arch compute_%s\n",
            home, home, home, home, job->library, libraries ? libraries : "", home,
            path ? path : "", home, job->library, job->arch ? job->arch : "90");
}
