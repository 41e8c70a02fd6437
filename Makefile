# cuda-chapters: the only build file.
#
#   make              build every program        make run    the ray tracer pair, its picture, the table
#   make ray_const    build one                  make test   everything that is checked
#   make help         the rest
#
# BACKEND  cuda (nvcc) or cpu (CUDA on the CPU, cpu/README.md); left out: cuda where nvcc and a GPU are
# SANITIZE address: the CPU backend under AddressSanitizer, in folders of its own
# ARCH     what nvcc builds for; left out: the GPU at hand, or all major ones where there is none
# WERROR   1: warnings are errors

MAKEFLAGS += --no-builtin-rules
SHELL     := /bin/sh
.DEFAULT_GOAL := all

NVCC    ?= $(or $(shell command -v nvcc 2>/dev/null),$(wildcard /usr/local/cuda/bin/nvcc))
GPU     := $(if $(NVCC),$(shell nvidia-smi -L 2>/dev/null | grep -c '^GPU'))
HAS_GPU := $(filter-out 0,$(GPU))
BACKEND ?= $(if $(HAS_GPU),cuda,cpu)
ARCH    ?= $(if $(HAS_GPU),native,all-major)
ifeq ($(filter cuda cpu,$(BACKEND)),)
$(error BACKEND=$(BACKEND): it is cuda or cpu)
endif
ifeq ($(BACKEND)$(NVCC),cuda)
$(error BACKEND=cuda needs nvcc, which is not on the PATH; BACKEND=cpu needs none)
endif
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif

# ---- programs: every .cu and .c outside the rooms that hold none -------------------------------------

ROOMS    := bench bin build common cpu tests
SOURCES  := $(filter-out $(addsuffix /%,$(ROOMS)),\
              $(wildcard *.cu */*.cu */*/*.cu */*/*/*.cu *.c */*.c */*/*.c */*/*/*.c))
PROGRAMS := $(basename $(notdir $(SOURCES)))
TWICE    := $(sort $(foreach p,$(PROGRAMS),$(if $(word 2,$(filter $p,$(PROGRAMS))),$p)))
$(if $(TWICE),$(error two programs are called $(firstword $(TWICE)): a binary has its source's name))
VARIANT  := $(BACKEND)$(addprefix -,$(SANITIZE))
BIN      := bin/$(VARIANT)
BUILD    := build/$(VARIANT)
vpath %.cu $(sort $(dir $(SOURCES))) bench $(wildcard tests/*/)
vpath %.c  $(sort $(dir $(filter %.c,$(SOURCES))))

# ---- optional libraries: a missing one switches its feature off --------------------------------------

hash     := \#
has       = $(shell printf '$(hash)include <$1>\n' | $(CXX) $(CPPFLAGS) -x c++ -fsyntax-only - 2>/dev/null && echo 1)
HAS_GLUT := $(call has,GL/freeglut.h)
HAS_PNG  := $(call has,png.h)
DEFINES  := $(if $(HAS_GLUT),-DHAVE_GLUT) $(if $(HAS_PNG),-DHAVE_PNG)
LIBS     := $(if $(HAS_GLUT),-lglut -lGL -lX11) $(if $(HAS_PNG),-lpng)

# ---- flags -------------------------------------------------------------------------------------------

INCLUDES  := -Icommon
WARNINGS  := -Wall -Wextra $(if $(WERROR),-Werror)
CPU_ARCH  ?= native
OPTIMISE  := $(if $(SANITIZE),-O1,-O3) -g -march=$(CPU_ARCH) -fno-math-errno -fno-trapping-math
# What a launch knows of its texture is decided once, outside the loop over its threads (GCC's word).
UNSWITCH  := $(shell $(CXX) --param=max-unswitch-insns=1000 -x c++ -fsyntax-only /dev/null 2>/dev/null && \
               echo --param=max-unswitch-insns=1000)
SANITIZER := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer)
CFLAGS   ?=
CXXFLAGS ?=
c_flags   = -std=gnu11 $(OPTIMISE) $(WARNINGS) $(SANITIZER) $(DEFINES) $(INCLUDES) $(CFLAGS)
cxx_flags = -std=c++17 $(OPTIMISE) $(UNSWITCH) $(WARNINGS) -Wno-unknown-pragmas $(SANITIZER) $(CXXFLAGS)
nv_flags  = -std=c++17 -O3 -lineinfo -arch=$(ARCH) $(DEFINES) $(INCLUDES) \
            -Xcompiler -Wall,-Wextra,-pthread $(if $(WERROR),-Werror all-warnings) $(NVCCFLAGS)

# Old listings, and only they, get what newer toolkits and this project's own headers no longer have.
legacy    = $(shell common/legacy/flags.sh $(BACKEND) $<)

# ---- what people type --------------------------------------------------------------------------------

.PHONY: all help run test setup clean bench-cpu plots import $(PROGRAMS)
all: $(addprefix $(BIN)/,$(PROGRAMS)) compile_commands.json
$(PROGRAMS): %: $(BIN)/%

