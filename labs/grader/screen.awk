# SPDX-License-Identifier: MIT
# Names the first thing in a student's source that no lab needs and that is not on the lists below; says nothing where all is
# on them. The source comes without comments and strings (bare.awk): first as it was handed in, to see its directives, then
# with its macros expanded, to see what they make. Functions of the library are not looked for here:
# symbols.awk judges them by the names that the compiled object leaves undefined.
BEGIN {
    # CUDA's, C's and C++'s; also those of which most functions are refused, where they are called.
    headers = "(checks|lab|assert|complex|ctype|errno|fenv|float|inttypes|limits|locale|malloc|math|pthread|signal|stdarg|stdbool|stddef" \
        "|stdint|stdio|stdlib|string|time|unistd|fcntl|wchar|wctype|cuda[a-z0-9_]*|device_launch_parameters|device_functions" \
        "|cooperative_groups(/[a-z_]+)?|curand_kernel|mma|nccl|vector_types|vector_functions|texture_fetch_functions|math_constants" \
        "|sm_[a-z0-9_]+|sys/(resource|stat|time|types)|(nvtx3/)?nvToolsExt|windows|intrin)[.]h" \
        "|c(assert|complex|ctype|errno|fenv|float|inttypes|limits|locale|math|signal|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|time" \
        "|wchar|wctype)|bits/stdc[+][+][.]h|(thrust|cub)/[a-z0-9_/]+[.](h|cuh)|cuda/(std/)?[a-z_]+" \
        "|algorithm|any|array|atomic|bit|bitset|charconv|chrono|compare|complex|concepts|condition_variable|deque|exception|filesystem" \
        "|forward_list|fstream|functional|future|initializer_list|iomanip|ios|iosfwd|iostream|istream|iterator|limits|list|locale|map|memory" \
        "|memory_resource|mutex|new|numbers|numeric|optional|ostream|queue|random|ranges|ratio|regex|set|shared_mutex|span|sstream|stack" \
        "|stdexcept|streambuf|string|string_view|system_error|thread|tuple|type_traits|typeindex|typeinfo|unordered_map|unordered_set" \
        "|utility|valarray|variant|vector"
    directive = "^(include *<(" headers ")>|define .*|undef .*|if[ (!].*|ifdef .*|ifndef .*|elif.*|else|endif|error.*|warning.*" \
        "|pragma (no)?unroll[-A-Za-z0-9_ ()*/+]*|pragma once|pragma nv_diag_(suppress|default|warning) [0-9, ]+" \
        "|pragma GCC diagnostic [a-z]+( *\"\" *)?|pragma (omp|warning|(end)?region) ?.*)? *$"
    # Names with two underscores: CUDA's, and those by which compilers and systems are told apart.
    reserved = "^__(global|device|host|shared|constant|managed|restrict|align|forceinline|noinline|inline|launch_bounds|maxnreg" \
        "|grid_constant|cluster_dims|nv_is_extended_device_lambda_closure_type)__$" \
        "|^__(restrict|inline|func__|FUNCTION__|PRETTY_FUNCTION__|alignof__|cplusplus|assert_fail|errno_location|FILE__|LINE__" \
        "|DATE__|TIME__|VA_ARGS__|CUDA_ARCH__|CUDACC__|NVCC__|CUDACC_VER_MAJOR__|COUNTER__|va_list_tag|extension__|int128" \
        "|VA_OPT__|CUDA_ARCH_LIST__|CUDACC_VER_MINOR__|cudart_builtin__|builtin_align__|device_builtin__" \
        "|INTELLISENSE__|GNUC__|clang__|linux__|APPLE__|x86_64__|aarch64__|CUDACC_RTC__|CUDACC_VER_BUILD__|STDC_VERSION__)$" \
        "|^__(sync(threads|warp)|shfl|ballot|any|all|activemask|match|reduce|vote|threadfence|ldg|ldc|ldl|stc|stw|ld|st|pipeline" \
        "|popc|clz|ffs|brev|byte_perm|funnelshift|dp[24]a|sad|usad|mul|umul|[su]?had|[su]?rhad|nanosleep|trap|brkpt|prof" \
        "|float|double|int|uint|ll|ull|half|bfloat|nv_|short|ushort|hi|lo|high|low|f[a-z]*_r[nzud]$|d[a-z]*_r[nzud]$|h[a-z]+" \
        "|exp|log|sin|cos|tan|pow|saturatef|fdividef|frsqrt|isGlobal|isShared|isLocal|isConstant|cvta|v[a-z]+[24]|tex|surf)"
    builtin = "^__builtin_(nan|inf|huge_val|fabs|offsetof|expect|unreachable|assume|isnan|isinf|isfinite|popcount|clz|ctz|va_)"
    attribute = "^(nodiscard|maybe_unused|fallthrough|likely|unlikely|noreturn|deprecated|no_unique_address" \
        "|aligned|unused|__aligned__|__unused__|__noinline__|__always_inline__|noinline|always_inline)$"
}

