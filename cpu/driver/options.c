// SPDX-License-Identifier: MIT
// nvcc's command line: one row per option. One or two dashes, long names and short ones, a value
// after `=` or as the next word are all the same. Options for a GPU alone are accepted and ignored.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"

static void read_options(struct job *job, const struct words *given);

// ---- what an option does, other than to be kept
// --------------------------------------------------

// A toolkit's headers are replaced by this one's.
static void add_include_folders(struct job *job, const char *option, const char *value) {
    const struct words folders = split(",", value, false);
    for (size_t i = 0; i < folders.count; i++) {
        const char *const folder = folders.item[i];
        if (!same_file(folder, text("%s/include", job->home)) &&
            (access(text("%s/crt/host_config.h", folder), F_OK) ||
             access(text("%s/cuda_runtime.h", folder), F_OK)))
            add_each(&job->preprocessing, option, folder, NULL);
    }
}

static void add_includes(struct job *job, const char *option, const char *value) {
    const struct words files = split(",", value, false);
    for (size_t i = 0; i < files.count; i++)
        add_each(&job->preprocessing, option, files.item[i], NULL);
}

static void add_macros(struct job *job, const char *option, const char *value) {
    const struct words macros = split(",", value, true);
    for (size_t i = 0; i < macros.count; i++)
        add(&job->preprocessing, text("%s%s", option, macros.item[i]));
}

static void add_libraries(struct job *job, const char *option, const char *value) {
    const struct words names = split(",", value, false);
    for (size_t i = 0; i < names.count; i++)
        add(&job->inputs, text("%s%s", option, names.item[i]));
}

static void add_host_flags(struct job *job, const char *option, const char *value) {
    (void)option;
    const struct words flags = split(", \t\n", value, false);
    add_all(&job->host_flags, &flags);
}

static void add_linker_flags(struct job *job, const char *option, const char *value) {
    const struct words flags = split(",", value, false);
    for (size_t i = 0; i < flags.count; i++)
        add_each(&job->inputs, option, flags.item[i], NULL);
}

static void add_run_arguments(struct job *job, const char *option, const char *value) {
    (void)option;
    const struct words words = split(", \t\n", value, false);
    add_all(&job->run_arguments, &words);
}

static void need_number(struct job *job, const char *option, const char *value) {
    (void)job, (void)option;
    if (!*value || value[strspn(value, "0123456789")])
        fatal("'%s': expected a number", value);
}

static void set_optimise(struct job *job, const char *option, const char *value) {
    need_number(job, option, value);
    job->optimise = text("%s", value);
}

static bool yes(const char *value) {
    if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        fatal("'%s': expected true or false", value);
    return *value == 't';
}

static void need_bool(struct job *job, const char *option, const char *value) {
    (void)job, (void)option;
    yes(value);
}

static void set_rdc(struct job *job, const char *option, const char *value) {
    (void)option;
    job->rdc = yes(value);
}

static void compile_rdc(struct job *job, const char *option, const char *value) {
    (void)option, (void)value;
    job->phase = COMPILE;
    job->rdc = true;
}

static void set_fused(struct job *job, const char *option, const char *value) {
    (void)option;
    job->keep_products = !yes(value);
}

// sm_80, compute_90a, native, all ...; of several the last counts.
static void set_architecture(struct job *job, const char *option, const char *value) {
    (void)option;
    const struct words each = split(", \t\n[]", value, false);
    for (size_t i = 0; i < each.count; i++) {
        const char *const name = each.item[i], *const digits = strchr(name, '_');
        if (strcmp(name, "native") == 0 || strcmp(name, "all") == 0 ||
            strcmp(name, "all-major") == 0)
            continue;
        if (!(starts_with(name, "sm_") || starts_with(name, "compute_") ||
              starts_with(name, "lto_")) ||
            strspn(digits + 1, "0123456789") < 2)
            fatal("Unsupported gpu architecture '%s'", name);
        job->arch = text("%.*s", (int)strspn(digits + 1, "0123456789"), digits + 1);
    }
}

