# cuda-chapters: the only build file.
#
#   make              build every program        make run    the ray tracer pair, its picture, the table
#   make ray_const    build one                  make test   everything that is checked
#   make help         the rest
#
# BACKEND  cuda (nvcc) or cpu (CUDA on the CPU, cpu/README.md); left out: cuda where nvcc and a GPU are
# SANITIZE address: the CPU backend under AddressSanitizer, in folders of its own
# CHECK    what `make check-...` builds, in folders of their own: access (race, init) or memory
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

# ---- programs: every .cu and .c with a main(), outside the rooms that hold none ----------------------

ROOMS    := bench bin build common cpu tests
ANYWHERE := *.cu */*.cu */*/*.cu */*/*/*.cu *.c */*.c */*/*.c */*/*/*.c
FOUND    := $(filter-out $(addsuffix /%,$(ROOMS)),$(wildcard $(ANYWHERE)))
BROKEN   := $(filter-out $(wildcard $(FOUND)),$(FOUND))
$(if $(BROKEN),$(warning left out, for make cannot take a blank in a name of a file or folder: $(BROKEN)))
HAS_MAIN := (^|[^A-Za-z0-9_.])main[[:space:]]*([(]|$$)
SOURCES  := $(filter $(filter-out $(BROKEN),$(FOUND)),$(shell grep -slE '$(HAS_MAIN)' $(ANYWHERE)))
PARTS    := $(filter-out $(SOURCES) $(BROKEN),$(FOUND))
PROGRAMS := $(basename $(notdir $(SOURCES)))
called    = $(filter $(addprefix %/,$1.cu $1.c),$(addprefix ./,$(SOURCES) $(PARTS)))
TWICE    := $(sort $(foreach p,$(PROGRAMS),$(if $(word 2,$(call called,$p)),$p)))
$(if $(TWICE),$(error $(call called,$(firstword $(TWICE))): a binary has its source's name, so rename one))
VARIANT  := $(BACKEND)$(addprefix -,$(SANITIZE))$(addprefix -check-,$(CHECK))
BIN      := bin/$(VARIANT)
BUILD    := build/$(VARIANT)
vpath %.cu $(sort $(dir $(SOURCES))) bench bench/peers $(wildcard tests/*/)
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
OPTIMISE  := $(if $(SANITIZE)$(CHECK),-O1,-O3) -g -march=$(CPU_ARCH) -fno-math-errno -fno-trapping-math
# What a launch knows of its texture is decided once, outside the loop over its threads (GCC's word).
UNSWITCH  := $(shell $(CXX) --param=max-unswitch-insns=1000 -x c++ -fsyntax-only /dev/null 2>/dev/null && \
               echo --param=max-unswitch-insns=1000)
SANITIZER := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer)
ifneq ($(CHECK),)
# Calls before each access that a program makes; cpu/checks/check_access.c answers them, and no library of the compiler's.
TRACE     := -fsanitize=thread --param=tsan-distinguish-volatile=1 -Wno-tsan \
             -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset
RENAMED   := memcpy memmove memset free _ZdlPv _ZdlPvm printf __printf_chk vprintf puts putchar fwrite memcmp
LEXED     := --arrays
SANITIZER := -DCUDA_CPU_CHECK=3
NOT_THERE := cpu/checks/check_memory.c
endif
ifeq ($(CHECK),memory)
# The same with AddressSanitizer's calls; cpu/checks/check_memory.c answers them, and asks the compiler's library about marks.
TRACE     := -fsanitize=address,alignment --param=asan-instrumentation-with-call-threshold=0 -fno-omit-frame-pointer
TRACED    := -fsanitize=address
RENAMED   := memcpy memmove memset $(foreach n,1 2 4 8 16 N,__asan_load$n __asan_store$n)
LEXED     := --apart
SANITIZER := -DCUDA_CPU_CHECK=4
NOT_THERE := $(patsubst %,cpu/checks/check_%.c,access again init race)
endif
CFLAGS   ?=
CXXFLAGS ?=
# In a program each call returns to where it stands, a function's last one too: so a message can name its line.
c_flags   = -std=gnu11 $(OPTIMISE) $(WARNINGS) $(SANITIZER) $(DEFINES) $(INCLUDES) $(CFLAGS)
cxx_flags = -std=c++17 $(OPTIMISE) -fno-optimize-sibling-calls $(aliasing) $(UNSWITCH) $(WARNINGS) -Wno-unknown-pragmas -Wno-psabi $(SANITIZER) $(CXXFLAGS)
nv_flags  = -std=c++17 -O3 -lineinfo $(arch) $(DEFINES) $(INCLUDES) \
            -Xcompiler -Wall,-Wextra,-pthread $(if $(WERROR),-Werror all-warnings) $(NVCCFLAGS)

