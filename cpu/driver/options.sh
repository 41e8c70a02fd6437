# shellcheck shell=bash disable=SC2034,SC2154 # the parts of the driver share their variables
# SPDX-License-Identifier: MIT
# nvcc's command line. One or two dashes, long names and short ones, a value behind `=` or as the next
# word: all the same here. What concerns GPUs alone is understood, and has nothing to say.

# What the other files go by:
phase='link'      # depend preprocess rewrite compile dlink lib link
inputs=()         # in the order of the command line: sources, objects, libraries, options of the linker
output=           # -o
language=         # -x: c, c++, cu; else by the name
preprocessing=()  # -D -U -I -isystem -include
host_flags=()     # -Xcompiler
compiling=()      # warnings, -std for the host's sources and such
warnings=()       # what the compiler of device code warns of
standard=         # -std
optimise=         # -O
debug_device=     # -G
defines=()        # the macros that options of nvcc's bring
dependencies=()   # -M -MM -MD -MMD -MP
dependency_file=  # -MF
dependency_target=() # -MT NAME
rdc=              # device variables are shared between files
cudart=static     # none, shared, static
arch=             # 80 of sm_80
ccbin=
check=            # --check=NAME
check_all=
rolled=           # --rolled: #pragma unroll is not for this compiler
keep=             # intermediate files are kept, in keep_folder
keep_folder=.
object_folder=
verbose='' dryrun='' running='' run_arguments=()

# split SEPARATORS TEXT [keep]: leaves the words of TEXT in $words; quotes and backslashes hold a word together, and are
# no part of it, but for quotes that are to be kept: those of a macro's value.
split() {
    local separators=$1 text=$2 keep=${3-} word='' some='' quote='' c i
    words=()
    case $text in
    *[\"\'\\]*) ;;
    *)
        local IFS=$separators
        set -f
        # shellcheck disable=SC2206
        words=($text)
        set +f
        return
        ;;
    esac
    for ((i = 0; i < ${#text}; i++)); do
        c=${text:i:1}
        if [ -n "$quote" ]; then
            if [ "$c" = "$quote" ]; then
                quote='' word=$word${keep:+$c}
            elif [ "$c" = \\ ] && [ "$quote" = \" ] && [[ ${text:i+1:1} == [\"\\] ]]; then
                i=$((i + 1)) word=$word${keep:+$c}${text:i:1}
            else
                word=$word$c
            fi
        elif [[ $separators == *"$c"* ]]; then
            [ -z "$some$word" ] || words+=("$word")
            word='' some=''
        elif [ "$c" = \" ] || [ "$c" = \' ]; then
            quote=$c some=yes word=$word${keep:+$c}
        elif [ "$c" = \\ ] && [ -n "${text:i+1:1}" ]; then
            i=$((i + 1)) word=$word${text:i:1}
        else
            word=$word$c
        fi
    done
    [ -z "$some$word" ] || words+=("$word")
}
blanks=$' \t\n'

# Words for the host's compiler, `-Xcompiler "-O2,-Wall -fopenmp"`.
add_host_flags() {
    split ",$blanks" "$1"
    host_flags+=("${words[@]}")
}
add_front_end_words() { # -Xcudafe "--diag_suppress=177 --display_error_number"
    local word
    split "$blanks" "$1"
    for word in "${words[@]}"; do
        case $word in
        --diag_suppress=* | --diag_error=*) warnings+=("--diag-${word#--diag_}") ;;
        -w | --no_warnings) warnings+=(--no-warnings) ;;
        esac
    done
}
add_linker_words() {
    local word
    split ',' "$1"
    for word in "${words[@]}"; do inputs+=(-Xlinker "$word"); done
}
add_include_folders() { # -I a,b: other toolkits' headers are not for this one
    local option=$1 folder
    split , "$2"
    for folder in "${words[@]}"; do
        if [ "$folder" -ef "$home/include" ] || { [ -e "$folder/crt/host_config.h" ] && [ -e "$folder/cuda_runtime.h" ]; }; then
            continue
        fi
        preprocessing+=("$option" "$folder")
    done
}
add_macros() { # -D x=1,y
    local option=$1 macro
    split , "$2" keep
    for macro in "${words[@]}"; do preprocessing+=("$option$macro"); done
}
add_libraries() { # -L a,b and -l a,b
    local option=$1 name
    split , "$2"
    for name in "${words[@]}"; do inputs+=("$option$name"); done
}

set_architecture() { # sm_80, compute_90a, native, all ...; of several the last counts
    local each
    split ",$blanks" "${1//[][]/}"
    for each in "${words[@]}"; do
        case $each in
        native | all | all-major) ;;
        sm_[1-9][0-9]* | compute_[1-9][0-9]* | lto_[1-9][0-9]*) arch=${each#*_} arch=${arch%%[!0-9]*} ;;
        *) fatal "Unsupported gpu architecture '$each'" ;;
        esac
    done
}

yes() { # the value of an option that is true or false
    case $1 in true) ;; false) return 1 ;; *) fatal "'$1': expected true or false" ;; esac
}
is_number() {
    case $1 in '' | *[!0-9]*) fatal "'$1': expected a number" ;; esac
}

