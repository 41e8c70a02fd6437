.PHONY: test fuzz
# Two files at a time, the longest first; what they share is built before. T=NAME...: those tests or cases alone.
ifdef T
test:
	@tests/run.sh $(T)
else
test:
	@tools/setup.sh --once test
	@$(MAKE) --no-print-directory --silent -j2 BACKEND=$(BACKEND) WERROR=1 all ladders $(TEST_PROGRAMS)
	@CUDA_CHAPTERS_BACKEND=$(BACKEND) prove --timer -j2 $(TESTS)
endif

LONG          := $(patsubst %,tests/%.t,cases fuzz grader labs course cuda_build faults memory count driver import fission legacy options window programs)
TESTS         ?= $(LONG) $(filter-out $(LONG),$(wildcard tests/*.t))
TEST_PROGRAMS := $(patsubst tests/cpu/%.cu,$(BIN)/%,$(wildcard tests/cpu/test_*.cu))

# What asks calls of the runtime, and not what becomes of kernels, is compiled in half of the time.
CALLS := alloc bad_calls cluster crash_told devices driver errors function graph host memory mipmap nccl \
         spin stream stream_info surface types volume
$(patsubst %,$(BUILD)/test_%.o,$(CALLS)): flags_cpu = -Xcompiler -O1

# The driver API is a library of its own.
$(BIN)/test_driver $(BIN)/test_alloc: links_cuda = -lcuda

# Random kernels, which must leave the same in memory however the CPU backend runs them.
fuzz:
	@$(MAKE) --no-print-directory --silent -C cpu compiler runtime
	@tests/fuzz/fuzz.sh $(or $(N),200000) $(SEED)
