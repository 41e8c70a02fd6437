#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cudacc, CUDA on the CPU by nvcc's command line: somebody else's projects, by their own Makefile and
# CMakeLists.txt, with cpu/bin first on the PATH; each option that they use; and what it refuses.
# shellcheck disable=SC2016 # $ is for make
. "$(dirname "$0")/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE WERROR DISPLAY NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS

home=$PWD/cpu
PATH=$home/bin:$PATH
project=$dir/a\ project
mkdir -p "$project/src" "$project/in c"
cd "$project" || exit 1
put() { cat >"$1"; }

# ---- a project: two .cu that share a header, a .cpp and a .c ------------------------------------------

put shared.h <<'END'
#pragma once
#include <cuda_runtime.h>
#ifdef __CUDACC__
__constant__ int factor;
__device__ int calls;
template <class T> __device__ T scaled(T x) { return x * factor + threadIdx.x; }
template <class T> __global__ void scale(T *x) {
    x[threadIdx.x] = scaled(x[threadIdx.x]);
    atomicAdd(&calls, 1);
}
struct Lane { __device__ int number() const { return (int)threadIdx.x; } };
#endif
#ifdef __cplusplus
extern "C" {
#endif
int by_two(int *numbers, int count);
int by_three(int *numbers, int count);
float4 sum(float4 a, float4 b);
int devices(void);
#ifdef __cplusplus
}
#endif
END
for n in two:2 three:3; do
    put "src/${n%:*}.cu" <<END
