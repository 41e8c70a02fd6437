# Measuring and drawing, and what it needs.

.PHONY: bench bench-chapters bench-cpu bench-multi plots
# A library that is not installed costs its rungs, and a line that says so.
bench:
	@$(MAKE) --no-print-directory --silent -k -j$(JOBS) $(LADDERS) || true
	@[ -z '$(PEERS)' ] || $(MAKE) --no-print-directory --silent -k -j$(JOBS) $(PEERS) 2>$(BUILD)/peers.log || \
	    for peer in $(PEERS); do [ -e $$peer ] || echo "without $$peer: see $(BUILD)/peers.log"; done
	@$(if $(SWEEP),bench/sweep.sh $(BIN) $(or $(OUT),build/sweep) $(or $(SHAPES),200) $(SEED),NVCC='$(NVCC)' bench/ladders.sh $(BIN) $(or $(OUT),$(RESULTS)) $(NAMES))

PEERS   := $(if $(filter cuda,$(BACKEND)),$(patsubst bench/peers/%.cu,$(BIN)/peers/%.so,$(wildcard bench/peers/*.cu)))
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
RESULTS := $(if $(filter cuda,$(BACKEND)),bench/results,build/results)

bench-chapters:
	@$(MAKE) --no-print-directory --silent -k -j$(JOBS) $(or $(addprefix $(BIN)/,$(NAMES)),all $(if $(filter cuda,$(BACKEND)),$(BIN)/offscreen ladders $(PEERS))) || true
	@bench/chapters.sh $(BIN) $(or $(OUT),$(RESULTS)) $(NAMES)

bench-cpu:
	@$(MAKE) --no-print-directory BACKEND=cpu bin/cpu/bench_cpu
	@bench/cpu.sh bin/cpu/bench_cpu $(or $(OUT),build/results) $(RUNS)

bench-multi:
	@$(MAKE) --no-print-directory --silent -j$(JOBS) heat_nccl dot_nccl matmul_nccl copy_matrix
	@bench/multi.sh $(BIN) $(or $(OUT),$(RESULTS))

plots:
	@$(MAKE) --no-print-directory tile_width const_table ray_global ray_const
	@bench/plots.sh $(BIN) $(or $(OUT),build/plots) || [ $$? = 77 ]
	@for device in $(wildcard bench/results/*/ build/results/*/); do bench/ladder_plots.sh $$device || [ $$? = 77 ] || exit; done

# ---- flags -------------------------------------------------------------------------------------------

# Loops by OpenMP stand beside the kernels.
$(BUILD)/bench_cpu.o: flags_cpu = -Xcompiler -fopenmp
$(BIN)/bench_cpu: links_cpu = -Xcompiler -fopenmp

# Without a screen OpenGL draws by EGL.
$(BIN)/offscreen: links = -lEGL -lOpenGL

# Rungs of libraries, for `make bench`: a file is named after its library. On the CPU the ladder lends them its runtime.
ifeq ($(BACKEND),cuda)
links_peers = $(if $(filter cublas_%,$*),-lcublas -lcublasLt)$(if $(filter npp_%,$*),-lnppif -lnppc)$(if $(filter cusparse_%,$*),-lcusparse) \
              -Xlinker -rpath,$(abspath $(dir $(NVCC))../lib64)
else
links_peers = -cudart none
endif
