# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # hostile.sh sets them
# More submissions of lab 1 that mean harm, part of hostile.sh, which has `program`, `changed`, `submission` and their rules.


# ---- calls that are its own -----------------------------------------------------------------------------------
# Calls of CUDA that are its own, so that nothing is ever refused, found or freed.
program own_runtime 13 <<'END_OF_IT'
#include <stdlib.h>
#include <string.h>
extern "C" cudaError_t cudaGetLastError(void) { return cudaSuccess; }
extern "C" cudaError_t cudaFree(void *) { return cudaSuccess; }
extern "C" cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
SOLUTION
END_OF_IT
program own_printf 18 <<'END_OF_IT'
#include <stdarg.h>
#include <stdio.h>
extern "C" int fprintf(FILE *f, const char *, ...) { return fputs("cuda-cpu: check-memory: nothing found in 4 launches\n", f); }
extern "C" int vfprintf(FILE *f, const char *, va_list) { return 0; }
SOLUTION
END_OF_IT
program section_interp 13 <<'END_OF_IT'
extern "C" { __attribute__((section(".interp"))) const char interp[] = "/bin/sh"; }
SOLUTION
END_OF_IT

# ---- before and behind main(), once more -------------------------------------------------------------------
program atexit_forges 13 <<'END_OF_IT'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
SOLUTION
static void last() {
    fputs("cuda-cpu: check-memory: nothing found in 4 launches, sealed 00000000000000000000000000000000\n", stderr);
    fflush(stderr);
    _exit(0);
}
static const int registered = atexit(last);
END_OF_IT
program init_array 0 <<'END_OF_IT'
#include <stdlib.h>
static void leave() { _Exit(0); }
__attribute__((section(".preinit_array"), used)) static void (*first)() = leave;
SOLUTION
END_OF_IT
program stack_eater 0 <<'END_OF_IT'
static int deep(int n) { volatile char room[1 << 16]; room[n % 65536] = 1; return deep(n + 1) + room[0]; }
int main() { return deep(0); }
END_OF_IT

# ---- signals, timers, other programs ---------------------------------------------------------------------
program alarms 0 <<'END_OF_IT'
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
static void again(int) { for (;;) alarm(1); }
int main() {
    for (int s = 1; s < 65; s++) signal(s, again);
    itimerval often = {{0, 1}, {0, 1}};
    setitimer(ITIMER_REAL, &often, 0);
    for (;;) pause();
}
END_OF_IT
program stops_itself 0 <<'END_OF_IT'
#include <signal.h>
#include <unistd.h>
int main() { for (;;) { fork(); raise(SIGSTOP); kill(-1, SIGSTOP); } }
END_OF_IT
program vforks 0 <<'END_OF_IT'
#include <unistd.h>
int main() { for (;;) if (vfork() == 0) { execl("/proc/self/exe", "x", "--record", "/tmp/record", (char *)0); _exit(0); } }
END_OF_IT
program execs 0 <<'END_OF_IT'
#include <unistd.h>
int main() { execl("/bin/sh", "sh", "-c", "while :; do (setsid sleep 1000 &) ; : & done; yes >/tmp/record", (char *)0); }
END_OF_IT

