# cuda-chapters: how the programs are built; make help lists the commands. CUDA on the CPU builds itself (cpu/Makefile).
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

CC  := $(if $(filter default,$(origin CC)),gcc,$(CC))
CXX := $(if $(filter default,$(origin CXX)),g++,$(CXX))
on_path  = $(firstword $(wildcard $(addsuffix /$1,$(subst :, ,$(PATH)))))
NVCC    ?= $(or $(call on_path,nvcc),$(wildcard /usr/local/cuda/bin/nvcc))

# What the machine has is found out once, and again where a compiler is another, or where something was installed: a
# folder of those named here is then newer.
MACHINE_KEY := $(strip $(CXX) $(CPPFLAGS) $(NVCC) $(wildcard /dev/nvidia[0-9]* /dev/dxg /proc/driver/nvidia/gpus/*))
INSTALLED   := $(call on_path,$(firstword $(CXX))) $(wildcard $(firstword $(CXX)) /usr/include /usr/include/GL /usr/bin \
               /usr/local/include /usr/local/bin /opt/homebrew/include /opt/homebrew/bin)
-include build/machine.mk
ifndef MAKE_RESTARTS
build/machine.mk: tools/machine.sh $(INSTALLED) $(if $(subst x$(MACHINE_IS)x,,x$(MACHINE_KEY)x),FORCE)
endif
build/machine.mk: export KEY = $(MACHINE_KEY)
build/machine.mk:
	@mkdir -p build
	@CXX='$(CXX)' CPPFLAGS='$(CPPFLAGS)' NVCC='$(NVCC)' tools/machine.sh >$@.$$$$ && mv $@.$$$$ $@

HAS_GPU := $(filter-out 0,$(GPUS))
BACKEND ?= $(if $(HAS_GPU),cuda,cpu)
ARCH    ?= $(if $(HAS_GPU),native,all-major)
ifeq ($(filter cuda cpu,$(BACKEND)),)
$(error BACKEND=$(BACKEND): it is cuda or cpu)
endif
ifeq ($(BACKEND)$(NVCC),cuda)
$(error BACKEND=cuda needs nvcc, which is not on the PATH; BACKEND=cpu needs none)
endif
VARIANT  := $(BACKEND)$(addprefix -,$(SANITIZE))$(addprefix -check-,$(CHECK))
BIN      := bin/$(VARIANT)
BUILD    := build/$(VARIANT)
QUIET    := $(if $(V),,@)
# One line per program; counted if all are built.
says      = $(if $(V)$(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),,@echo '  $(if $(BUILDS_ALL),$(count_up))$1')
count_up  = $(eval STARTED += $1)[$(words $(STARTED))/$(words $(LESSONS))] $()
BUILDS_ALL := $(if $(filter-out all,$(MAKECMDGOALS)),,yes)

# ---- what people type --------------------------------------------------------------------------------

# The one list of commands.
define HELP
make, make all       build every program for $(BACKEND) into $(BIN)/, but for the ladders
make ladders         build these, too, which takes minutes
make PROGRAM         build one: $(sort $(PROGRAMS))
make FOLDER          build what is in it: $(FOLDERS) labs
make run             install what is missing, render one picture with ray_global and ray_const, compare the two
make test            install what is missing, and check everything; T=NAME: one file or case (docs/development.md)

make check P=PROGRAM [ARGS="..."]  run it under all three checks (cpu/CHECKS.md):
make check-memory P=PROGRAM        accesses out of bounds
make check-race P=PROGRAM          data races
make check-init P=PROGRAM          values that were never written
make debug P=PROGRAM [ARGS="..."]  run it under gdb, with commands for blocks and threads (docs/debugger.md)
make count P=PROGRAM [ARGS="..."] [COMPARE=OTHER] [DEVICE=h200]
                                   memory traffic on a GPU, line by line (docs/counters.md)
make report P=PROGRAM [ARGS="..."] [COMPARE=OTHER]
                                   both on one page with pictures, into build/report/ (docs/report.md)

make course OUT=dir            the labs, for the students (labs/README.md)
make grade LAB=03 FROM=dir     the points for a student's work
make import FROM=dir           which of somebody else's CUDA programs build and run here, and what keeps the others
make install PREFIX=dir        CUDA on the CPU for other projects: its bin/ has nvcc (cpu/README.md)

make bench           every ladder beside the vendor's libraries, into bench/results/ (bench/README.md)
make bench SWEEP=1   random shapes and lengths beside the libraries (SHAPES=200 SEED=1, or SEED='1 2 3'), into build/sweep/
make bench-chapters  the chapters' programs, as their pages show them: a row for each run
make bench-multi     heat, dot product and matrix product over 1, 2, 4, ... GPUs
make bench-cpu       CUDA on the CPU beside OpenMP loops written by hand
make plots           draw tile_width, const_table and the ray pair into build/plots/, and the results of the benchmarks
make docs            write the measured figures into the pages, from docs/figures/ and bench/results/
make handbook        all pages as a web site and as PDF, into build/handbook/ (docs/handbook/README.md)
make slides          the lectures' decks, into build/slides/ (docs/slides/README.md)
make fuzz [N=200000] [SEED=n]  random kernels on the CPU backend, split and whole (tests/fuzz/README.md)

make setup           install what is missing, with the system's package manager; LIBRARIES=1: what cuBLAS and other
                     libraries stand on, too (cpu/libraries/README.md)
make clean           remove what was built
make help            print this list

BACKEND=cpu or BACKEND=cuda chooses by hand, ARCH=sm_80 the GPU to build for; V=1 shows every command.
Each program lists its options with --help.
endef

# ---- programs ----------------------------------------------------------------------------------------

ROOMS    := bench bin build common cpu labs tests
ANYWHERE := *.cu */*.cu */*/*.cu */*/*/*.cu *.c */*.c */*/*.c */*/*/*.c
FOUND    := $(filter-out $(addsuffix /%,$(ROOMS)),$(wildcard $(ANYWHERE)))
SOURCES  := $(filter $(wildcard $(FOUND)),$(FOUND))
BROKEN   := $(filter-out $(SOURCES),$(FOUND))
$(if $(BROKEN),$(warning left out, because make cannot handle blanks in names of files or folders: $(BROKEN)))
# make NAME is a command of make help, so that no program can have its name.
COMMANDS := $(filter-out PROGRAM FOLDER,$(patsubst make_%,%,$(filter make_%,$(subst make ,make_,$(HELP)))))
TAKEN    := $(foreach s,$(SOURCES),$(if $(filter $(COMMANDS),$(basename $(notdir $s))),$s))
ifeq ($(MAKELEVEL),0)
$(foreach s,$(TAKEN),$(if $(filter $(basename $(notdir $s)),$(filter-out help,$(MAKECMDGOALS))),$(error $s needs another name, \
    because make $(basename $(notdir $s)) is a command),$(warning left out: $s needs another name, because \
    make $(basename $(notdir $s)) is a command)))
endif
SOURCES  := $(filter-out $(TAKEN),$(SOURCES))
# A ladder takes minutes to compile, so it is built when it is asked for.
LADDER   := $(foreach s,$(SOURCES),$(if $(findstring /ladder/,$s),$s))
LESSONS  := $(filter-out $(LADDER),$(SOURCES))
# A program is named after its source; if several have the same name, after its folder, too.
CALLED   := $(basename $(notdir $(SOURCES)))
TWICE    := $(sort $(foreach n,$(CALLED),$(if $(word 2,$(filter $n,$(CALLED))),$n)))
program   = $(if $(filter $(TWICE),$(basename $(notdir $1))),$(basename $1),$(basename $(notdir $1)))
PROGRAMS := $(foreach s,$(SOURCES),$(call program,$s))
vpath %.cu $(sort $(dir $(SOURCES))) bench bench/peers $(wildcard tests/*/)
vpath %.c  $(sort $(dir $(filter %.c,$(SOURCES))))

# ---- flags -------------------------------------------------------------------------------------------

# Optional libraries: a missing one switches its feature off.
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
compile_flags = $(COMMON) $(NVCCFLAGS) $(if $(filter cuda,$(BACKEND)),$(arch)) $(flags) $(includes_$(notdir $*)) $(flags_$(BACKEND)) $(legacy) $(per_thread)
# A ladder captures its rungs and the libraries' into graphs, which the legacy default stream does not allow.
per_thread = $(if $(filter cuda,$(BACKEND)),$(if $(findstring /ladder/,$<)$(findstring bench/peers/,$<),--default-stream per-thread))

-include $(wildcard */build.mk */*/build.mk)

# ---- commands ----------------------------------------------------------------------------------------

.PHONY: $(COMMANDS) FORCE $(PROGRAMS) $(TWICE)
all: $(addprefix $(BIN)/,$(filter $(PROGRAMS),$(foreach s,$(LESSONS),$(call program,$s)))) compile_commands.json
ladders: $(addprefix $(BIN)/,$(filter $(PROGRAMS),$(foreach s,$(LADDER),$(call program,$s))))
$(PROGRAMS): %: $(BIN)/%
	@[ -e $< ] || { echo 'make $@: it has no main(); a program is one file, which may include others' >&2; exit 2; }
$(filter-out $(PROGRAMS),$(TWICE)):
	@echo 'make $@: there are several programs of that name: make $(filter %/$@,$(PROGRAMS))' >&2; exit 2

# A folder's name builds what is in the folder, but for its ladder.
WITHIN   := $(patsubst %/,%,$(filter-out ./,$(dir $(SOURCES))))
FOLDERS  := $(filter-out $(COMMANDS) $(PROGRAMS) labs,$(sort $(WITHIN) $(foreach f,$(WITHIN),$(firstword $(subst /, ,$f)))))
EMPTY    := $(filter-out $(COMMANDS) $(PROGRAMS) $(FOLDERS) bin build cpu labs tests,$(patsubst %/,%,$(wildcard */)))
.PHONY: $(FOLDERS) $(EMPTY) cpu tests
$(foreach f,$(FOLDERS),$(eval $f: $(addprefix $(BIN)/,$(filter $(PROGRAMS),$(foreach s,$(filter $f/%,$(if $(filter %/ladder,$f),$(LADDER),$(LESSONS))),$(call program,$s))))))
$(FOLDERS):
	@echo '$@: $^'
