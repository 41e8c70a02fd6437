// SPDX-License-Identifier: MIT
// What each device of this machine is, and what follows from it.
//
// What it teaches: the limits that launches and kernels have to respect, how to query them in every
// CUDA since 11 (cudaDeviceProp lost some of its fields in 13; the attributes remain), and how to
// compute the two peaks that a kernel's speed is compared with.
//
//     enum_gpu; enum_gpu --csv        --help lists the options
//
// It prints a list for each device; what the device does not report is 'unknown'. Attributes and
// properties are queried separately and have to agree. Without a device it says so and fails.
#include "chapter.h"
#include "rows.h"

#define ABOUT "Lists the devices of this machine and what they can do."

// Float lanes ("CUDA cores") in a multiprocessor, which no attribute tells; 0: a capability that
// came after this table. On the CPU backend a multiprocessor is a core, and its lanes are not
// known.
static int lanes_per_multiprocessor(int major, int minor) {
    const struct {
        int major, minor, lanes; // the first minor of the major that has them
    } table[] = {{1, 0, 8},   {2, 0, 32},   {2, 1, 48},   {3, 0, 192}, {5, 0, 128},
                 {6, 0, 64},  {6, 1, 128},  {7, 0, 64},   {8, 0, 64},  {8, 6, 128},
                 {9, 0, 128}, {10, 0, 128}, {11, 0, 128}, {12, 0, 128}};
    int lanes = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].major == major && table[i].minor <= minor)
            lanes = table[i].lanes;
    return strcmp(REPORT_BACKEND, "cuda") == 0 ? lanes : 0;
}

static int attribute(enum cudaDeviceAttr which, int device) {
    int value;
    HANDLE_ERROR(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

// Everything about one device. Returns whether the attributes say the same as the properties.
static bool describe(struct report *report, int device) {
    struct cudaDeviceProp p;
    HANDLE_ERROR(cudaGetDeviceProperties(&p, device));
    snprintf(report->device, sizeof report->device, "%s", p.name);
    if (!report->options->csv)
        printf("\ndevice %d: %s\n", device, p.name);

    show(report, "compute capability", p.major + p.minor / 10.0, "version", "%d.%d", p.major,
         p.minor);
    const double clock = attribute(cudaDevAttrClockRate, device) / 1e3;
    const double memory_clock = attribute(cudaDevAttrMemoryClockRate, device) / 1e3;
    show_rate(report, "clock rate", clock, "MHz");
    show_rate(report, "memory clock rate", memory_clock, "MHz");
    show_rate(report, "memory bus width", p.memoryBusWidth, "bits");

    const int engines = p.asyncEngineCount;
    show_yes(report, "copies overlap kernels", attribute(cudaDevAttrGpuOverlap, device),
             engines > 1 ? ", one in each direction at a time" : "");
    show_count(report, "copy engines", engines, "engines");
    show_yes(report, "kernel time-out", attribute(cudaDevAttrKernelExecTimeout, device), "");

    show_bytes(report, "global memory", (double)p.totalGlobalMem);
    show_bytes(report, "constant memory", (double)p.totalConstMem);
    show_rate(report, "L2 cache", p.l2CacheSize, "bytes");
    show_bytes(report, "most pitch of a copy", (double)p.memPitch);
    show_bytes(report, "texture alignment", (double)p.textureAlignment);

    show_count(report, "multiprocessors", p.multiProcessorCount, "SMs");
    show_bytes(report, "shared memory per block", (double)p.sharedMemPerBlock);
    show_bytes(report, "shared memory, opted in", (double)p.sharedMemPerBlockOptin);
    show_count(report, "registers per block", p.regsPerBlock, "registers");
    show_count(report, "warp size", p.warpSize, "threads");
    show_count(report, "most threads per block", p.maxThreadsPerBlock, "threads");
    show_count(report, "most threads per SM", p.maxThreadsPerMultiProcessor, "threads");
    show_shape(report, "most threads along a block", p.maxThreadsDim);
    show_shape(report, "most blocks along a grid", p.maxGridSize);
    show_yes(report, "grids of three dimensions", p.major >= 2, p.major >= 2 ? "" : ": needs 2.0");

    // Memory moves its bus's width twice in a cycle of its clock; a lane does a multiplication and
    // an addition in a cycle of its own. '% of peak' in these chapters is a share of these.
    const int lanes = lanes_per_multiprocessor(p.major, p.minor);
    const double bandwidth = 2 * memory_clock * p.memoryBusWidth / 8 / 1e3;
    const double flops = 2 * clock * lanes * p.multiProcessorCount / 1e3;
    show_rate(report, "float lanes per SM", lanes, "lanes");
    show_rate(report, "peak bandwidth", bandwidth, "GB/s");
    show_rate(report, "peak float arithmetic", flops, "GFLOP/s");

    const int threads = attribute(cudaDevAttrMaxThreadsPerBlock, device);
    return attribute(cudaDevAttrComputeCapabilityMajor, device) == p.major &&
           attribute(cudaDevAttrComputeCapabilityMinor, device) == p.minor &&
           attribute(cudaDevAttrMultiProcessorCount, device) == p.multiProcessorCount &&
           attribute(cudaDevAttrWarpSize, device) == p.warpSize &&
           threads == p.maxThreadsPerBlock && p.warpSize > 0 && p.multiProcessorCount > 0 &&
           threads >= p.warpSize;
}

int main(int argc, char **argv) {
    struct options options = options_default(0);
    const struct option_row rows[] = {
        {"runs", OPTION_COUNT, &options.runs, 1, OPTIONS_MOST_RUNS, "no effect in this program"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    // No device is an error, which report_begin explains; here there is one at least.
    struct report report = report_begin(&options);
    int devices, agree = 0;
    HANDLE_ERROR(cudaGetDeviceCount(&devices));
    for (int device = 0; device < devices; device++)
        agree += describe(&report, device);
    report.wrong += devices - agree;

    // Versions count as 1000 * major + 10 * minor.
    int driver, runtime;
    HANDLE_ERROR(cudaDriverGetVersion(&driver));
    HANDLE_ERROR(cudaRuntimeGetVersion(&runtime));
    if (!options.csv)
        printf("\nCUDA %d.%d, with a driver for up to CUDA %d.%d\n", runtime / 1000,
               runtime % 1000 / 10, driver / 1000, driver % 1000 / 10);
    return report_end(&report, "%d of %d devices, attributes agree with properties", agree,
                      devices);
}