static void set_generated(struct job *job, const char *option, const char *value) {
    const char *const name = starts_with(value, "arch=") ? value + 5 : value;
    set_architecture(job, option, text("%.*s", (int)strcspn(name, ","), name));
}

static void set_standard_stream(struct job *job, const char *option, const char *value) {
    if (strcmp(value, "per-thread") == 0)
        add(&job->defines, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    else if (strcmp(value, "legacy") != 0 && strcmp(value, "null") != 0)
        fatal("Value '%s' is not defined for option '%s'", value, option);
}

static void set_errors(struct job *job, const char *option, const char *value) {
    const struct words kinds = split(",", value, false);
    static const char *const of_gpu[] = {"cross-execution-space-call", "default-stream-launch",
                                         "missing-launch-bounds", "ext-lambda-captures-this"};
    for (size_t i = 0; i < kinds.count; i++) {
        const char *const kind = kinds.item[i];
        bool known = false;
        for (size_t k = 0; k < sizeof of_gpu / sizeof *of_gpu; k++)
            known = known || strcmp(kind, of_gpu[k]) == 0;
        if (strcmp(kind, "all-warnings") == 0)
            add(&job->compiling, "-Werror");
        else if (strcmp(kind, "reorder") == 0 || strcmp(kind, "deprecated-declarations") == 0)
            add(&job->compiling, text("-Werror=%s", kind));
        else if (!known)
            fatal("Value '%s' is not defined for option '%s'", kind, option);
    }
}

static void pass_on(struct job *job, const char *option, const char *value) {
    add(&job->compiling, text("-%s=%s", option, value));
}

static void debug_device(struct job *job, const char *option, const char *value) {
    (void)option, (void)value;
    job->device_debug = true;
    add(&job->defines, "-D__CUDACC_DEBUG__");
    add(&job->compiling, "-g");
}

static void allow_lambdas(struct job *job, const char *option, const char *value) {
    (void)option, (void)value;
    job->extended_lambda = true;
    add(&job->defines, "-D__CUDACC_EXTENDED_LAMBDA__");
}

static void relax_constexpr(struct job *job, const char *option, const char *value) {
    (void)option, (void)value;
    job->relaxed_constexpr = true;
    add(&job->defines, "-D__CUDACC_RELAXED_CONSTEXPR__");
}

static void keep_in(struct job *job, const char *option, const char *value) {
    (void)option;
    job->keep = true;
    job->keep_folder = text("%s", value);
}

static void set_target(struct job *job, const char *option, const char *value) {
    (void)option;
    job->dependency_target = text("%s", value);
}

static void depend_on(struct job *job, const char *option, const char *value) {
    (void)value;
    job->phase = DEPEND;
    add(&job->dependencies, option);
}

static void read_option_files(struct job *job, const char *option, const char *value) {
    (void)option;
    const struct words files = split(",", value, false);
    for (size_t i = 0; i < files.count; i++) {
        const char *const read = read_file(files.item[i], NULL);
        if (!read)
            fatal("Could not open options file '%s'", files.item[i]);
        const struct words words = split(BLANKS, read, false);
        read_options(job, &words);
    }
}

static void set_check(struct job *job, const char *option, const char *value) {
    (void)option;
    job->check_name = text("%s", value);
    if (strcmp(value, "all") != 0)
        use_check(job, value);
}

static void forward_all(struct job *job, const char *option, const char *value) {
    (void)option, (void)value;
    job->forward_to_compiler = job->forward_to_linker = true;
}

_Noreturn static void refuse_gpu_code(struct job *job, const char *option, const char *value) {
    (void)job, (void)value;
    fatal("'-%s' makes code for a GPU; CUDA on the CPU compiles to objects and programs only",
          option);
}

static void print_list(const char *format) {
    static const int capabilities[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        printf(format, capabilities[i]);
    exit(0);
}

static void list_arch(struct job *job, const char *option, const char *value) {
    (void)job, (void)option, (void)value;
    print_list("compute_%d\n");
}

static void list_code(struct job *job, const char *option, const char *value) {
    (void)job, (void)option, (void)value;
    print_list("sm_%d\n");
}

static void show_version(struct job *job, const char *option, const char *value) {
    (void)job, (void)option, (void)value;
    puts("nvcc: NVIDIA (R) Cuda compiler driver\n"
         "Copyright (c) the cuda-chapters project: this is cudacc, CUDA on the CPU, in nvcc's "
         "place\n"
         "Cuda compilation tools, release 13.0, V13.0.88\n"
         "Build cuda_13.0.r13.0/cudacc");
    exit(0);
}

static void show_help(struct job *job, const char *option, const char *value) {
    (void)job, (void)option, (void)value;
    puts(
        "Usage: nvcc [options] file...      or cudacc, which is the same: CUDA on the CPU\n\n"
        "Takes nvcc's options. Those for GPUs (-arch -gencode -Xptxas -lineinfo ...) are accepted\n"
        "and change nothing; -ptx, -cubin and -fatbin are refused. Its own:\n\n"
        "  --check=memory|race|init|all   builds the program for a check: run it, and it reports\n"
        "                                 its mistakes; its exit status is 1 if there were any\n"
        "  --check=count                  builds it to count memory traffic (docs/counters.md)\n"
        "  --check=debug                  builds it for gdb with debugger/cuda.py, which knows\n"
        "                                 blocks and threads\n"
        "  --rolled                       ignores #pragma unroll: compiles faster\n\n"
        "Environment: NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS, options before and after these;\n"
        "NVCC_CCBIN, the host's compiler; CUDA_CPU_ARCH, the processor to compile for (-march;\n"
        "default: native).");
    exit(0);
}

// ---- the table
// -------------------------------------------------------------------------------------

enum action {
    IGNORE,
    PHASE, // is what to do
    SET,   // a flag
    KEEP,  // the value; it is one of `detail`, if that is not NULL
    ADD,   // `detail` to a list
    CALL,  // a function, with `detail` or the option's name
};
enum { NONE, VALUE };

#define AT(member) offsetof(struct job, member)

static const struct option {
    const char *name, *other; // with and without an abbreviation; other may be NULL
    int takes;                // VALUE: a value
    enum action action;
    size_t at; // the member of struct job, or the phase
    const char *detail;
    void (*call)(struct job *job, const char *option, const char *value);
} table[] = {
    // what is done
    {"c", "compile", NONE, PHASE, COMPILE, NULL, NULL},
    {"dc", "device-c", NONE, CALL, 0, NULL, compile_rdc},
    {"dw", "device-w", NONE, PHASE, COMPILE, NULL, NULL},
    {"E", "preprocess", NONE, PHASE, PREPROCESS, NULL, NULL},
    {"cuda", NULL, NONE, PHASE, REWRITE, NULL, NULL},
    {"dlink", "device-link", NONE, PHASE, DEVICE_LINK, NULL, NULL},
    {"link", NULL, NONE, PHASE, LINK, NULL, NULL},
    {"lib", NULL, NONE, PHASE, ARCHIVE, NULL, NULL},
    {"run", NULL, NONE, SET, AT(running), NULL, NULL},
    {"run-args", "run-arguments", VALUE, CALL, 0, NULL, add_run_arguments},
    {"ptx", NULL, NONE, CALL, 0, NULL, refuse_gpu_code},
    {"cubin", NULL, NONE, CALL, 0, NULL, refuse_gpu_code},
    {"fatbin", NULL, NONE, CALL, 0, NULL, refuse_gpu_code},
    {"optix-ir", NULL, NONE, CALL, 0, NULL, refuse_gpu_code},
    {"ltoir", NULL, NONE, CALL, 0, NULL, refuse_gpu_code},
    {"gpu", NULL, NONE, CALL, 0, NULL, refuse_gpu_code},
    // dependencies
    {"M", "generate-dependencies", NONE, CALL, 0, "-M", depend_on},
    {"MM", "generate-nonsystem-dependencies", NONE, CALL, 0, "-MM", depend_on},
    {"MD", "generate-dependencies-with-compile", NONE, ADD, AT(dependencies), "-MD", NULL},
    {"MMD", "generate-nonsystem-dependencies-with-compile", NONE, ADD, AT(dependencies), "-MMD",
     NULL},
    {"MP", "generate-dependency-targets", NONE, ADD, AT(dependencies), "-MP", NULL},
    {"MF", "dependency-output", VALUE, KEEP, AT(dependency_file), NULL, NULL},
    {"MT", "dependency-target-name", VALUE, CALL, 0, NULL, set_target},
    // files
    {"o", "output-file", VALUE, KEEP, AT(output), NULL, NULL},
    {"x", NULL, VALUE, KEEP, AT(language), "c c++ cu", NULL},
    {"odir", "output-directory", VALUE, KEEP, AT(object_folder), NULL, NULL},
    {"keep", "save-temps", NONE, SET, AT(keep), NULL, NULL},
    {"keep-dir", NULL, VALUE, CALL, 0, NULL, keep_in},
    {"D", "define-macro", VALUE, CALL, 0, "-D", add_macros},
    {"U", "undefine-macro", VALUE, CALL, 0, "-U", add_macros},
    {"I", "include-path", VALUE, CALL, 0, "-I", add_include_folders},
    {"isystem", "system-include", VALUE, CALL, 0, "-isystem", add_include_folders},
    {"include", "pre-include", VALUE, CALL, 0, "-include", add_includes},
    {"L", "library-path", VALUE, CALL, 0, "-L", add_libraries},
    {"l", "library", VALUE, CALL, 0, "-l", add_libraries},
    {"optf", "options-file", VALUE, CALL, 0, NULL, read_option_files},
    // the host's compiler and linker
    {"ccbin", "compiler-bindir", VALUE, KEEP, AT(ccbin), NULL, NULL},
    {"Xcompiler", "compiler-options", VALUE, CALL, 0, NULL, add_host_flags},
    {"Xlinker", "linker-options", VALUE, CALL, 0, "-Xlinker", add_linker_flags},
    {"shared", NULL, NONE, ADD, AT(inputs), "-shared", NULL},
    {"cudart", NULL, VALUE, KEEP, AT(cudart), "none shared static", NULL},
    {"pg", "profile", NONE, ADD, AT(host_flags), "-pg", NULL},
    {"forward-unknown-to-host-compiler", NULL, NONE, SET, AT(forward_to_compiler), NULL, NULL},
    {"forward-unknown-to-host-linker", NULL, NONE, SET, AT(forward_to_linker), NULL, NULL},
    {"forward-unknown-opts", NULL, NONE, CALL, 0, NULL, forward_all},
    // language and code
    {"std", NULL, VALUE, KEEP, AT(standard), "c++03 c++11 c++14 c++17 c++20", NULL},
    {"O", "optimize", VALUE, CALL, 0, NULL, set_optimise},
    {"g", "debug", NONE, ADD, AT(compiling), "-g", NULL},
    {"G", "device-debug", NONE, CALL, 0, NULL, debug_device},
    {"rdc", "relocatable-device-code", VALUE, CALL, 0, NULL, set_rdc},
    {"extended-lambda", "expt-extended-lambda", NONE, CALL, 0, NULL, allow_lambdas},
    {"expt-relaxed-constexpr", NULL, NONE, CALL, 0, NULL, relax_constexpr},
    {"fmad", NULL, VALUE, CALL, 0, NULL, set_fused},
    {"default-stream", NULL, VALUE, CALL, 0, NULL, set_standard_stream},
    {"arch", "gpu-architecture", VALUE, CALL, 0, NULL, set_architecture},
    {"gencode", "generate-code", VALUE, CALL, 0, NULL, set_generated},
    // messages
    {"w", "disable-warnings", NONE, ADD, AT(compiling), "-w", NULL},
    {"Wreorder", NULL, NONE, ADD, AT(compiling), "-Wreorder", NULL},
    {"Wno-deprecated-declarations", NULL, NONE, ADD, AT(compiling), "-Wno-deprecated-declarations",
     NULL},
    {"Werror", NULL, VALUE, CALL, 0, NULL, set_errors},
    {"ftemplate-backtrace-limit", NULL, VALUE, CALL, 0, NULL, pass_on},
    {"ftemplate-depth", NULL, VALUE, CALL, 0, NULL, pass_on},
    {"frandom-seed", NULL, VALUE, CALL, 0, NULL, pass_on},
    {"v", "verbose", NONE, SET, AT(verbose), NULL, NULL},
    {"dryrun", NULL, NONE, SET, AT(dryrun), NULL, NULL},
    {"V", "version", NONE, CALL, 0, NULL, show_version},
    {"h", "help", NONE, CALL, 0, NULL, show_help},
    {"arch-ls", "list-gpu-arch", NONE, CALL, 0, NULL, list_arch},
    {"code-ls", "list-gpu-code", NONE, CALL, 0, NULL, list_code},
    // cudacc's own
    {"check", NULL, VALUE, CALL, 0, NULL, set_check},
    {"rolled", NULL, NONE, SET, AT(rolled), NULL, NULL},
    {"prepare", NULL, NONE, SET, AT(prepare_only), NULL, NULL},
    // for a GPU, or for nvcc's own parts: the value is looked at, and nothing else
    {"ftz", NULL, VALUE, CALL, 0, NULL, need_bool},
    {"prec-div", NULL, VALUE, CALL, 0, NULL, need_bool},
    {"prec-sqrt", NULL, VALUE, CALL, 0, NULL, need_bool},
    {"maxrregcount", NULL, VALUE, CALL, 0, NULL, need_number},
    {"t", "threads", VALUE, CALL, 0, NULL, need_number},
};

// Accepted and ignored.
static const char *const with_value[] = {"code",
                                         "gpu-code",
                                         "Xptxas",
                                         "ptxas-options",
                                         "Xnvlink",
                                         "nvlink-options",
                                         "Xarchive",
                                         "archive-options",
                                         "Xcicc",
                                         "cicc-options",
                                         "Xcudafe",
                                         "cudafe-options",
                                         "cudadevrt",
                                         "split-compile",
                                         "split-compile-extended",
                                         "m",
                                         "machine",
                                         "diag-suppress",
                                         "diag-error",
                                         "diag-warn",
                                         "arbin",
                                         "archiver-binary",
                                         "ldir",
                                         "libdevice-directory",
                                         "target-dir",
                                         "target-directory",
                                         "opt-info",
                                         "optimization-info",
                                         "Ofc",
                                         "Ofast-compile",
                                         "dopt",
                                         "e",
                                         "entries",
                                         "time",
                                         "idp",
                                         "input-drive-prefix",
                                         "ddp",
                                         "dependency-drive-prefix",
                                         "dp",
                                         "drive-prefix",
                                         "jtd",
                                         "jump-table-density",
                                         "compress-mode",
                                         "sanitize",
                                         "hls",
                                         "host-linker-script",
                                         "brief-diag",
                                         "brief-diagnostics",
                                         "device-stack-protector",
                                         "static-global-template-stub",
                                         "device-entity-has-hidden-visibility",
                                         "fdevice-time-trace",
                                         "qpp-config",
                                         "nvlink-jobs",
                                         "compiler",
                                         NULL};
static const char *const without_value[] = {
    "use_fast_math", // the fast functions are as exact as the others here
    "lineinfo",
    "generate-line-info",
    "m64",
    "restrict",
    "allow-unsupported-compiler",
    "Wno-deprecated-gpu-targets",
    "Wdefault-stream-launch",
    "Wmissing-launch-bounds",
    "Wext-lambda-captures-this",
    "res-usage",
    "resource-usage",
    "noeh",
    "no-exceptions",
    "objtemp",
    "objdir-as-tempdir",
    "use-local-env",
    "force-cl-env-setup",
    "dlto",
    "dlink-time-opt",
    "lto",
    "gen-opt-lto",
    "nohdinitlist",
    "no-host-device-initializer-list",
    "nohdmoveforward",
    "no-host-device-move-forward",
    "noprof",
    "dont-use-profile",
    "fdevice-syntax-only",
    "clean",
    "clean-targets",
    "no-align-double",
    "nodlink",
    "no-device-link",
    "extra-device-vectorization",
    "keep-device-functions",
    "src-in-ptx",
    "source-in-ptx",
    "ewp",
    "extensible-whole-program",
    "no-compress",
    "astoolspatch",
    "compile-as-tools-patch",
    "err-no",
    "display-error-number",
    "no-err-no",
    "no-display-error-number",
    "aug-hls",
    "augment-host-linker-script",
    "r",
    "relocatable-link",
    "reloc-ptx",
    "relocatable-ptx",
    "jobserver",
    "disable-optimizer-constants",
    NULL};

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

static bool find_option(const char *name, struct option *found) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].name, name) == 0 ||
            (table[i].other && strcmp(table[i].other, name) == 0)) {
            *found = table[i];
            return true;
        }
    }
    const bool valued = is_one_of(name, with_value);
    *found = (struct option){name, NULL, valued ? VALUE : NONE, IGNORE, 0, NULL, NULL};
    return valued || is_one_of(name, without_value);
}