$(EMPTY):
	@echo '$@: no program is in this folder'
cpu:
	@cpu/bin/nvcc --prepare && echo 'cpu: cpu/bin/nvcc is ready'
tests: $(TEST_PROGRAMS)
	@echo 'tests: built; make test runs them'
%/: FORCE
	@$(MAKE) --no-print-directory $*

# What nothing else makes. Of a program's misspelt name the right one is told.
.DEFAULT:
	@tools/no_such.sh '$@' $(PROGRAMS) $(LABS) labs $(COMMANDS) $(FOLDERS)

help:
	$(info $(HELP))@:

setup:
	@tools/setup.sh $(if $(LIBRARIES),libraries)
.PHONY: set-up
set-up:
	@tools/setup.sh --once

# This make asked what the machine has before setup installed anything: so another make follows setup.
run: set-up
	@echo 'building ray_global and ray_const for $(BACKEND)'
	@$(MAKE) --no-print-directory ray_global ray_const
	@chapter06_raytrace/compare.sh $(BIN)

docs:
	@docs/figures.sh

handbook:
	@docs/handbook/build.sh

slides:
	@docs/slides/build.sh

import:
	@tools/import.sh '$(FROM)' $(BACKEND)

install:
	@$(MAKE) --no-print-directory -s -C cpu install PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)'

clean:
	rm -rf bin build compile_commands.json ray.png room.png blur.png texture_features.png shared_bitmap.png copy_matrix.png julia.png ripple.png
	@$(MAKE) --no-print-directory -C cpu clean

# ---- the rules ---------------------------------------------------------------------------------------

# Warnings as errors change no object, so asking for them builds nothing again.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo "$(filter-out -Werror all-warnings,$(subst ",,$(COMPILE) $(COMMON) $(NVCCFLAGS) $(if $(filter cuda,$(BACKEND)),$(arch)) $(CC) $(C_FLAGS) $(LIBS)))" >$@.$$$$; \
	    if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
ifeq ($(BACKEND),cpu)
TOOLKIT := $(BUILD)/toolkit
$(TOOLKIT): $(wildcard cpu/Makefile cpu/*/*.[ch] cpu/*/*/*.[ch] cpu/*/*/*.cc)
	@mkdir -p $(@D)
	@$(COMPILE) --prepare $(MACHINE) && touch $@
cpu/libexec/cuda2cpp: $(TOOLKIT) ;
endif

$(BUILD)/%.o: %.cu $(BUILD)/flags $(if $(TOOLKIT),cpu/libexec/cuda2cpp $(wildcard cpu/driver/*.[ch]))
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