#include "shared.h"
int by_${n%:*}(int *numbers, int count) {
    const int value = ${n#*:};
    int *d, made = -1;
    cudaMalloc(&d, count * sizeof(int));
    cudaMemcpyToSymbol(factor, &value, sizeof value);
    cudaMemcpy(d, numbers, count * sizeof(int), cudaMemcpyHostToDevice);
    scale<<<1, count>>>(d);
    cudaMemcpy(numbers, d, count * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&made, calls, sizeof made);
    cudaFree(d);
    return made;
}
END
done
put src/main.cpp <<'END'
#include "shared.h"
#include <cstdio>
#ifdef __CUDACC__
#error this is no CUDA C
#endif
int main() {
    int x[4] = {1, 2, 3, 4};
    const int first = by_two(x, 4), second = by_three(x, 4);
    const float4 s = sum(make_float4(1, 2, 3, 4), make_float4(0, 0, 0, 1));
    std::printf("%d %d %d %d, %d %d, %g, %d\n", x[0], x[1], x[2], x[3], first, second, s.w, devices() > 0);
}
END
put 'in c/sum.c' <<'END'
#include "shared.h"
#include <assert.h>
float4 sum(float4 a, float4 b) {
    float4 c = {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
    dim3 one = {1, 1, 1};
    assert(one.x == 1);
    return c;
}
int devices(void) {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
END
answer='6 16 26 36, 4 4, 5, 1'
says() { # says TEXT COMMAND...: it ends well, with that line
    local text=$1 output
    shift
    output=$("$@" 2>&1) || { echo "$output" && return 1; }
    grep -qxF -- "$text" <<<"$output" || { echo "$output" && return 1; }
}
everything=(src/two.cu src/three.cu src/main.cpp 'in c/sum.c')
ok 'four sources in one command' nvcc -I . -o 'all of it' "${everything[@]}"
ok 'each file has its own constants and variables' says "$answer" ./'all of it'
ok 'and its own code where nothing is inlined' nvcc -G -I. -o debug "${everything[@]}"
ok '(-G)' says "$answer" ./debug
cat >far.cu <<'END'
__global__ void far(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = out[0];
    __syncthreads();
    if (threadIdx.x == 0) out[1] = s[threadIdx.x - 1];
}
int main() { far<<<1, 32>>>(nullptr); }
END
ok 'an element so far out of bounds that its address could not be linked' nvcc -O3 -o far far.cu
put farther.cu <<'END'
#include <cstdio>
__global__ void k(unsigned *p, int n) {
    __shared__ unsigned s[8][32];
    unsigned *q = &s[0][0];
    unsigned i = threadIdx.x;
    q[i] = i;
    __syncthreads();
    for (unsigned d = 4; d-- > 0;)
        if (n > 3) p[i] += q[d - 1 + (d == 0)];
    if (n == 77) p[0] = q[0xffffffffu];
}
int main() {
    unsigned *p;
    cudaMallocManaged(&p, 32 * sizeof *p);
    k<<<1, 32>>>(p, 4);
    cudaDeviceSynchronize();
    return p[0] != 3;
}
END
ok 'one for whose address the compiler has no instruction' bash -c 'nvcc -O3 -o farther farther.cu && ./farther'
if command -v clang++ >/dev/null; then
    ok 'with clang++' bash -c 'nvcc -ccbin clang++ -I. -o clang "$@" && [ "$(./clang)" = "'"$answer"'" ]' . "${everything[@]}"
    ok '... which leaves a condition to the leader of a warp' bash -c 'nvcc -ccbin clang++ -o leader "$0" && ./leader' \
        "$home/../tests/cpu/test_published.cu"
else
    skip 'with clang++' 'it is not installed'
fi

put Makefile <<'END'
.RECIPEPREFIX = >
NVCC    = nvcc
ARCH   := -gencode arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=\"sm_80,compute_80\"
FLAGS   = -O2 -std=c++14 -I. -lineinfo $(ARCH) -Xcompiler "-Wall,-Wextra -fopenmp" -Xptxas=-v --use_fast_math \
          --expt-relaxed-constexpr --extended-lambda -maxrregcount=64 --ptxas-options=-v -m64 --threads 2 -diag-suppress 177
OBJECTS = two.o three.o main.o sum.o
program: $(OBJECTS)
> $(NVCC) $(ARCH) -o $@ $^ -lcudart -lm -Xcompiler -fopenmp -Xlinker -rpath,/nowhere
%.o: src/%.cu
> $(NVCC) $(FLAGS) -MMD -MP -c $< -o $@
main.o: src/main.cpp
> $(CXX) -std=c++11 -Wall -Wextra -Werror -pedantic -I. -I$(CUDA)/include -c $< -o $@
sum.o: in\ c/sum.c
> $(CC) -std=c99 -Wall -Wextra -Werror -pedantic -I. -I$(CUDA)/include -c '$<' -o $@
clean:
> rm -f $(OBJECTS) program
-include $(OBJECTS:.o=.d)
END
ok 'a Makefile with nvcc, c++ and cc, in parallel' make -s -j4 CUDA="$home"
ok 'what it made' says "$answer" ./program
rebuilt() { touch shared.h && make -n CUDA="$home" | grep -q 'nvcc.*src/two.cu'; } # the .d files name the header
ok 'a header that changed' rebuilt
# An object of the runtime: made anew for another compiler or other flags, and for nothing else.
object() { make -s -C "$home" LIB=test-flags "$@" build/test-flags/runtime/diagnose/error.o &&
    stat -c %y%i "$home/build/test-flags/runtime/diagnose/error.o"; }
made_anew() {
    local first second third
    first=$(object) && second=$(object WERROR=1) && third=$(object ARCH=) && echo "$first, $second, $third" &&
        [ "$first" = "$second" ] && [ "$first" != "$third" ]
}
ok 'other flags of the runtime' made_anew
rm -rf "$home/build/test-flags"

# ---- linking -----------------------------------------------------------------------------------------

ok 'objects by -c' nvcc -c -I. "${everything[@]}"
ok 'g++ -lcudart' g++ -o plain two.o three.o main.o sum.o -L"$home/lib64" -lcudart
ok 'it runs' says "$answer" ./plain
ok 'g++ with the archive' g++ -o archived two.o three.o main.o sum.o "$home/lib64/libcudart_static.a" -lpthread -ldl -lrt
ok 'it runs too' says "$answer" ./archived
ok 'cc, for a program in C' bash -c 'echo "#include <cuda_runtime.h>
    int main(void) { void *p; return cudaMalloc(&p, 4) != cudaSuccess || cudaFree(p) != cudaSuccess; }" >c.c &&
    cc -I"$0/include" -o c c.c -L"$0/lib64" -lcudart && ./c' "$home"
ok '... and one in C++ with small floats' bash -c 'printf "#include <cuda_%s.h>\n" fp16 bf16 fp8 fp4 >small.cpp && echo "
    int main() { return __half2float(__float2half(1.5f)) + __bfloat162float(__float2bfloat16(2.5f)) != 4; }" >>small.cpp &&
    g++ -std=c++11 -Wall -Werror -I"$0/include" -o small small.cpp && ./small' "$home"
ok 'a .cpp may read fields that left cudaDeviceProp' bash -c 'echo "#include <cuda_runtime.h>
    int main() { cudaDeviceProp p; return cudaGetDeviceProperties(&p, 0) || p.computeMode; }" >fields.cpp && nvcc -run -o fields fields.cpp'
ok '... and may include Thrust, which is CUDA C' bash -c 'mkdir -p own/thrust && echo "__global__ void k() {}" >own/thrust/k.h &&
    echo "#include <thrust/k.h>
    int main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }" >launch.cpp && nvcc -run -Iown -o launch launch.cpp'
ok 'old names that only the device sees' bash -c 'echo "__global__ void k(int *p) {
#if __CUDA_ARCH__ >= 300
    p[threadIdx.x] = __shfl(p[threadIdx.x], 1);
#endif
    }
    int main() { int *p; cudaMallocManaged(&p, 128); p[1] = 5; k<<<1, 32>>>(p); return cudaDeviceSynchronize() || p[31] != 5; }" >shfl.cu && nvcc -run -o shfl shfl.cu'
ok 'old votes leave other functions of their names alone' bash -c 'echo "namespace other { __device__ inline int __all(int a, int b) { return a + b; } }
    __global__ void k(int *p) { *p = __any(1) && __all(1) && __ballot(1) == 1 ? other::__all(2, 3) : 0; }
    int main() { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); return cudaDeviceSynchronize() || *p != 5; }" >votes.cu && nvcc -run -o votes votes.cu'
