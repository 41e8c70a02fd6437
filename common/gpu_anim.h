// SPDX-License-Identifier: MIT
// For old listings, which include it by this name.
#include "legacy/gpu_anim.h"
