# matmul_tensor, matmul_split and matmul_fp8 are for tensor cores of capability 8.0 and up. What only Hopper has needs sm_90a, and CUDA 12.
TENSOR_CORES := matmul_tensor matmul_split matmul_fp8
ifeq ($(BACKEND),cuda)
sm_90a = $(shell $(NVCC) -arch=sm_90a -E -x cu /dev/null >/dev/null 2>&1 && echo -gencode=arch=compute_90a,code=sm_90a)
ifneq ($(filter native all-major,$(ARCH))$(word 2,$(ARCH)),)
$(foreach p,$(TENSOR_CORES),$(BUILD)/$p.o $(BIN)/$p): arch = -gencode=arch=compute_80,code=[sm_80,compute_80] $(sm_90a)
endif
endif

# These are a GPU's registers, unrolled, in many shapes: on the CPU their loops stay loops, or they compile for half a minute.
$(BUILD)/matmul_ladder.o $(BUILD)/matmul_split.o: flags_cpu = --rolled

# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += matmul_ladder $(TENSOR_CORES)
$(addprefix $(BIN)/,matmul_ladder $(TENSOR_CORES)): links_cpu = -Xlinker --export-dynamic