ok '-cudart shared, -lcuda' nvcc -cudart shared -o shared two.o three.o main.o sum.o -lcuda
ok 'finds its library' says "$answer" ./shared
ok '-lib, and the library' bash -c 'nvcc -lib -o libparts.a two.o three.o sum.o && nvcc -o from_library main.o -L. -lparts && ./from_library'
ok '-shared' bash -c 'nvcc -Xcompiler -fPIC -I. -shared -o libk.so src/two.cu src/three.cu "in c/sum.c" &&
    g++ -o user main.o -L. -lk -Wl,-rpath,"$PWD" && ./user'
echo '#include <dlfcn.h>
int main() { return !dlopen("./libk.so", RTLD_NOW); }' >opens.c
ok '... opened by a program that runs, as by Python'"'"'s ctypes' bash -c 'gcc -o opens opens.c -ldl && ./opens'

# ---- messages ----------------------------------------------------------------------------------------

put incomplete.cu <<'END'
union Cell;
template <int level> __device__ int get(Cell *p) {
    auto *x = &p->m;
    return *x + level;
}
static int other() { int unused; return 0; }
union Cell { int m; float f; };
__global__ void k(Cell *p, int *out) { *out = get<3>(p); }
int main() { k<<<1, 1>>>(nullptr, nullptr); }
END
ok 'a type that is completed further down' bash -c 'said=$(nvcc -c -o incomplete.o incomplete.cu 2>&1) && test -z "$said"'
ok 'other warnings beside it, with their function' bash -c 'said=$(nvcc -Xcompiler -Wall -c -o incomplete.o incomplete.cu 2>&1) &&
    grep -q "^incomplete.cu: In function .*other" <<<"$said" && grep -q "incomplete.cu:6:.*unused" <<<"$said" && ! grep -q "incomplete type\|get(" <<<"$said"'

# ---- -rdc --------------------------------------------------------------------------------------------

put table.cu <<'END'
__device__ int table = 5;
__constant__ int step[2] = {1, 2};
__device__ int meet(int x) {
    __syncthreads();
    return x * table + (int)threadIdx.x;
}
END
put use.cu <<'END'
#include <cstdio>
#ifndef __CUDACC_RDC__
#error no -rdc
#endif
extern __device__ int table;
extern __constant__ int step[2];
extern __device__ int meet(int x);
__global__ void use(int *out) { out[threadIdx.x] = meet(10) + step[1] + table; }
int main() {
    int *d, h[4];
    cudaMalloc(&d, sizeof h);
    use<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[3]);
    return cudaFree(d) != cudaSuccess;
}
END
ok '-dc, -dlink, g++' bash -c 'nvcc -dc use.cu table.cu && nvcc -dlink -o linked.o use.o table.o &&
    g++ -o rdc use.o table.o linked.o -L"$0/lib64" -lcudart' "$home"