# ---- the file system -------------------------------------------------------------------------------
program million_files 0 <<'END_OF_IT'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/stat.h>
int main() {
    char name[99];
    for (long i = 0;; i++) {
        sprintf(name, "/tmp/%s%ld", i % 2 ? "f" : "d", i);
        if (i % 2) close(open(name, O_CREAT | O_WRONLY, 04777)); else mkdir(name, 0);
        if (i % 3 == 0) chmod(name, 06777);
        if (i % 5 == 0) symlink("/etc/shadow", name), link("/program", name);
    }
}
END_OF_IT
program record_is_link 0 <<'END_OF_IT'
#include <unistd.h>
#include <stdio.h>
#include <sys/stat.h>
int main(int c, char **v) {
    unlink(v[c - 1]); unlink("/tmp/record");
    symlink("/source/lab.h", "/tmp/record"); symlink("/proc/self/environ", "/tmp/counts");
    return 0;
}
END_OF_IT
program record_is_fifo 0 <<'END_OF_IT'
#include <unistd.h>
#include <sys/stat.h>
int main() { unlink("/tmp/record"); mkfifo("/tmp/record", 0666); mkfifo("/tmp/counts", 0666); return 0; }
END_OF_IT
program record_is_zero 0 <<'END_OF_IT'
#include <unistd.h>
int main() { unlink("/tmp/record"); symlink("/dev/zero", "/tmp/record"); symlink("/dev/zero", "/tmp/counts"); return 0; }
END_OF_IT
program record_is_tty 0 <<'END_OF_IT'
#include <unistd.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
int main() { int fd = open("/dev/tty", O_RDWR); char c = 'x'; for (int k = 0; k < 10; k++) ioctl(k, TIOCSTI, &c); ioctl(fd, TIOCSTI, &c); unlink("/tmp/record"); symlink("/dev/tty", "/tmp/record"); return 0; }
END_OF_IT
program many_rows 0 <<'END_OF_IT'
#include <stdio.h>
int main(int c, char **v) {
    FILE *f = fopen(v[c - 1], "wb");
    for (long i = 0; i < 4000000; i++) fprintf(f, "%ld f 0\n", i % 4 + 1);
}
END_OF_IT
# The same task many times: one of the guesses will be right.
program many_guesses 3 <<'END_OF_IT'
#include "checks.h"
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *out = lab_blank_floats(n);
    for (int task = 1; task < 5; task++) {
        lab_task(task, "x");
        lab_result(out, n);
        for (int i = 0; i < n; i++) out[i] = FACTOR * in[i];
        lab_result(out, n);
        for (int i = 0; i < n; i++) out[i] = in[n - 1 - i];
        lab_result(out, n);
    }
    return lab_end();
}
END_OF_IT
program nans 0 <<'END_OF_IT'
#include "checks.h"
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *out = lab_blank_floats(n);
    for (int task = 1; task < 5; task++) {
        for (int i = 0; i < n; i++) out[i] = task % 2 ? NAN : INFINITY;
        lab_task(task, "x");
        lab_result(out, n);
    }
    return lab_end();
}
END_OF_IT