refuse_gpu_code() {
    fatal "'-$1' makes code for a GPU; CUDA on the CPU compiles to objects and programs only"
}

read_options() {
    local word given value has_value surplus
    # The value of this option: behind =, or the next word. Its own `shift` has to be the caller's.
    while [ $# -gt 0 ]; do
        word=$1
        shift
        case $word in
        -?*) ;;
        @?*) # as the host's compiler has it
            if [ -r "${word#@}" ]; then
                split "$blanks" "$(cat "${word#@}")"
                read_options "${words[@]}"
            else
                add_input "$word"
            fi
            continue
            ;;
        *) add_input "$word" && continue ;;
        esac
        given=${word#-} given=${given#-} value='' has_value='' surplus=''
        case $given in
        *=*) value=${given#*=} given=${given%%=*} has_value=yes surplus=$word ;;
        esac
        case $given in # those that take a value
        o | output-file | x | D | define-macro | U | undefine-macro | I | include-path | isystem | system-include | \
            include | pre-include | L | library-path | l | library | O | optimize | std | arch | gpu-architecture | \
            code | gpu-code | gencode | generate-code | ccbin | compiler-bindir | Xcompiler | compiler-options | \
            Xlinker | linker-options | Xptxas | ptxas-options | Xnvlink | nvlink-options | Xarchive | \
            archive-options | Xcudafe | cudafe-options | Xcicc | cicc-options | MF | dependency-output | MT | dependency-target-name | odir | output-directory | \
            keep-dir | cudart | cudadevrt | rdc | relocatable-device-code | maxrregcount | ftz | prec-div | \
            prec-sqrt | fmad | default-stream | t | threads | split-compile | split-compile-extended | m | \
            machine | Werror | diag-suppress | diag-error | diag-warn | options-file | optf | check | \
            run-args | run-arguments | arbin | archiver-binary | ldir | libdevice-directory | target-dir | \
            target-directory | opt-info | optimization-info | Ofc | Ofast-compile | dopt | \
            ftemplate-backtrace-limit | ftemplate-depth | e | entries | time | idp | input-drive-prefix | \
            ddp | dependency-drive-prefix | dp | drive-prefix | jtd | jump-table-density | compress-mode | \
            frandom-seed | sanitize | hls | host-linker-script | brief-diag | brief-diagnostics | \
            device-stack-protector | static-global-template-stub | device-entity-has-hidden-visibility | \
            fdevice-time-trace | qpp-config | nvlink-jobs | compiler)
            if [ -z "$has_value" ]; then
                [ $# -gt 0 ] || fatal "argument expected after '$word'"
                value=$1
                shift
            fi
            surplus=
            ;;
        esac
        case $given in
        # what is done
        c | compile | dc | device-c | dw | device-w)
            phase=compile
            case $given in dc | device-c) rdc=yes ;; esac
            ;;
        E | preprocess) phase=preprocess ;;
        cuda) phase=rewrite ;;
        M | generate-dependencies) phase=depend dependencies+=(-M) ;;
        MM | generate-nonsystem-dependencies) phase=depend dependencies+=(-MM) ;;
        MD | generate-dependencies-with-compile) dependencies+=(-MD) ;;
        MMD | generate-nonsystem-dependencies-with-compile) dependencies+=(-MMD) ;;
        MP | generate-dependency-targets) dependencies+=(-MP) ;;
        MF | dependency-output) dependency_file=$value ;;
        MT | dependency-target-name) dependency_target=(-MT "$value") ;;
        dlink | device-link) phase=dlink ;;
        link) phase='link' ;;
        lib) phase=lib ;;
        run) running=yes ;;
        run-args | run-arguments) split ",$blanks" "$value" && run_arguments+=("${words[@]}") ;;
        ptx | cubin | fatbin | optix-ir | ltoir | gpu) refuse_gpu_code "$given" ;;
        # files
        o | output-file) output=$value ;;
        x)
            case $value in
            c | c++ | cu) language=$value ;;
            *) fatal "Value '$value' is not defined for option 'x'" ;;
            esac
            ;;
        odir | output-directory) object_folder=$value ;;
        keep | save-temps) keep=yes ;;
        keep-dir) keep=yes keep_folder=$value ;;
        D | define-macro) add_macros -D "$value" ;;
        U | undefine-macro) add_macros -U "$value" ;;
        I | include-path) add_include_folders -I "$value" ;;
        isystem | system-include) add_include_folders -isystem "$value" ;;
        include | pre-include)
            split , "$value"
            for value in "${words[@]}"; do preprocessing+=(-include "$value"); done
            ;;
        L | library-path) add_libraries -L "$value" ;;
        l | library) add_libraries -l "$value" ;;
        options-file | optf)
            split , "$value"
            for value in "${words[@]}"; do
                [ -r "$value" ] || fatal "Could not open options file '$value'"
                split "$blanks" "$(cat "$value")"
                read_options "${words[@]}"
            done
            ;;
        # the host's compiler and linker
        ccbin | compiler-bindir) ccbin=$value ;;
        Xcompiler | compiler-options) add_host_flags "$value" ;;
        Xlinker | linker-options) add_linker_words "$value" ;;
        shared) inputs+=(-shared) ;;
        cudart)
            case $value in
            none | shared | static) cudart=$value ;;
            *) fatal "Value '$value' is not defined for option 'cudart'" ;;
            esac
            ;;
        # language and code
        std)
            case $value in
            c++03 | c++11 | c++14 | c++17 | c++20) standard=$value ;;
            *) fatal "Value '$value' is not defined for option 'std'" ;;
            esac
            ;;
        O | optimize) is_number "$value" && optimise=$value ;;
        g | debug) compiling+=(-g) ;;
        G | device-debug) debug_device=yes defines+=(-D__CUDACC_DEBUG__) compiling+=(-g) ;;
        pg | profile) host_flags+=(-pg) ;;
        rdc | relocatable-device-code) if yes "$value"; then rdc=yes; else rdc=; fi ;;
        extended-lambda | expt-extended-lambda) defines+=(-D__CUDACC_EXTENDED_LAMBDA__) && lambdas=--extended-lambda ;;
        expt-relaxed-constexpr) defines+=(-D__CUDACC_RELAXED_CONSTEXPR__) && relaxed=--expt-relaxed-constexpr ;;
        use_fast_math) ;; # the fast functions are as exact as the slow ones here, and as slow
        default-stream)
            case $value in
            legacy | null) ;;
            per-thread) defines+=(-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1) ;;
            *) fatal "Value '$value' is not defined for option 'default-stream'" ;;
            esac
            ;;
        arch | gpu-architecture) set_architecture "$value" ;;
        code | gpu-code) ;;
        gencode | generate-code)
            value=${value#arch=}
            set_architecture "${value%%,*}"
            ;;
        # what is said
        w | disable-warnings) compiling+=(-w) warnings+=(--no-warnings) ;;
        Wreorder) compiling+=(-Wreorder) ;;
        Wno-deprecated-declarations) compiling+=(-Wno-deprecated-declarations) ;;
        Werror)
            split , "$value"
            for value in "${words[@]}"; do
                case $value in
                all-warnings) compiling+=(-Werror) warnings+=(--warnings-are-errors) ;;
                reorder | deprecated-declarations) compiling+=("-Werror=$value") ;;
                cross-execution-space-call | default-stream-launch | missing-launch-bounds | ext-lambda-captures-this) ;;
                *) fatal "Value '$value' is not defined for option 'Werror'" ;;
                esac
            done
            ;;
        diag-suppress) warnings+=("--diag-suppress=$value") ;;
        diag-error) warnings+=("--diag-error=$value") ;;
        Xcudafe | cudafe-options) add_front_end_words "$value" ;;
        ftemplate-backtrace-limit | ftemplate-depth | frandom-seed) compiling+=("-$given=$value") ;;
        v | verbose) verbose=yes ;;
        dryrun) dryrun=yes ;;
        V | version) show_version && exit 0 ;;
        h | help) show_help && exit 0 ;;
        arch-ls | list-gpu-arch) printf 'compute_%s\n' 75 80 86 87 88 89 90 100 103 110 120 121 && exit 0 ;;
        code-ls | list-gpu-code) printf 'sm_%s\n' 75 80 86 87 88 89 90 100 103 110 120 121 && exit 0 ;;
        # cudacc's own
        check)
            check=$value
            if [ "$check" = all ]; then check_all=yes; else use_check "$check"; fi
            ;;
        rolled) rolled=yes ;;
        prepare) prepare_only=yes ;;
        # for a GPU, and for nvcc itself
        ftz | prec-div | prec-sqrt | fmad) yes "$value" || : ;;
        maxrregcount | t | threads) is_number "$value" ;;
        lineinfo | generate-line-info | Xptxas | ptxas-options | Xnvlink | nvlink-options | Xarchive | \
            archive-options | Xcicc | cicc-options | split-compile | \
            split-compile-extended | m | m64 | machine | diag-warn | \
            cudadevrt | restrict | allow-unsupported-compiler | Wno-deprecated-gpu-targets | \
            Wdefault-stream-launch | Wmissing-launch-bounds | Wext-lambda-captures-this | res-usage | \
            resource-usage | noeh | no-exceptions | objtemp | objdir-as-tempdir | arbin | archiver-binary | \
            ldir | libdevice-directory | target-dir | target-directory | use-local-env | force-cl-env-setup | \
            opt-info | optimization-info | Ofc | Ofast-compile | dopt | dlto | dlink-time-opt | lto | \
            gen-opt-lto | nohdinitlist | no-host-device-initializer-list | nohdmoveforward | \
            no-host-device-move-forward | static-global-template-stub | \
            device-entity-has-hidden-visibility | noprof | dont-use-profile | fdevice-syntax-only | \
            fdevice-time-trace | clean | clean-targets | time | idp | input-drive-prefix | ddp | \
            dependency-drive-prefix | dp | drive-prefix | no-align-double | nodlink | no-device-link | e | \
            entries | extra-device-vectorization | keep-device-functions | src-in-ptx | source-in-ptx | ewp | \
            extensible-whole-program | no-compress | qpp-config | astoolspatch | compile-as-tools-patch | \
            err-no | display-error-number | no-err-no | no-display-error-number | hls | host-linker-script | \
            aug-hls | augment-host-linker-script | r | relocatable-link | brief-diag | brief-diagnostics | jtd | \
            jump-table-density | reloc-ptx | relocatable-ptx | device-stack-protector | compress-mode | \
            sanitize | jobserver | disable-optimizer-constants) ;;
        forward-unknown-to-host-compiler) forward_to_compiler=yes ;;
        forward-unknown-to-host-linker) forward_to_linker=yes ;;
        forward-unknown-opts) forward_to_compiler=yes forward_to_linker=yes ;;
        *)
            surplus=
            read_joined "$word" || unknown+=("$word")
            ;;
        esac
        [ -z "$surplus" ] || fatal "no argument expected after '${word%%=*}'"
    done
}

