// SPDX-License-Identifier: MIT
// What a chapter's program uses around its lesson, in one line: checked calls (book.h), the options
// of the command line, host memory, the clock, the check of the result and the report. Each is a
// separate file beside this one, with an example at its top.
#ifndef CHAPTER_H
#define CHAPTER_H

#include <stdlib.h>

#include "book.h"
#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "report.h"
#include "verify.h"

#endif
