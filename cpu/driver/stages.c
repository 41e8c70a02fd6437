// SPDX-License-Identifier: MIT
// A source becomes an object.
#define _GNU_SOURCE
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

// Macros and options for every source that is preprocessed, also the host's own.
static void add_macros(const struct job *job, struct words *command) {
    add_each(command, "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0",
             "-D__CUDACC_VER_BUILD__=88", "-D__CUDA_API_VER_MAJOR__=13",
             "-D__CUDA_API_VER_MINOR__=0", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1", NULL);
    add_all(command, &job->defines);
    add(command, text("-I%s/include", job->home));
}

static void add_colour(struct words *command) {
    const char *const terminal = getenv("TERM");
    if (isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0)
        add(command, "-fdiagnostics-color=always");
}

// The dependency file lies beside the object, or beside the program if no object is kept.
static void add_dependencies(const struct job *job, struct words *command, const char *source,
                             const char *object) {
    if (job->dependencies.count == 0)
        return;
    if (job->phase == LINK || job->phase == ARCHIVE) {
        size_t sources = 0;
        for (size_t i = 0; i < job->inputs.count; i++)
            sources += *job->inputs.item[i] != '-' && kind_of(job, job->inputs.item[i]);
        object = sources == 1 && job->output ? job->output : text("%s.o", stem_of(source));
    }
    const char *const name = base_name(object), *const dot = strrchr(name, '.');
    const int length = (int)(dot ? dot - object : (ptrdiff_t)strlen(object));
    add_all(command, &job->dependencies);
    add_each(command, "-MF",
             job->dependency_file ? job->dependency_file : text("%.*s.d", length, object),
             job->dependency_target ? "-MT" : "-MQ",
             job->dependency_target ? job->dependency_target : object, NULL);
}

// ---- a .cu
// -----------------------------------------------------------------------------------------

struct unit {
    const char *source, *object, *name;
    char *stem, *preprocessed, *rewritten, *log; // files
    struct words generating;                     // options that preprocessing and compiling share
    struct words preprocess, compile;            // commands
    struct words rewriting;                      // options of cuda2cpp
};

// CUDA C is C++17 or later here.
static const char *standard_of(const struct job *job) {
    const bool newer = job->standard && strcmp(job->standard, "c++20") == 0;
    return newer ? "-std=c++20" : job->standard ? "-std=c++17" : "-std=gnu++17";
}

static const char *level_of(const struct job *job) {
    const char *const check = job->check ? job->check->name : "";
    if (strcmp(check, "debug") == 0 || (job->device_debug && !*check))
        return "-O0";
    return *check && strcmp(check, "count") != 0 ? "-O1" : "-O3";
}

static void add_compiler_flags(const struct job *job, struct words *command) {
    // CUDA C reads numbers of one type through pointers to another. A program's calls return to
    // where they stand, a function's last one too: so a message can name the line.
    add_each(command, "-fno-optimize-sibling-calls", "-fno-strict-aliasing", NULL);
    if (job->keep_products)
        add(command, "-ffp-contract=off");
    if (job->is_clang) {
        // Lanes other than the leader bring a variable that nothing has written to a shuffle:
        // clang must not conclude that every lane is the leader. The option's name depends on the
        // version; before 14 there is none, and no need.
        static const char *const names[] = {"-no-enable-noundef-analysis",
                                            "-disable-noundef-analysis"};
        for (size_t i = 0; i < 2; i++) {
            struct words asking = {NULL, 0};
            add_all(&asking, &job->cxx);
            add_each(&asking, "-Xclang", names[i], "-fsyntax-only", "-x", "c++", "/dev/null", NULL);
            if (output_of(&asking, "/dev/null")) {
                add_each(command, "-Xclang", names[i], NULL);
                break;
            }
        }
    } else {
        // A product and a sum become one operation wherever the processor has it, as on a GPU.
        // Properties of a launch's texture are tested once, outside the loop over its threads.
        // Nothing follows from an index that is out of bounds in a turn that never comes: GCC
        // would write such turns out, with addresses that the linker cannot take.
        add_each(command, "--param=avoid-fma-max-bits=0", "--param=max-unswitch-insns=1000",
                 "-fno-aggressive-loop-optimizations", NULL);
        // Messages need lines. Where optimised code keeps each variable is for a debugger, and
        // takes a seventh of the time.
        if (!holds(&job->compiling, "-g"))
            add_each(command, "-fno-var-tracking", "-fno-var-tracking-assignments", NULL);
    }
    // threadIdx and its kin are unsigned, and nvcc does not warn of comparing them with an int.
    add_each(command, "-Wno-unknown-pragmas", "-Wno-psabi", "-Wno-sign-compare", NULL);
}

// The command that preprocesses, with more options; its file names are still missing.
static struct words preprocessing(const struct job *job, const struct unit *u,
                                  const struct words *more) {
    struct words command = {NULL, 0};
    add_all(&command, &job->cxx);
    add_each(&command, "-E", "-x", "c++", NULL);
    add_all(&command, &u->generating);
    add_each(&command, "-D__CUDACC__", "-D__CUDA_ARCH_LIST__=900", NULL);
    if (job->standard) // nvcc has typeof in every standard
        add(&command, "-Dtypeof=__typeof__");
    add_macros(job, &command);
    add_each(&command, "-include", "cuda_runtime.h", NULL);
    add_library_headers(&command);
    if (u->name)
        add(&command, text("-DCUDA_CPU_UNIT=%s", u->name));
    if (legacy_folder(job))
        add(&command, text("-I%s/include", legacy_folder(job)));
    if (more)
        add_all(&command, more);
    add_all(&command, &job->preprocessing);
    add_all(&command, &job->host_flags);
    add_colour(&command);
    return command;
}

// A name for this file among those of its program.
static char *unit_name(const char *source, const char *object) {
    char folder[PATH_MAX] = "";
    uint64_t hash = 14695981039346656037u; // FNV-1a
    if (!getcwd(folder, sizeof folder))
        *folder = '\0';
    for (const char *c = text("%s\n%s\n%s", folder, source, object); *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    return text("u%llx", (unsigned long long)hash);
}

static struct unit make_unit(const struct job *job, const char *source, const char *object) {
    struct unit u = {.source = source, .object = object};
    const char *const standard = job->standard;
    u.name = job->rdc ? NULL : unit_name(source, object);
    u.stem = text("%s/%s", job->keep ? job->keep_folder : job->scratch, stem_of(source));
    u.preprocessed = text("%s.cu.ii", u.stem);
    u.rewritten = job->phase == REWRITE ? text("%s", object) : text("%s.ii", u.stem);
    u.log = text("%s/messages", job->scratch);
    // With -g1 GCC does not say which functions it has put into which, and messages need that.
    add_each(&u.generating, standard_of(job), level_of(job), "-g", NULL);
    add_all(&u.generating, &job->native_flags);
    add_each(&u.generating, "-fno-math-errno", "-fno-trapping-math", NULL);
    add_check_flags(job, &u.generating);

    u.preprocess = preprocessing(job, &u, NULL);
    add_all(&u.compile, &job->cxx);
    add_all(&u.compile, &u.generating);
    add_compiler_flags(job, &u.compile);
    add_all(&u.compile, &job->compiling);
    add_all(&u.compile, &job->host_flags);
    add_colour(&u.compile);
    add_each(&u.compile, "-c", "-o", object, NULL);

    if (job->check && job->check->rewriting)
        add(&u.rewriting, job->check->rewriting);
    add(&u.rewriting, job->rdc ? "--rdc" : text("--unit=%s", u.name));
    if (job->rolled)
        add(&u.rewriting, "--rolled");
    if (standard && strcmp(standard, "c++17") != 0 && strcmp(standard, "c++20") != 0)
        add(&u.rewriting, "--old-standard");
    return u;
}

static int preprocess(const struct job *job, const struct unit *u, bool with_dependencies,
                      const char *to) {
    struct words command = {NULL, 0};
    add_all(&command, &u->preprocess);
    if (with_dependencies)
        add_dependencies(job, &command, u->source, u->object);
    else
        add(&command, "-D__CUDA_ARCH__=900");
    add_each(&command, "-o", to, u->source, NULL);
    return run(job, &command, u->log);
}

// Whether a file that it was made of asks for __CUDA_ARCH__. What Thrust and libcu++ do for the
// host is right for both sides here.
static bool asks_for_arch(const struct words *files, const char *library) {
    for (size_t i = 0; i < files->count; i++) {
        if (library && starts_with(files->item[i], library))
            continue;
        const char *const contents = read_file(files->item[i], NULL);
        const bool asks = contents && strstr(contents, "__CUDA_ARCH__");
        free((char *)contents);
        if (asks)
            return true;
    }
    return false;
}

// The preprocessed source. Thrust is no code of the program's, also where a project has its own.
static char *read_preprocessed(const struct job *job, const char *path) {
    char *preprocessed = read_file(path, NULL);
    const struct words files = files_of(job, preprocessed, true);
    const char *const library = library_folder(&files);
    return library ? mark_as_system(path, library) : preprocessed;
}

static int preprocess_passes(const struct job *job, struct unit *u) {
    int status = preprocess(job, u, true, u->preprocessed);
    if (status != 0 || job->dryrun)
        return status;
    char *preprocessed = read_preprocessed(job, u->preprocessed);
    const struct words legacy = legacy_flags(job, preprocessed);
    if (legacy.count > 0) { // once more, with the old names
        u->preprocess = preprocessing(job, u, &legacy);
        status = preprocess(job, u, true, u->preprocessed);
        preprocessed = read_preprocessed(job, u->preprocessed);
    }
    if (status == 0 && !headers_are_ours(job, u->source, preprocessed))
        return -1;
    if (status != 0)
        return status;
    const struct words files = files_of(job, preprocessed, true);
    const char *const library = library_folder(&files);
    // nvcc's second pass, with __CUDA_ARCH__, only if a file of the program asks for that.
    if (asks_for_arch(&files, library)) {
        char *const device = text("%s.device.cu.ii", u->stem);
        status = preprocess(job, u, false, device);
        const char *const read = status == 0 ? read_file(device, NULL) : NULL;
        struct words more = {NULL, 0};
        if (read)
            more = legacy_flags(job, read);
        if (more.count > legacy.count) { // old names that only the device's pass has
            u->preprocess = preprocessing(job, u, &more);
            status = preprocess(job, u, true, u->preprocessed);
            status = status != 0 ? status : preprocess(job, u, false, device);
            read_preprocessed(job, u->preprocessed);
        }
        if (library && status == 0)
            mark_as_system(device, library);
        add(&u->rewriting, text("--device=%s", device));
        if (library)
            add(&u->rewriting, text("--of-host=%s", library));
    }
    return status;
}

// cuda2cpp with its options, and one or two more, which may be NULL. What it says is shown only if
// it is to judge the source.
static int rewrite(const struct job *job, const struct unit *u, bool judges, const char *option,
                   const char *other) {
    struct words command = {NULL, 0};
    add(&command, text("%s/libexec/cuda2cpp", job->home));
    if (judges) {
        char *judge = text("--judge=%s", job->cxx.item[0]);
        for (size_t i = 1; i < job->cxx.count; i++)
            judge = text("%s %s", judge, job->cxx.item[i]);
        add(&command, text("%s %s", judge, standard_of(job)));
    }
    if (option)
        add(&command, option);
    if (other)
        add(&command, other);
    if (job->relaxed_constexpr)
        add(&command, "--expt-relaxed-constexpr");
    if (job->extended_lambda)
        add(&command, "--extended-lambda");
    add_all(&command, &u->rewriting);
    return run_between(job, &command, u->preprocessed, u->rewritten, judges ? u->log : "/dev/null");
}

static int compile(const struct job *job, const struct unit *u) {
    struct words command = {NULL, 0};
    add_all(&command, &u->compile);
    add(&command, u->rewritten);
    return run(job, &command, u->log);
}

static bool file_holds(const char *path, const char *wanted) {
    const char *const contents = read_file(path, NULL);
    return contents && strstr(contents, wanted);
}

// Whether GCC has put an index into the address of a thread-local variable, as it may if that is
// read in no turn that ever comes, and the linker cannot take the sum: 256 MiB and more away.
static bool holds_far_addresses(const struct job *job, const char *object) {
    struct words command = {NULL, 0};
    add_each(&command, "readelf", "-rW", object, NULL);
    const char *const relocations =
        job->dryrun || job->is_clang ? NULL : output_of(&command, "/dev/null");
    for (const char *at = relocations; at && (at = strstr(at, "TPOFF32 ")); at++) {
        const size_t line = strcspn(at, "\n"), sign = strcspn(at, "+-");
        if (sign < line && strspn(at + sign + 2, "0123456789abcdef") >= 8)
            return true;
    }
    return false;
}

static int fail(const struct job *job, const struct unit *u, int status) {
    show_failure(job, u->source, u->log);
    return status;
}

static int compile_cu(const struct job *job, const char *source, const char *object) {
    struct unit u = make_unit(job, source, object);
    struct words with_dependencies = {NULL, 0};
    add_all(&with_dependencies, &u.preprocess);
    add_dependencies(job, &with_dependencies, source, object);
    if (compile_host_only(job, source, u.rewritten, &with_dependencies, &u.compile))
        return 0;
    int status = preprocess_passes(job, &u);
    if (status < 0) // which is told already
        return 1;
    if (status != 0)
        return fail(job, &u, status);
    show_log(job, u.log);
    status = rewrite(job, &u, true, NULL, NULL);
    if (status != 0)
        return fail(job, &u, status);
    if (!holds(&job->compiling, "-w"))
        show_log(job, u.log);
    if (job->phase == REWRITE)
        return 0;
    const char *far = NULL, *whole = NULL;
    struct unit shorter = u;
    shorter.rewritten = after_precompiled(job, source, u.rewritten, &u.compile);
    status = shorter.rewritten ? compile(job, &shorter) : -1;
    if (status != 0)
        status = compile(job, &u);
    // An index in an address for which GCC has no instruction: see holds_far_addresses().
    if (status != 0 && file_holds(u.log, "unrecognizable insn") &&
        rewrite(job, &u, false, far = "--far", NULL) == 0)
        status = compile(job, &u);
    // A kernel that does not compile when split is compiled whole; only those messages are shown.
    if (status != 0 && file_holds(u.rewritten, "cuda_cpu_split_") &&
        rewrite(job, &u, false, far, whole = "--no-split") == 0)
        status = compile(job, &u);
    if (status != 0)
        return fail(job, &u, status);
    show_log(job, u.log);
    if (holds_far_addresses(job, object)) {
        status = rewrite(job, &u, false, "--far", whole);
        status = status != 0 ? status : compile(job, &u);
    }
    return status != 0 ? status : redirect(job, object);
}

// ---- all others
// ------------------------------------------------------------------------------------

static int compile_host(const struct job *job, const char *source, const char *kind,
                        const char *object) {
    struct words command = {NULL, 0};
    add_all(&command, &job->cxx);
    add_each(&command, "-x", kind, NULL);
    if (job->standard && strcmp(kind, "c++") == 0)
        add(&command, text("-std=%s", job->standard));
    if (job->optimise)
        add(&command, text("-O%s", job->optimise));
    add_macros(job, &command);
    add_all(&command, &job->preprocessing);
    add_check_flags(job, &command);
    if (job->check)
        add(&command, "-g");
    add_all(&command, &job->compiling);
    add_all(&command, &job->host_flags);
    add_dependencies(job, &command, source, object);
    add_colour(&command);
    add_each(&command, "-c", "-o", object, source, NULL);
    char *const log = text("%s/messages", job->scratch);
    int status = run(job, &command, log);
    // Old samples share a header between .cu and .cpp that reads fields which left cudaDeviceProp.
    if (status != 0 && strcmp(kind, "c++") == 0 && legacy_folder(job) &&
        (file_holds(log, "cudaDeviceProp") || file_holds(log, "cudaThread"))) {
        add_each(&command, "-include", text("%s/device.h", legacy_folder(job)), NULL);
        status = run(job, &command, log);
    }
    if (status != 0)
        show_failure(job, source, log);
    else
        show_log(job, log);
    return status != 0 ? status : redirect(job, object);
}

// The source preprocessed (-E), or what it includes (-M).
static int show(const struct job *job, const char *source, const char *kind) {
    struct words command = {NULL, 0};
    if (strcmp(kind, "cu") == 0) {
        struct unit u = make_unit(job, source, "");
        u.name = NULL;
        command = preprocessing(job, &u, NULL);
    } else {
        add_all(&command, &job->cxx);
        add_each(&command, "-E", "-x", kind, NULL);
        add_macros(job, &command);
        add_all(&command, &job->preprocessing);
        add_all(&command, &job->host_flags);
    }
    const char *output = job->output;
    if (job->phase == DEPEND) {
        add_all(&command, &job->dependencies);
        add_each(&command, job->dependency_target ? "-MT" : "-MQ",
                 job->dependency_target ? job->dependency_target : text("%s.o", stem_of(source)),
                 NULL);
        output = output ? output : job->dependency_file;
    }
    if (output)
        add_each(&command, "-o", output, NULL);
    add(&command, source);
    return run(job, &command, NULL);
}

static const char *object_of(const struct job *job, const char *source, size_t number) {
    const char *const stem = stem_of(source);
    if (job->phase == REWRITE)
        return job->output ? job->output : text("%s.cpp.ii", base_name(source));
    if (job->phase == COMPILE && job->output)
        return text("%s%s", job->output, job->suffix);
    if (job->phase == COMPILE)
        return text("%s%s%s.o%s", job->object_folder ? job->object_folder : "",
                    job->object_folder ? "/" : "", stem, job->suffix);
    char *const folder = text("%s/%zu", job->scratch, number);
    mkdir(folder, 0777);
    return text("%s/%s.o", folder, stem);
}

// Every source of the command line; its object takes its place among the inputs.
int compile_all(struct job *job) {
    int status = 0;
    for (size_t i = 0; i < job->inputs.count; i++) {
        const char *source = job->inputs.item[i];
        i += strcmp(source, "-Xlinker") == 0;
        const char *const kind = *source == '-' && source[1] ? NULL : kind_of(job, source);
        if (!kind)
            continue;
        if (strcmp(source, "-") == 0) { // it is read more than once
            size_t length;
            const char *const input = job->dryrun ? NULL : read_all(stdin, &length);
            source = text("%s/stdin", job->scratch);
            if (input)
                write_file(source, input, length);
            add_each(&job->preprocessing, "-iquote", ".", NULL);
        }
        if (job->phase == DEPEND || job->phase == PREPROCESS) {
            status = show(job, source, kind) ? 1 : status;
            continue;
        }
        const char *const object = object_of(job, source, i);
        // Thrust's device half is CUDA C, wherever it is included.
        const bool is_cuda = strcmp(kind, "cu") == 0 ||
                             (strcmp(kind, "c++") == 0 && file_holds(source, "#include <thrust/"));
        const int this =
            is_cuda ? compile_cu(job, source, object) : compile_host(job, source, kind, object);
        status = this ? this : status;
        if (!this && getenv("CUDACC_TWINS") && job->phase == COMPILE)
            mark_twins(job, object);
        job->inputs.item[i] = (char *)object;
    }
    return status;
}