# Options of one letter with their value close behind.
read_joined() {
    case $1 in
    -[DU]?*) add_macros "${1:0:2}" "${1:2}" ;;
    -I?*) add_include_folders -I "${1#-I}" ;;
    -[Ll]?*) add_libraries "${1:0:2}" "${1:2}" ;;
    -O?*) is_number "${1#-O}" && optimise=${1#-O} ;;
    -t[0-9]*) ;;
    -j[0-9]* | -jobserver) ;;
    *) return 1 ;;
    esac
}

add_input() {
    case $1 in
    *.cu | *.c | *.cpp | *.cxx | *.cc | *.C | *.c++ | *.CPP | *.ii | *.i | *.o | *.a | *.so | *.so.* | *.obj | *.s | \
        *.S | *.lo | *.gpu) ;;
    *.ptx | *.cubin | *.fatbin) fatal "'$1' holds code for a GPU, and there is none here" ;;
    *) [ -n "$language" ] || { [ -n "$running" ] && [ -x "$1" ]; } || stray=${stray:-$1} ;;
    esac
    inputs+=("$1")
}

show_help() {
    cat <<'END'
Usage: nvcc [options] file...      or cudacc, which is the same: CUDA on the CPU

Takes nvcc's options. What they say of GPUs (-arch -gencode -Xptxas -lineinfo ...) is understood and
changes nothing; -ptx, -cubin and -fatbin are refused. Its own:

  --check=memory|race|init|all|count   builds the program for a check: run it, and it names its mistakes;
                                 its exit status is 1 if there were any
  --check=debug                  builds it for gdb with debugger/cuda.py, which knows blocks and threads
  --rolled                       takes no notice of #pragma unroll: compiles faster

In the environment: NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS, options before and behind these;
NVCC_CCBIN, the host's compiler; CUDA_CPU_ARCH, the processor to compile for (-march; native).
END
}

