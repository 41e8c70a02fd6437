// SPDX-License-Identifier: MIT
// Where in the program a call of the runtime stands. Noting it costs the return addresses on the
// stack; the words for them (function, file, line) come from addr2line, which is there wherever
// these programs are compiled, and is asked only when there is something to say.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "diagnose/diagnose.h"

#if __has_include(<execinfo.h>) && __has_include(<link.h>)
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

extern char **environ;

__thread const struct cuda_cpu_call *cuda_cpu_asked_by;

void cuda_cpu_note_call(struct cuda_cpu_call *call) {
    if (cuda_cpu_asked_by)
        *call = *cuda_cpu_asked_by;
    else
        call->depth = backtrace(call->at, CALL_DEPTH);
}

void cuda_cpu_note_callers(struct cuda_cpu_call *call, const void *function) {
    enum { DEEP = 64, CODE = 4096 }; // CODE: of the function, at most
    void *at[DEEP];
    const int depth = backtrace(at, DEEP);
    int i = 0;
    while (i < depth && (uintptr_t)at[i] - (uintptr_t)function >= CODE)
        i++;
    for (call->depth = 0; ++i < depth && call->depth < CALL_DEPTH;)
        call->at[call->depth++] = at[i];
}

void *cuda_cpu_note_interrupted(struct cuda_cpu_call *call, const void *context, bool alone) {
    void *pc = NULL, *caller = NULL;
    Dl_info object;
#if defined(__x86_64__)
    const greg_t *const registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    pc = (void *)registers[REG_RIP];
    if (!dladdr(pc, &object)) // no function was called, so no frame says where
        caller = *(void **)registers[REG_RSP];
    if (!dladdr(caller, &object)) // a return, over a stack that was overwritten
        caller = NULL;
#elif defined(__aarch64__)
    pc = (void *)((const ucontext_t *)context)->uc_mcontext.pc;
    if (!dladdr(pc, &object))
        caller = (void *)((const ucontext_t *)context)->uc_mcontext.regs[30];
#endif
    // the handler's own frames are left out: those up to the instruction that it came upon
    void *at[CALL_DEPTH + 8];
    const int depth = alone ? 0 : backtrace(at, CALL_DEPTH + 8);
    int first = 0;
    while (first < depth && at[first] != pc)
        first++;
    call->depth = 0;
    if (caller)
        call->at[call->depth++] = caller;
    else if (pc)
        call->at[call->depth++] = (char *)pc + 1; // a return address is after its call
    for (int i = first < depth ? first + 1 : 0; i < depth && call->depth < CALL_DEPTH; i++)
        call->at[call->depth++] = at[i];
    return pc;
}

// What is to be taken off an address to find it in the program's file.
static int first_object(struct dl_phdr_info *info, size_t size, void *bias) {
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1; // the program itself comes first
}

// Starts addr2line on the addresses and gives its output; NULL where that can't be.
static FILE *ask(void *const *at, int depth, pid_t *child) {
    char program[4096], address[CALL_DEPTH + 1][24], *argv[CALL_DEPTH + 7];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    int ends[2], argc = 0;
    if (length < 0 || pipe(ends) != 0)
        return NULL;
    program[length] = '\0';
    argv[argc++] = "addr2line";
    argv[argc++] = "-aCfi";
    argv[argc++] = "-e";
    argv[argc++] = program;
    uintptr_t bias = 0;
    dl_iterate_phdr(first_object, &bias);
    for (int i = 0; i < depth; i++) { // one less: a return address is after its call
        snprintf(address[i], sizeof address[i], "%#zx", (size_t)((uintptr_t)at[i] - bias - 1));
        argv[argc++] = address[i];
    }
    argv[argc] = NULL;

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0);
    bool started = posix_spawnp(child, "addr2line", &actions, NULL, argv, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *answer = started ? fdopen(ends[0], "r") : NULL;
    if (!answer)
        close(ends[0]);
    return answer;
}

