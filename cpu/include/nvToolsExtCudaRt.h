// SPDX-License-Identifier: MIT
// NVTX before version 3: its names for the runtime's resources are not there.
#include "nvtx3/nvToolsExt.h"
