# shellcheck shell=bash disable=SC2034,SC2154 # the parts of the driver share their variables
# SPDX-License-Identifier: MIT

# own_files SOURCE FOLDER...: the source, and of what it includes the files that lie beside it or in one of
# the folders, a name a line.
own_files() {
    local file name folder known i
    local files=("$1")
    [ -f "$1" ] || return 0
    shift
    for ((i = 0; i < ${#files[@]} && i < 100; i++)); do
        while IFS= read -r name; do
            for folder in "$(dirname "${files[i]}")" "$@"; do
                file=$folder/$name
                [ -f "$file" ] || continue
                for known in "${files[@]}"; do
                    [ "$known" != "$file" ] || continue 3
                done
                files+=("$file")
                continue 2
            done
        done < <(sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]\([^>"]*\)[>"].*/\1/p' "${files[i]}")
    done
    printf '%s\n' "${files[@]}"
}

# advise FILE...: of a program that does not compile here, what its sources or headers ask for that the
# CPU backend does not have at all; nothing where they ask for no such thing.
advise() {
    local include='#[[:space:]]*include[[:space:]]*[<"]'
    has() { grep -qsE "$@"; }
    if has "$include(cublas|curand|cufft|cusparse|cusolver|cudnn|npp|nvml)" "$@"; then
        echo 'a library of its own (cuBLAS, cuRAND ...), which the CPU backend does not have: BACKEND=cuda'
    elif has "$include(thrust|cub|cuda/std)/" "$@"; then
        echo 'Thrust, CUB and libcu++ are not on the CPU backend: BACKEND=cuda'
    elif has "$include(cuda/|nvrtc|cuda_fp[468]\\.h)" "$@"; then
        echo 'not on the CPU backend: BACKEND=cuda'
    elif has '(^|[^A-Za-z0-9_])cu(Module[A-Z]|LaunchKernel|Link[A-Z]|Library[A-Z]|Func[A-Z]|TexRef[A-Z])' "$@"; then
        echo 'modules and launches of the driver API are not on the CPU backend: use the runtime (cuda...), or BACKEND=cuda'
    fi
}
