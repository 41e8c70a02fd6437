// SPDX-License-Identifier: MIT
// NVTX before version 3: its names for resources of the driver API are not there.
#include "nvtx3/nvToolsExt.h"
