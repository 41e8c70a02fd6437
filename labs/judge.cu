// SPDX-License-Identifier: MIT
// judge SIZE SEED OTHER [TASK]... < RECORD: what the results are worth that the grader has of a run
// (grader/record.c). The host may work out the TASKs; all others need a launch.
// Compiled once a lab, with -I of its folder; it shares no memory with the student's code.
//
// A line a task: `TASK right` or `TASK wrong WHY`, then `kernels TASK NAME,...`; the last line is
// `end LAUNCHES` where the program came to its end. What is no result of a task is a line `broken
// WHY`, and nothing after it counts.
//
// Where the host has made a result, as far as that is watched, there is a line `back TASK`; where
// it had a part in it, `part TASK`.
//
// In a run in which the device got the numbers of another seed, OTHER (0: in no other), a line a
// task says whose work it is instead: `TASK kernels`, `TASK host`, or `TASK unknown`; `TASK
// kernels alone` where they had nothing but the lab's numbers to work with; `TASK unknown right`
// where the result is that of the host's numbers, and `TASK unknown right given` where the device
// had got other ones.
#include "checks.h"

enum { MOST_TASKS = 100 };

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: %s SIZE SEED OTHER [TASK]... < RECORD\n", argv[0]);
        return 2;
    }
    const size_t size = lab_number("SIZE", argv[1]);
    const uint64_t seed = lab_number("SEED", argv[2]), other = lab_number("OTHER", argv[3]);
    bool seen[MOST_TASKS] = {}, by_host[MOST_TASKS] = {};
    for (int i = 4; i < argc; i++)
        by_host[lab_number("TASK", argv[i]) % MOST_TASKS] = true;
    unsigned long launches,
        before = 0; // of kernels: until this result, and until the one before it
    int task;
    char type[4], numbers[10], kernels[256], newline;
    size_t count;
    for (;;) {
        const int fields = scanf("%9d %3s %18zu %18lu %9s %255s%c", &task, type, &count, &launches,
                                 numbers, kernels, &newline);
        if (fields == EOF)
            return 0;
        if (fields == 7 && strcmp(type, "end") == 0) {
            printf("end %lu\n", launches);
            return 0;
        }
        struct lab_expected expected = {};
        if (fields != 7 || newline != '\n' || task < 1 || task >= MOST_TASKS || seen[task] ||
            !lab_expect(task, size, seed, &expected)) {
            printf("broken the record holds something else than results\n");
            return 0;
        }
        seen[task] = true;
        const bool given = strchr(numbers, '+'), managed = strchr(numbers, '~');
        const bool part = strchr(numbers, '^');
        numbers[strcspn(numbers, "+~^")] = 0;
        // No more is read than there should be: a count is the student's word.
        char why[256];
        if (*type != (char)expected.type || count != expected.count) {
            printf("%d wrong %zu elements of type %s were handed in, %zu of type %c expected\n",
                   task, count, type, expected.count, (char)expected.type);
            return 0;
        }
        const size_t bytes = count * lab_bytes_of(expected.type);
        void *got = lab_allocate(bytes, 1);
        if (fread(got, 1, bytes, stdin) != bytes) {
            printf("broken the record ends in the middle of task %d\n", task);
            return 0;
        }
        const bool right = lab_compare(expected.type, count, got, &expected, why, sizeof why);
        if (other && !expected.most) { // not of what was measured
            struct lab_expected others = {};
            lab_expect(task, size, other, &others);
            const bool fits = lab_compare(others.type, count, got, &others, why, sizeof why);
            const bool back = strcmp(numbers, "back") == 0, both = strcmp(numbers, "both") == 0;
            const bool own = both || strcmp(numbers, "other") == 0;
            printf("%d %s\n", task,
                   fits && !back && !own && !managed ? "kernels alone"
                   : fits && !back && !both          ? "kernels"
                   : !fits && right && !own          ? "host"
                   : !fits && right ? (given ? "unknown right given" : "unknown right")
                                    : "unknown");
            free(others.values);
            free(others.most);
        } else if (other)
            printf("%d kernels\n", task);
        else if (!right)
            printf("%d wrong %s\n", task, why);
        else if (launches == before && !by_host[task])
            printf("%d wrong the result is right, but the host worked it out: no kernel was "
                   "launched\n",
                   task);
        else
            printf("%d right\n", task);
        if (!other)
            printf("kernels %d %s\n", task, kernels);
        if (!other && (strcmp(numbers, "back") == 0 || strcmp(numbers, "both") == 0))
            printf("back %d\n", task);
        if (part)
            printf("part %d\n", task);
        before = launches;
        free(got);
        free(expected.values);
        free(expected.most);
    }
}