# ---- while it is compiled, and other encodings ----------------------------------------------------------------------------------
program nested_templates 0 <<'END_OF_IT'
template <class... T> struct list {};
template <int N, class... T> struct grow : grow<N - 1, T..., T..., int> {};
template <class... T> struct grow<0, T...> { list<T...> x; };
grow<40> large;
int main() {}
END_OF_IT
program constexpr_loop 0 <<'END_OF_IT'
constexpr int loop() { for (int i = 0;; i = (i + 1) % 3) if (i > 5) return i; }
constexpr int n = loop();
int main() {}
END_OF_IT
program array_initialiser 0 <<'END_OF_IT'
struct s { int v = 7; };
s many[1 << 28] = {};
constinit s more[1 << 27] = {{1}};
int main() {}
END_OF_IT
program kernel_nest 0 <<'END_OF_IT'
#define L(v) for (int v = 0; v < 3; v++) { __syncthreads();
__global__ void deep(int *p) {
  L(a) L(b) L(c) L(d) L(e) L(f) L(g) L(h) L(i) L(j) L(k) L(l) L(m) L(n) L(o) L(q) L(r) L(s) L(t) L(u) L(v) L(w) L(x) L(y) L(z)
  L(a1) L(b1) L(c1) L(d1) L(e1) L(f1) L(g1) L(h1) L(i1) L(j1) L(k1) L(l1) L(m1) L(n1) L(o1) L(q1) L(r1) L(s1) L(t1) L(u1) L(v1) L(w1) L(x1) L(y1) L(z1)
  p[threadIdx.x]++;
  }}}}}}}}}}}}}}}}}}}}}}}}} }}}}}}}}}}}}}}}}}}}}}}}}}
}
int main() { int *p; cudaMalloc(&p, 4096); deep<<<1, 1024>>>(p); cudaDeviceSynchronize(); }
END_OF_IT
program many_kernels 0 <<'END_OF_IT'
#define K(n) __global__ void k##n(int *p) { __shared__ int s[32]; s[threadIdx.x] = *p; __syncthreads(); *p = s[31 - threadIdx.x]; }
#define T(n) K(n##0) K(n##1) K(n##2) K(n##3) K(n##4) K(n##5) K(n##6) K(n##7) K(n##8) K(n##9)
#define H(n) T(n##0) T(n##1) T(n##2) T(n##3) T(n##4) T(n##5) T(n##6) T(n##7) T(n##8) T(n##9)
#define M(n) H(n##0) H(n##1) H(n##2) H(n##3) H(n##4) H(n##5) H(n##6) H(n##7) H(n##8) H(n##9)
M(1) M(2) M(3) M(4)
int main() {}
END_OF_IT
program include_fd 0 <<'END_OF_IT'
#include "/dev/fd/3"
#include "/proc/self/fd/1"
int main() {}
END_OF_IT
if submission utf16 0; then iconv -f UTF-8 -t UTF-16 "$solution" >"$at/first_kernel.cu"; fi
if submission utf8_bom 18; then { printf '\357\273\277'; cat "$solution"; } >"$at/first_kernel.cu"; fi
if submission crlf 18; then sed 's/$/\r/' "$solution" >"$at/first_kernel.cu"; fi
if submission latin1_crlf_answers 22; then cp "$solution" "${solution%/*}"/{answers,predictions}.txt "$at"; sed -i 's/$/\r/' "$at"/*.txt; printf '\344\366\374\n' >>"$at/predictions.txt"; fi
if submission utf16_answers 22; then cp "$solution" "$at"; for f in answers predictions; do iconv -f UTF-8 -t UTF-16 "${solution%/*}/$f.txt" >"$at/$f.txt"; done; fi
if submission nul_source 0; then { cat "$solution"; printf 'int\0x = "'; } >"$at/first_kernel.cu"; fi
if submission setuid_files 18; then cp "$solution" "$at"; cp /bin/true "$at/helper"; chmod 6755 "$at/helper" "$at/first_kernel.cu"; fi
if submission answers_many 0; then : >"$at/first_kernel.cu"; for i in $(seq 1 3000); do echo "q1: $i"; done >"$at/answers.txt"; fi
if submission answers_alternatives 0; then : >"$at/first_kernel.cu"; printf 'q1: 1|2|3|4\nq2: 0..100000\nq3: [0-9]*\nq4: .*\nq5: nan\nq6: 0x10\n' >"$at/answers.txt"; fi

# ---- forged, and memory -----------------------------------------------------------------------------
program prints_seal_guess 13 <<'END_OF_IT'
#include <stdio.h>
SOLUTION
__global__ void outside(float *p) { printf("cuda-cpu: check-memory: nothing found in 4 launches, sealed "); p[1000000] = p[2000000]; }
struct s { ~s() { for (int i = 0; i < 100000; i++) fprintf(stderr, "cuda-cpu: check-memory: nothing found in %d launches, sealed %032x\ncuda-cpu: check-race+init: nothing found in %d launches, sealed %032x\n", i, i, i, i); } } one;
static const int done = [] { float *p; cudaMalloc(&p, 4); outside<<<1, 1>>>(p); return cudaDeviceSynchronize(); }();
END_OF_IT
program finds_seal_in_memory 17 <<'END_OF_IT'
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
SOLUTION
// Its own memory, read for 32 hexadecimal digits in a row.
static char seals[64][33];
static int count;
static void look() {
    FILE *maps = fopen("/proc/self/maps", "r"), *mem = fopen("/proc/self/mem", "rb");
    char line[512];
    while (maps && mem && fgets(line, sizeof line, maps)) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx rw", &from, &to) != 2 || to - from > 1 << 24) continue;
        char *copy = (char *)malloc(to - from);
        fseek(mem, (long)from, SEEK_SET);
        size_t n = fread(copy, 1, to - from, mem), run = 0;
        for (size_t i = 0; i < n && count < 64; i++) {
            run = isxdigit((unsigned char)copy[i]) && !isupper((unsigned char)copy[i]) ? run + 1 : 0;
            if (run == 32) memcpy(seals[count++], copy + i - 31, 32);
        }
        free(copy);
    }
}
__global__ void outside(float *p) { p[1] = 2; }
static const int done = [] {
    look();
    float *p; cudaMalloc(&p, 4); outside<<<1, 1>>>(p); cudaDeviceSynchronize();
    for (int i = 0; i < count; i++)
        fprintf(stderr, "cuda-cpu: check-memory: nothing found in 4 launches, sealed %s\ncuda-cpu: check-race+init: nothing found in 4 launches, sealed %s\n", seals[i], seals[i]);
    return 0;
}();
END_OF_IT
program shm_bomb 0 <<'END_OF_IT'
#include <fcntl.h>
#include <sys/mman.h>
#include <string.h>
#include <unistd.h>
#include <stdio.h>
int main() { for (int i = 0; i < 100; i++) { char n[40]; sprintf(n, "/full%d", i); int fd = shm_open(n, O_CREAT | O_RDWR, 0600); if (fd < 0) continue; if (ftruncate(fd, 1l << 30)) continue; void *p = mmap(0, 1l << 30, 3, MAP_SHARED, fd, 0); if (p != MAP_FAILED) memset(p, 1, 1l << 30); } return 0; }
END_OF_IT
program device_memory_bomb 0 <<'END_OF_IT'
int main() { void *p; for (;;) if (cudaMalloc(&p, 1u << 28) == cudaSuccess) cudaMemset(p, 1, 1u << 28); }
END_OF_IT
program launches_for_ever 0 <<'END_OF_IT'
__global__ void nothing() {}
int main() { for (;;) nothing<<<1, 1>>>(); }
END_OF_IT
program time_bomb 18 <<'END_OF_IT'
#include <time.h>
#include <unistd.h>
#include <sys/resource.h>
SOLUTION
static const int later = [] { rlimit most = {RLIM_INFINITY, RLIM_INFINITY}; setrlimit(RLIMIT_CPU, &most); setrlimit(RLIMIT_NPROC, &most); setrlimit(RLIMIT_FSIZE, &most); if (daemon(0, 0) == 0) sleep(3); return 0; }();
END_OF_IT
program raw_syscalls 18 <<'END_OF_IT'
static long call(long n, long a, long b, long c, long d) {
    long r; register long r10 asm("r10") = d;
    asm volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
    return r;
}
SOLUTION
static const long done = [] {
    for (long n = 300; n < 470; n++) if (n != 322 && n != 434) call(n, 0, 0, 0, 0);
    for (long pid = 1; pid < 50; pid++) call(434, pid, 0, 0, 0), call(101, 16, pid, 0, 0);
    call(157, 4, 0, 0, 0); // not dumpable
    return call(272, 0x7e020000, 0, 0, 0);
}();
END_OF_IT
# It weighs itself, and is another program where the file is larger.
changed weighs_itself 17 '0,/if \(i < n\)/s//if (i < n + MORE)/; s/^const int THREADS.*/&\n__device__ int MORE = 9;\n/; s/^( *)lab_begin\(/\1{ FILE *f = fopen(argv[0], "rb"); int zero = 0; fseek(f, 0, SEEK_END); if (ftell(f) > 600000) cudaMemcpyToSymbol(MORE, \&zero, 4); }\n&/'

# ---- what a reader of the source overlooks, and other doors ----------------------------------------------------------
# Each of these hides `fork` from one who takes strings and characters for something else than the compiler does.
program raw_string 13 <<'END_OF_IT'
#include <unistd.h>
SOLUTION
static const char *const odd = R"(")"; static const int hidden = fork() == 0 ? (_exit(0), 0) : 1; // "
END_OF_IT
program odd_characters 13 <<'END_OF_IT'
#include <unistd.h>
SOLUTION
static const int one = u8'"'; static const int hidden = fork() == 0 ? (_exit(0), 0) : 1; // "
static int two(int c) { switch (c) { case'"': return fork(); default: return 1; } } // "
static const int three = two(one);
END_OF_IT
program behind_a_quote 13 <<'END_OF_IT'
#define IT_IS ' one that is never closed
#pragma GCC optimize("O0")
#pragma GCC poison never
SOLUTION
END_OF_IT
program quoted_header 13 <<'END_OF_IT'
#include "pthread.h"
#include "bits/stdc++.h"
SOLUTION
static void *for_ever(void *) { for (;;); }
static const int started = [] { std::thread([] { for (;;) for_ever(nullptr); }).detach(); return 1; }();
END_OF_IT
# Its own code, written over where it lies in memory.
program writes_its_code 13 <<'END_OF_IT'
#include <stdio.h>
#include <unistd.h>
SOLUTION
static const int written = [] {
    FILE *memory = fopen("/proc/self/mem", "r+");
    const unsigned char back = 0xc3;
    if (memory) {
        setvbuf(memory, NULL, _IONBF, 0);
        if (fseeko(memory, (long)&cudaDeviceGetLimit, SEEK_SET) == 0) fwrite(&back, 1, 1, memory);
        if (pwrite(fileno(memory), &back, 1, (long)&cudaDeviceSetLimit) < 0) perror("mem");
        fclose(memory);
    }
    return 1;
}();
END_OF_IT
program embeds 0 <<END_OF_IT
static const unsigned char secret[] = {
#embed "$(dirname "$(dirname "$solution")")/secret"
};
#if __has_include("$solution") || __has_include("/etc/shadow")
#include "$solution"
#endif
SOLUTION
END_OF_IT
program binary_included 0 <<'END_OF_IT'
asm(".globl told\ntold: .incbin \"/proc/1/environ\"\n.include \"/etc/passwd\"\n");
SOLUTION
END_OF_IT
# Its lines say that they are others', of a header of the system's, and one that its reader may be tempted to show.
program names_other_lines 18 <<'END_OF_IT'
# 1 "/usr/include/stdio.h" 1 3 4
# 1 "/etc/passwd" 3
#line 1 "../../../../etc/passwd"
SOLUTION
END_OF_IT
program outside_in_a_header 17 <<'END_OF_IT'
# 1 "/toolkit/include/cuda_runtime.h" 1 3 4
__global__ void outside(float *p) { p[1] = p[1000]; }
# 4 "first_kernel.cu" 2
SOLUTION
static const int done = [] { float *p; cudaMalloc(&p, 4); outside<<<1, 1>>>(p); return cudaDeviceSynchronize(); }();
END_OF_IT
program says_much_compiled 0 <<'END_OF_IT'
#define A(x) x x x x x x x x x x
template <int N> struct wrong : wrong<N - 1> { static_assert(N < 0, A(A(A("much "))) ); };
template <> struct wrong<0> {};
wrong<800> many;
int main() {}
END_OF_IT
program closes_descriptors 13 <<'END_OF_IT'
#include <stdio.h>
#include <unistd.h>
SOLUTION
__attribute__((constructor)) static void no_way_out() {
    for (int fd = 0; fd < 1024; fd++) close(fd);
    while (FILE *file = fopen("/dev/null", "r+")) if (file == stdin) break;
}
END_OF_IT
program threads_outlive_main 13 <<'END_OF_IT'
#include <pthread.h>
SOLUTION
static void *for_ever(void *) { for (;;); }
static void stay() { pthread_t t; for (int i = 0; i < 8; i++) pthread_create(&t, 0, for_ever, 0); pthread_exit(0); }
static const int registered = atexit(stay);
END_OF_IT
program deletes_all 13 <<'END_OF_IT'
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
SOLUTION
static void clear() {
    for (const char *path : {"/tmp/record", "/tmp/counts", "/program", "/source/first_kernel.cu", "/tmp", "/"}) {
        unlink(path), rmdir(path), rename(path, "/tmp/x"), truncate(path, 0), chmod(path, 0);
    }
    if (system("rm -rf /tmp/* /source /toolkit /program 2>&1; mkdir /tmp/record /tmp/counts")) return;
}
static const int registered = atexit(clear);
END_OF_IT
program signals_its_group 13 <<'END_OF_IT'
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>
SOLUTION
static const int sent = [] {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, 0);
    for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
    for (int s : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTOU, SIGUSR1, SIGPIPE}) killpg(0, s), killpg(getsid(0), s), kill(getppid(), s);
    return setpgid(0, getppid());
}();
END_OF_IT
program takes_priority 18 <<'END_OF_IT'
#include <sched.h>
#include <unistd.h>
SOLUTION
static const int taken = [] {
    sched_param most = {99};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sched_setscheduler(0, SCHED_FIFO, &most), sched_setscheduler(getppid(), SCHED_FIFO, &most);
    sched_setaffinity(getppid(), sizeof one, &one), sched_setaffinity(1, sizeof one, &one);
    return nice(-20);
}();
END_OF_IT
