# What these programs need beyond the rest: NCCL, of which the CPU backend has its own, and
# heat_mpi MPI. What lacks something is left out, and a line says so.

OVER_NCCL    := heat_nccl heat_mpi dot_nccl matmul_nccl copy_matrix
TOOLKIT_DIR  := $(abspath $(dir $(NVCC))..)
HAS_NCCL     := $(if $(filter cpu,$(BACKEND)),1,$(wildcard $(TOOLKIT_DIR)/include/nccl.h /usr/include/nccl.h))
NCCL_LIBS    := -lnccl
ifeq ($(BACKEND),cuda)
NCCL_LIBS    += -L$(TOOLKIT_DIR)/lib64 -Xlinker -rpath,$(TOOLKIT_DIR)/lib64
endif

includes_heat_mpi := $(filter-out -pthread,$(MPI_INCLUDES)) -DOMPI_SKIP_MPICXX
$(addprefix $(BUILD)/,heat_nccl.o heat_mpi.o matmul_nccl.o): flags_cpu = --rolled # as their ladders
$(addprefix $(BIN)/,$(OVER_NCCL) test_nccl): links = $(NCCL_LIBS)
$(BIN)/heat_mpi: links = $(NCCL_LIBS) $(filter-out -pthread -Wl%,$(MPI_LIBS))

ifeq ($(HAS_NCCL),)
LACKING := $(OVER_NCCL)
WITHOUT := without nccl.h
else ifeq ($(MPI_INCLUDES)$(wildcard /usr/include/mpi.h),)
LACKING := heat_mpi
WITHOUT := without MPI
endif
PROGRAMS := $(filter-out $(LACKING),$(PROGRAMS))
.PHONY: $(LACKING) lacking
all: $(if $(LACKING),lacking)
lacking:
	@echo '$(WITHOUT): left out: $(LACKING)'
$(LACKING):
	@echo '$(WITHOUT): $@ is left out' >&2; exit 77
