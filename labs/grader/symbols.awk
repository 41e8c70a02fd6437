# SPDX-License-Identifier: MIT
# Judges a compiled submission by its names: `nm -P` of its object, after a line `SECTION NAME` for each of its sections and
# a line `TOOLKIT NAME` for each name in the toolkit's headers and `RUNTIME NAME` for each of CUDA's that its libraries define. Names
# the first function or section that no lab needs, or prints nothing. With -v hosts=1, of libraries' names: those functions that only the host has (guard.c).
BEGIN {
    c = "abort|abs|aligned_alloc|calloc|ceil|exit|fclose|fflush|fopen|fprintf|fputc|fputs|free|fwrite|malloc|memchr|memcmp|memcpy" \
        "|memmove|memset|perror|posix_memalign|printf|putc|putchar|puts|qsort|bsearch|rand|random|srand|srandom|realloc|snprintf" \
        "|sprintf|sscanf|stderr|stdout|fputc|_IO_putc|str[a-z]+|__isoc(99|23)_[a-z]+|ato[a-z]+|labs|llabs|div|ldiv|time|clock" \
        "|clock_gettime|gettimeofday|difftime|localtime|gmtime|mktime|strftime|sleep|usleep|nanosleep|vprintf|vfprintf|vsnprintf" \
        "|vsprintf|getenv|setenv|toupper|tolower|is[a-z]+|__ctype_[a-z_]+|setvbuf|setbuf|asprintf|rand_r|drand48|srand48|lrand48|atexit" \
        "|setlocale|localeconv|ctime|asctime|timespec_get|(localtime|gmtime|ctime|asctime|strtok|strerror|qsort)_r|getpid|system|mempcpy|bzero|vasprintf" \
        "|stdin|getchar|getc|fgetc|fgets|_IO_getc|ungetc|scanf|fscanf|fread|fseek|ftell|rewind|feof|ferror|clearerr|fe(get|set|clear|raise|test|hold|update)[a-z]*" \
        "|__errno_location|__assert_fail|__stack_chk_fail|__v?(f|s|sn|as)?printf_chk|__(mem(cpy|move|set)|stpn?cpy|strn?c(py|at)|w(mem|cs)[a-z]+)_chk|putw|fputws|wmem[a-z]+|wcs[a-z]+"
    math = "(a?(sin|cos|tan)h?|sincos(pi)?|atan2|exp|exp2|exp10|expm1|log|log2|log10|log1p|logb|ilogb|pow|sqrt|cbrt|hypot|floor|ceil" \
        "|trunc|round|l?lround|l?lrint|rint|nearbyint|fabs|fmin|fmax|fdim|fmod|remainder|remquo|modf|frexp|ldexp|scalbl?n|copysign" \
        "|nextafter|erf|erfc|c(abs|arg|exp|log|pow|proj|sqrt|sinh?|cosh?|tanh?)|tgamma|lgamma|j[01n]|y[01n]|fma|nan)(f|l)?(_finite)?|__[a-z0-9]+_finite|signgam"
    # What the compiler lets kernels call (cpu/compiler/crossing/mark.c), or makes of what they say; and what ends a program.
    device = "^(v?printf|puts|putchar|malloc|calloc|realloc|free|mem(cpy|move|set|cmp|chr)|strlen|clock(_gettime)?|abort|(__)?(isinf|isnan|finite|signbit|fpclassify)[fl]?|__(v?printf|mem(cpy|move|set))_chk" \
        "|__(assert_fail|cxa_.*|gxx_personality_v0|stack_chk_fail|tls_get_addr|errno_location)|_Z(n[wa]|d[la]).*|_ZSt[0-9]+__throw_.*|_ZSt9terminatev|_ZNK?St9exception.*" \
        "|cuda(DeviceGet|FuncGetAttributes|(Get|Peek)|RuntimeGetVersion|Occupancy|Stream(CreateWithFlags|Destroy|WaitEvent)" \
        "|Event(CreateWithFlags|Record|Destroy)|Free|Malloc|Mem(cpy|set)([23]D)?Async|Trigger|GridDependency).*|cuda_cpu_.*|" math ")$"
    # C++: std::, new and delete; what opens files or starts threads is not among them.
    cxx = "_Z(St|NSt|NKSt|NSo|NSi|NSd|NKSo|NKSi|Sa|NSa|NSs|NKSs|TVN?St|TVN?10__cxxabiv|TIN?St|TTN?St|TI[a-z]|TIP|nw|na|dl|da|GVNSt|NK?10__cxxabiv).*" \
        "|__cxa_(atexit|begin_catch|end_catch|throw|rethrow|allocate_exception|free_exception|guard_acquire|guard_release|guard_abort" \
        "|pure_virtual|throw_bad_array_new_length|throw_bad_array_length|bad_cast|init_primary_exception)" \
        "|_Unwind_Resume|__gxx_personality_v0|__dso_handle|_GLOBAL_OFFSET_TABLE_|__tls_get_addr|lab_record|lab_input|__(div|mul|fix|float|powi|mod|udiv|umod)[a-z0-9]+"
    allowed = "^(" c "|" math "|" cxx ")$"
    refused = "basic_file|filebuf|fstream|filesystem|6thread|7jthread|future|launch|random_device|stdio_filebuf|stdio_sync|__fs|pmr"
    # What the checks' compilers add: no source can say these names (screen.awk).
    watched = "^__(asan|tsan|ubsan|sanitizer)_|^cuda_cpu_(checked|watch|count|apart|poison|memory|note)_"
    sections = "^[.](rel|rela)?[.]?(text|rodata|data|bss|tdata|tbss|init_array|fini_array|eh_frame|gcc_except_table|debug|comment|note|group" \
        "|symtab|strtab|shstrtab|ctors|llvm|gnu[.]warning|data[.]rel|eh_frame_hdr|symtab_shndx)"
}
hosts {
    sub(/@.*/, "", $1)
    if ($2 ~ /^[TWi]$/ && $1 !~ device)
        print $1
    next
}
$1 == "TOOLKIT" {
    toolkit[$2]
    next
}
$1 == "RUNTIME" {
    runtime[$2]
    next
}
$1 == "SECTION" {
    if ($2 != "" && $2 !~ sections && $2 !~ /^(asan_globals|__sancov|__patchable|tsan|__cuda|cuda_cpu)/ && $2 !~ /^[.]rela?(asan|__|cuda_cpu)/)
        stop("section " $2)
    next
}
function stop(what) {
    print what
    exit
}
$2 == "i" { stop("a function of several kinds: " $1) }
$2 == "U" || $2 == "w" || $2 == "v" {
    if (($1 ~ allowed && $1 !~ refused) || $1 in toolkit || $1 ~ watched || $1 ~ /^(cu[A-Z]|cuda[A-Z]|nccl[A-Z]|curand[A-Z]|nvtx[A-Z])/)
        next
    stop($1)
}
# A definition in place of the library's, or of the runtime's. Other names of C are the student's own: grade renames them.
$1 ~ /^(__odr_asan[.].*|_Zn[wa][mj]Pv|_Zd[la]PvS_)$/ { next }
$2 ~ /^[TDBRWVu]$/ && ($1 in toolkit || $1 in runtime || $1 ~ /^(__|lab_(record|input|main|guard|called_by_host|host_.*|perror|fopen|getenv|setenv|setlocale|system|graph_dot|assert_fail)$|nccl[A-Z]|_Z(n[wa]|d[la]))/) { stop("a " $1 " of its own") }
$2 ~ /^[TDBR]$/ && $1 ~ /^_ZN?K?S[tabsiod]/ { stop("a " $1 " of its own") }
