// SPDX-License-Identifier: MIT
// judge SIZE SEED < RECORD: what the results are worth that a lab's program wrote with --record.
// Compiled once a lab, with -I of its folder; it shares no memory with the student's code.
//
// A line a task: `TASK right` or `TASK wrong WHY`. A record may be anything: what is no result of a
// task is a line `broken WHY`, and nothing behind it counts. Only the first result of a task does.
#include "checks.h"

enum { MOST_TASKS = 100 };

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s SIZE SEED < RECORD\n", argv[0]);
        return 2;
    }
    const size_t size = lab_number("SIZE", argv[1]);
    const uint64_t seed = lab_number("SEED", argv[2]);
    bool seen[MOST_TASKS] = {};
    int task;
    char type, newline;
    size_t count;
    for (;;) {
        const int fields = scanf("%9d %c %18zu%c", &task, &type, &count, &newline);
        if (fields == EOF)
            return 0;
        struct lab_expected expected = {};
        if (fields != 4 || newline != '\n' || task < 1 || task >= MOST_TASKS ||
            !lab_expect(task, size, seed, &expected)) {
            printf("broken the record holds something else than results\n");
            return 0;
        }
        // No more is read than there should be: a count is the student's word.
        char why[256];
        if (type != (char)expected.type || count != expected.count) {
            printf("%d wrong %zu elements of type %c were handed in, %zu of type %c expected\n",
                   task, count, type, expected.count, (char)expected.type);
            return 0;
        }
        const size_t bytes = count * lab_bytes_of(expected.type);
        void *got = lab_allocate(bytes, 1);
        if (fread(got, 1, bytes, stdin) != bytes) {
            printf("broken the record ends in the middle of task %d\n", task);
            return 0;
        }
        if (!seen[task]) {
            if (lab_compare(expected.type, count, got, &expected, why, sizeof why))
                printf("%d right\n", task);
            else
                printf("%d wrong %s\n", task, why);
        }
        seen[task] = true;
        free(got);
        free(expected.values);
        free(expected.most);
    }
}