function stop(what) {
    sub(/^raw_string$/, "R\"(...)\"", what)
    gsub(/[ \t]+/, " ", what)
    print substr(what, 1, 60)
    stopped = 1
    exit
}

{
    sub(/^\357\273\277/, "")
    gsub(/\r/, "")
    gsub(/[\t\v\f]/, " ")
}
# What `#if 0` takes out of the source as it was handed in; but where a raw string ends there, few compilers agree.
taken_out && !/raw_string/ && /^ *(#|%:)/ {
    what = $0
    sub(/^ *(#|%:) */, "", what)
    if (what ~ /^if/)
        taken_out++
    else if (what ~ /^endif/ || (what ~ /^el/ && taken_out == 1))
        taken_out--
}
taken_out && !/raw_string/ { next }
/^ *(#|%:) *if *0 *$/ { taken_out = 1 }
/^ *(#|%:)/ {
    what = $0
    sub(/^ *(#|%:) */, "", what)
    gsub(/  +/, " ", what)
    if (what !~ directive)
        stop("#" what)
    if (what ~ /^include/ && pasted)
        stop("## before an #include")
    if (what ~ /##|%:%:/)
        pasted = 1
    if (what ~ /^pragma/)
        next
}

# Words, and the brackets of attributes, which may stand on several lines. The next token is looked for in the next thousand
# characters: a line may be long.
{
    text = $0
    gsub(/<:/, "[", text) # other spellings of brackets
    gsub(/:>/, "]", text)
    for (at = 1; at <= length(text); ) {
        piece = substr(text, at, 1000)
        if (!match(piece, /[A-Za-z_$][A-Za-z0-9_$]*|[^A-Za-z_$ ]/)) {
            at += 1000
            continue
        }
        if (RSTART > 1 && RSTART + RLENGTH > 1000) { # it may go on
            at += RSTART - 1
            continue
        }
        token = substr(piece, RSTART, RLENGTH)
        at += RSTART + RLENGTH - 1
        if (in_attribute) { # up to the bracket that closes it: each name outside of inner brackets has to be on the list
            if (token == "(" || token == "[")
                depth++
            else if (token == ")" || token == "]")
                in_attribute = --depth > 0
            else if (token ~ /^[A-Za-z_$]/ && depth <= 2 && token !~ attribute)
                stop("attribute " token)
            last = ""
            continue
        }
        if (token == "[" && last == "[") {
            in_attribute = 1
            depth = 2
        } else if (token ~ /^__attribute(__)?$/) {
            in_attribute = 1
            depth = 0
        } else if (token ~ /^__builtin_/) {
            if (token !~ builtin)
                stop(token)
        } else if (token ~ /^(asm|_Pragma|raw_string|_fileno|_mm[0-9]*_.*|_IO_.*|_GLIBCXX_.*|__has_.*|lab_record|lab_input)$/ || token ~ /cuda_cpu|CUDA_CPU/ ||
            (token ~ /^__/ && token !~ reserved))
            stop(token)
        last = token
    }
}
