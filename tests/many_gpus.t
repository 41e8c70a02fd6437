#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Chapter 11: the programs for many GPUs on 1 to 7 of them, NCCL on the CPU, heat over MPI ranks, its
# files, and what happens to them when a rank dies, the disk is full or a file is not what it was.
. "$(dirname "$0")/programs.sh"

[ "$backend" = cpu ] || plan_skip 'needs the CPU backend: as many GPUs as it likes'
ok 'the programs build' make BACKEND=cpu heat_nccl dot_nccl matmul_nccl copy_matrix heat_global
[ "${tap_failed:?}" = 0 ] || done_testing

# on N PROGRAM ARGUMENT...: right on so many devices
on() {
    export CUDA_CPU_DEVICES=$1
    shift
    run "$@"
    [ "$status" = 0 ] && tail -n 1 "$dir/out" | grep -q '^result: right'
}

for n in 1 2 3 4 7; do
    ok "heat on $n GPUs: every way, every cell" on $n heat_nccl --size 101 --steps 37 --scatter 0.01 --runs 1
done
ok 'heat: more GPUs than rows' on 4 heat_nccl --size 3 --steps 5 --runs 1
ok 'heat: halos as deep as a slab' on 3 heat_nccl --size 33 --steps 40 --depth 11 --runs 1
ok 'heat: launch by launch' on 3 heat_nccl --size 64 --no-graphs --runs 1
ok 'heat: more steps than a graph holds' on 2 heat_nccl --size 40 --steps 500 --runs 1 --only deep1,overlap1
for n in 2 3 5; do # widths with one strip and two, slabs of a few rows, steps left over, and none
    for size in 40 131; do
        ok "heat: straight into the halos, $n GPUs, $size x $size" on $n heat_nccl --size $size --steps $((16 + n)) --scatter 0.01 --runs 2 --only peer1,peer8
    done
done
ok 'heat: check-race follows its flags from kernel to kernel' env CUDA_CPU_DEVICES=3 make check-race P=heat_nccl \
    ARGS='--size 70 --steps 19 --runs 1 --no-graphs --only peer1,peer8'
ok 'heat: the timeline' on 2 heat_nccl --size 64 --runs 1 --timeline
ways() {
    export CUDA_CPU_DEVICES=3
    run heat_nccl --csv --runs 2
    [ "$status" = 0 ] && [ "$(grep -c ',right$' "$dir/out")" = 12 ]
}
ok 'heat: a row a way, as CSV' ways
for n in 1 2 3 7; do ok "dot on $n GPUs" on $n dot_nccl --size 100003 --runs 1; done
ok 'dot: more GPUs than elements' on 5 dot_nccl --size 3 --runs 1
for grid in 1x1 1x3 3x1 2x2 2x3; do
    ok "product on $grid GPUs: every bit" on 6 matmul_nccl --size 67 --grid $grid --panel 10 --runs 1
done
ok 'product: rows of four' on 4 matmul_nccl --size 64 --grid 2x2 --panel 16 --runs 1
ok 'product: in turn' on 2 matmul_nccl --size 33 --in-turn --runs 1
ok 'copies between 3 GPUs' on 3 copy_matrix --size 1000 --runs 1 --no-window --out "$dir/copies.ppm"
ok 'their picture' test -s "$dir/copies.ppm"

refused() { # refused STATUS WORDS COMMAND...: that status, and one line with these words
    local status wanted=$1 words=$2
    shift 2
    "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    echo "status $status"
    cat "$dir/out" "$dir/err"
    [ "$status" = "$wanted" ] && grep -q -- "$words" "$dir/err" && [ ! -s "$dir/out" ]
}
export CUDA_CPU_DEVICES=2
for program in heat_nccl dot_nccl copy_matrix; do
    ok "$program: a GPU is missing" refused 77 'there are 2 here; skipped' "$bin/$program" --gpus 3
done
ok 'product: a GPU is missing' refused 77 'there are 2 here; skipped' "$bin/matmul_nccl" --grid 3x1
for grid in 2 x 2x 0x1 2x2x2 axb; do
    ok "--grid $grid is refused" refused 2 'not PxQ' "$bin/matmul_nccl" --grid $grid
done
unset CUDA_CPU_DEVICES

# ---- MPI ------------------------------------------------------------------------------------------

if ! make BACKEND=cpu help | grep -q heat_mpi || ! command -v mpirun >/dev/null; then
    skip 'heat over MPI' 'without MPI'
    done_testing
fi
ok 'heat_mpi builds' make BACKEND=cpu heat_mpi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_orte_execute_quiet=1 TMPDIR=$dir

