// SPDX-License-Identifier: MIT
// Shows a program's picture as its options ask: written where --out says, in a window where there
// is a display and no --no-window, otherwise written to the program's own file.
#ifndef SHOW_H
#define SHOW_H

#include "cpu_bitmap.h"
#include "options.h"

// Returns 0, or 1 if the picture could neither be shown nor written. With --csv and no --out it is
// not shown at all.
static inline int show_picture(CPUBitmap *bitmap, const struct options *options, const char *file) {
    if (options->csv && options->picture == NULL)
        return 0;
    bitmap->title = options->program;
    bitmap->save_as = options->picture ? options->picture : file;
    bitmap->save = options->picture != NULL;
    bitmap->window = options->window && !options->csv;
    return bitmap->display_and_exit();
}

#endif
