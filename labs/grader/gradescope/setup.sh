#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Gradescope runs this once, when the autograder is built. Its archive holds this folder's two files and, in
# cuda-chapters/, this project with a `lab` file in it: the number of the lab, such as 03.
set -eu
apt-get update
apt-get install -y --no-install-recommends g++ make binutils bubblewrap git procps util-linux
cd /autograder/source/cuda-chapters
for check in '' memory race count; do
    cpu/bin/cudacc ${check:+--check=$check} --prepare
done
