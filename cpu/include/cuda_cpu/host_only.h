// SPDX-License-Identifier: MIT
// What nvcc includes of the system's headers unasked, and nothing of CUDA (driver/host_only.c).
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <new>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>
