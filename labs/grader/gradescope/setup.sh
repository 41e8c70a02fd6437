#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Gradescope runs this once, when the autograder is built from the archive that pack.sh makes.
set -eu
apt-get update
apt-get install -y --no-install-recommends g++ make binutils bubblewrap git procps util-linux
cd /autograder/source/cuda-chapters
for check in '' memory race count; do
    cpu/bin/cudacc ${check:+--check=$check} --prepare
done
labs/grader/gradescope/can_grade.sh
