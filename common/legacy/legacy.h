// SPDX-License-Identifier: MIT
// What old listings need and today's CUDA lacks, on both backends. The Makefile includes it ahead
// of a source that uses one of the old names (flags.sh); the other sources never see it.
#ifndef COMMON_LEGACY_LEGACY_H
#define COMMON_LEGACY_LEGACY_H

#define CUDA_LEGACY 1 // asks common/book.h and common/cpu_bitmap.h for their old names too

#include "device.h"
#include "warp.h"
#include "texture.h"
#include "symbol.h"

#endif