mpi() { # mpi RANKS ARGUMENT...
    local ranks=$1
    shift
    mpirun --oversubscribe -q -np "$ranks" "$bin/heat_mpi" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    echo "status $status"
    cat "$dir/out" "$dir/err"
}
right() {
    mpi "$@"
    [ "$status" = 0 ] && grep -q '^result: right (0 cells wrong; each' "$dir/out"
}
fellow() { # fellow RANKS ARGUMENT...: the room of one rank, bit for bit
    right "$@" --save "$dir/other" && cmp "$dir/other" "$dir/one"
}
room='--size 101 --steps 37 --seed 3 --scatter 0.01'
# shellcheck disable=SC2086
{
    ok 'one rank: right' right 1 $room --save "$dir/one"
    for ranks in 2 3 4 7; do ok "$ranks ranks: the same room" fellow $ranks $room; done
    for grid in 1x2 2x2 3x2 1x4; do
        ok "$grid blocks: the same room" fellow $((${grid%x*} * ${grid#*x})) $room --grid $grid
    done
    ok 'eight steps a pass: the same room' fellow 3 $room --times 8
    ok 'blocks, eight steps a pass, deep halos' fellow 4 $room --times 8 --grid 2x2 --depth 20
    ok 'an exchange each step, and no overlap' fellow 2 $room --depth 1 --no-overlap
}
ok 'more ranks than rows' right 4 --size 3 --steps 9
picture() { # the program of one GPU draws it too
    right 3 --size 130 --steps 90 --out "$dir/three.ppm" &&
        (cd "$dir" && "$bin/heat_global" --no-window --runs 1 --size 130 --out one.ppm >/dev/null 2>&1) &&
        cmp "$dir/three.ppm" "$dir/one.ppm"
}
ok 'the picture is that of heat_global' picture
shrunk() { right 2 --size 300 --steps 9 --pixels 100 --out "$dir/small.ppm" && head -c 15 "$dir/small.ppm" | grep -q '^100 100$'; }
ok 'a large room is shrunk in its picture' shrunk

resumed() { # resumed RANKS ARGUMENT...: on from step 20
    # shellcheck disable=SC2086
    right 3 $room --steps 20 --save "$dir/part" && fellow "$@" --resume "$dir/part"
}
# shellcheck disable=SC2086
{
    ok 'resumed on another number of ranks: the same room' resumed 5 $room
    ok 'resumed on blocks: the same room' resumed 4 $room --grid 2x2
    ok 'with checkpoints: the same room' fellow 3 $room --checkpoint 7
}
clean() { ! compgen -G "$dir/$1.tmp*"; } # a rank that is killed below may leave its own
ok 'no temporary file is left' clean '*'

# A long run that is stopped: $1 the signal, $2 whose (mpirun's or a rank's).
start_long() {
    rm -f "$dir/long"
    env -u OMPI_MCA_orte_execute_quiet mpirun --oversubscribe -np 2 "$bin/heat_mpi" --size 200 --steps 100000000 --save "$dir/long" \
        --checkpoint 500 >"$dir/out" 2>"$dir/err" </dev/null &
    job=$!
    for _ in $(seq 600); do
        [ ! -s "$dir/long" ] || return 0
        sleep 0.1
    done
    return 1
}
rank_of() { pgrep -P "$1" heat_mpi | tail -n 1; }
stopped() { # SIGTERM to a rank: it ends in good order, and what it saved can be resumed
    start_long || return
    kill -TERM "$(rank_of "$job")"
    ! wait "$job" || return
    cat "$dir/err"
    grep -q 'stopped after step .* --resume' "$dir/err" || return
    local step
    step=$(sed -n 's/.*stopped after step \([0-9]*\) of.*/\1/p' "$dir/err")
    mpi 3 --size 200 --steps $((step + 10)) --resume "$dir/long"
    [ "$status" = 0 ]
}
ok 'SIGTERM: saved, and resumed on another number of ranks' stopped
killed() { # a rank dies: the job ends and says so, and the last checkpoint is whole
    start_long || return
    kill -KILL "$(rank_of "$job")"
    ! wait "$job" || return
    cat "$dir/err"
    grep -qi 'signal 9' "$dir/err" || return
    mpi 2 --size 200 --steps 100000000 --resume "$dir/long" --save /nowhere/at/all --checkpoint 1
    [ "$status" != 0 ] && grep -q "cannot write '/nowhere" "$dir/err"
}
ok 'a rank is killed: the job ends, and its last checkpoint can be read' killed

bad_file() { # bad_file WORDS FILE
    mpi 2 --size 101 --steps 37 --seed 3 --scatter 0.01 --resume "$2"
    [ "$status" = 2 ] && grep -q -- "$1" "$dir/err"
}
head -c 20000 "$dir/one" >"$dir/cut"
head -c 50 "$dir/one" >"$dir/stub"
{ cat "$dir/one" && echo; } >"$dir/longer"
cat "$bin/heat_mpi" >"$dir/foreign"
: >"$dir/empty"
ok 'a truncated file is refused' bad_file 'has 20000 bytes instead of' "$dir/cut"
ok 'a file that is all but gone is refused' bad_file 'has 50 bytes instead of' "$dir/stub"
ok 'a file with something after its end is refused' bad_file 'bytes instead of' "$dir/longer"
ok 'a foreign file is refused' bad_file 'no room of heat_mpi' "$dir/foreign"
ok 'an empty file is refused' bad_file 'has 0 bytes instead of' "$dir/empty"
ok 'a file that is not there is refused' bad_file 'cannot read' "$dir/missing"
mkfifo "$dir/fifo"
ok 'a FIFO is refused, and not waited for' bad_file "cannot resume from '$dir/fifo': it is not a file" "$dir/fifo"

# changed FIELD OFFSET BYTES WORDS: a saved room with other bytes there is refused
changed() {
    cp "$dir/one" "$dir/changed"
    # shellcheck disable=SC2059 # the bytes are such a format
    printf "$3" | dd of="$dir/changed" bs=1 seek="$2" conv=notrunc 2>/dev/null
    bad_file "cannot resume from '$dir/changed': $4" "$dir/changed"
}
sum='its contents are not those that were saved'
ok 'another temperature of a cell is told' changed cell $((128 + 4 * (50 * 101 + 33))) '\232\231\231\076' "$sum"
ok 'another step is told' changed steps 40 '\005' "$sum"
ok 'another sum is told' changed sum 72 '\001' "$sum"
ok 'a number of steps that cannot be is told' changed steps 40 '\0\0\0\0\0\0\0\200' 'its number of steps cannot be'
swapped() { # two rows change places
    { head -c $((128 + 4 * 101 * 50)) "$dir/one" && tail -c +$((129 + 4 * 101 * 51)) "$dir/one" | head -c 404 &&
        tail -c +$((129 + 4 * 101 * 50)) "$dir/one" | head -c 404 && tail -c +$((129 + 4 * 101 * 52)) "$dir/one"; } >"$dir/swapped"
    bad_file "cannot resume from '$dir/swapped': $sum" "$dir/swapped"
}
ok 'rows that changed places are told' swapped

special() { # special FILE WORDS: nothing is written over anything but a file
    # shellcheck disable=SC2086
    mpi 2 $room --save "$1"
    [ "$status" = 2 ] && grep -qF "cannot write '$1': $2" "$dir/err"
}
ok '--save to a FIFO is refused' special "$dir/fifo" 'it is a device or a pipe, not a file'
ok '... and it still is one' test -p "$dir/fifo"
ln -s nowhere "$dir/dangling"
ok '--save through a link to nothing is refused' special "$dir/dangling" 'it is a link to a file that is not there'
linked() { # the room goes to where the link leads, and what a killed run has left goes
    mkdir "$dir/deep" && : >"$dir/deep/real" && ln -s deep/real "$dir/link" && : >"$dir/deep/real.tmp" || return
    # shellcheck disable=SC2086
    right 2 $room --save "$dir/link" || return
    [ -L "$dir/link" ] && cmp "$dir/one" "$dir/deep/real" && [ "$(ls "$dir/deep")" = real ]
}
ok '--save through a link leaves the link, and nothing else' linked
other() { # other WORDS ARGUMENT...
    local words=$1
    shift
    mpi 2 --size 101 --steps 37 --seed 3 --scatter 0.01 --resume "$dir/one" "$@"
    [ "$status" = 2 ] && grep -q -- "$words" "$dir/err"
}
ok 'a room of another size is refused' other 'another --size' --size 100
ok 'a room with another k is refused' other 'another --k' --k 0.1
ok 'a room of another seed is refused' other 'another --seed' --seed 4
ok 'a room that is further on is refused' other 'already has 37 steps' --steps 36

full() { # the file may be no longer than that: as on a full disk
    local before
    cp "$dir/one" "$dir/kept"
    before=$(cksum <"$dir/kept")
    # shellcheck disable=SC2086
    OMPI_MCA_btl=self,tcp mpirun --oversubscribe -q -np 2 sh -c 'trap "" XFSZ; ulimit -f 20; exec "$@"' sh \
        "$bin/heat_mpi" $room --save "$dir/kept" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    cat "$dir/out" "$dir/err"
    [ "$status" = 1 ] && grep -q "cannot write '.*kept'" "$dir/err" &&
        [ "$(cksum <"$dir/kept")" = "$before" ] && clean kept
}
ok 'a full disk: said, and the file before is still there' full
no_gpu() {
    mpi 2 --through nccl
    [ "$status" = 77 ] && grep -q 'needs GPUs' "$dir/err"
}
ok 'NCCL between ranks needs GPUs' no_gpu
wrong_grid() { mpi 3 --grid 2x2; [ "$status" = 2 ] && [ "$(grep -c 'number of ranks' "$dir/err")" = 1 ]; }
ok 'a grid of another number of ranks is refused, once' wrong_grid
said_once() { mpi 3 --size 0; [ "$status" = 2 ] && [ "$(grep -c "not a whole number" "$dir/err")" = 1 ]; }
ok 'a bad option is refused, once' said_once
progress() { right 2 --size 60 --steps 90 --progress && grep -qE '^90 of 90 steps, [0-9.]+ Gcells/s, 0.* s left' "$dir/err"; }
ok 'progress is shown' progress
done_testing
