# cuda-chapters: how the programs are built. CUDA on the CPU builds itself (cpu/Makefile).
#
#   make              build every program        make run    the ray tracer pair, its picture, the table
#   make ray_const    build one                  make test   everything that is checked
#   make help         the rest
#
# BACKEND  cuda (nvcc) or cpu (CUDA on the CPU, cpu/README.md); default: cuda where nvcc and a GPU are
# SANITIZE address: the CPU backend under AddressSanitizer, in separate folders
# CHECK    the CPU backend's --check, in separate folders: memory, access for race and init, count, or debug
# ARCH     what nvcc builds for, its -arch, or several capabilities (ARCH='75 90 120'); default: this machine's
#          GPU, or all major ones if there is none
# WERROR   1: warnings are errors           V  1: shows every command
#
# A program is a .cu or .c in any folder except ROOMS. What it needs beyond the rules here is in its folder's build.mk, in
# the variables flags (to compile) and links, with the suffix _cpu or _cuda for one backend, and includes_NAME: where its
# headers are, for editors too.

MAKEFLAGS += --no-builtin-rules
SHELL     := /bin/sh
.DEFAULT_GOAL := all

NVCC    ?= $(or $(shell command -v nvcc 2>/dev/null),$(wildcard /usr/local/cuda/bin/nvcc))
HAS_GPU := $(filter-out 0,$(if $(NVCC),$(shell nvidia-smi -L 2>/dev/null | grep -c '^GPU')))
BACKEND ?= $(if $(HAS_GPU),cuda,cpu)
ARCH    ?= $(if $(HAS_GPU),native,all-major)
ifeq ($(filter cuda cpu,$(BACKEND)),)
$(error BACKEND=$(BACKEND): it is cuda or cpu)
endif
ifeq ($(BACKEND)$(NVCC),cuda)
$(error BACKEND=cuda needs nvcc, which is not on the PATH; BACKEND=cpu needs none)
endif
CC  := $(if $(filter default,$(origin CC)),gcc,$(CC))
CXX := $(if $(filter default,$(origin CXX)),g++,$(CXX))
VARIANT  := $(BACKEND)$(addprefix -,$(SANITIZE))$(addprefix -check-,$(CHECK))
BIN      := bin/$(VARIANT)
BUILD    := build/$(VARIANT)
QUIET    := $(if $(V),,@)
# One line per program; numbered if all are built.
says      = $(if $(V)$(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),,@echo '  $(call place,$1)$1')

# ---- programs ----------------------------------------------------------------------------------------

ROOMS    := bench bin build common cpu labs tests
ANYWHERE := *.cu */*.cu */*/*.cu */*/*/*.cu *.c */*.c */*/*.c */*/*/*.c
FOUND    := $(filter-out $(addsuffix /%,$(ROOMS)),$(wildcard $(ANYWHERE)))
SOURCES  := $(filter $(wildcard $(FOUND)),$(FOUND))
BROKEN   := $(filter-out $(SOURCES),$(FOUND))
$(if $(BROKEN),$(warning left out, because make cannot handle blanks in names of files or folders: $(BROKEN)))
# A program is named after its source; if several have the same name, after its folder, too.
CALLED   := $(basename $(notdir $(SOURCES)))
TWICE    := $(sort $(foreach n,$(CALLED),$(if $(word 2,$(filter $n,$(CALLED))),$n)))
PROGRAMS := $(foreach s,$(SOURCES),$(if $(filter $(TWICE),$(basename $(notdir $s))),$(basename $s),$(basename $(notdir $s))))
vpath %.cu $(sort $(dir $(SOURCES))) bench bench/peers $(wildcard tests/*/)
vpath %.c  $(sort $(dir $(filter %.c,$(SOURCES))))

place     = $(if $(filter $1,$(if $(filter-out all,$(MAKECMDGOALS)),,$(SOURCES))),[$(words $(call up_to,$1,$(SOURCES)))/$(words $(SOURCES))] )
up_to     = $(if $(filter-out $1,$(firstword $2)),x $(call up_to,$1,$(wordlist 2,$(words $2),$2)),x)

