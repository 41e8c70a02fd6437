#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# setup.sh on machines that lack something: what it installs, with which package manager, with which
# rights, and what it says where it can't. Package managers, sudo and compilers are stand-ins that
# write down how they were called.
. "$(dirname "$0")/tap.sh"

mkdir "$dir/installed" "$dir/tools"
cp tools/setup.sh "$dir/tools/"

# stand_in NAME <SCRIPT
stand_in() {
    { echo '#!/bin/sh' && cat; } >"$dir/path/$1"
    chmod +x "$dir/path/$1"
}

# machine MANAGER UID: a machine with a few tools, that package manager and nothing else.
machine() {
    local tool
    rm -rf "$dir/path" "$dir/installed"
    mkdir "$dir/path" "$dir/installed"
    for tool in sh cat mktemp rm mkdir grep head env touch ln cp chmod; do
        ln -s "$(command -v $tool)" "$dir/path/$tool"
    done
    : >"$dir/calls"
    stand_in id <<<"echo $2"
    # A library can be linked when its package is installed, a compiler exists when its is.
    for tool in gcc g++; do
        stand_in $tool <<END
cat >/dev/null
[ -e '$dir/installed/'$tool ] || exit 1
for flag; do
    case \$flag in
    -l*) [ -e '$dir/installed/'\${flag#-} ] || exit 1 ;;
    esac
done
END
    done
    [ -z "$1" ] || stand_in "$1" <<END
echo "$1 \$*" >>'$dir/calls'
[ ! -e '$dir/broken' ] || { echo 'E: the network is down'; exit 1; }
case "$1 \$*" in
*update*) touch '$dir/lists'; exit ;;
*install* | *add* | *-S*) [ -e '$dir/lists' ] || [ "$1" != apt-get ] || { echo 'E: Unable to locate package'; exit 100; } ;;
esac
for word; do
    case \$word in
    gcc | g++ | make | bash) touch '$dir/installed/'\$word ;;
    gcc-c++) touch '$dir/installed/g++' ;;
    *png*) touch '$dir/installed/lpng' ;;
    *openmpi* | open-mpi)
        printf '#!/bin/sh\ncat >/dev/null\n' >'$dir/path/mpicc'
        cp '$dir/path/mpicc' '$dir/path/mpirun'
        chmod +x '$dir/path/mpicc' '$dir/path/mpirun'
        ;;
    gnuplot*) ln -sf /bin/sh '$dir/path/gnuplot' ;;
    gdb) ln -sf /bin/sh '$dir/path/gdb' ;;
    *freeglut*) touch '$dir/installed/lglut' '$dir/installed/lGL' '$dir/installed/lX11' ;;
    esac
done
[ ! -e '$dir/installed/make' ] || ln -sf /bin/sh '$dir/path/make'
[ ! -e '$dir/installed/bash' ] || ln -sf /bin/sh '$dir/path/bash'
[ ! -e '$dir/installed/gcc' ] || case "$1" in pacman | brew) touch '$dir/installed/g++' ;; esac
END
    rm -rf "$dir/lists" "$dir/broken" "$dir/build"
}

setup() { # setup [--once]: leaves $status, $dir/out and $dir/err
    env -u CC -u CXX PATH="$dir/path" "$dir/path/sh" "$dir/tools/setup.sh" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    echo "status $status"
    cat "$dir/out" "$dir/err" "$dir/calls"
}
says() { grep -qF -- "$1" "$dir/out"; }
complains() { grep -qF -- "$1" "$dir/err"; }
called() { grep -qE -- "$1" "$dir/calls"; }
lines() { [ "$(wc -l <"$dir/$1")" = "$2" ]; }

# installs CALL: all eight parts, with that call, in a line each; then nothing is left to do.
installs() {
    setup
    [ "$status" = 0 ] && called "$1" && lines out 8 && lines err 0 || return
    : >"$dir/calls"
    setup
    [ "$status" = 0 ] && lines out 0 && lines err 0 && lines calls 0
}
for row in 'apt-get install gcc g\+\+ libc6-dev make bash libpng-dev freeglut3-dev libgl-dev libx11-dev openmpi-bin libopenmpi-dev gnuplot-nox gdb$' \
    'dnf install gcc gcc-c\+\+ make bash libpng-devel freeglut-devel ' \
    'pacman -S gcc make bash libpng freeglut ' \
    'zypper install --no-recommends gcc gcc-c\+\+ make bash libpng16-devel freeglut-devel ' \
    'apk add gcc g\+\+ musl-dev make bash libpng-dev freeglut-dev ' \
    'brew install -q gcc make bash libpng freeglut open-mpi gnuplot gdb$'; do
    manager=${row%% *}
    [ "$manager" = brew ] && user=1000 || user=0
    machine "$manager" "$user"
    ok "$manager" installs "^$manager .*${row#* }"
