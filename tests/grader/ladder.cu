// SPDX-License-Identifier: MIT
// Lab 9: results of one task without end, after one of each.
#include "checks.h"

int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    int nothing = 0;
    for (int k = 0; k < 6000000; k++) {
        lab_task(1 + k % 4, "again");
        lab_result(&nothing, 1);
    }
    return lab_end();
}