# ---- flags -------------------------------------------------------------------------------------------

# Optional libraries: a missing one switches its feature off.
hash     := \#
has       = $(shell printf '$(hash)include <$1>\n' | $(CXX) $(CPPFLAGS) -x c++ -fsyntax-only - 2>/dev/null && echo 1)
HAS_GLUT := $(call has,GL/freeglut.h)
HAS_PNG  := $(call has,png.h)
DEFINES  := $(if $(HAS_GLUT),-DHAVE_GLUT) $(if $(HAS_PNG),-DHAVE_PNG)
LIBS     := $(if $(HAS_GLUT),-lglut -lGL -lX11) $(if $(HAS_PNG),-lpng)
INCLUDES := -Icommon
C_FLAGS  := -std=gnu11 -O3 -g -march=$(or $(CPU_ARCH),native) -fno-math-errno -fno-trapping-math -Wall -Wextra \
            $(if $(WERROR),-Werror) $(DEFINES) $(INCLUDES) $(CFLAGS)
several   = $(foreach a,$(ARCH),-gencode=arch=compute_$a,code=sm_$a) \
            -gencode=arch=compute_$(lastword $(ARCH)),code=compute_$(lastword $(ARCH))
arch      = $(if $(word 2,$(ARCH)),$(several),-arch=$(ARCH))
ifeq ($(BACKEND),cpu)
COMPILE  := cpu/bin/nvcc
to_host  := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -O1) $(CXXFLAGS)
MACHINE  := -ccbin '$(CXX)' $(foreach f,$(to_host),-Xcompiler '$f') $(addprefix --check=,$(CHECK))
COMMON   := $(MACHINE) --keep-dir $(BUILD)
LINKING  := $(MACHINE)
export CUDA_CPU_ARCH := $(CPU_ARCH)
else
COMPILE  := $(NVCC)
COMMON   := -lineinfo
# Only old listings get what newer toolkits and this project's own headers no longer have.
legacy    = $(shell common/legacy/flags.sh cuda $<)
LINKING   = $(arch)
endif
COMMON   += -std=c++17 -O3 $(DEFINES) $(INCLUDES) -Xcompiler -Wall,-Wextra,-pthread $(if $(WERROR),-Werror all-warnings)
compile_flags = $(COMMON) $(NVCCFLAGS) $(if $(filter cuda,$(BACKEND)),$(arch)) $(flags) $(includes_$(notdir $*)) $(flags_$(BACKEND)) $(legacy)