static void apply(struct job *job, const struct option *o, const char *name, const char *value) {
    void *const member = (char *)job + o->at;
    const struct words allowed = split(" ", o->detail ? o->detail : "", false);
    switch (o->action) {
    case IGNORE:
        break;
    case PHASE:
        job->phase = (enum phase)o->at;
        break;
    case SET:
        *(bool *)member = true;
        break;
    case KEEP:
        if (o->detail && !holds(&allowed, value))
            fatal("Value '%s' is not defined for option '%s'", value, name);
        *(char **)member = text("%s", value);
        break;
    case ADD:
        add((struct words *)member, o->detail);
        break;
    case CALL:
        o->call(job, o->detail ? o->detail : name, value);
    }
}

// ---- the words
// ---------------------------------------------------------------------------------------

// Options of one letter, followed at once by their value.
static bool read_joined(struct job *job, const char *word) {
    const char letter = word[1];
    if (letter == 't' || letter == 'j')
        return isdigit((unsigned char)word[2]);
    struct option option;
    if (!letter || !strchr("DUILlO", letter) || !word[2] ||
        !find_option(text("%c", letter), &option))
        return false;
    apply(job, &option, option.name, word + 2);
    return true;
}

static const struct {
    const char *ending, *kind; // "": code for a GPU
} kinds[] = {{".cu", "cu"},
             {".c", "c"},
             {".cpp", "c++"},
             {".cxx", "c++"},
             {".cc", "c++"},
             {".C", "c++"},
             {".c++", "c++"},
             {".CPP", "c++"},
             {".ii", "c++-cpp-output"},
             {".i", "cpp-output"},
             {".s", "assembler-with-cpp"},
             {".S", "assembler-with-cpp"},
             {".o", NULL},
             {".a", NULL},
             {".so", NULL},
             {".obj", NULL},
             {".lo", NULL},
             {".gpu", NULL},
             {".ptx", ""},
             {".cubin", ""},
             {".fatbin", ""}};

