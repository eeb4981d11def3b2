/* Marks for NVIDIA's profilers. Nobody looks at them here. */
#ifndef UMBEL_CUDA_NV_TOOLS_EXT_H
#define UMBEL_CUDA_NV_TOOLS_EXT_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3
} nvtxPayloadType_t;
typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
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

#define UMBEL_NVTX static __inline__ __attribute__((unused))
UMBEL_NVTX int nvtxRangePushA(const char *text)
{
    (void)text;
    return 0;
}
UMBEL_NVTX int nvtxRangePush(const char *text)
{
    (void)text;
    return 0;
}
UMBEL_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *event)
{
    (void)event;
    return 0;
}
UMBEL_NVTX int nvtxRangePop(void)
{
    return 0;
}
UMBEL_NVTX nvtxRangeId_t nvtxRangeStartA(const char *text)
{
    (void)text;
    return 0;
}
UMBEL_NVTX nvtxRangeId_t nvtxRangeStart(const char *text)
{
    (void)text;
    return 0;
}
UMBEL_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *event)
{
    (void)event;
    return 0;
}
UMBEL_NVTX void nvtxRangeEnd(nvtxRangeId_t range)
{
    (void)range;
}
UMBEL_NVTX void nvtxMarkA(const char *text)
{
    (void)text;
}
UMBEL_NVTX void nvtxMark(const char *text)
{
    (void)text;
}
UMBEL_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *event)
{
    (void)event;
}
UMBEL_NVTX void nvtxNameOsThreadA(uint32_t thread, const char *text)
{
    (void)thread;
    (void)text;
}
UMBEL_NVTX void nvtxNameOsThread(uint32_t thread, const char *text)
{
    (void)thread;
    (void)text;
}
UMBEL_NVTX void nvtxNameCategoryA(uint32_t category, const char *text)
{
    (void)category;
    (void)text;
}
UMBEL_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *text)
{
    (void)text;
    return 0;
}
UMBEL_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain)
{
    (void)domain;
}
UMBEL_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    (void)domain;
    (void)event;
    return 0;
}
UMBEL_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    (void)domain;
    return 0;
}
UMBEL_NVTX void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    (void)domain;
    (void)event;
}
UMBEL_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *text)
{
    (void)domain;
    (void)text;
    return 0;
}
#undef UMBEL_NVTX

#endif
