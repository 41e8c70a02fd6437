# What these programs link: NVIDIA's libraries on a GPU, on the CPU the project's own (cpu/libraries). A library that is
# not there costs its programs, and a line that says so.

$(addprefix $(BIN)/,lib_dot lib_product): links = -lcublas
$(BIN)/lib_random: links = -lcurand
$(BIN)/lib_transform: links = -lcufft

ifeq ($(BACKEND),cuda)
NVIDIAS := $(abspath $(dir $(NVCC))..)
$(addprefix $(BIN)/lib_,dot product random transform): links_cuda = -L$(NVIDIAS)/lib64 -Xlinker -rpath,$(NVIDIAS)/lib64
lacks    = $(if $(wildcard $(NVIDIAS)/include/$1 /usr/include/$1),,$2)
WITHOUT_LIBRARY := $(call lacks,cublas_v2.h,lib_dot lib_product) $(call lacks,curand.h,lib_random) \
                   $(call lacks,cufft.h,lib_transform) $(call lacks,cub/cub.cuh,$(call lacks,cccl/cub/cub.cuh,lib_sort))
else
WITHOUT_LIBRARY := $(if $(HAS_CBLAS),,lib_dot lib_product) $(if $(HAS_FFTW),,lib_transform) $(if $(HAS_THRUST),,lib_sort)
endif
WITHOUT_LIBRARY := $(strip $(WITHOUT_LIBRARY))

PROGRAMS := $(filter-out $(WITHOUT_LIBRARY),$(PROGRAMS))
.PHONY: $(WITHOUT_LIBRARY) without_library
all libraries: $(if $(WITHOUT_LIBRARY),without_library)
without_library:
	@echo 'without their libraries: left out: $(WITHOUT_LIBRARY) (libraries/README.md)'
$(WITHOUT_LIBRARY):
	@echo 'without its library: $@ is left out (libraries/README.md)' >&2; exit 77
