// SPDX-License-Identifier: MIT
// OpenGL and freeglut for programs that call them themselves, and GET_PROC_ADDRESS for what is
// newer than OpenGL 1.3.
#ifndef COMMON_LEGACY_GL_HELPER_H
#define COMMON_LEGACY_GL_HELPER_H

#include <GL/freeglut.h>
#include <GL/glext.h>

#define GET_PROC_ADDRESS(name) glutGetProcAddress((const char *)(name))

#endif