# matmul_tensor is for tensor cores of capability 8.0 and up. What only Hopper has needs sm_90a, and CUDA 12.
arch      = -arch=$(ARCH)
sm_90a    = $(shell $(NVCC) -arch=sm_90a -E -x cu /dev/null >/dev/null 2>&1 && echo -gencode=arch=compute_90a,code=sm_90a)
ifneq ($(filter native all-major,$(ARCH)),)
bin/cuda/matmul_tensor: arch = -gencode=arch=compute_80,code=[sm_80,compute_80] $(sm_90a)
endif
bin/cuda/matmul_tensor: override NVCCFLAGS := $(subst -Xcicc -O1,,$(NVCCFLAGS)) # there nvcc 13.0 fails on wgmma

# CUDA reads numbers of one type through pointers to another, where C++ would have it that nobody does.
# Only sources with such casts, and headers beside them, pay for it: the compiler has to expect more of every store.
cast      = reinterpret_cast *<[^>]*[*]|[(](unsigned |long |volatile )*u?(int|unsigned|float|double|long|short|half|__half|__nv_bfloat16)[0-9]* *[*] *[)]
malloc    = alloc *[(]
beside    = $(wildcard $(addprefix $(dir $<),$(shell sed -n 's/^ *$(hash) *include *"\(.*\)".*/\1/p' $(filter %.cu,$<) /dev/null)))
aliasing  = $(shell grep -hvE '$(malloc)' $(filter %.cu,$<) $(beside) /dev/null | grep -qE '$(cast)' && echo -fno-strict-aliasing)

# Old listings, and only they, get what newer toolkits and this project's own headers no longer have.
legacy    = $(shell common/legacy/flags.sh $(BACKEND) $<)

# ---- what people type --------------------------------------------------------------------------------

.PHONY: all help run test setup clean bench bench-cpu plots import check-memory check-race check-init $(PROGRAMS)
all: $(addprefix $(BIN)/,$(PROGRAMS)) compile_commands.json
$(PROGRAMS): %: $(BIN)/%

$(filter-out $(PROGRAMS),$(basename $(notdir $(PARTS)))):
	@echo 'make $@: there is no main() in it; a program is one file, which may include others' >&2; exit 2

help:
	@printf '%s\n' \
	  'make                 build every program for $(BACKEND) into $(BIN)/' \
	  'make PROGRAM         build one: $(sort $(PROGRAMS))' \
	  'make run             set up, build, render with ray_global and ray_const, compare the two' \
	  'make test            set up, and check everything (TAP, under prove)' \
	  'make bench           every ladder, the libraries beside it, into bench/results/ (bench/README.md)' \
	  'make bench-cpu       CUDA on the CPU against hand-written OpenMP loops' \
	  'make plots           draw tile_width, const_table and the ray pair into build/plots/, and what make bench measured' \
	  'make import FROM=dir which of somebody else'"'"'s CUDA programs build and run here' \
	  'make check-memory P=PROGRAM [ARGS="..."]  runs it and names accesses out of bounds' \
	  'make check-race P=PROGRAM    threads that touch the same memory with no order between them' \
	  'make check-init P=PROGRAM    values that nothing wrote' \
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

LONG          := $(addprefix tests/,memory.t faults.t cuda_build.t legacy.t programs.t)
TESTS         ?= $(LONG) $(filter-out $(LONG),$(wildcard tests/*.t))
TEST_PROGRAMS := $(patsubst tests/cpu/%.cu,$(BIN)/%,$(wildcard tests/cpu/test_*.cu))

# A library that is not installed costs its rungs, and a line that says so.
LADDERS := $(filter %_ladder matmul_tensor,$(PROGRAMS))
PEERS   := $(if $(filter cuda,$(BACKEND)),$(patsubst bench/peers/%.cu,$(BIN)/peers/%.so,$(wildcard bench/peers/*.cu)))

bench:
	@$(MAKE) --no-print-directory --silent -k -j$(JOBS) $(LADDERS) || true
	@[ -z '$(PEERS)' ] || $(MAKE) --no-print-directory --silent -k -j$(JOBS) $(PEERS) 2>$(BUILD)/peers.log || \
	    for peer in $(PEERS); do [ -e $$peer ] || echo "without $$peer: see $(BUILD)/peers.log"; done
	@NVCC='$(NVCC)' bench/ladders.sh $(BIN) $(or $(OUT),$(RESULTS)) $(NAMES)

JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
RESULTS := $(if $(filter cuda,$(BACKEND)),bench/results,build/results)

bench-cpu:
	@$(MAKE) --no-print-directory BACKEND=cpu CXXFLAGS="$(CXXFLAGS) -fopenmp" bin/cpu/bench_cpu
	@bin/cpu/bench_cpu

plots:
	@$(MAKE) --no-print-directory tile_width const_table ray_global ray_const
	@bench/plots.sh $(BIN) $(or $(OUT),build/plots) || [ $$? = 77 ]
	@for device in $(wildcard bench/results/*/ build/results/*/); do bench/ladder_plots.sh $$device || [ $$? = 77 ] || exit; done

import:
	@./import.sh '$(FROM)' $(BACKEND)

# A program built for the check, in a folder of its own, and run. Its exit status is 1 if anything was found.
check-memory check-race check-init:
	@case '$(P)' in \
	?*) case ' $(CHECKABLE) ' in *' $(P) '*) ;; *) echo 'make $@: there is no program $(P)' >&2; exit 2;; esac;; \
	*) echo 'make $@ P=program [ARGS="..."]: which program?' >&2; exit 2;; esac
	@$(MAKE) --no-print-directory --silent BACKEND=cpu CHECK=$(CHECK_BUILD) bin/cpu-check-$(CHECK_BUILD)/$(P)
	@CUDA_CPU_CHECK=$(@:check-%=%) bin/cpu-check-$(CHECK_BUILD)/$(P) $(ARGS)

check-memory: CHECK_BUILD := memory
check-race check-init: CHECK_BUILD := access
CHECKABLE := $(basename $(notdir $(filter %.cu,$(SOURCES)) $(wildcard tests/*/*.cu)))

