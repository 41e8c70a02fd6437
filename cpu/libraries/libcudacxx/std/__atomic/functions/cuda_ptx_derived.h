// SPDX-License-Identifier: MIT
// Nothing: see cuda_ptx_generated.h.
