// SPDX-License-Identifier: MIT
// NVTX, with which programs name their parts for a profiler. None listens here, and then these do
// what they do on a GPU: nothing.
#ifndef CUDA_CPU_NVTX_H
#define CUDA_CPU_NVTX_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
enum { NVTX_NO_PUSH_POP_TRACKING = -2 };
enum { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum { NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2 };
enum {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3
};

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef union {
    const char *ascii;
    const wchar_t *unicode;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;

// With no tool, ranges have no level and no number.
static inline int nvtxRangePushA(const char *name) {
    return (void)name, NVTX_NO_PUSH_POP_TRACKING;
}
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *range) {
    return (void)range, NVTX_NO_PUSH_POP_TRACKING;
}
static inline int nvtxRangePop(void) {
    return NVTX_NO_PUSH_POP_TRACKING;
}
static inline nvtxRangeId_t nvtxRangeStartA(const char *name) {
    return (void)name, 0;
}
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *range) {
    return (void)range, 0;
}
static inline void nvtxRangeEnd(nvtxRangeId_t range) {
    (void)range;
}
static inline void nvtxMarkA(const char *name) {
    (void)name;
}
static inline void nvtxMarkEx(const nvtxEventAttributes_t *mark) {
    (void)mark;
}
static inline void nvtxNameOsThreadA(uint32_t thread, const char *name) {
    (void)thread, (void)name;
}
static inline void nvtxNameCategoryA(uint32_t category, const char *name) {
    (void)category, (void)name;
}
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name) {
    return (void)name, (nvtxDomainHandle_t)0;
}
static inline void nvtxDomainDestroy(nvtxDomainHandle_t domain) {
    (void)domain;
}
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                        const nvtxEventAttributes_t *range) {
    return (void)domain, nvtxRangePushEx(range);
}
static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
    return (void)domain, nvtxRangePop();
}
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxDomainCreate nvtxDomainCreateA

#endif
