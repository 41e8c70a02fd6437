// SPDX-License-Identifier: MIT
// For listings, which include it by this name.
#include "pictures/cpu_bitmap.h"