// Whether the name's ending is a known one.
static bool find_kind(const char *input, const char **kind) {
    *kind = NULL;
    if (strstr(base_name(input), ".so."))
        return true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (ends_with(input, kinds[i].ending)) {
            *kind = kinds[i].kind;
            return true;
        }
    }
    return false;
}

const char *kind_of(const struct job *job, const char *input) {
    const char *kind;
    const bool known = find_kind(input, &kind);
    const bool linked = known && !kind && !ends_with(input, ".obj") && !ends_with(input, ".lo");
    return job->language && !linked ? job->language : kind;
}

static void add_input(struct job *job, const char *word) {
    const char *kind;
    const bool known = find_kind(word, &kind);
    if (known && kind && !*kind)
        fatal("'%s' holds code for a GPU, and there is none here", word);
    if (!known && !job->language && !(job->running && access(word, X_OK) == 0) && !job->stray)
        job->stray = text("%s", word);
    add(&job->inputs, word);
}

static void read_options(struct job *job, const struct words *given) {
    for (size_t i = 0; i < given->count; i++) {
        const char *const word = given->item[i];
        const char *const more = *word == '@' && word[1] ? read_file(word + 1, NULL) : NULL;
        if (more) { // as the host's compiler has it
            const struct words words = split(BLANKS, more, false);
            read_options(job, &words);
            continue;
        }
        if (*word != '-' || !word[1]) {
            add_input(job, word);
            continue;
        }
        char *const name = text("%s", word + (starts_with(word, "--") ? 2 : 1));
        char *const equals = strchr(name, '=');
        if (equals)
            *equals = '\0';
        struct option option;
        if (!find_option(name, &option)) {
            if (!read_joined(job, word))
                add(&job->unknown, word);
            continue;
        }
        if (option.takes == NONE && equals)
            fatal("no argument expected after '%.*s'", (int)strcspn(word, "="), word);
        const char *value = equals ? equals + 1 : "";
        if (option.takes == VALUE && !equals) {
            if (i + 1 == given->count)
                fatal("argument expected after '%s'", word);
            value = given->item[++i];
        }
        apply(job, &option, name, value);
    }
}

