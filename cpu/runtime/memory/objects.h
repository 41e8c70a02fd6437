// SPDX-License-Identifier: MIT
// Texture and surface objects that were made, and those that were destroyed.
#ifndef CUDA_CPU_OBJECTS_H
#define CUDA_CPU_OBJECTS_H

#include <stdbool.h>

#include "cuda_cpu/texture_api.h"

// Records a new object (a cuda_cpu_texture, a cuda_cpu_surface), which is in memory from malloc().
void cuda_cpu_record_object(struct cuda_cpu_object *object);
// Whether there is one, and not destroyed, that starts there.
bool cuda_cpu_object_exists(const void *object);
// It is destroyed, and its memory kept for a while, for kernels that use it all the same; says what
// is wrong and returns false if there is none.
bool cuda_cpu_retire_object(const char *kind, const void *object);

#endif
