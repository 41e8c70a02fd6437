// SPDX-License-Identifier: MIT
// Where this was before version 3.
#include "nvtx3/nvToolsExtCudaRt.h"