static size_t count_inputs(const struct job *job, bool sources) {
    size_t count = 0;
    for (size_t i = 0; i < job->inputs.count; i++) {
        const char *const input = job->inputs.item[i];
        if (*input == '-' && input[1])
            i += strcmp(input, "-Xlinker") == 0;
        else
            count += !sources || kind_of(job, input);
    }
    return count;
}

static struct words words_of_environment(const char *name) {
    const char *const value = getenv(name);
    return split(BLANKS, value ? value : "", false);
}

// Options of the environment stand before and after those of the command line.
void read_command_line(struct job *job, int count, char **arguments) {
    const struct words before = words_of_environment("NVCC_PREPEND_FLAGS"),
                       after = words_of_environment("NVCC_APPEND_FLAGS");
    add_all(&job->arguments, &before);
    for (int i = 1; i < count; i++)
        add(&job->arguments, arguments[i]);
    add_all(&job->arguments, &after);
    read_options(job, &job->arguments);

    const bool for_all = job->check_name && strcmp(job->check_name, "all") == 0;
    if (for_all && count_inputs(job, true) == 0)
        job->forward_to_compiler = true; // CMake links with this, and has words for a compiler
    for (size_t i = 0; i < job->unknown.count; i++) {
        const char *const word = job->unknown.item[i];
        if (!job->forward_to_compiler && !job->forward_to_linker)
            fatal("Unknown option '%s'", word);
        add(job->forward_to_compiler ? &job->host_flags : &job->inputs, word);
    }
    if (job->prepare_only)
        return;
    if (job->stray) {
        if (job->verbose || job->dryrun) { // CMake asks in this way
            choose_host_compiler(job);
            show_environment(job);
        }
        fatal("Don't know what to do with '%s'", job->stray);
    }
    if (job->dependency_file && job->phase != DEPEND && !holds(&job->dependencies, "-MD") &&
        !holds(&job->dependencies, "-MMD"))
        fatal("Option '--dependency-output' requires one of '-M', '-MM', '-MD' or '-MMD' to be "
              "specified");
    if (job->rdc)
        add(&job->defines, "-D__CUDACC_RDC__");
    if (count_inputs(job, false) == 0)
        fatal("No input files specified; use option --help for more information");
    if (job->output && count_inputs(job, true) > 1 && job->phase != LINK && job->phase != ARCHIVE)
        fatal("A single input file is required for a non-link phase when an outputfile is "
              "specified");
}
