// SPDX-License-Identifier: MIT
// For old listings, which include it by this name.
#include "legacy/gl_helper.h"
