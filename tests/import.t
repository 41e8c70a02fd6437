#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make import FROM=folder: a folder of programs that do and do not compile, run and end, and what it says
# of each; and that it leaves the folder as it is.
# shellcheck disable=SC2016 # $ is for make
. "$(dirname "$0")/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE WERROR DISPLAY

from=$dir/from
mkdir -p "$from/common" "$from/week1" "$from/odd name"
put() { cat >"$from/$1"; }

cp tests/legacy/hello.cu tests/legacy/sums.cu "$from/week1/"
echo '#error a header for another machine' | put common/book.h
echo 'int main() { for (;;) {} }' | put week1/forever.cu
echo 'int main() { *(volatile int *)8 = 1; }' | put week1/crash.cu
echo 'int main() { return no_such_thing; }' | put week1/typo.cu
echo 'void part() {}' | put week1/part.cu
echo 'int main() {}' | put 'odd name/a b.cu'
put week1/data.cu <<'END'
#include <stdio.h>
int main() {
    FILE *in = fopen("data.txt", "r"), *out = fopen("out.txt", "w");
    return in == NULL || out == NULL;
}
END
echo 1 | put week1/data.txt
printf '#include <stdio.h>\nint main() { fprintf(stderr, "usage: arguments SIZE\\n"); return 3; }\n' | put week1/arguments.cu
printf '#include "helper_cuda.h"\nint main() {}\n' | put week1/samples.cu
printf '__global__ void k() { asm volatile("exit;"); }\nint main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n' | put week1/ptx.cu
printf '#include "cuda.h"\nint main() { CUlinkState s; cuLinkCreate(0, 0, 0, &s); }\n' | put week1/driver.cu
printf '#include <nvjpeg.h>\nint main() { nvjpegHandle_t h; nvjpegCreateSimple(&h); }\n' | put week1/picture.cu
printf 'surface<void, 2> s;\nint main() {}\n' | put week1/surface.cu
echo 'int main() { return -1; }' | put week1/minus.cu
printf '__global__ void k(int *p) { *p = 1; }\nint main() { k<<<1, 1>>>((int *)8); cudaDeviceSynchronize(); }\n' | put week1/ended.cu
printf '__global__ void k() {}\nint main() { k<<<1, dim3(41, 41)>>>(); cudaGetLastError(); }\n' | put week1/finding.cu
printf '#include "vectors.h"\nint main() {}\n' | put week1/header.cu
echo '#include <npp.h>' | put week1/vectors.h
mkdir -p "$from/week2/inc" "$from/made" "$from/cmade"
cp tests/legacy/hello.cu "$from/week2/"
printf '#include "half.h"\nint main() { return half_of(2) != 1; }\n' | put week2/several.cu
echo 'int half_of(int);' | put week2/inc/half.h
printf '#include "half.h"\nint half_of(int x) { return x / 2; }\n' | put week2/half.cu
printf '#include <omp.h>\nint main() { int n = 0;\n#pragma omp parallel\n  n = omp_get_num_threads();\n  return n < 1; }\n' | put week2/omp.cu
printf 'all: two bad\ntwo: one.o two.o\n\t$(CUDA_PATH)/bin/nvcc -arch=sm_35 -o $@ $^\n%%.o: %%.cu\n\tnvcc -c $<\nbad: bad.cu\n\tnvcc -o $@ $<\n' | put made/Makefile
echo 'int one(void) { return 1; }' | put made/one.cu
printf 'int one(void);\nint main() { return one() - 1; }\n' | put made/two.cu
echo 'int main() { return no_such_thing; }' | put made/bad.cu
printf 'cmake_minimum_required(VERSION 3.18)\nproject(cmade LANGUAGES CUDA)\nadd_executable(cmade main.cu)\n' | put cmade/CMakeLists.txt
printf '__global__ void k() {}\nint main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n' | put cmade/main.cu
chmod -R a-w "$from"
listing() { find "$from" -printf '%P %m %s %T@\n' | sort; }
before=$(listing)