clean:
	rm -rf bin build compile_commands.json ray.png room.png blur.png texture_features.png shared_bitmap.png

# ---- the CPU backend ---------------------------------------------------------------------------------

CUDA2CPP := $(wildcard cpu/compiler/*.c)
RUNTIME  := $(patsubst cpu/%.c,$(BUILD)/%.o,$(wildcard cpu/runtime/*.c) $(if $(CHECK),$(filter-out $(NOT_THERE),$(wildcard cpu/checks/*.c))))

build/cuda2cpp: $(CUDA2CPP) $(wildcard cpu/compiler/*.h)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 $(WARNINGS) -o $@ $(CUDA2CPP)

$(RUNTIME): $(BUILD)/%.o: cpu/%.c
	@mkdir -p $(@D)
	$(CC) $(c_flags) -Icpu/include -Icpu/runtime -Icpu/checks -pthread -MMD -MP -c -o $@ $<

$(BUILD)/libcuda_cpu.a: $(RUNTIME)
	rm -f $@
	$(AR) rcs $@ $^

# What does not compile may ask for something that is not there at all: then that is said too.
lacks = { cpu/compiler/lacks.sh $< | sed 's|^|$<: |' >&2; exit 1; }

# These are a GPU's registers, unrolled, in many shapes: on the CPU their loops stay loops, or they compile for half a minute.
rolled = $(if $(filter heat_ladder matmul_ladder,$*),--rolled)

bin/cpu$(addprefix -,$(SANITIZE))$(addprefix -check-,$(CHECK))/%: %.cu build/cuda2cpp $(BUILD)/libcuda_cpu.a
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -E -x c++ -MMD -MP -MT $@ -MF $(BUILD)/$*.d $(OPTIMISE) $(SANITIZER) -Icpu/include $(DEFINES) \
	    $(INCLUDES) -include cuda_runtime.h $(legacy) $(CXXFLAGS) -o $(BUILD)/$*.cu.ii $< || $(lacks)
	build/cuda2cpp $(LEXED) $(rolled) < $(BUILD)/$*.cu.ii > $(BUILD)/$*.ii
	cpu/compiler/compile.sh $(BUILD)/$* $(CXX) $(cxx_flags) $(TRACE) -c -o $(BUILD)/$*.o $(BUILD)/$*.ii || $(lacks)
	$(if $(RENAMED),objcopy $(foreach f,$(RENAMED),--redefine-sym $f=cuda_cpu_checked_$f) $(BUILD)/$*.o)
	$(CXX) $(SANITIZER) $(CXXFLAGS) $(TRACED) $(open_to) -o $@ $(BUILD)/$*.o $(BUILD)/libcuda_cpu.a $(LIBS) -pthread -lm

# A ladder lends its runtime to the rungs that --peers brings.
open_to = $(if $(filter %_ladder matmul_tensor,$*),-rdynamic)

bin/cpu/peers/%.so: %.cu build/cuda2cpp
	@mkdir -p $(@D) $(BUILD)
	$(CXX) -std=c++17 -E -x c++ -MMD -MP -MT $@ -MF $(BUILD)/$*.d $(OPTIMISE) -Icpu/include $(INCLUDES) \
	    -include cuda_runtime.h -o $(BUILD)/$*.cu.ii $<
	build/cuda2cpp < $(BUILD)/$*.cu.ii > $(BUILD)/$*.ii
	cpu/compiler/compile.sh $(BUILD)/$* $(CXX) $(cxx_flags) -fPIC -shared -o $@ $(BUILD)/$*.ii

# ---- nvcc --------------------------------------------------------------------------------------------

bin/cuda/%: %.cu
	@mkdir -p $(@D) $(BUILD)
	$(NVCC) $(nv_flags) $(legacy) -MD -MF $(BUILD)/$*.d -MT $@ -o $@ $< $(LIBS)

# Rungs of libraries, for `make bench`: a file is named after its library.
peer_libs = $(if $(filter cublas_%,$*),-lcublas -lcublasLt)$(if $(filter npp_%,$*),-lnppif -lnppc) \
            -Xlinker -rpath,$(abspath $(dir $(NVCC))../lib64)

bin/cuda/peers/%.so: %.cu
	@mkdir -p $(@D) $(BUILD)
	$(NVCC) $(nv_flags) -Xcompiler -fPIC -shared -MD -MF $(BUILD)/$*.d -MT $@ -o $@ $< $(peer_libs)

# ---- plain C, the same for both ----------------------------------------------------------------------

$(BIN)/%: %.c
	@mkdir -p $(@D) $(BUILD)
	$(CC) $(c_flags) -MMD -MP -MF $(BUILD)/$*.d -MT $@ -o $@ $< -lm

-include $(wildcard $(BUILD)/*.d $(BUILD)/runtime/*.d $(BUILD)/checks/*.d)

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
