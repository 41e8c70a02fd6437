// SPDX-License-Identifier: MIT
// Where NVTX was before version 3.
#include "nvtx3/nvToolsExt.h"
