// SPDX-License-Identifier: MIT
// The driver's parts, and the one thing that they share: what there is to do.
#ifndef CUDA_CPU_DRIVER_H
#define CUDA_CPU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

// ---- words.c: lists of words, texts, commands
// ----------------------------------------------------

// The items end with NULL, as the arguments of a command do.
struct words {
    char **item;
    size_t count;
};

void add(struct words *words, const char *word);
void add_all(struct words *words, const struct words *more);
// Adds words until NULL.
void add_each(struct words *words, ...);
bool holds(const struct words *words, const char *word);
// The words, one per line.
char *as_lines(const struct words *words);

// A text like printf's; it is never freed, since the driver ends soon.
char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool starts_with(const char *word, const char *start);
bool ends_with(const char *word, const char *end);
// The file's name without its folder.
const char *base_name(const char *path);
// The same without its ending.
char *stem_of(const char *path);
// Splits at any of the separators. Quotes and backslashes hold a word together; they are dropped
// unless keep_quotes is set.
struct words split(const char *separators, const char *whole, bool keep_quotes);
extern const char BLANKS[];

// All that can be read, followed by a 0.
char *read_all(FILE *file, size_t *length);
// All of a file, followed by a 0; NULL if it cannot be read.
char *read_file(const char *path, size_t *length);
void write_file(const char *path, const char *contents, size_t length);
// Whether the first file is newer than the second.
bool is_newer(const char *path, const char *than);
bool same_file(const char *path, const char *other);
void remove_folder(const char *path);

// ---- cudacc.c
// --------------------------------------------------------------------------------------

enum phase { DEPEND, PREPROCESS, REWRITE, COMPILE, DEVICE_LINK, ARCHIVE, LINK };

struct job {
    // the command line (options.c)
    enum phase phase;
    struct words arguments;     // all, with those of the environment
    struct words inputs;        // sources, objects, libraries and the linker's options, in order
    struct words preprocessing; // -D -U -I -isystem -include
    struct words defines;       // the macros that nvcc's options bring
    struct words host_flags;    // -Xcompiler
    struct words compiling;     // other options of the host's compiler
    struct words dependencies;  // -M -MM -MD -MMD -MP
    struct words run_arguments, unknown;
    char *output, *language, *standard, *optimise, *dependency_file, *dependency_target, *cudart;
    char *arch, *ccbin, *check_name, *keep_folder, *object_folder, *stray;
    bool device_debug, rdc, rolled, keep, verbose, dryrun, running, prepare_only, keep_products;
    bool extended_lambda, relaxed_constexpr, forward_to_compiler, forward_to_linker;

    // the toolkit (toolkit.c)
    char *home;                // the folder that has bin/ and include/
    char *library;             // and its libraries, for the compiler's machine
    char *variant;             // where these are, below lib64
    char *machine;             // that the compiler compiles for
    struct words cxx, cc;      // the host's compilers
    struct words native_flags; // of the processor
    bool is_clang;

    const struct check *check; // NULL: none
    char *suffix;              // of the files that --check=all builds for one check, or ""
    char *scratch;             // a folder that is removed at the end
};

// Ends as nvcc does on a command line that it does not understand.
_Noreturn void fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Runs a command, and shows it if asked. What it says goes to the file log, if there is one. Its
// exit status is returned.
int run(const struct job *job, const struct words *command, const char *log);
// Likewise, with its standard input and output from and to files.
int run_between(const struct job *job, const struct words *command, const char *from,
                const char *to, const char *log);
// Starts a command whose output is to be read; what it says goes to the file log, or with NULL into
// the output. finish() returns its exit status.
FILE *start(const struct words *command, const char *log, pid_t *pid);
int finish(FILE *output, pid_t pid);
// All that a command prints; NULL if it fails.
char *output_of(const struct words *command, const char *log);

// ---- the other parts
// -------------------------------------------------------------------------------

