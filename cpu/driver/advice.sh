# shellcheck shell=bash
# SPDX-License-Identifier: MIT

# advise FILE...: of a program that does not compile here, what its sources or headers ask for that the
# CPU backend does not have at all; nothing where they ask for no such thing.
advise() {
    local include='#[[:space:]]*include[[:space:]]*[<"]'
    has() { grep -qsE "$@"; }
    if has "$include(cublas|curand|cufft|cusparse|cusolver|cudnn|npp|nvml|nccl)" "$@"; then
        echo 'a library of its own (cuBLAS, cuRAND ...), which the CPU backend does not have: BACKEND=cuda'
    elif has "$include(thrust|cub|cuda/std)/" "$@"; then
        echo 'Thrust, CUB and libcu++ are not on the CPU backend: BACKEND=cuda'
    elif has "$include(cuda/|nvrtc|cuda_fp[468]\\.h)" "$@"; then
        echo 'not on the CPU backend: BACKEND=cuda'
    elif has '(^|[^A-Za-z0-9_])cu(Init|DeviceGet|CtxCreate|ModuleLoad|LaunchKernel|MemAlloc|LinkCreate)' "$@"; then
        echo 'the driver API (cuInit ...) is not on the CPU backend: use the runtime (cuda...), or BACKEND=cuda'
    fi
}