import() { IMPORT_SECONDS=3 make --no-print-directory import "$@" >"$dir/out" 2>"$dir/err"; }
row() { # row PROGRAM COMPILES RUNS
    grep "^$1 " "$dir/out"
    grep -qE "^$1 +$2 +$3( |\$)" "$dir/out"
}
because() { row "$@" && grep "^$1 " "$dir/out" | grep -qE -- "$4"; } # because PROGRAM COMPILES RUNS PATTERN

ok 'it ends well' import BACKEND=cpu FROM="$from"
ok 'a program that runs' row week1/hello.cu yes yes
ok 'the old headers are replaced where they do not compile' because week1/sums.cu yes yes "this project's common/"
ok 'files beside a program are there, and may be written' row week1/data.cu yes yes
ok 'a program that never ends' because week1/forever.cu yes no 'still running after 3 s'
ok 'one that crashes' because week1/crash.cu yes no 'crashed \(SEGV\)'
ok 'one that wants arguments' because week1/arguments.cu yes no 'status 3: usage: arguments SIZE.* wants arguments'
ok 'one that is wrong: the first error, with its place' because week1/typo.cu no - 'week1/typo\.cu:1:.*error: .*no_such_thing'
ok 'a part of a program' because week1/part.cu yes - 'no main\(\)'
ok "a header of NVIDIA's samples" because week1/samples.cu no - 'samples.*helper_cuda\.h'
ok 'inline PTX that is not known' because week1/ptx.cu no - 'PTX that .*in CUDA C'
ok 'the driver API' because week1/driver.cu no - 'the driver API'
ok 'a library that is not here' because week1/picture.cu no - 'nvJPEG is not on the CPU backend'
ok 'surface references' because week1/surface.cu no - 'surface objects'
ok 'blanks in a path' row 'odd name/a b.cu' yes yes
ok 'exit(-1)' because week1/minus.cu yes no 'status 255'
ok 'a kernel that was ended, unnoticed' because week1/ended.cu yes no 'illegal access'
ok 'a finding, though all ended well' because week1/finding.cu yes yes 'cuda-cpu: .*1681 threads'
ok 'advice from a header' because week1/header.cu no - 'NPP'
ok 'two files of one name' row week2/hello.cu yes yes
ok 'a program of several files' because week2/several.cu yes yes 'with .*half.cu'
ok 'OpenMP' row week2/omp.cu yes yes
ok 'a folder with a Makefile is built by it' row made/two yes yes
ok 'and what of it does not build is named' because made/Makefile no - 'no_such_thing'
ok 'a folder with a CMakeLists.txt' row cmade/build-import/cmade yes yes
ok 'the sum' grep -qx '25 programs and files: 17 compile, 10 run, 2 without main()' "$dir/out"
ok 'nothing but the table' test ! -s "$dir/err"
untouched() { diff <(printf '%s\n' "$before") <(listing); }
ok 'the folder is as it was' untouched

refused() { # refused PATTERN ARGUMENT...: one line and the usage, status 2
    local pattern=$1
    shift
    tools/import.sh "$@" >"$dir/out" 2>"$dir/err"
    [ $? = 2 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 2 ] && grep -qE "$pattern" "$dir/err"
}
ok 'no folder given' refused 'which folder' '' cpu
ok 'a folder that is not there' refused 'no folder' "$dir/nothing" cpu
ok 'a backend that is not there' refused 'cuda or cpu' "$from" gpu
ok 'the project itself' refused 'this project itself' . cpu
mkdir "$dir/empty"
ok 'a folder without programs' grep -q 'no \.cu file' <(tools/import.sh "$dir/empty" cpu)

if [ -x "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)" ]; then
    chmod u+w "$from/week1"
    rm -f "$from"/week1/{forever,crash,typo,part,data,arguments,samples,driver,blas,surface}.cu
    printf 'struct C {\n    C() {}\n};\n__global__ void k() { C c; }\nint main() {}\n' | put week1/constructor.cu
    ok 'with nvcc' import BACKEND=cuda FROM="$from"
    ok 'PTX compiles' row week1/ptx.cu yes '(yes|-)'
    ok 'a constructor that is the host'"'"'s' because week1/constructor.cu no - '__host__ __device__'
else
    skip 'with nvcc' 'it is not installed'
fi
done_testing