ok 'device functions and variables of another file' says '57 60' ./rdc
ok '-rdc=true in one command' bash -c 'nvcc -rdc=true -o rdc2 table.cu use.cu && ./rdc2'
put ranges.cu <<'END'
#include <nvToolsExt.h>
#include <nvToolsExtCudaRt.h>
__global__ void nothing() {}
int main() {
    nvtxRangePushA("launch");
    nvtxNameCudaStreamA(nullptr, "work");
    nothing<<<1, 1>>>();
    nvtxRangePop();
    return cudaDeviceSynchronize();
}
END
put siblings.cu <<'END'
__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }
__global__ void both(int *p, bool ordered) {
    fill<<<1, 32>>>(p, 1);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    if (ordered) fill<<<1, 32>>>(p, 2);
    else fill<<<1, 32, 0, s>>>(p, 2);
    fill<<<1, 32, 0, cudaStreamTailLaunch>>>(p, 3);
}
int main(int argc, char **) {
    int *p;
    cudaMalloc(&p, 32 * sizeof(int));
    both<<<1, 1>>>(p, argc > 1);
    cudaDeviceSynchronize();
    return cudaFree(p);
}
END
ok 'a check of launches by a kernel' nvcc --check=race -rdc=true -o siblings siblings.cu
ok '... in two streams' bash -c '! ./siblings 2>err && grep -qF "kernel fill (launched at siblings.cu:3)" err'
ok '... in one: no word' bash -c './siblings ordered 2>err && grep -qxF "cuda-cpu: check-race: nothing found in 4 launches" err'
ok "NVTX's old library" bash -c 'nvcc -run ranges.cu -lnvToolsExt'
ok '... linked by g++' bash -c 'nvcc -c ranges.cu && g++ -o ranges ranges.o -L"$0/lib64" -lcudart -lnvToolsExt && ./ranges' "$home"
mkdir two
put two/main.cu <<'END'
extern __device__ void put(int *, int, int);
__global__ void k(int *p) { put(p, threadIdx.x + 1000000, 3); }
int main() {
    int *p;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
END
put two/put.cu <<'END'
__device__ void put(int *t, int i, int v) {
    t[i] = v;
}
END
ok 'a check of a program of two files' bash -c 'nvcc --check=memory -rdc=true -o two/x two/main.cu two/put.cu && ! two/x 2>two/err &&
    grep -qxF "  two/put.cu:2" two/err'
ok 'no -rdc, no variables of others' bash -c '! nvcc -D__CUDACC_RDC__ -o none table.cu use.cu 2>/dev/null'
put one.cu <<'END'
#include <cstdio>
extern __constant__ int offset;
extern __device__ int offsets[2];
void set(int);
__global__ void k(int *out) { *out = offset + offsets[1]; }
int main() {
    int *out;
    cudaMallocManaged(&out, 4);
    set(7);
    k<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    return cudaFree(out) != cudaSuccess;
}
END
put other.cu <<'END'
__constant__ int offset;
__device__ int offsets[2];
void set(int x) {
    cudaMemcpyToSymbol(offset, &x, sizeof x);
    cudaMemcpyToSymbol(offsets, &x, sizeof x, 4);
}
END
ok 'no -rdc, variables of its own' bash -c 'nvcc -o one one.cu other.cu 2>words && test "$(./one)" = 0 &&
    test "$(grep -c "one.cu:[23]:.*warning: .*-rdc=true" words)" = 2'
ok 'with -rdc, those of the other file' bash -c 'nvcc -rdc=true -o one one.cu other.cu && test "$(./one)" = 14'
put call.cu <<'END'
__device__ int scale(int);
__global__ void k(int *out) { *out = scale(2); }
int main() { k<<<1, 1>>>(nullptr); }
END
put scale.cu <<'END'
__device__ int scale(int x) { return 3 * x; }
END
ok 'no -rdc, no functions of others' bash -c '! nvcc -o call call.cu scale.cu 2>words && grep -q "call.cu:2:.*scale.*-rdc=true" words'
ok 'with -rdc, functions of the other file' nvcc -rdc=true -o call call.cu scale.cu

# ---- CMake -------------------------------------------------------------------------------------------

if command -v cmake >/dev/null; then
    put CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(foreign LANGUAGES C CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_executable(program src/two.cu src/three.cu src/main.cpp "in c/sum.c")
target_include_directories(program PRIVATE .)
target_link_libraries(program CUDA::cudart)
target_compile_options(program PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math -lineinfo>)
add_library(tables STATIC table.cu)
add_executable(rdc use.cu)
target_link_libraries(rdc tables)
set_target_properties(tables rdc PROPERTIES CUDA_SEPARABLE_COMPILATION ON POSITION_INDEPENDENT_CODE ON)
END
    ok 'CMake finds the compiler and the toolkit' cmake -S . -B 'by cmake'
    ok 'and builds' make -s -j2 -C 'by cmake'
    ok 'program' says "$answer" 'by cmake/program'
    ok 'and one with separable compilation' says '57 60' 'by cmake/rdc'
else
    skip 'CMake' 'it is not installed'
fi

# ---- what is said of a compile -----------------------------------------------------------------------

holds() { # holds FILE PATTERN...
    local pattern file=$1
    shift
    for pattern; do grep -qE -- "$pattern" "$file" || { cat "$file" && return 1; }; done
}
mkdir -p odd
cp src/two.cu 'odd/a b.cu'
ok '-M' bash -c 'nvcc -M -I. "odd/a b.cu" >m.d'
ok 'names the sources, blanks escaped' holds m.d '^a\\ b\.o: +odd/a\\ b\.cu|^a\\ b\.o: ' 'a\\ b\.cu' 'cuda_runtime\.h'
ok '-MM -MT -o' bash -c 'nvcc -MM -MT target -I. -o n.d src/two.cu'
ok 'goes to the file' holds n.d '^target: ' 'shared\.h'
ok '-MD stands beside the object' bash -c 'nvcc -MD -I. -c "odd/a b.cu" -o "odd/x y.o" && test -s "odd/x y.d"'
ok 'for the object' holds 'odd/x y.d' '^odd/x\\ y\.o:'
ok '-MF' bash -c 'nvcc -MD -MF other.d -MP -I. -c src/two.cu -o two.o && test -s other.d'
ok '-E' bash -c 'nvcc -E -I. src/two.cu | grep -q "int by_two"'
macros() { # macros MACRO... -- OPTION...: they are defined
    local wanted=()
    while [ "$1" != -- ]; do wanted+=("$1") && shift; done
    shift
    printf '#ifndef %s\n#error not defined\n#endif\n' "${wanted[@]}" >macros.cu
    nvcc "$@" -c macros.cu
}
ok "nvcc's macros" macros __NVCC__ __CUDACC__ __CUDACC_VER_MAJOR__ CUDART_VERSION __DRIVER_TYPES_H__ __CUDA_RUNTIME_H__ \
    __CUDA_RUNTIME_API_H__ __VECTOR_TYPES_H__ __CUDA_ARCH_LIST__ --
ok 'and those of its options' macros __CUDACC_RDC__ __CUDACC_DEBUG__ __CUDACC_EXTENDED_LAMBDA__ __CUDACC_RELAXED_CONSTEXPR__ \
    CUDA_API_PER_THREAD_DEFAULT_STREAM X Y -- -rdc=true -G --extended-lambda --expt-relaxed-constexpr \
    --default-stream per-thread -DX=1 -D Y
put names.cu <<'END'
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <mma.h>
#if T != 4 || X != 4
#error macros of the program are gone
#endif
__global__ void k(int *p) { p[threadIdx.x] = T; }
END
letters=()
for n in {A..Z} SIZE TYPE LAST PART SMALL; do letters+=("-D$n=4"); done
ok "macros that the toolkit's headers use as names" nvcc "${letters[@]}" -c names.cu
ok '-x cu' bash -c 'cp src/two.cu two.cpp && nvcc -x cu -I. -c two.cpp'
ok '-odir' bash -c 'mkdir -p objects && nvcc -odir objects -I. -c src/two.cu && test -e objects/two.o'
ok '--options-file' bash -c 'echo "-I . -c
    -o \"from a file.o\"" >options && nvcc --options-file options src/two.cu && test -e "from a file.o"'
ok 'a source from standard input' bash -c 'nvcc -x cu -I. -c -o stdin.o - <src/two.cu && nm stdin.o | grep -q by_two'
ok "options of nvcc's parts" nvcc -c -I. -Xcudafe --diag_suppress=177 -O4 -include cstdio,cstdlib src/two.cu
put unused.cu <<'END'
__global__ void k(int *p) { int unused; }
END
warned() { # warned STATUS PATTERN OPTION...: so it ends, and that is said, or nothing if PATTERN is empty
    local status=$1 pattern=$2
    shift 2
    nvcc -c "$@" unused.cu >said 2>&1
    [ $? = "$status" ] || { cat said && return 1; }
    cat said
    if [ -n "$pattern" ]; then grep -q "$pattern" said; else [ ! -s said ]; fi
}
ok "warnings are the C++ compiler's" warned 0 '^unused.cu:1:.*warning: .*unused' -Xcompiler -Wall
ok '... where they are asked for' warned 0 ''
ok '-w' warned 0 '' -w -Xcompiler -Wall
ok '-Werror all-warnings' warned 1 '^unused.cu:1:.*error: .*unused' -Xcompiler -Wall -Werror all-warnings
ok 'numbers of warnings are accepted' warned 0 '' -diag-suppress 550,177 -diag-error=177 -Xcudafe "--display_error_number --diag_suppress=177"
spelt() { # spelt WORDS OPTION...: the host's compiler gets WORDS
    local word=$1
    shift
    nvcc --dryrun -c "$@" src/two.cu >said 2>&1
    grep -qF -- "$word" said || { cat said && return 1; }
}
ok '-D with two macros' spelt '-DX=1 -DY=2 ' -DX=1,Y=2
ok 'with a string' spelt '"-DX=\"a, b\"" ' '-DX="a, b"'
ok 'and with a quoted one' spelt '"-DX=\"a b\"" ' -D 'X=\"a b\"'
ok '-I with two folders' spelt '-I src -I odd ' -Isrc,odd
ok '--include-path=' spelt '-I src -I odd ' --include-path=src,odd
ok '-isystem' spelt '-isystem src ' -isystem=src
ok '-Xcompiler' spelt ' -fPIC -Wall -O1 ' -Xcompiler=-fPIC,-Wall --compiler-options '-O1 '
ok '-Xcompiler, quoted' spelt ' -DX=a,b ' -Xcompiler '"-DX=a,b"'
ok 'the last -MT' spelt '-MT b ' -MMD -MT a -MT b
ok '-MD of a program lies beside it' bash -c 'nvcc -MD -I. -c src/two.cu -o two.o && nvcc -MD -I. -o prog2 src/main.cpp src/two.cu src/three.cu "in c/sum.c" &&
    nvcc -MMD -shared -Xcompiler -fPIC -I. -o one.so src/two.cu && grep -q "^one.so:" one.d && grep -q "^main.o:" main.d'
ok '-run' says "$answer" nvcc -run -I. -o ran "${everything[@]}"
ok 'NVCC_APPEND_FLAGS' env NVCC_APPEND_FLAGS='-I. -c' nvcc src/two.cu
ok '--version' bash -c 'nvcc --version | grep -q "release 13.0, V13.0"'
ok '--dryrun runs nothing' bash -c 'nvcc --dryrun -I. -c -o never.o src/two.cu 2>&1 | grep -q "^#\\$ .*g++" && ! test -e never.o'

refuses() { # refuses PATTERN ARGUMENT...: one line, status 1
    local pattern=$1 said
    shift
    said=$(nvcc "$@" 2>&1)
    [ $? = 1 ] || { echo "$said" && return 1; }
    echo "$said"
    [ "$(wc -l <<<"$said")" = 1 ] && grep -qE -- "^nvcc fatal   : $pattern" <<<"$said"
}
ok 'an option that is not there' refuses "Unknown option '--no-such'" --no-such src/two.cu
ok '-ptx' refuses ".-ptx. makes code for a GPU" -ptx src/two.cu
ok '-cubin' refuses ".-cubin. makes code for a GPU" -cubin src/two.cu
ok 'nothing to compile' refuses 'No input files' -c
ok 'one output for two' refuses 'A single input file is required' -c -o x.o src/two.cu src/three.cu
ok 'an architecture' refuses "Unsupported gpu architecture 'hopper'" -arch=hopper src/two.cu
ok 'a standard' refuses "Value 'c\+\+99' is not defined for option 'std'" -std=c++99 src/two.cu
ok 'a number' refuses "'many': expected a number" -maxrregcount=many src/two.cu
ok 'true or false' refuses "'yes': expected true or false" -rdc=yes src/two.cu
ok 'a value too many' refuses "no argument expected after '-lineinfo'" -lineinfo=yes src/two.cu
ok '-MF alone' refuses "Option '--dependency-output' requires one of" -MF x.d -c src/two.cu
ok 'a file of options that is not there' refuses "Don't know what to do with '@nothing'" @nothing
ok 'a missing value' refuses "argument expected after '-o'" src/two.cu -o
ok 'a file of no kind' refuses "Don't know what to do with 'some.thing'" some.thing
# ---- what is said of a source ------------------------------------------------------------------------

is_told() { # is_told LINE PATTERN <SOURCE: status 1, and so the C++ compiler says of that line
    cat >wrong.cu
    nvcc -c wrong.cu >said 2>&1
    [ $? = 1 ] && holds said "^wrong.cu:$1:.*error: .*$2" && ! grep cuda_cpu_ said
}
ok 'errors have the line of the source' is_told 4 'y.* was not declared' <<'END'
__global__ void k(int *p) {}
int main() {
    int a = 0;
    a = y;
    k<<<1, 1>>>(0);
}
END
ok '... after a kernel' is_told 3 'no member named .none.|request for member .none.' <<'END'
__global__ void k(int *p) { if (threadIdx.x) *p = 1; __syncthreads(); }
struct S {} s;
int f() { return s.none; }
END
echo '#include "none.h"' >wrong.cu
ok 'a preprocessor speaks for itself' bash -c '! nvcc -c wrong.cu 2>said && grep -q "^wrong.cu:1:.*none.h" said'
echo '#include <nvjpeg.h>' >wrong.cu
ok 'a library that the backend lacks, in one line' \
    bash -c '! nvcc -c wrong.cu 2>said && grep -q "^wrong.cu: nvJPEG is not on the CPU backend: .* NVIDIA.s nvcc" said && [ "$(wc -l <said)" = 1 ]'
put contracted.cu <<'END'
#include <cstdio>
__global__ void k(float a, float b, float c, float *out) { *out = a * b + c; }
int main() {
    float *r;
    cudaMallocManaged(&r, sizeof *r);
    k<<<1, 1>>>(1 + 1.0f / 4096, 1 + 1.0f / 4096, -1 - 1.0f / 2048, r);
    return cudaDeviceSynchronize() != cudaSuccess || *r != 0;
}
END
ok '-fmad=false keeps products' nvcc -run -fmad=false -o contracted contracted.cu
put plain.cu <<'END'
#include <cmath>
#include <cstdio>
int main() { return std::puts("host") < 0 || abs(1.5) != 1.5; }
END
ok 'a source of the host alone' says host nvcc -run -o plain plain.cu
ok '... is compiled without the headers of CUDA' bash -c '! nvcc -v -c plain.cu 2>&1 | grep -q cuda_runtime.h'

# ---- checks ------------------------------------------------------------------------------------------

put over.cu <<'END'
__global__ void over(int *p) { p[threadIdx.x] = 1; }
void launch(void) {
    int *p;
    cudaMalloc(&p, 4 * sizeof(int));
    over<<<1, 5>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
END
echo 'void launch(void); int main() { launch(); }' >over_main.cpp
finds() { # finds PATTERN COMMAND...: status 1
    local pattern=$1 said
    shift
    said=$("$@" 2>&1)
    [ $? = 1 ] || { echo "$said" && return 1; }
    echo "$said"
    grep -qE -- "$pattern" <<<"$said"
}
if echo 'int main() {}' | g++ -x c++ - -o asan -fsanitize=address 2>/dev/null; then
    ok '--check=memory, in two files' nvcc --check=memory -o memory over.cu over_main.cpp
    ok 'names what is wrong' finds 'past the end of an allocation of 16 bytes' ./memory
    put rows.cu <<'END'
#include <cstdio>
__global__ void k(int *p) {
    __shared__ int one, (*rows)[2];
    if (threadIdx.x == 0) one = 1, rows = (int(*)[2])p;
    __syncthreads();
    p[threadIdx.x + 4] = rows[1][1] + one;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8 * sizeof *p);
    for (int i = 0; i < 4; i++) p[i] = i;
    k<<<1, 4>>>(p);
    cudaDeviceSynchronize();
    return printf("%d %d\n", p[4], p[7]) != 4 || cudaFree(p);
}
END
    ok 'shared memory by a pointer to rows' bash -c 'nvcc --check=memory -o rows rows.cu && [ "$(./rows)" = "4 4" ]'
    ok '--check=all, object by object' bash -c 'nvcc --check=all -c over.cu over_main.cpp && nvcc --check=all -o checked over.o over_main.o'
    ok 'runs all' finds 'check-memory: 1 finding.*|check-init' ./checked
    archived() { # by ar, beside an object of the same name; and a main by the host's compiler
        mkdir -p twice && echo 'void other(void) {}' >twice/over.cu && nvcc --check=all -c -o twice/over.o twice/over.cu &&
            ar rcs libover.a twice/over.o && ar qs libover.a over.o && rm -rf moved && mkdir moved && mv libover.a moved &&
            g++ -c -o by_host.o over_main.cpp && nvcc --check=all -o from_archive by_host.o -Lmoved -lover &&
            finds 'past the end of an allocation of 16 bytes' ./from_archive
    }
    ok 'an archive, and an object of the host compiler' archived
    ok '-lib' bash -c 'nvcc --check=all -lib -o libmade.a over.cu && nvcc --check=all -o from_made over_main.cpp libmade.a'
    ok 'is checked' finds 'past the end of an allocation of 16 bytes' ./from_made
    ok '-shared' bash -c 'nvcc --check=all -Xcompiler -fPIC -shared -o libshared.so over.cu &&
        nvcc --check=all -o from_shared over_main.cpp -L. -lshared'
    ok 'is checked, too' finds 'past the end of an allocation of 16 bytes' ./from_shared
    ok 'a link without nvcc' bash -c 'nvcc --check=all -c over.cu && g++ -o by_other over.o by_host.o -L"$0/lib64" -lcudart' "$home"
    ok 'says so' bash -c './by_other 2>&1 | grep -q "nothing is checked"'
    if command -v cmake >/dev/null && [ -n "${CUDA_CHAPTERS_LONG-}" ]; then
        mkdir -p checked_by_cmake && cp over.cu checked_by_cmake && cp over_main.cpp checked_by_cmake/main.cu
        put checked_by_cmake/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(foreign LANGUAGES CXX CUDA)
add_library(parts STATIC over.cu)
add_executable(program main.cu)
target_link_libraries(program parts)
END
        ok '--check=all by CMake' env NVCC_APPEND_FLAGS=--check=all bash -c 'cd checked_by_cmake && cmake -B b . && make -C b'
        ok 'finds it' finds 'past the end of an allocation of 16 bytes' checked_by_cmake/b/program
    fi
else
    skip '--check=memory' 'no AddressSanitizer'
fi
ok '--check=race' bash -c 'nvcc --check=race -o race over.cu over_main.cpp && ./race 2>&1 | grep -q "check-race: nothing found"'

# ---- an installed toolkit ----------------------------------------------------------------------------

ok 'make install' make -s -C "$home/.." install PREFIX="$dir/tool kit"
installed() {
    chmod -R a-w "$dir/tool kit"
    "$dir/tool kit/bin/nvcc" -I. -o installed "${everything[@]}" && says "$answer" ./installed &&
        g++ -o installed2 two.o three.o main.o sum.o -L"$dir/tool kit/lib64" -lcudart && says "$answer" ./installed2
    local status=$?
    chmod -R u+w "$dir/tool kit"
    return "$status"
}
nvcc -c -I. "${everything[@]}"
ok 'works, and cannot be written to' installed

if command -v aarch64-linux-gnu-g++ >/dev/null && command -v qemu-aarch64 >/dev/null && [ -n "${CUDA_CHAPTERS_LONG-}" ]; then
    ok 'another machine' nvcc -ccbin aarch64-linux-gnu-g++ -Xcompiler -static -I. -o arm "${everything[@]}"
    ok 'runs there' says "$answer" qemu-aarch64 ./arm
fi
done_testing
