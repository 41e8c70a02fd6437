// SPDX-License-Identifier: MIT
// Objects become a program or a library.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"

// Libraries that the runtime replaces.
static bool is_replaced(const char *input) {
    static const char *const names[] = {"-lcudart", "-lcudart_static", "-lcudadevrt",
                                        "-lcuda",   "-lnvToolsExt",    NULL};
    for (size_t i = 0; names[i]; i++)
        if (strcmp(input, names[i]) == 0)
            return true;
    // and another toolkit's folder
    return (starts_with(input, "-L") && access(text("%s/libcudadevrt.a", input + 2), F_OK) == 0) ||
           ends_with(input, "/libcudart_static.a") || ends_with(input, "/libcudadevrt.a");
}

static void add_libraries(const struct job *job, struct words *command, bool shared, bool guarded) {
    if (job->check)
        add_each(command, choose_check(job), "-Wl,--whole-archive",
                 text("%s/libcuda_check_%s.a", job->library, job->check->build),
                 "-Wl,--no-whole-archive", NULL);
    add(command, text("-L%s", job->library));
    if (strcmp(job->cudart, "none") != 0)
        add_each(command, "-lcudadevrt", shared ? "-lcudart" : "-lcudart_static", NULL);
    if (shared && guarded)
        add(command, "-lcudart_static");
    add_each(command, "-lrt", "-lpthread", "-ldl", "-lm", NULL);
}

int link_program(struct job *job) {
    take_twins(job);
    if (job->running && job->inputs.count == 1 && access(job->inputs.item[0], X_OK) == 0) {
        job->output = job->inputs.item[0]; // a program that exists already
        return 0;
    }
    job->output = job->output ? job->output : text("a.out");
    if (!libraries_are_there(job))
        return 1;
    const char *const output = text("%s%s", job->output, job->suffix);
    struct words command = {NULL, 0};
    bool shared = strcmp(job->cudart, "shared") == 0;
    add_all(&command, &job->cxx);
    if (job->check && job->check->linking)
        add(&command, job->check->linking);
    add_all(&command, &job->host_flags);
    // cpu/runtime/threads/guard.c is for programs; what lies before the variables is read-only
    const bool guarded =
        !job->check && strcmp(job->cudart, "none") != 0 && !holds(&job->inputs, "-shared");
    if (guarded)
        add(&command, "-Wl,-u,cuda_cpu_guard_variables,-z,now");
    add(&command, "-Wl,--start-group");
    for (size_t i = 0; i < job->inputs.count; i++) {
        const char *const input = job->inputs.item[i];
        if (strcmp(input, "-Xlinker") == 0)
            add_each(&command, input, job->inputs.item[++i], NULL);
        else if (*input != '-' &&
                 (ends_with(input, "/libcuda.so") || ends_with(input, "/libcudart.so")))
            shared = shared || (!job->check && strcmp(job->cudart, "static") == 0);
        else if (!is_replaced(input))
            add(&command, input);
    }
    if (*job->suffix && holds(&job->inputs, "-shared")) {
        // The program has the check, and asks for this library where it lies.
        struct words where = {NULL, 0};
        add_each(&where, "realpath", "-m", output, NULL);
        char *const path = output_of(&where, NULL);
        add_each(&command, "-Xlinker", "-soname", "-Xlinker", path ? strtok(path, "\n") : output,
                 NULL);
    } else {
        add_libraries(job, &command, shared, guarded);
    }
    add_each(&command, "-Wl,--end-group", "-o", output, NULL);
    char *const log = text("%s/link.log", job->scratch);
    const int status = run(job, &command, log);
    if (status == 0)
        show_log(job, log);
    else
        show_failure(job, job->output, log);
    return status;
}

// There is no device code to link: an object with nothing in it.
int device_link(struct job *job) {
    char *const source = text("%s/nothing.c", job->scratch);
    static const char nothing[] = "typedef int cuda_cpu_nothing;\n";
    write_file(source, nothing, strlen(nothing));
    struct words command = {NULL, 0};
    add_all(&command, &job->cc);
    add_all(&command, &job->host_flags);
    add_each(&command, "-c", "-o", job->output ? job->output : "a_dlink.o", source, NULL);
    return run(job, &command, NULL);
}

int archive(struct job *job) {
    take_twins(job);
    struct words command = {NULL, 0};
    add_each(&command, "ar", "rcs", text("%s%s", job->output ? job->output : "a.a", job->suffix),
             NULL);
    for (size_t i = 0; i < job->inputs.count; i++) {
        if (*job->inputs.item[i] != '-')
            add(&command, job->inputs.item[i]);
        else if (strcmp(job->inputs.item[i], "-Xlinker") == 0)
            i++;
    }
    return run(job, &command, NULL);
}

int run_program(struct job *job) {
    struct words command = {NULL, 0};
    add(&command, text(strchr(job->output, '/') ? "%s" : "./%s", job->output));
    add_all(&command, &job->run_arguments);
    return run(job, &command, NULL);
}