help:
	@printf '%s\n' \
	  'make                 build every program for $(BACKEND) into $(BIN)/' \
	  'make PROGRAM         build one: $(sort $(PROGRAMS))' \
	  'make run             set up, build, render with ray_global and ray_const, compare the two' \
	  'make test            set up, and check everything (TAP, under prove)' \
	  'make bench-cpu       CUDA on the CPU against hand-written OpenMP loops' \
	  'make plots           draw tile_width, const_table and the ray pair into build/plots/' \
	  'make import FROM=dir which of somebody else'"'"'s CUDA programs build and run here' \
	  'make setup           install what is missing, with the package manager of the system' \
	  'make clean           remove bin/ and build/' \
	  'make BACKEND=cpu     without a GPU; BACKEND=cuda: with nvcc' \
	  'Each program tells its options with --help.'

setup:
	@./setup.sh

# make looks for libraries before setup installs them: so what follows setup is a make of its own.
run: setup
	@echo 'building ray_global and ray_const for $(BACKEND)'
	@$(MAKE) --no-print-directory --silent ray_global ray_const
	@chapter06_raytrace/compare.sh $(BIN)

# Two files at a time, the longest first; what they share is built before.
test:
	@./setup.sh test
	@$(MAKE) --no-print-directory --silent -j2 BACKEND=$(BACKEND) WERROR=1 all $(TEST_PROGRAMS)
	@CUDA_CHAPTERS_BACKEND=$(BACKEND) prove --timer -j2 $(TESTS)

LONG          := $(addprefix tests/,memory.t cuda_build.t legacy.t programs.t)
TESTS         ?= $(LONG) $(filter-out $(LONG),$(wildcard tests/*.t))
TEST_PROGRAMS := $(patsubst tests/cpu/%.cu,$(BIN)/%,$(wildcard tests/cpu/test_*.cu))

bench-cpu:
	@$(MAKE) --no-print-directory BACKEND=cpu CXXFLAGS="$(CXXFLAGS) -fopenmp" bin/cpu/bench_cpu
	@bin/cpu/bench_cpu

plots:
	@$(MAKE) --no-print-directory tile_width const_table ray_global ray_const
	@bench/plots.sh $(BIN) $(or $(OUT),build/plots) || [ $$? = 77 ]

import:
	@./import.sh '$(FROM)' $(BACKEND)

clean:
	rm -rf bin build compile_commands.json ray.png room.png blur.png texture_features.png shared_bitmap.png

# ---- the CPU backend ---------------------------------------------------------------------------------

RUNTIME := $(patsubst cpu/%.c,$(BUILD)/runtime/%.o,$(filter-out cpu/cuda2cpp.c,$(wildcard cpu/*.c)))

build/cuda2cpp: cpu/cuda2cpp.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 $(WARNINGS) -o $@ $<

$(BUILD)/runtime/%.o: cpu/%.c
	@mkdir -p $(@D)
	$(CC) $(c_flags) -Icpu/include -pthread -MMD -MP -c -o $@ $<

$(BUILD)/libcuda_cpu.a: $(RUNTIME)
	rm -f $@
	$(AR) rcs $@ $^

bin/cpu$(addprefix -,$(SANITIZE))/%: %.cu build/cuda2cpp $(BUILD)/libcuda_cpu.a
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -E -x c++ -MMD -MP -MT $@ -MF $(BUILD)/$*.d $(OPTIMISE) $(SANITIZER) -Icpu/include $(DEFINES) \
	    $(INCLUDES) -include cuda_runtime.h $(legacy) $(CXXFLAGS) -o $(BUILD)/$*.cu.ii $<
	build/cuda2cpp < $(BUILD)/$*.cu.ii > $(BUILD)/$*.ii
	$(CXX) $(cxx_flags) -o $@ $(BUILD)/$*.ii $(BUILD)/libcuda_cpu.a $(LIBS) -pthread -lm

# ---- nvcc --------------------------------------------------------------------------------------------

bin/cuda/%: %.cu
	@mkdir -p $(@D) $(BUILD)
	$(NVCC) $(nv_flags) $(legacy) -MD -MF $(BUILD)/$*.d -MT $@ -o $@ $< $(LIBS)

# ---- plain C, the same for both ----------------------------------------------------------------------

$(BIN)/%: %.c
	@mkdir -p $(@D) $(BUILD)
	$(CC) $(c_flags) -MMD -MP -MF $(BUILD)/$*.d -MT $@ -o $@ $< -lm

-include $(wildcard $(BUILD)/*.d $(BUILD)/runtime/*.d)

# ---- editors -----------------------------------------------------------------------------------------
# clangd reads CUDA C by itself; with the CPU backend's headers it needs no toolkit.

compile_commands.json: Makefile $(SOURCES)
	@{ echo '['; s=''; for f in $(SOURCES); do \
	    case $$f in \
	    *.cu) c='clang++ -std=c++17 -Xclang -fcuda-allow-variadic-functions -x cuda --cuda-host-only -nocudainc -nocudalib -Icpu/include -include cuda_runtime.h';; \
	    *)    c='clang -std=gnu11';; esac; \
	    printf '%s  {"directory": "%s", "file": "%s", "command": "%s $(DEFINES) $(INCLUDES) -c %s"}' \
	        "$$s" '$(CURDIR)' "$$f" "$$c" "$$f"; s=',\n'; \
	    s=$$(printf ',\nx'); s=$${s%x}; done; printf '\n]\n'; } > $@
