# What these programs need beyond the rest: NCCL, which the CPU backend brings, and heat_mpi MPI too.

OVER_NCCL := heat_nccl heat_mpi dot_nccl matmul_nccl copy_matrix test_nccl
ROLLED    += heat_nccl heat_mpi matmul_nccl # kernels of ladders that the CPU backend leaves rolled

toolkit_include := $(dir $(NVCC))../include
MPI_INCLUDES := $(shell mpicc --showme:compile 2>/dev/null || pkg-config --cflags ompi-c 2>/dev/null)
MPI_LIBS     := $(shell mpicc --showme:link 2>/dev/null || pkg-config --libs ompi-c 2>/dev/null)
HAS_NCCL     := $(if $(filter cpu,$(BACKEND)),1,$(wildcard $(toolkit_include)/nccl.h /usr/include/nccl.h))

ifeq ($(BACKEND),cpu)
NCCL_LIBS := $(BUILD)/libnccl.a
$(addprefix $(BIN)/,$(OVER_NCCL)): $(NCCL_LIBS)
else
NCCL_LIBS := -L$(dir $(NVCC))../lib -lnccl -Xlinker -rpath,$(abspath $(dir $(NVCC))../lib)
endif

$(foreach p,$(OVER_NCCL),$(eval $p_libs := $(NCCL_LIBS))$(eval $p_includes := -Ichapter07_heat))
$(addprefix $(BIN)/,$(OVER_NCCL)): aliasing = -fno-strict-aliasing # the kernels' casts stand in other chapters
dot_nccl_includes    := -Ichapter05_dot
matmul_nccl_includes := -Imatmul
heat_mpi_includes    += $(MPI_INCLUDES) -DOMPI_SKIP_MPICXX
heat_mpi_libs        += $(filter-out -pthread,$(MPI_LIBS))

ifeq ($(HAS_NCCL),)
LEFT_OUT += $(OVER_NCCL)
WITHOUT  += without nccl.h
else ifeq ($(MPI_INCLUDES)$(wildcard /usr/include/mpi.h),)
LEFT_OUT += heat_mpi
WITHOUT  += without MPI
endif
