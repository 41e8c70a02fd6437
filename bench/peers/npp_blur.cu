// SPDX-License-Identifier: MIT
// NPP beside blur_ladder: its row and column filters one after the other, and its Gaussian. All of
// them repeat the pixels at the edge, as the ladder does. The weights are the same from both ends,
// so that the order in which NPP wants them does not matter.
#include <nppi_filtering_functions.h>

#include "ladders/ladder.h"
#include "../../blur/ladder/blur_work.h"

static void check_npp(NppStatus status, const char *what) {
    if (status != NPP_SUCCESS) {
        fprintf(stderr, "%s failed: NPP status %d\n", what, (int)status);
        exit(EXIT_FAILURE);
    }
}

// What NPP wants to know of the device: in the stream where the ladder takes its times.
static const NppStreamContext *npp_context(void) {
    static NppStreamContext context = {};
    static bool known = false;
    if (!known) {
        struct cudaDeviceProp prop;
        HANDLE_ERROR(cudaGetDevice(&context.nCudaDeviceId));
        HANDLE_ERROR(cudaGetDeviceProperties(&prop, context.nCudaDeviceId));
        context.nMultiProcessorCount = prop.multiProcessorCount;
        context.nMaxThreadsPerMultiProcessor = prop.maxThreadsPerMultiProcessor;
        context.nMaxThreadsPerBlock = prop.maxThreadsPerBlock;
        context.nSharedMemPerBlock = prop.sharedMemPerBlock;
        context.nCudaDevAttrComputeCapabilityMajor = prop.major;
        context.nCudaDevAttrComputeCapabilityMinor = prop.minor;
        context.hStream = cudaStreamPerThread;
        known = true;
    }
    return &context;
}

// The weights in device memory, for as long as the program runs.
static const float *npp_weights(const struct blur_work *w) {
    static float *dev_weights = NULL;
    if (dev_weights == NULL) {
        HANDLE_ERROR(cudaMalloc(&dev_weights, sizeof w->weights));
        HANDLE_ERROR(
            cudaMemcpy(dev_weights, w->weights, sizeof w->weights, cudaMemcpyHostToDevice));
    }
    return dev_weights;
}

static void two_filters(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    const int step = (int)(w->pitch * sizeof(float)), taps = 2 * w->radius + 1;
    const NppiSize all = {(int)w->size, (int)w->size};
    const NppiPoint origin = {0, 0};
    check_npp(nppiFilterRowBorder_32f_C1R_Ctx(w->dev_in, step, all, origin, w->dev_between, step,
                                              all, npp_weights(w), taps, w->radius,
                                              NPP_BORDER_REPLICATE, *npp_context()),
              "nppiFilterRowBorder_32f_C1R_Ctx");
    check_npp(nppiFilterColumnBorder_32f_C1R_Ctx(w->dev_between, step, all, origin, w->dev_out,
                                                 step, all, npp_weights(w), taps, w->radius,
                                                 NPP_BORDER_REPLICATE, *npp_context()),
              "nppiFilterColumnBorder_32f_C1R_Ctx");
}

static void gaussian(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    const int step = (int)(w->pitch * sizeof(float)), taps = 2 * w->radius + 1;
    const NppiSize all = {(int)w->size, (int)w->size};
    const NppiPoint origin = {0, 0};
    check_npp(nppiFilterGaussAdvancedBorder_32f_C1R_Ctx(w->dev_in, step, all, origin, w->dev_out,
                                                        step, all, taps, npp_weights(w),
                                                        NPP_BORDER_REPLICATE, *npp_context()),
              "nppiFilterGaussAdvancedBorder_32f_C1R_Ctx");
}

static const struct rung rungs[] = {
    {"npp_two", "NPP: FilterRow, FilterColumn", two_filters},
    {"npp_gauss", "NPP: FilterGaussAdvanced", gaussian},
};
LADDER_PEERS("blur_ladder", rungs)
