#!/bin/sh
# SPDX-License-Identifier: MIT
# What this machine has, as variables of the Makefile, which keeps them in build/machine.mk: GPUs, the optional
# libraries, MPI. The environment names the compiler, CXX, its CPPFLAGS, nvcc, NVCC, and the KEY under which the
# answers are kept.
set -u

# shellcheck disable=SC2086 # CXX and CPPFLAGS are words of a command
has() { # has HEADER
    printf '#include <%s>\n' "$1" | $CXX $CPPFLAGS -x c++ -fsyntax-only - 2>/dev/null && echo 1
}
# A $ or a # from the outside is itself in a makefile too.
quoted() { sed 's/\$/$$/g; s/#/\\#/g'; }

echo "MACHINE_IS := $(printf '%s' "$KEY" | quoted)"
echo "GPUS := $([ -z "$NVCC" ] || nvidia-smi -L 2>/dev/null | grep -c '^GPU')"
echo "HAS_GLUT := $(has GL/freeglut.h)"
echo "HAS_PNG := $(has png.h)"
echo "HAS_CBLAS := $(has cblas.h)"
echo "HAS_FFTW := $(has fftw3.h)"
# in a toolkit, where the driver looks for it, too (cpu/driver/libraries.c), or anywhere
toolkit_has() { [ -e "/usr/local/cuda/include/cccl/$1" ] || [ -e "/opt/cuda/include/cccl/$1" ]; }
echo "HAS_THRUST := $(if toolkit_has thrust/version.h; then echo 1; else has thrust/version.h; fi)"
echo "MPI_INCLUDES := $({ mpicc --showme:compile || pkg-config --cflags ompi-c; } 2>/dev/null | quoted)"
echo "MPI_LIBS := $({ mpicc --showme:link || pkg-config --libs ompi-c; } 2>/dev/null | quoted)"