// messages.c
// Prints what the C++ compiler or the linker said, without the prefixes of generated names, and
// without what nvcc would not say.
void show_log(const struct job *job, const char *log);

// options.c
void read_command_line(struct job *job, int count, char **arguments);
// The kind of a source, as the compiler's -x has it, or cu; NULL: it is the linker's.
const char *kind_of(const struct job *job, const char *input);

// toolkit.c
// Called by its path, as bin/cudacc does.
void find_home(struct job *job, const char *called);
void choose_host_compiler(struct job *job);
// Builds what is missing of the compiler, the runtime and the job's check.
void prepare_toolkit(const struct job *job);
// Builds libraries/FOLDER, called `title` to the person, if it is missing.
void prepare_library(const struct job *job, const char *folder, const char *title);
void show_environment(const struct job *job);

// stages.c
int compile_all(struct job *job);

// host_only.c
// Compiles a .cu that has nothing of CUDA in it without the toolkit's headers; false: it does not
// compile that way, or is not such a file.
bool compile_host_only(const struct job *job, const char *source, const char *object,
                       const struct words *preprocess, const struct words *compile);

// precompiled.c
// Where the toolkit's headers are kept compiled: a file with what is left of a rewritten source,
// for the same command that compiles it whole. NULL: it has to be compiled whole.
char *after_precompiled(const struct job *job, const char *source, const char *rewritten,
                        const struct words *compile);

// sources.c
// The files that a preprocessed text was made of, without the toolkit's own, and, if asked,
// without the system's.
struct words files_of(const struct job *job, const char *preprocessed, bool with_system);
// In the preprocessed source `path`, what comes from files below `folder` becomes a system's
// header. Returns the source as it is then.
char *mark_as_system(const char *path, const char *folder);
// Options that an old listing needs when it is preprocessed.
struct words legacy_flags(const struct job *job, const char *preprocessed);
const char *legacy_folder(const struct job *job);

// link.c
int link_program(struct job *job);
int device_link(struct job *job);
int archive(struct job *job);
int run_program(struct job *job);

// checks.c
struct check {
    const char *name;
    const char *build;             // ../lib64/libcuda_check_BUILD.a answers
    int chosen;                    // the one that runs unless CUDA_CPU_CHECK says otherwise
    const char *rewriting;         // an option of cuda2cpp
    const char *const *compiling;  // options of the compiler
    const char *linking;           // an option of the linker
    const char *const *redirected; // what objects get as cuda_cpu_checked_NAME from ../checks
};
void use_check(struct job *job, const char *name);
void add_check_flags(const struct job *job, struct words *command);
int redirect(const struct job *job, const char *object);
char *choose_check(const struct job *job);
_Noreturn void build_for_all_checks(struct job *job);
void mark_twins(const struct job *job, const char *object);
void take_twins(struct job *job);

// libraries.c
// Whether each library that is to be linked is there, with what it stands on; if not, that is said.
bool libraries_are_there(const struct job *job);
// Whether the preprocessed source has no header of a library that is not there, as of a toolkit
// that is installed; if it has, that is said.
bool headers_are_ours(const struct job *job, const char *source, const char *preprocessed);
// Adds what the preprocessor needs to find NVIDIA's own headers of Thrust and libcu++, where a
// toolkit has them.
void add_library_headers(struct words *command);
// What the names of these headers begin with, where some are among the files; or NULL.
const char *library_folder(const struct words *files);
// If the compiler misses a library's header, or compiler or linker one of its functions, says what
// to do, and returns true.
bool tell_of_header(const struct job *job, const char *source, const char *said);
bool tell_of_entry(const struct job *job, const char *source, const char *said);
// Says that something does not exist here at all.
void say_not_here(const struct job *job, const char *source, const char *title);

// advice.c
// Shows what the compiler or the linker said, and names a feature or library that is missing.
void show_failure(const struct job *job, const char *source, const char *log);

#endif