done

machine apt-get 0
setup >"$dir/log"
once() { [ "$(grep -c update "$dir/calls")" = 1 ] && ! called 'install.* update'; }
ok 'apt-get: lists that are missing are fetched, once' once
machine apt-get 0
touch "$dir/lists"
setup >"$dir/log"
not_called() { ! called "$1"; }
ok 'apt-get: lists that are there are not' not_called update
ok 'apt-get: nothing that is only recommended' called '--no-install-recommends'

down() { # the compilers are there, the network is not
    touch "$dir/broken" "$dir/installed/gcc" "$dir/installed/g++"
    setup
    [ "$status" = 0 ] && lines err 0 &&
        says 'without libpng: pictures are written as PPM, not PNG (E: the network is down)' &&
        says 'without freeglut, OpenGL and X11: pictures go to files, not to windows (E: the network is down)' &&
        says 'without MPI: heat_mpi, for several machines, is left out (E: the network is down)'
}
machine apt-get 0
ok 'without a network it goes on, and says what is off' down

# One package that is not to be had: its part says so, and no other; it is tried again only where that is asked for.
one_lacks() {
    touch "$dir/lists"
    sed -i '2a case " $* " in *freeglut*) echo "E: no freeglut3-dev"; exit 100 ;; esac' "$dir/path/apt-get"
    setup
    [ "$status" = 0 ] && says 'to files, not to windows (E: no freeglut3-dev)' && [ "$(grep -c without "$dir/out")" = 1 ]
}
machine apt-get 0
ok 'one package is missing: only its part is off' one_lacks
not_again() {
    : >"$dir/calls"
    setup --once
    [ "$status" = 0 ] && lines calls 0 && says 'without freeglut' && says 'make setup tries to install it again'
}
ok 'and it is not tried again by make run' not_again
again() {
    sed -i /freeglut3-dev/d "$dir/path/apt-get"
    setup
    [ "$status" = 0 ] && called freeglut3-dev && lines out 1 && setup --once && lines out 0
}
ok 'but by make setup' again

cannot_fork() { # a compiler that is there and fails
    printf '#!/bin/sh\ncat >/dev/null\necho "cannot fork" >&2\nexit 1\n' | tee "$dir/path/gcc" >"$dir/path/g++"
    touch "$dir/broken"
    setup
    [ "$status" = 1 ] && complains 'gcc and g++ are there, but do not compile: nothing can be built (cannot fork)'
}
machine apt-get 0
ok 'a compiler that fails is not a missing one' cannot_fork
machine apt-get 0

no_compiler() {
    touch "$dir/broken"
    setup
    [ "$status" = 1 ] && lines err 1 &&
        complains 'without C and C++ compilers: nothing can be built (E: the network is down)'
}
machine apt-get 0
ok 'without a compiler it fails, in one line on stderr' no_compiler

no_manager() {
    setup
    [ "$status" = 1 ] && lines err 1 && complains 'no package manager that this script knows'
}
machine '' 0
ok 'without a package manager' no_manager

no_sudo() {
    setup
    [ "$status" = 1 ] && lines calls 0 && complains 'dnf needs root, and there is no sudo' &&
        says 'somebody with root can help: dnf install gcc gcc-c++ make bash libpng-devel freeglut-devel'
}
machine dnf 1000
ok 'not root, no sudo' no_sudo

stand_in sudo <<<'exit 1'
password() {
    setup
    [ "$status" = 1 ] && lines calls 0 &&
        complains 'dnf needs root, and sudo a password, for which there is no terminal'
}
ok 'not root, a password and no terminal for it' password

stand_in sudo <<END
echo "sudo \$*" >>'$dir/calls'
[ "\$1" = -n ] || exit 1
shift
[ "\$1" = true ] || exec "\$@"
END
ok 'not root, with a sudo that asks nothing' installs '^sudo -n dnf .*install gcc '
ok 'an unknown word is refused' test "$(tools/setup.sh tests >/dev/null 2>&1; echo $?)" = 2
done_testing