has_sources() {
    local word
    for word in "${inputs[@]}"; do
        case $word in -?*) ;; *) [ -z "$(kind_of "$word")" ] || return 0 ;; esac
    done
    return 1
}

# Options of the environment stand before and behind those of the command line.
read_environment_and_options() {
    local before=() after=() word
    unknown=() stray='' forward_to_compiler='' forward_to_linker='' prepare_only=''
    split "$blanks" "${NVCC_PREPEND_FLAGS-}" && before=("${words[@]}")
    split "$blanks" "${NVCC_APPEND_FLAGS-}" && after=("${words[@]}")
    all_arguments=("${before[@]}" "$@" "${after[@]}")
    read_options "${all_arguments[@]}"
    # To link for all checks CMake calls this, and has words for a compiler.
    if [ -n "$check_all" ] && ! has_sources; then forward_to_compiler=yes; fi
    for word in "${unknown[@]}"; do
        [ -n "$forward_to_compiler$forward_to_linker" ] || fatal "Unknown option '$word'"
        [ -z "$forward_to_compiler" ] || host_flags+=("$word")
        [ -n "$forward_to_compiler" ] || inputs+=("$word")
    done
    if [ -n "$prepare_only" ]; then
        choose_host_compiler
        prepare_toolkit
        exit
    fi
    if [ -n "$stray" ]; then
        [ -z "$verbose$dryrun" ] || { choose_host_compiler && show_environment; }
        fatal "Don't know what to do with '$stray'"
    fi
    if [ -n "$dependency_file" ] && ! [[ " ${dependencies[*]} " =~ \ -MM?D?\  ]]; then
        fatal "Option '--dependency-output' requires one of '-M', '-MM', '-MD' or '-MMD' to be specified"
    fi
    [ -z "$rdc" ] || defines+=(-D__CUDACC_RDC__)
    for word in "${inputs[@]}"; do
        case $word in -?*) ;; *) return 0 ;; esac
    done
    fatal 'No input files specified; use option --help for more information'
}