-include $(wildcard */build.mk */*/build.mk)

# ---- what people type --------------------------------------------------------------------------------

.PHONY: all help run setup clean docs install import FORCE $(PROGRAMS) $(TWICE)
all: $(addprefix $(BIN)/,$(PROGRAMS)) compile_commands.json
$(PROGRAMS): %: $(BIN)/%
	@[ -e $< ] || { echo 'make $@: it has no main(); a program is one file, which may include others' >&2; exit 2; }
$(filter-out $(PROGRAMS),$(TWICE)):
	@echo 'make $@: there are several programs of that name: make $(filter %/$@,$(PROGRAMS))' >&2; exit 2

help:
	@printf '%s\n' \
	  'make                 build every program for $(BACKEND) into $(BIN)/' \
	  'make PROGRAM         build one: $(sort $(PROGRAMS))' \
	  'make run             set up, build, render with ray_global and ray_const, compare the two' \
	  'make test            set up, and check everything (TAP, under prove)' \
	  'make fuzz [N=200000] [SEED=n]  random kernels on the CPU backend, split and whole (cpu/INSIDE.md)' \
	  'make bench           every ladder beside the libraries, into bench/results/ (bench/README.md)' \
	  'make bench SWEEP=1   random shapes and lengths beside the libraries (SHAPES=200 SEED=1), into build/sweep/' \
	  'make bench-multi     heat, dot and product over 1, 2, 4, ... GPUs' \
	  'make bench-cpu       CUDA on the CPU against hand-written OpenMP loops' \
	  'make plots           draw tile_width, const_table and the ray pair into build/plots/, and the results of make bench' \
	  'make docs            write the measured figures into the pages, from docs/figures/ and bench/results/' \
	  'make import FROM=dir which of somebody else'"'"'s CUDA programs build and run here' \
	  'make check P=PROGRAM [ARGS="..."]  build and run it under all three checks:' \
	  'make check-memory P=PROGRAM  accesses out of bounds' \
	  'make check-race P=PROGRAM    data races' \
	  'make check-init P=PROGRAM    values that were never written' \
	  'make debug P=PROGRAM [ARGS="..."]  run it under gdb, with commands for blocks and threads (docs/debugger.md)' \
	  'make count P=PROGRAM [ARGS="..."] [COMPARE=OTHER] [DEVICE=h200]  sectors, bank conflicts, divergence, by line' \
	  'make install PREFIX=dir  CUDA on the CPU for other projects: its bin/ has nvcc (cpu/README.md)' \
	  'make setup           install what is missing, with the system'"'"'s package manager' \
	  'make clean           remove what was built' \
	  'make BACKEND=cpu     build for the CPU; BACKEND=cuda: with nvcc; V=1: show every command' \
	  'Each program lists its options with --help.'

setup:
	@./setup.sh

# make looks for libraries before setup installs them: so another make follows setup.
run: setup
	@echo 'building ray_global and ray_const for $(BACKEND)'
	@$(MAKE) --no-print-directory --silent ray_global ray_const
	@chapter06_raytrace/compare.sh $(BIN)

docs:
	@docs/figures.sh

import:
	@./import.sh '$(FROM)' $(BACKEND)

install:
	@$(MAKE) --no-print-directory -s -C cpu install PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)'

clean:
	rm -rf bin build compile_commands.json ray.png room.png blur.png texture_features.png shared_bitmap.png copy_matrix.png
	@$(MAKE) --no-print-directory -C cpu clean

# ---- the rules ---------------------------------------------------------------------------------------

# Warnings as errors change no object, so asking for them builds nothing again.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo "$(filter-out -Werror all-warnings,$(subst ",,$(COMPILE) $(COMMON) $(NVCCFLAGS) $(if $(filter cuda,$(BACKEND)),$(arch)) $(CC) $(C_FLAGS) $(LIBS)))" >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
ifeq ($(BACKEND),cpu)
TOOLKIT := $(BUILD)/toolkit
$(TOOLKIT): $(wildcard cpu/Makefile cpu/compiler/*.[ch] cpu/runtime/*.[ch] cpu/checks/*.[ch] cpu/counts/*.[ch] cpu/debugger/*.c)
	@mkdir -p $(@D)
	@$(COMPILE) --prepare $(MACHINE) && touch $@
cpu/libexec/cuda2cpp: $(TOOLKIT) ;
endif

$(BUILD)/%.o: %.cu $(BUILD)/flags $(if $(TOOLKIT),cpu/libexec/cuda2cpp cpu/driver/compile.sh)
	@mkdir -p $(@D)
	$(call says,$<)
	$(QUIET)$(COMPILE) $(compile_flags) -MD -MP -MF $(@:.o=.d) -MT $@ -c -o $@ $<
$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call says,$<)
	$(QUIET)$(CC) $(C_FLAGS) $(flags) -MMD -MP -MF $(@:.o=.d) -MT $@ -c -o $@ $<
$(BIN)/%: $(BUILD)/%.o $(TOOLKIT)
	@mkdir -p $(@D)
	$(QUIET)nm $< | grep -q ' T main$$' || { echo '$*: no program, for there is no main() in it' >&2; exit 0; }; \
	    $(COMPILE) $(LINKING) $(links) $(links_$(BACKEND)) -o $@ $(filter %.o,$^) $(LIBS)
$(BIN)/peers/%.so: %.cu $(TOOLKIT)
	@mkdir -p $(@D) $(BUILD)
	$(QUIET)$(COMPILE) $(compile_flags) -Xcompiler -fPIC -shared $(links_peers) -MD -MP -MF $(BUILD)/$*.d -MT $@ -o $@ $<
.SECONDARY:

-include $(wildcard $(BUILD)/*.d $(BUILD)/*/*.d)
