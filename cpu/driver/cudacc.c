// SPDX-License-Identifier: MIT
// cudacc: compiles CUDA for the CPU. Takes nvcc's command line, and goes by the name nvcc too. A
// .cu goes through three commands: the C++ compiler preprocesses it, cuda2cpp makes C++ of it, and
// the C++ compiler compiles that; all other sources are the host's and compiled as they are. A
// program is linked with the runtime, libcudart.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"

static volatile sig_atomic_t child, interrupted;

_Noreturn void fatal(const char *format, ...) {
    const char *const called = getenv("CUDACC_NAME");
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s fatal   : ", called ? called : "cudacc");
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    exit(1);
}

// ---- commands
// --------------------------------------------------------------------------------------

// A word as it would be typed.
static void print_quoted(const char *word) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "./_=+:,@%-";
    if (*word && word[strspn(word, plain)] == '\0' && !starts_with(word, "-L")) {
        fprintf(stderr, "%s ", word);
        return;
    }
    fputc('"', stderr);
    for (; *word; word++)
        fprintf(stderr, strchr("\\\"$`", *word) ? "\\%c" : "%c", *word);
    fputs("\" ", stderr);
}

static void redirect_to(int stream, const char *path, int flags) {
    const int file = path ? open(path, flags, 0666) : stream;
    if (file < 0 || dup2(file, stream) < 0) {
        perror(path);
        _exit(126);
    }
}

static int wait_for(pid_t pid) {
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 1;
    child = 0;
    if (interrupted)
        exit(1);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run_between(const struct job *job, const struct words *command, const char *from,
                const char *to, const char *log) {
    if (job->verbose || job->dryrun) {
        fputs("#$ ", stderr);
        for (size_t i = 0; i < command->count; i++)
            print_quoted(command->item[i]);
        fprintf(stderr, from ? "< %s > %s \n" : "\n", from, to);
    }
    if (job->dryrun)
        return 0;
    fflush(stderr);
    const pid_t pid = fork();
    if (pid == 0) {
        const int output = O_WRONLY | O_CREAT | O_TRUNC;
        redirect_to(STDIN_FILENO, from, O_RDONLY);
        redirect_to(STDOUT_FILENO, to, output);
        redirect_to(STDERR_FILENO, log, output);
        execvp(command->item[0], command->item);
        fprintf(stderr, "%s: %s\n", command->item[0], strerror(errno));
        _exit(127);
    }
    if (pid < 0)
        fatal("fork: %s", strerror(errno));
    child = pid;
    return wait_for(pid);
}

int run(const struct job *job, const struct words *command, const char *log) {
    return run_between(job, command, NULL, NULL, log);
}

FILE *start(const struct words *command, const char *log, pid_t *pid) {
    int ends[2];
    *pid = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (*pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        if (log)
            redirect_to(STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC);
        else
            dup2(ends[1], STDERR_FILENO);
        execvp(command->item[0], command->item);
        _exit(127);
    }
    if (*pid < 0)
        fatal("%s: %s", command->item[0], strerror(errno));
    close(ends[1]);
    child = *pid;
    return fdopen(ends[0], "r");
}

int finish(FILE *output, pid_t pid) {
    fclose(output);
    return wait_for(pid);
}

char *output_of(const struct words *command, const char *log) {
    pid_t pid;
    FILE *const output = start(command, log, &pid);
    char *const said = read_all(output, NULL);
    return finish(output, pid) == 0 ? said : NULL;
}

// ---- the whole
// -------------------------------------------------------------------------------------

static char *scratch;

static void remove_scratch(void) {
    if (scratch)
        remove_folder(scratch);
}

// The running command ends as well; then the files it left are removed.
static void end_early(int number) {
    interrupted = number;
    if (child)
        kill(child, SIGTERM);
    else
        _exit(1);
}

static void make_scratch(struct job *job) {
    const char *const folder = getenv("TMPDIR");
    char *const name = text("%s/cudacc.XXXXXX", folder && *folder ? folder : "/tmp");
    if (!mkdtemp(name))
        fatal("'%s' cannot be made: %s", name, strerror(errno));
    job->scratch = scratch = name;
    atexit(remove_scratch);
    const int ending[] = {SIGHUP, SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        signal(ending[i], end_early);
}

int main(int count, char **arguments) {
    struct job job = {.phase = LINK, .cudart = "static", .keep_folder = "."};
    const char *const suffix = getenv("CUDACC_SUFFIX");
    job.suffix = text("%s", suffix ? suffix : "");
    find_home(&job, arguments[0]);
    read_command_line(&job, count, arguments);
    choose_host_compiler(&job);
    make_scratch(&job);
    prepare_toolkit(&job);
    if (job.prepare_only)
        return 0;
    if (job.check_name && strcmp(job.check_name, "all") == 0)
        build_for_all_checks(&job);
    if (job.verbose || job.dryrun)
        show_environment(&job);

    int status = 0;
    if (job.phase == DEVICE_LINK)
        return device_link(&job);
    status = compile_all(&job);
    if (status == 0 && job.phase == ARCHIVE)
        status = archive(&job);
    if (status == 0 && job.phase == LINK)
        status = link_program(&job);
    if (status == 0 && job.phase == LINK && job.running)
        status = run_program(&job);
    return status;
}