// A line without its end, cut where there is no room, as a template's name may need; false at the
// end of the file.
static bool next_line(FILE *file, char *line, size_t room) {
    if (!fgets(line, (int)room, file))
        return false;
    const size_t length = strcspn(line, "\n");
    if (!line[length])
        for (int c = 0; c != '\n' && c != EOF;)
            c = getc(file);
    line[length] = '\0';
    return true;
}

// If the function is one of the runtime's that programs know, its name, as they know it: what is a
// template in the headers is nowhere under its own.
static void runtime_function(const char *function, char *name, size_t room) {
    static const char *const known_as[][2] = {
        {"cuda_cpu_malloc", "cudaMalloc"},
        {"cuda_cpu_malloc_pitch", "cudaMallocPitch"},
        {"cuda_cpu_malloc_host", "cudaMallocHost"},
        {"cuda_cpu_host_alloc", "cudaHostAlloc"},
        {"cuda_cpu_malloc_managed", "cudaMallocManaged"},
        {"cuda_cpu_malloc_from_pool", "cudaMallocAsync"},
        {"cuda_cpu_copy_symbol", "cudaMemcpyTo/FromSymbol"},
        {"cuda_cpu_launch_function", "cudaLaunchKernel"},
        {"cuda_cpu_add_kernel_node", "cudaGraphAddKernelNode"},
    };
    if (strncmp(function, "cudaError ", 10) == 0) // a template's return type
        function += 10;
    static const char *const families[] = {"cuda",  "cublas",   "cublasLt", "cudnn", "curand",
                                           "cufft", "cusolver", "cusparse", "nccl"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        const size_t length = strlen(families[i]);
        if (strncmp(function, families[i], length) == 0 && function[length] >= 'A' &&
            function[length] <= 'Z')
            snprintf(name, room, "%.*s", (int)strcspn(function, "(<"), function);
    }
    for (size_t i = 0; i < sizeof known_as / sizeof *known_as; i++)
        if (strcmp(function, known_as[i][0]) == 0)
            snprintf(name, room, "%s", known_as[i][1]);
}

// Cuts the last n parts off a path, and leaves the slash in front of them.
static void cut(char *path, int n) {
    char *end = path + strlen(path);
    while (n > 0 && end > path)
        n -= *--end == '/';
    end[*end == '/'] = '\0';
}

static bool starts(const char *line, const char *folder) {
    return strncmp(line, folder, strlen(folder)) == 0;
}

// The path as a person would name it: from the project's root, or from where the program runs.
static const char *shortened(const char *line, const char *root) {
    char here[4096] = "";
    if (starts(line, root))
        return line + strlen(root);
    if (!getcwd(here, sizeof here - 1))
        return line;
    strcat(here, "/");
    return starts(line, here) ? line + strlen(here) : line;
}

static bool look_up(const struct cuda_cpu_call *call, char *name, size_t name_room, char *place,
                    size_t place_room, char *caller) {
    // An address of this file, cpu/runtime/diagnose/line.c, comes first: the folder cpu/ tells the
    // runtime's lines from the program's, and the folder above is what names of files are shortened
    // by. An installed copy has its headers elsewhere.
    void *at[CALL_DEPTH + 1] = {(char *)(void *)(uintptr_t)cuda_cpu_note_call + 2};
    memcpy(at + 1, call->at, (size_t)call->depth * sizeof *at);
    pid_t child;
    FILE *answer = ask(at, call->depth + 1, &child);
    if (!answer)
        return false;
    char function[2048], line[4096], folder[4096] = "", root[4096] = "";
    bool found = false;
    *name = *place = *caller = '\0';
    while (next_line(answer, function, sizeof function)) {
        if (strncmp(function, "0x", 2) == 0)
            continue; // the address; functions and lines follow, from the inside out
        if (!next_line(answer, line, sizeof line) || *caller || line[0] == '?' || line[0] == ':')
            continue;
        char *end = strstr(line, " (discriminator");
        if (end)
            *end = '\0';
        if (!*folder) {
            snprintf(folder, sizeof folder, "%s", line);
            cut(folder, 3);
            snprintf(root, sizeof root, "%s", folder);
            cut(root, 2);
        } else if (found && (starts(line, folder) || starts(line, "/usr/"))) {
            continue;
        } else if (found) {
            snprintf(caller, place_room, "%.*s", (int)place_room - 1, shortened(line, root));
        } else if (starts(line, folder) || strstr(line, "/include/cuda_cpu/") ||
                   strstr(line, "/include/cooperative_groups") ||
                   starts(function, "cuda_cpu::")) { // whatever file addr2line takes it to be in
            runtime_function(function, name, name_room);
            if (strstr(line, "/cuda_cpu/fetch.h:") || strstr(line, "/cuda_cpu/texture.h:"))
                snprintf(name, name_room, "texture");
            else if (strstr(line, "/cuda_cpu/surface.h:"))
                snprintf(name, name_room, "surface");
        } else if (!starts(line, "/usr/") && !starts(function, "std::")) {
            // the system's headers call what they are given
            snprintf(place, place_room, "%.*s", (int)place_room - 1, shortened(line, root));
            found = true;
        }
    }
    fclose(answer);
    waitpid(child, NULL, 0);
    return found;
}

