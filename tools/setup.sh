#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what is missing, with the package manager of the system: compilers, make, bash, libpng,
# freeglut and OpenGL, MPI, gnuplot, gdb; after the word `test` also what only the tests need. Says what it
# installs, one line a part; says nothing where nothing is missing.
#
#     tools/setup.sh [--once] [test | libraries]
#
# `libraries` are those that cuBLAS and others stand on (cpu/libraries); the tests of these need them too.
#
# Only the compilers are indispensable: without them it ends with status 1. A part that can't be
# had costs one line that says which feature is off. What could not be installed is tried again, but
# not with --once, as make run and make test call it. CUDA's toolkit and the driver are never touched.
set -u

CC=${CC:-gcc}
CXX=${CXX:-g++}
parts='compiler make bash png window mpi gnuplot gdb'
once=
if [ "${1-}" = --once ]; then
    once=yes
    shift
fi
case "$#${1-}" in
0) ;;
1test) parts="$parts prove xvfb xtools imagemagick valgrind asan bubblewrap procps notebook openblas fftw lapacke thrust" ;;
1libraries) parts="$parts openblas fftw lapacke thrust" ;;
*)
    echo "usage: ${0##*/} [--once] [test | libraries]" >&2
    exit 2
    ;;
esac

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
log=$work/log
build=${0%/*}/../build

say() { printf 'setup: %s\n' "$*"; }
found() { command -v "$1" >/dev/null 2>&1; }

# builds COMPILER LANGUAGE FLAGS... <SOURCE: does it compile and link?
# shellcheck disable=SC2086 # CC may be "ccache gcc"
builds() {
    compiler=$1 language=$2
    shift 2
    $compiler -x "$language" - -o "$work/a.out" "$@" >"$work/said" 2>&1
}

has() { # has PART
    case $1 in
    compiler)
        echo '#include <stdio.h>
            int main(void) { return puts("") < 0; }' | builds "$CC" c &&
            echo '#include <vector>
            int main() { return (int)std::vector<int>().size(); }' | builds "$CXX" c++
        ;;
    make) found make ;;
    png)
        echo '#include <png.h>
            int main() { return png_access_version_number() == 0; }' | builds "$CXX" c++ -lpng
        ;;
    window)
        echo '#include <GL/freeglut.h>
            #include <X11/Xlib.h>
            int main() { glutMainLoop(); glFlush(); XOpenDisplay(NULL); }' |
            builds "$CXX" c++ -lglut -lGL -lX11
        ;;
    mpi)
        found mpirun && found mpicc && echo '#include <mpi.h>
            int main(void) { return MPI_Init(0, 0); }' |
            builds mpicc c
        ;;
    bash) found bash ;;
    gnuplot) found gnuplot ;;
    openblas) echo 'int main(void) {}' | builds "$CC" c -lopenblas ;;
    fftw) echo 'int main(void) {}' | builds "$CC" c -lfftw3f -lfftw3 ;;
    lapacke) echo 'int main(void) {}' | builds "$CC" c -llapacke ;;
    thrust)
        [ -e /usr/local/cuda/include/cccl/thrust/version.h ] || [ -e /opt/cuda/include/cccl/thrust/version.h ] ||
            echo '#include <thrust/version.h>' | builds "$CXX" c++ -fsyntax-only
        ;;
    gdb) found gdb ;;
    prove) found prove ;;
    notebook) python3 -c 'import nbclient, ipykernel' 2>/dev/null || /usr/bin/python3 -c 'import nbclient, ipykernel' 2>/dev/null ;;
    bubblewrap) found bwrap && found setpriv && found prlimit ;;
    procps) ps -e -o pid=,ppid=,rss= >/dev/null 2>&1 ;;
    xvfb) found Xvfb ;;
    xtools) found xdotool && found xwd ;;
    imagemagick) found compare && found identify && found convert ;;
    valgrind) valgrind -q sh -c : >/dev/null 2>&1 ;; # it needs the C library's debug symbols too
    asan) echo 'int main() {}' | builds "$CXX" c++ -fsanitize=address ;;
    esac
}

# What a part is, and after a semicolon what is off without it.
title() { # title PART
    case $1 in
    compiler) echo 'C and C++ compilers; nothing can be built' ;;
    make) echo 'make; nothing can be built' ;;
    png) echo 'libpng; pictures are written as PPM, not PNG' ;;
    window) echo 'freeglut, OpenGL and X11; pictures go to files, not to windows' ;;
    mpi) echo 'MPI; heat_mpi, for several machines, is left out' ;;
    gnuplot) echo 'gnuplot; no plots' ;;
    gdb) echo 'gdb; no make debug' ;;
    openblas) echo 'OpenBLAS; no cuBLAS on the CPU' ;;
    fftw) echo 'FFTW; no cuFFT on the CPU' ;;
    lapacke) echo 'LAPACKE; no cuSOLVER on the CPU' ;;
    thrust) echo "Thrust's headers; no Thrust on the CPU" ;;
    bash) echo 'bash; nothing can be built for the CPU, and no tests' ;;
    bubblewrap) echo 'bubblewrap; no submissions of labs are graded' ;;
    procps) echo 'ps; no submissions of labs are graded' ;;
    notebook) echo 'nbclient; no test of the notebook' ;;
    prove) echo "prove, Perl's test runner; no tests" ;;
    xvfb) echo 'Xvfb; no tests of windows' ;;
    xtools) echo 'xdotool and xwd; no tests of windows' ;;
    imagemagick) echo 'ImageMagick; no tests of windows' ;;
    valgrind) echo 'valgrind; no tests under it' ;;
    asan) echo 'AddressSanitizer; no tests with it' ;;
    esac
}

packages() { # packages PART: their names in $manager's words
    case $manager:$1 in
    apt-get:compiler) echo gcc g++ libc6-dev ;;
    apt-get:png) echo libpng-dev ;;
    apt-get:window) echo freeglut3-dev libgl-dev libx11-dev ;;
    apt-get:mpi) echo openmpi-bin libopenmpi-dev ;;
    apt-get:gnuplot) echo gnuplot-nox ;;
    apt-get:notebook | dnf:notebook) echo python3-nbclient python3-ipykernel ;;
    pacman:notebook) echo python-nbclient python-ipykernel ;;
    apt-get:prove) echo perl ;;
    apt-get:openblas) echo libopenblas-dev ;;
    apt-get:fftw) echo libfftw3-dev ;;
    apt-get:lapacke) echo liblapacke-dev ;;
    apt-get:thrust) echo libthrust-dev ;;
    apt-get:bubblewrap | apk:bubblewrap) echo bubblewrap util-linux ;;
    apt-get:procps | zypper:procps | apk:procps) echo procps ;;
    apt-get:xvfb) echo xvfb ;;
    apt-get:xtools) echo xdotool x11-apps ;;
    apt-get:valgrind) echo valgrind libc6-dbg ;;
    dnf:compiler) echo gcc gcc-c++ ;;
    dnf:png) echo libpng-devel ;;
    dnf:window) echo freeglut-devel mesa-libGL-devel mesa-libGLU-devel libX11-devel ;;
    dnf:mpi) echo openmpi openmpi-devel ;;
    dnf:openblas) echo openblas-devel ;;
    dnf:fftw) echo fftw-devel ;;
    dnf:lapacke) echo lapack-devel ;;
    dnf:prove) echo perl-Test-Harness ;;
    dnf:bubblewrap | pacman:bubblewrap | zypper:bubblewrap) echo bubblewrap util-linux ;;
    dnf:procps | pacman:procps) echo procps-ng ;;
    dnf:xvfb) echo xorg-x11-server-Xvfb mesa-dri-drivers ;;
    dnf:xtools) echo xdotool xwd ;;
    dnf:imagemagick | zypper:imagemagick) echo ImageMagick ;;
    dnf:asan) echo libasan ;;
    pacman:compiler) echo gcc ;;
    pacman:png) echo libpng ;;
    pacman:window) echo freeglut glu libglvnd mesa libx11 ;;
    pacman:prove) echo perl ;;
    pacman:mpi) echo openmpi ;;
    pacman:xvfb) echo xorg-server-xvfb ;;
    pacman:xtools) echo xdotool xorg-xwd ;;
    zypper:compiler) echo gcc gcc-c++ ;;
    zypper:png) echo libpng16-devel ;;
    zypper:window) echo freeglut-devel Mesa-libGL-devel glu-devel libX11-devel ;;
    zypper:openblas) echo openblas-devel ;;
    zypper:fftw) echo fftw3-devel ;;
    zypper:lapacke) echo lapacke-devel ;;
    zypper:prove) echo perl ;;
    zypper:mpi) echo openmpi4 openmpi4-devel ;;
    zypper:xvfb) echo xorg-x11-server-Xvfb Mesa-dri ;;
    zypper:xtools) echo xdotool xwd ;;
    zypper:asan) echo libasan8 ;;
    apk:compiler) echo gcc g++ musl-dev ;;
    apk:png) echo libpng-dev ;;
    apk:window) echo freeglut-dev glu-dev mesa-dev libx11-dev ;;
    apk:mpi) echo openmpi openmpi-dev ;;
    apk:openblas) echo openblas-dev ;;
    apk:fftw) echo fftw-dev ;;
    apk:lapacke) echo lapack-dev ;;
    apk:prove) echo perl-utils ;;
    apk:xvfb) echo xvfb mesa-dri-gallium ;;
    apk:xtools) echo xdotool xwd ;;
    apk:valgrind) echo valgrind musl-dbg ;;
    brew:png) echo libpng ;;
    brew:lapacke) echo lapack ;;
    brew:window) echo freeglut ;;
    brew:mpi) echo open-mpi ;;
    brew:compiler) echo gcc ;;
    brew:imagemagick) echo imagemagick ;;
    *:make | *:bash | *:gnuplot | *:gdb | *:imagemagick | *:valgrind | *:openblas | *:fftw) echo "$1" ;;
    esac
}

# install PACKAGE...: what the manager prints goes to the log. Standard input stays the user's: sudo
# may ask for a password.
# shellcheck disable=SC2086 # $root is a command and its option
install() {
    case $manager in
    apt-get)
        $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=120 \
            --no-install-recommends install "$@"
        ;;
    dnf) $root dnf -q -y --setopt=install_weak_deps=False install "$@" ;;
    pacman) $root pacman --noconfirm --needed -S "$@" ;;
    zypper) $root zypper -q --non-interactive install --no-recommends "$@" ;;
    apk) $root apk -q --no-progress add "$@" ;;
    brew) brew install -q "$@" ;;
    esac >>"$log" 2>&1
}

# refresh: the lists of what there is, which an image may lack altogether.
# shellcheck disable=SC2086
refresh() {
    case $manager in
    apt-get) $root apt-get -qq update ;;
    pacman) $root pacman --noconfirm -Sy ;;
    apk) $root apk -q update ;;
    *) false ;; # the others do it by themselves
    esac >>"$log" 2>&1
}

find_manager() {
    for manager in apt-get dnf pacman zypper apk brew; do
        found "$manager" && return
    done
    manager=
    obstacle='no package manager that this script knows'
    return 1
}

# Sets root to what comes before a command that only root may run.
find_root() {
    root=
    if [ "$(id -u)" = 0 ] || [ "$manager" = brew ]; then
        return
    elif ! found sudo; then
        obstacle="$manager needs root, and there is no sudo"
    elif sudo -n true 2>/dev/null; then
        root='sudo -n'
        return
    elif [ -t 0 ]; then
        say 'sudo may ask for your password'
        root=sudo
        return
    else
        obstacle="$manager needs root, and sudo a password, for which there is no terminal"
    fi
    return 1
}

missing=
for part in $parts; do
    has "$part" || missing="$missing $part"
done

if found nvcc || [ -x /usr/local/cuda/bin/nvcc ]; then
    :
elif [ -e /dev/nvidia0 ] || [ -e /dev/dxg ]; then
    say 'a GPU but no nvcc: with the CUDA toolkit installed the programs could use it'
fi
if [ -z "$missing" ]; then
    rm -f "$build/not-installed"
    exit 0
fi

# Without root: what somebody who is may type.
command_for() { # command_for PACKAGE...
    case $manager in
    pacman) echo "pacman -S $*" ;;
    apk) echo "apk add $*" ;;
    *) echo "$manager install $*" ;;
    esac
}
complaint() { # the first line of the log that looks like one
    grep -E '^E: |[Ee]rror' "$log" | head -n 1
}

obstacle='' wanted='' tried=''
[ -z "$once" ] || [ ! -e "$build/not-installed" ] || tried=$(cat "$build/not-installed")
find_manager
for part in $missing; do
    case " $tried " in *" $part "*) ;; *) wanted="$wanted $(packages "$part")" ;; esac
done
# shellcheck disable=SC2086
set -- $wanted
if [ $# -gt 0 ] && [ -z "$obstacle" ] && find_root; then
    for part in $missing; do
        names=$(packages "$part")
        case " $tried " in *" $part "*) continue ;; esac
        what=$(title "$part")
        [ -z "$names" ] || say "installing ${what%%;*} ($names)"
    done
    : >"$log"
    # All at once if possible. If not, one that can't be had must not cost the others.
    if ! install "$@" && ! { refresh && install "$@"; }; then
        for part in $missing; do
            : >"$log"
            # shellcheck disable=SC2046
            case " $tried " in *" $part "*) ;; *) [ -z "$(packages "$part")" ] || install $(packages "$part") ;; esac
            complaint >"$work/$part"
        done
    fi
    rm -f "$build/machine.mk" # the Makefile asks again what there is
fi

status=0 left='' names=''
for part in $missing; do
    has "$part" && continue
    left="$left $part"
    names="$names $(packages "$part")"
    what=$(title "$part")
    line="without ${what%%;*}: ${what#*; }"
    reason=$obstacle
    [ -n "$reason" ] || [ ! -e "$work/$part" ] || reason=$(cat "$work/$part")
    if [ "$part" = compiler ] && [ -s "$work/said" ] && found "${CC%% *}" && found "${CXX%% *}"; then
        line="$CC and $CXX are there, but do not compile: nothing can be built"
        reason=$(head -n 1 "$work/said")
    fi
    [ -z "$reason" ] || line="$line ($reason)"
    if [ "$part" = compiler ]; then
        say "$line" >&2
        status=1
    else
        say "$line"
    fi
done
if [ -n "$left" ]; then
    # shellcheck disable=SC2086
    [ -z "$manager" ] || [ -z "$obstacle" ] || say "somebody with root can help: $(command_for $names)"
    mkdir -p "$build" 2>/dev/null && echo "$left" >"$build/not-installed"
    [ -z "$tried" ] || say 'make setup tries to install it again'
else
    rm -f "$build/not-installed"
fi
exit $status