// The calls that were looked up last, for a kernel may miss the same memory a thousand times.
enum { KNOWN = 64, NAME = 128, PLACE = 512 };
static struct known {
    struct cuda_cpu_call call;
    bool found;
    char name[NAME], place[PLACE], caller[PLACE];
} * known;
static size_t known_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Needs the lock.
static const struct known *find(const struct cuda_cpu_call *call) {
    const size_t bytes = (size_t)call->depth * sizeof *call->at;
    if (!known && !(known = calloc(KNOWN, sizeof *known)))
        abort();
    struct known *k = known;
    while (k < known + KNOWN &&
           (k->call.depth != call->depth || memcmp(k->call.at, call->at, bytes) != 0))
        k++;
    if (k == known + KNOWN) {
        k = &known[known_count++ % KNOWN];
        k->call = *call;
        k->found = look_up(call, k->name, sizeof k->name, k->place, sizeof k->place, k->caller);
    }
    return k;
}

bool cuda_cpu_find_call(const struct cuda_cpu_call *call, char *name, size_t name_room, char *place,
                        size_t place_room) {
    pthread_mutex_lock(&lock);
    const struct known *k = find(call);
    bool found = k->found;
    snprintf(name, name_room, "%s", k->name);
    snprintf(place, place_room, "%s", k->place);
    pthread_mutex_unlock(&lock);
    return found;
}

bool cuda_cpu_find_caller(const struct cuda_cpu_call *call, char *place, size_t room) {
    pthread_mutex_lock(&lock);
    snprintf(place, room, "%s", find(call)->caller);
    pthread_mutex_unlock(&lock);
    return *place;
}

#else // systems without these: what is said names no lines
__thread const struct cuda_cpu_call *cuda_cpu_asked_by;

void cuda_cpu_note_call(struct cuda_cpu_call *call) {
    call->depth = 0;
}

void *cuda_cpu_note_interrupted(struct cuda_cpu_call *call, const void *context, bool alone) {
    (void)context, (void)alone;
    call->depth = 0;
    return NULL;
}

void cuda_cpu_note_callers(struct cuda_cpu_call *call, const void *function) {
    (void)function;
    call->depth = 0;
}

bool cuda_cpu_find_call(const struct cuda_cpu_call *call, char *name, size_t name_room, char *place,
                        size_t place_room) {
    (void)call, (void)name, (void)name_room, (void)place, (void)place_room;
    return false;
}

bool cuda_cpu_find_caller(const struct cuda_cpu_call *call, char *place, size_t room) {
    (void)call, (void)place, (void)room;
    return false;
}
#endif

void cuda_cpu_describe_call(const struct cuda_cpu_call *call, const char *otherwise, char *text,
                            size_t room) {
    char name[256], place[1024];
    if (!cuda_cpu_find_call(call, name, sizeof name, place, sizeof place))
        snprintf(text, room, "%s", otherwise);
    else
        snprintf(text, room, "%s at %s", *name ? name : otherwise, place);
}
