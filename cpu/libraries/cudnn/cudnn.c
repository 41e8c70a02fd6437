// SPDX-License-Identifier: MIT
// cuDNN's layers; convolutions are products of matrices, by OpenBLAS, and the rest are
// plain loops. A call is checked, and what it asks for becomes an item of its handle's stream.
#include "cudnn.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

// Many of them choose how a GPU computes.
#pragma GCC diagnostic ignored "-Wunused-parameter"

void cblas_sgemm(int order, int ta, int tb, int m, int n, int k, float alpha, const float *a,
                 int lda, const float *b, int ldb, float beta, float *c, int ldc);
enum { ROWS = 101, PLAIN = 111, TURNED = 112 };

struct cudnnContext {
    struct cuda_cpu_handle base;
};
enum { N, C, H, W, DIMENSIONS };
struct cudnnTensorStruct {
    cudnnDataType_t type;
    int size[DIMENSIONS], stride[DIMENSIONS]; // a size of 0: not set
};
struct cudnnFilterStruct {
    cudnnDataType_t type;
    cudnnTensorFormat_t format;
    int k, c, h, w;
};
struct cudnnConvolutionStruct {
    int pad_h, pad_w, stride_h, stride_w, dilation_h, dilation_w, groups;
    cudnnConvolutionMode_t mode;
    cudnnDataType_t compute;
};
struct cudnnActivationStruct {
    cudnnActivationMode_t mode;
    float coefficient;
};
struct cudnnPoolingStruct {
    cudnnPoolingMode_t mode;
    int window_h, window_w, pad_h, pad_w, stride_h, stride_w;
};
typedef struct cudnnTensorStruct tensor;

// Every call of the library, as its stream gets it.
struct call {
    tensor xt, yt, zt, bt; // zt: what is added; bt: what is there once for many
    tensor dxt, dyt;
    const float *x, *w, *z, *bias, *scale, *mean, *variance, *dy;
    float *y, *dx, *dw, alpha, beta;
    enum pass { FORWARD, TO_DATA, TO_FILTER } pass;
    struct cudnnFilterStruct filter;
    struct cudnnConvolutionStruct convolution;
    struct cudnnActivationStruct activation;
    struct cudnnPoolingStruct pooling;
    cudnnSoftmaxAlgorithm_t algorithm;
    cudnnSoftmaxMode_t mode;
    double epsilon;
};

// ---- what the stream does -----------------------------------------------------------------------

static size_t at(const tensor *t, int n, int c, int h, int w) {
    return (size_t)n * (size_t)t->stride[N] + (size_t)c * (size_t)t->stride[C] +
           (size_t)h * (size_t)t->stride[H] + (size_t)w * (size_t)t->stride[W];
}
// The same of one that is stretched over others: where it has one element, that stands for all.
static size_t stretched(const tensor *t, int n, int c, int h, int w) {
    return at(t, t->size[N] > 1 ? n : 0, t->size[C] > 1 ? c : 0, t->size[H] > 1 ? h : 0,
              t->size[W] > 1 ? w : 0);
}

static void put(const struct call *o, float *to, float value) {
    *to = o->beta == 0 ? o->alpha * value : o->alpha * value + o->beta * *to;
    cuda_cpu_library_wrote(to, sizeof *to);
}

#define EACH(t)                                                                                    \
    for (int n = 0; n < (t).size[N]; n++)                                                          \
        for (int c = 0; c < (t).size[C]; c++)                                                      \
            for (int h = 0; h < (t).size[H]; h++)                                                  \
                for (int w = 0; w < (t).size[W]; w++)

static float activated(const struct cudnnActivationStruct *a, float x) {
    switch (a->mode) {
    case CUDNN_ACTIVATION_SIGMOID:
        return 1 / (1 + expf(-x));
    case CUDNN_ACTIVATION_RELU: // whatever the coefficient is, on an H200
        return x < 0 ? 0 : x;
    case CUDNN_ACTIVATION_TANH:
        return tanhf(x);
    case CUDNN_ACTIVATION_CLIPPED_RELU:
        return x < 0 ? 0 : x > a->coefficient ? a->coefficient : x;
    case CUDNN_ACTIVATION_ELU:
        return x < 0 ? a->coefficient * expm1f(x) : x;
    case CUDNN_ACTIVATION_SWISH:
        return x / (1 + expf(-a->coefficient * x));
    default:
        return x;
    }
}

// What a filter has in a row: number d of channel, row and column. Where it lies in memory.
static int weight_at(const struct call *o, int k, int d) {
    const struct cudnnFilterStruct *const f = &o->filter;
    const bool mirrored = o->convolution.mode == CUDNN_CONVOLUTION;
    const int c = d / (f->h * f->w), h = d / f->w % f->h, w = d % f->w,
              r = mirrored ? f->h - 1 - h : h, s = mirrored ? f->w - 1 - w : w;
    return f->format == CUDNN_TENSOR_NCHW ? ((k * f->c + c) * f->h + r) * f->w + s
                                          : ((k * f->h + r) * f->w + s) * f->c + c;
}

// The value under number d of a filter, for output (h, w): whether there is one, and where it lies.
static bool under(const struct call *o, const tensor *t, int n, int group, int d, int h, int w,
                  size_t *place) {
    const struct cudnnConvolutionStruct *const v = &o->convolution;
    const struct cudnnFilterStruct *const f = &o->filter;
    const int y = h * v->stride_h - v->pad_h + d / f->w % f->h * v->dilation_h,
              x = w * v->stride_w - v->pad_w + d % f->w * v->dilation_w;
    *place = at(t, n, group * f->c + d / (f->h * f->w), y, x);
    return y >= 0 && y < t->size[H] && x >= 0 && x < t->size[W];
}

// The values under a filter stand in a column for each output, so that each pass over a group of
// channels is a product of matrices: outputs = weights columns, columns = weights' outputs, weights
// = outputs columns'. Some rows of outputs at a time.
static void convolve(void *data) {
    const struct call *const o = data;
    const struct cudnnFilterStruct *const f = &o->filter;
    const tensor *const y = o->pass == FORWARD ? &o->yt : &o->dyt, *const x = o->pass == TO_DATA
                                                                                  ? &o->dxt
                                                                                  : &o->xt;
    const int filters = f->k / o->convolution.groups, depth = f->c * f->h * f->w,
              width = y->size[W];
    const size_t row = (size_t)depth * (size_t)width, many = (size_t)f->k * (size_t)depth;
    int rows = (int)((1 << 20) / row) + 1;
    if (rows > y->size[H])
        rows = y->size[H];
    float *const columns = malloc(row * (size_t)rows * sizeof *columns),
                 *const weights = calloc(many, sizeof *weights),
                 *const sums =
                     malloc((size_t)filters * (size_t)rows * (size_t)width * sizeof *sums);
    const bool can = columns && weights && sums;
    for (int i = 0; can && o->pass != TO_FILTER && i < (int)many; i++)
        weights[i] = o->w[weight_at(o, i / depth, i % depth)];
    for (int i = 0; can && o->pass == TO_DATA && i < x->size[N] * x->size[C] * x->size[H]; i++)
        for (int w = 0; w < x->size[W]; w++)
            put(o,
                &o->dx[at(x, i / x->size[H] / x->size[C], i / x->size[H] % x->size[C],
                          i % x->size[H], w)],
                0);
    const int blocks = (y->size[H] + rows - 1) / rows, groups = o->convolution.groups;
    for (int step = 0; can && step < y->size[N] * groups * blocks; step++) {
        const int n = step / blocks / groups, g = step / blocks % groups,
                  top = step % blocks * rows,
                  now = top + rows < y->size[H] ? rows : y->size[H] - top, outputs = now * width;
        float *const own = weights + (size_t)g * (size_t)filters * (size_t)depth;
        size_t place;
        for (int d = 0; o->pass != TO_DATA && d < depth; d++)
            for (int i = 0; i < outputs; i++)
                columns[(size_t)d * (size_t)outputs + (size_t)i] =
                    under(o, x, n, g, d, top + i / width, i % width, &place) ? o->x[place] : 0;
        for (int k = 0; o->pass != FORWARD && k < filters; k++)
            for (int i = 0; i < outputs; i++)
                sums[(size_t)k * (size_t)outputs + (size_t)i] =
                    o->dy[at(y, n, g * filters + k, top + i / width, i % width)];
        if (o->pass == TO_FILTER)
            cblas_sgemm(ROWS, PLAIN, TURNED, filters, depth, outputs, 1, sums, outputs, columns,
                        outputs, 1, own, depth);
        else if (o->pass == TO_DATA)
            cblas_sgemm(ROWS, TURNED, PLAIN, depth, outputs, filters, 1, own, depth, sums, outputs,
                        0, columns, outputs);
        else
            cblas_sgemm(ROWS, PLAIN, PLAIN, filters, outputs, depth, 1, own, depth, columns,
                        outputs, 0, sums, outputs);
        for (int d = 0; o->pass == TO_DATA && d < depth; d++)
            for (int i = 0; i < outputs; i++)
                if (under(o, x, n, g, d, top + i / width, i % width, &place))
                    o->dx[place] += o->alpha * columns[(size_t)d * (size_t)outputs + (size_t)i];
        for (int k = 0; o->pass == FORWARD && k < filters; k++)
            for (int i = 0; i < outputs; i++) {
                const int c = g * filters + k, h = top + i / width, w = i % width;
                const float sum = sums[(size_t)k * (size_t)outputs + (size_t)i];
                float *const to = &o->y[at(y, n, c, h, w)];
                if (!o->bias) {
                    put(o, to, sum);
                    continue;
                }
                const float more = o->beta == 0 ? 0 : o->beta * o->z[at(&o->zt, n, c, h, w)];
                *to = activated(&o->activation,
                                o->alpha * sum + more + o->bias[stretched(&o->bt, n, c, h, w)]);
                cuda_cpu_library_wrote(to, sizeof *to);
            }
    }
    for (int i = 0; can && o->pass == TO_FILTER && i < (int)many; i++)
        put(o, &o->dw[weight_at(o, i / depth, i % depth)], weights[i]);
    free(columns), free(weights), free(sums);
}

static void sum_to_bias(void *data) {
    const struct call *const o = data;
    for (int c = 0; c < o->dyt.size[C]; c++) {
        float sum = 0;
        for (int n = 0; n < o->dyt.size[N]; n++)
            for (int h = 0; h < o->dyt.size[H]; h++)
                for (int w = 0; w < o->dyt.size[W]; w++)
                    sum += o->dy[at(&o->dyt, n, c, h, w)];
        put(o, &o->dx[at(&o->dxt, 0, c, 0, 0)], sum);
    }
}

static void activate(void *data) {
    const struct call *const o = data;
    EACH(o->yt)
    put(o, &o->y[at(&o->yt, n, c, h, w)], activated(&o->activation, o->x[at(&o->xt, n, c, h, w)]));
}

// f' at x, of which f(x) = y.
static float slope(const struct cudnnActivationStruct *a, float x, float y) {
    const float s = 1 / (1 + expf(-a->coefficient * x));
    switch (a->mode) {
    case CUDNN_ACTIVATION_SIGMOID:
        return y * (1 - y);
    case CUDNN_ACTIVATION_RELU:
        return x > 0;
    case CUDNN_ACTIVATION_TANH:
        return 1 - y * y;
    case CUDNN_ACTIVATION_CLIPPED_RELU:
        return x > 0 && x < a->coefficient;
    case CUDNN_ACTIVATION_ELU:
        return x < 0 ? y + a->coefficient : 1;
    case CUDNN_ACTIVATION_SWISH:
        return s + a->coefficient * x * s * (1 - s);
    default:
        return 1;
    }
}

static void activate_back(void *data) {
    const struct call *const o = data;
    EACH(o->dxt)
    put(o, &o->dx[at(&o->dxt, n, c, h, w)],
        o->dy[at(&o->dyt, n, c, h, w)] *
            slope(&o->activation, o->x[at(&o->xt, n, c, h, w)], o->y[at(&o->yt, n, c, h, w)]));
}

// Where number i of a window is, for an output; whether that is in the image.
static bool in_window(const struct call *o, int i, int h, int w, int *y, int *x) {
    const struct cudnnPoolingStruct *const p = &o->pooling;
    *y = h * p->stride_h - p->pad_h + i / p->window_w;
    *x = w * p->stride_w - p->pad_w + i % p->window_w;
    return *y >= 0 && *y < o->xt.size[H] && *x >= 0 && *x < o->xt.size[W];
}

static void pool(void *data) {
    const struct call *const o = data;
    const struct cudnnPoolingStruct *const p = &o->pooling;
    const bool most = p->mode == CUDNN_POOLING_MAX || p->mode == CUDNN_POOLING_MAX_DETERMINISTIC;
    EACH(o->yt) {
        float sum = most ? -FLT_MAX : 0;
        int count = 0;
        for (int i = 0; i < p->window_h * p->window_w; i++) {
            int y, x;
            if (!in_window(o, i, h, w, &y, &x))
                continue;
            const float value = o->x[at(&o->xt, n, c, y, x)];
            sum = !most ? sum + value : value > sum || value != value ? value : sum;
            count++;
        }
        if (p->mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING)
            count = p->window_h * p->window_w;
        put(o, &o->y[at(&o->yt, n, c, h, w)], most ? sum : sum / (float)count);
    }
}

// An output goes back to the largest value of its window, or the first of such; or in equal parts.
static void pool_back(void *data) {
    const struct call *const o = data;
    const struct cudnnPoolingStruct *const p = &o->pooling;
    const bool most = p->mode == CUDNN_POOLING_MAX || p->mode == CUDNN_POOLING_MAX_DETERMINISTIC;
    EACH(o->dxt) put(o, &o->dx[at(&o->dxt, n, c, h, w)], 0);
    EACH(o->dyt) {
        const float value = o->alpha * o->dy[at(&o->dyt, n, c, h, w)];
        size_t largest = 0;
        float seen = -INFINITY;
        int y, x, count = 0;
        for (int i = 0; i < p->window_h * p->window_w; i++)
            if (in_window(o, i, h, w, &y, &x)) {
                count++;
                if (o->x[at(&o->xt, n, c, y, x)] > seen) {
                    seen = o->x[at(&o->xt, n, c, y, x)];
                    largest = at(&o->dxt, n, c, y, x);
                }
            }
        if (p->mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING)
            count = p->window_h * p->window_w;
        if (most)
            o->dx[largest] += value;
        for (int i = 0; !most && i < p->window_h * p->window_w; i++)
            if (in_window(o, i, h, w, &y, &x))
                o->dx[at(&o->dxt, n, c, y, x)] += value / (float)count;
    }
}

// Over channels, for each place; or over all of an image.
static void soften(void *data) {
    const struct call *const o = data;
    const tensor *const t = &o->xt;
    const bool whole = o->mode == CUDNN_SOFTMAX_MODE_INSTANCE;
    const int places = t->size[H] * t->size[W], count = whole ? t->size[C] * places : t->size[C];
    for (int i = 0; i < t->size[N] * (whole ? 1 : places); i++) {
        const int n = whole ? i : i / places;
        float most = -INFINITY, sum = 0;
#define PLACE                                                                                      \
    n, whole ? k / places : k, (whole ? k % places : i % places) / t->size[W],                     \
        (whole ? k % places : i % places) % t->size[W]
        for (int k = 0; k < count; k++)
            most = fmaxf(most, o->x[at(t, PLACE)]);
        if (o->algorithm == CUDNN_SOFTMAX_FAST)
            most = 0;
        for (int k = 0; k < count; k++)
            sum += expf(o->x[at(t, PLACE)] - most);
        for (int k = 0; k < count; k++) {
            const float x = o->x[at(t, PLACE)] - most;
            put(o, &o->y[at(&o->yt, PLACE)],
                o->algorithm == CUDNN_SOFTMAX_LOG ? x - logf(sum) : expf(x) / sum);
        }
#undef PLACE
    }
}

static void normalise(void *data) {
    const struct call *const o = data;
    EACH(o->yt) {
        const size_t b = stretched(&o->bt, n, c, h, w);
        put(o, &o->y[at(&o->yt, n, c, h, w)],
            o->scale[b] * (o->x[at(&o->xt, n, c, h, w)] - o->mean[b]) /
                    sqrtf(o->variance[b] + (float)o->epsilon) +
                o->bias[b]);
    }
}

static void add(void *data) {
    const struct call *const o = data;
    EACH(o->yt)
    put(o, &o->y[at(&o->yt, n, c, h, w)], o->x[stretched(&o->xt, n, c, h, w)]);
}

// ---- a call under way ---------------------------------------------------------------------------

static const char MAKER[] = "cudnnCreate";
struct start {
    struct cudnnContext *handle; // NULL: it is none
    cudnnStatus_t status;
    bool faults; // a GPU could not touch its memory
    struct call o;
};

static bool goes_on(const struct start *s) {
    return s->status == CUDNN_STATUS_SUCCESS && !s->faults;
}
static void need(struct start *s, bool right, cudnnStatus_t otherwise) {
    if (!right && s->status == CUDNN_STATUS_SUCCESS)
        s->status = otherwise;
}
static struct start begin(cudnnHandle_t handle, const void *alpha, const void *beta) {
    struct start s = {.handle = cuda_cpu_find_handle(handle, MAKER)};
    need(&s, s.handle, CUDNN_STATUS_NOT_INITIALIZED);
    need(&s, alpha && beta, CUDNN_STATUS_BAD_PARAM);
    if (goes_on(&s))
        s.o.alpha = *(const float *)alpha, s.o.beta = *(const float *)beta;
    return s;
}
static void memory(struct start *s, const char *what, const void *from, size_t floats) {
    if (goes_on(s))
        s->faults =
            !cuda_cpu_library_may_touch(s->handle->base.stream, what, from, floats * sizeof(float));
}
static tensor given(struct start *s, const char *what, const tensor *t, const void *values) {
    need(s, t && t->size[N] > 0, CUDNN_STATUS_BAD_PARAM);
    if (!goes_on(s))
        return (tensor){0};
    need(s, t->type == CUDNN_DATA_FLOAT, CUDNN_STATUS_NOT_SUPPORTED);
    memory(s, what, values,
           at(t, t->size[N] - 1, t->size[C] - 1, t->size[H] - 1, t->size[W] - 1) + 1);
    return *t;
}
static void need_shape(struct start *s, const char *what, const tensor *t, int n, int c, int h,
                       int w) {
    if (!goes_on(s) || (t->size[N] == n && t->size[C] == c && t->size[H] == h && t->size[W] == w))
        return;
    cuda_cpu_library_say("%s is %d x %d x %d x %d, where %d x %d x %d x %d fits", what, t->size[N],
                         t->size[C], t->size[H], t->size[W], n, c, h, w);
    need(s, false, CUDNN_STATUS_BAD_PARAM);
}
static void need_same(struct start *s) {
    const int *const x = s->o.xt.size;
    need_shape(s, "y", &s->o.yt, x[N], x[C], x[H], x[W]);
}
// Each size is that of y, or 1.
static void need_stretch(struct start *s, const char *what, const tensor *t) {
    const int *const y = s->o.yt.size;
    int fits[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++)
        fits[i] = t->size[i] == 1 ? 1 : y[i];
    need_shape(s, what, t, fits[N], fits[C], fits[H], fits[W]);
}
static cudnnStatus_t finish(struct start *s, void (*run)(void *)) {
    if (!goes_on(s))
        return s->status;
    return cuda_cpu_run_in(s->handle->base.stream, run, &s->o, sizeof s->o)
               ? CUDNN_STATUS_SUCCESS
               : CUDNN_STATUS_EXECUTION_FAILED;
}

// ---- the library --------------------------------------------------------------------------------

cudnnStatus_t cudnnCreate(cudnnHandle_t *handle) {
    if (!handle)
        return CUDNN_STATUS_BAD_PARAM;
    *handle = cuda_cpu_make_handle(MAKER, sizeof **handle);
    return *handle ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_ALLOC_FAILED;
}
cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
    return cuda_cpu_end_handle(handle, MAKER) ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_NOT_INITIALIZED;
}
size_t cudnnGetVersion(void) {
    return CUDNN_VERSION;
}
size_t cudnnGetCudartVersion(void) {
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return (size_t)version;
}
cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int *value) {
    const int version[] = {CUDNN_MAJOR, CUDNN_MINOR, CUDNN_PATCHLEVEL};
    if (!value || (unsigned)type > PATCH_LEVEL)
        return CUDNN_STATUS_BAD_PARAM;
    *value = version[type];
    return CUDNN_STATUS_SUCCESS;
}
const char *cudnnGetErrorString(cudnnStatus_t status) {
    switch (status) {
#define NAME(s)                                                                                    \
    case s:                                                                                        \
        return #s;
        NAME(CUDNN_STATUS_SUCCESS)
        NAME(CUDNN_STATUS_NOT_INITIALIZED)
        NAME(CUDNN_STATUS_BAD_PARAM)
        NAME(CUDNN_STATUS_NOT_SUPPORTED)
        NAME(CUDNN_STATUS_INTERNAL_ERROR)
        NAME(CUDNN_STATUS_EXECUTION_FAILED)
    case CUDNN_STATUS_ALLOC_FAILED:
        return "CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED";
    default:
        return "CUDNN_UNKNOWN_STATUS";
    }
}
cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
    struct cudnnContext *const h = cuda_cpu_find_handle(handle, MAKER);
    if (h)
        h->base.stream = stream;
    return h ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_NOT_INITIALIZED;
}
cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t *stream) {
    struct cudnnContext *const h = cuda_cpu_find_handle(handle, MAKER);
    if (h && stream)
        *stream = h->base.stream;
    return !h       ? CUDNN_STATUS_NOT_INITIALIZED
           : stream ? CUDNN_STATUS_SUCCESS
                    : CUDNN_STATUS_BAD_PARAM;
}

#define DESCRIPTOR(Name)                                                                           \
    cudnnStatus_t cudnnCreate##Name##Descriptor(cudnn##Name##Descriptor_t *made) {                 \
        if (!made)                                                                                 \
            return CUDNN_STATUS_BAD_PARAM;                                                         \
        *made = calloc(1, sizeof **made);                                                          \
        return *made ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_ALLOC_FAILED;                           \
    }                                                                                              \
    cudnnStatus_t cudnnDestroy##Name##Descriptor(cudnn##Name##Descriptor_t descriptor) {           \
        free(descriptor);                                                                          \
        return CUDNN_STATUS_SUCCESS;                                                               \
    }
DESCRIPTOR(Tensor)
DESCRIPTOR(Filter)
DESCRIPTOR(Convolution)
DESCRIPTOR(Activation)
DESCRIPTOR(Pooling)

// ---- tensors ------------------------------------------------------------------------------------

cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t t, cudnnDataType_t type, int n,
                                           int c, int h, int w, int nstride, int cstride,
                                           int hstride, int wstride) {
    if (!t || n < 1 || c < 1 || h < 1 || w < 1 || nstride < 0 || cstride < 0 || hstride < 0 ||
        wstride < 0)
        return CUDNN_STATUS_BAD_PARAM;
    *t = (tensor){type, {n, c, h, w}, {nstride, cstride, hstride, wstride}};
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t t, cudnnTensorFormat_t format,
                                         cudnnDataType_t type, int n, int c, int h, int w) {
    if (format == CUDNN_TENSOR_NCHW_VECT_C)
        return CUDNN_STATUS_NOT_SUPPORTED;
    return format == CUDNN_TENSOR_NCHW
               ? cudnnSetTensor4dDescriptorEx(t, type, n, c, h, w, c * h * w, h * w, w, 1)
               : cudnnSetTensor4dDescriptorEx(t, type, n, c, h, w, c * h * w, 1, w * c, c);
}
cudnnStatus_t cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t t, cudnnDataType_t *type,
                                         int *n, int *c, int *h, int *w, int *nstride, int *cstride,
                                         int *hstride, int *wstride) {
    if (!t || !type || !n || !c || !h || !w || !nstride || !cstride || !hstride || !wstride)
        return CUDNN_STATUS_BAD_PARAM;
    *type = t->type;
    *n = t->size[N], *c = t->size[C], *h = t->size[H], *w = t->size[W];
    *nstride = t->stride[N], *cstride = t->stride[C];
    *hstride = t->stride[H], *wstride = t->stride[W];
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t t, cudnnDataType_t type,
                                         int dimensions, const int size[], const int stride[]) {
    int all[DIMENSIONS] = {1, 1, 1, 1}, steps[DIMENSIONS] = {1, 1, 1, 1};
    if (!size || !stride || dimensions < 1)
        return CUDNN_STATUS_BAD_PARAM;
    if (dimensions > DIMENSIONS)
        return CUDNN_STATUS_NOT_SUPPORTED;
    memcpy(all, size, (size_t)dimensions * sizeof *all);
    memcpy(steps, stride, (size_t)dimensions * sizeof *steps);
    return cudnnSetTensor4dDescriptorEx(t, type, all[N], all[C], all[H], all[W], steps[N], steps[C],
                                        steps[H], steps[W]);
}

static const float one = 1, zero = 0;
static void fill(void *data) {
    const struct call *const o = data;
    EACH(o->yt) put(o, &o->y[at(&o->yt, n, c, h, w)], 1);
}
cudnnStatus_t cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t ydesc, void *y,
                             const void *value) {
    struct start s = begin(handle, value, &zero);
    s.o.yt = given(&s, "y", ydesc, y), s.o.y = y;
    return finish(&s, fill);
}
static void scale(void *data) {
    const struct call *const o = data;
    EACH(o->yt) o->y[at(&o->yt, n, c, h, w)] *= o->alpha;
}
cudnnStatus_t cudnnScaleTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t ydesc, void *y,
                               const void *alpha) {
    struct start s = begin(handle, alpha, &zero);
    s.o.yt = given(&s, "y", ydesc, y), s.o.y = y;
    return finish(&s, scale);
}

// Most calls: y = alpha f(x) + beta y.
static struct start from_to(cudnnHandle_t handle, const void *alpha,
                            const cudnnTensorDescriptor_t xdesc, const void *x, const void *beta,
                            const cudnnTensorDescriptor_t ydesc, void *y) {
    struct start s = begin(handle, alpha, beta);
    s.o.xt = given(&s, "x", xdesc, x), s.o.x = x;
    s.o.yt = given(&s, "y", ydesc, y), s.o.y = y;
    return s;
}
cudnnStatus_t cudnnTransformTensor(cudnnHandle_t handle, const void *alpha,
                                   const cudnnTensorDescriptor_t xdesc, const void *x,
                                   const void *beta, const cudnnTensorDescriptor_t ydesc, void *y) {
    struct start s = from_to(handle, alpha, xdesc, x, beta, ydesc, y);
    need_same(&s);
    return finish(&s, add);
}
cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void *alpha,
                             const cudnnTensorDescriptor_t adesc, const void *a, const void *beta,
                             const cudnnTensorDescriptor_t cdesc, void *c) {
    struct start s = from_to(handle, alpha, adesc, a, beta, cdesc, c);
    need_stretch(&s, "A", &s.o.xt);
    return finish(&s, add);
}

// ---- convolution --------------------------------------------------------------------------------

cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t f, cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int k, int c, int h, int w) {
    if (!f || k < 1 || c < 1 || h < 1 || w < 1)
        return CUDNN_STATUS_BAD_PARAM;
    if (format == CUDNN_TENSOR_NCHW_VECT_C)
        return CUDNN_STATUS_NOT_SUPPORTED;
    *f = (struct cudnnFilterStruct){type, format, k, c, h, w};
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t v, int pad_h, int pad_w,
                                              int stride_h, int stride_w, int dilation_h,
                                              int dilation_w, cudnnConvolutionMode_t mode,
                                              cudnnDataType_t compute) {
    if (!v || pad_h < 0 || pad_w < 0 || stride_h < 1 || stride_w < 1 || dilation_h < 1 ||
        dilation_w < 1 || (unsigned)mode > CUDNN_CROSS_CORRELATION)
        return CUDNN_STATUS_BAD_PARAM;
    *v = (struct cudnnConvolutionStruct){pad_h,      pad_w, stride_h, stride_w, dilation_h,
                                         dilation_w, 1,     mode,     compute};
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t v, cudnnMathType_t math) {
    return v ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM;
}
cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t v, int groups) {
    if (!v || groups < 1)
        return CUDNN_STATUS_BAD_PARAM;
    v->groups = groups;
    return CUDNN_STATUS_SUCCESS;
}
static int outputs(int size, int pad, int window, int stride) {
    return size + 2 * pad < window ? 0 : (size + 2 * pad - window) / stride + 1;
}
cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t v,
                                                    const cudnnTensorDescriptor_t x,
                                                    const cudnnFilterDescriptor_t f, int *n, int *c,
                                                    int *h, int *w) {
    if (!v || !x || !f || !n || !c || !h || !w || !v->groups || !f->k || !x->size[N] ||
        x->size[C] != f->c * v->groups || f->k % v->groups)
        return CUDNN_STATUS_BAD_PARAM;
    *n = x->size[N], *c = f->k;
    *h = outputs(x->size[H], v->pad_h, (f->h - 1) * v->dilation_h + 1, v->stride_h);
    *w = outputs(x->size[W], v->pad_w, (f->w - 1) * v->dilation_w + 1, v->stride_w);
    return *h && *w ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM;
}

// All algorithms are one, but that of the first name needs no memory on a GPU, and the others do.
static size_t work_bytes(cudnnConvolutionFwdAlgo_t algorithm) {
    return algorithm == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM ? 0 : 8;
}
cudnnStatus_t cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int *count) {
    const struct start s = begin(handle, &one, count);
    if (goes_on(&s))
        *count = 2;
    return s.status;
}
cudnnStatus_t cudnnGetConvolutionForwardAlgorithm(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xdesc, const cudnnFilterDescriptor_t wdesc,
    const cudnnConvolutionDescriptor_t convolution, const cudnnTensorDescriptor_t ydesc,
    cudnnConvolutionFwdPreference_t preference, size_t limit,
    cudnnConvolutionFwdAlgo_t *algorithm) {
    struct start s = begin(handle, &one, &zero);
    need(&s, algorithm, CUDNN_STATUS_BAD_PARAM);
    if (goes_on(&s))
        *algorithm = preference == CUDNN_CONVOLUTION_FWD_PREFER_FASTEST
                         ? CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM
                         : CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
    return s.status;
}
cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xdesc, const cudnnFilterDescriptor_t wdesc,
    const cudnnConvolutionDescriptor_t convolution, const cudnnTensorDescriptor_t ydesc,
    const int asked, int *count, cudnnConvolutionFwdAlgoPerf_t *results) {
    const cudnnConvolutionFwdAlgo_t all[] = {CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
                                             CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM};
    struct start s = begin(handle, &one, &zero);
    need(&s, asked > 0 && count && results, CUDNN_STATUS_BAD_PARAM);
    if (goes_on(&s))
        *count = asked < 2 ? asked : 2;
    for (int i = 0; goes_on(&s) && i < *count; i++)
        results[i] = (cudnnConvolutionFwdAlgoPerf_t){.algo = all[i],
                                                     .memory = work_bytes(all[i]),
                                                     .time = -1, // nothing was measured
                                                     .determinism = CUDNN_DETERMINISTIC};
    return s.status;
}
cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xdesc, const cudnnFilterDescriptor_t wdesc,
    const cudnnConvolutionDescriptor_t convolution, const cudnnTensorDescriptor_t ydesc,
    const int asked, int *count, cudnnConvolutionFwdAlgoPerf_t *results) {
    return cudnnGetConvolutionForwardAlgorithm_v7(handle, xdesc, wdesc, convolution, ydesc, asked,
                                                  count, results);
}
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xdesc, const cudnnFilterDescriptor_t wdesc,
    const cudnnConvolutionDescriptor_t convolution, const cudnnTensorDescriptor_t ydesc,
    cudnnConvolutionFwdAlgo_t algorithm, size_t *bytes) {
    struct start s = begin(handle, &one, &zero);
    need(&s, bytes, CUDNN_STATUS_BAD_PARAM);
    if (goes_on(&s))
        *bytes = work_bytes(algorithm);
    return s.status;
}

static void given_convolution(struct start *s, const cudnnTensorDescriptor_t xdesc,
                              const cudnnFilterDescriptor_t wdesc, const void *w,
                              const cudnnConvolutionDescriptor_t convolution) {
    int n = 0, c = 0, height = 0, width = 0;
    if (!goes_on(s))
        return;
    need(s,
         cudnnGetConvolution2dForwardOutputDim(convolution, xdesc, wdesc, &n, &c, &height,
                                               &width) == CUDNN_STATUS_SUCCESS,
         CUDNN_STATUS_BAD_PARAM);
    need_shape(s, "y", &s->o.yt, n, c, height, width);
    if (!goes_on(s))
        return;
    need(s, wdesc->type == CUDNN_DATA_FLOAT && convolution->compute == CUDNN_DATA_FLOAT,
         CUDNN_STATUS_NOT_SUPPORTED);
    memory(s, "the filter", w,
           (size_t)wdesc->k * (size_t)wdesc->c * (size_t)wdesc->h * (size_t)wdesc->w);
    s->o.w = w, s->o.filter = *wdesc, s->o.convolution = *convolution;
}
cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void *alpha,
                                      const cudnnTensorDescriptor_t xdesc, const void *x,
                                      const cudnnFilterDescriptor_t wdesc, const void *w,
                                      const cudnnConvolutionDescriptor_t convolution,
                                      cudnnConvolutionFwdAlgo_t algorithm, void *work, size_t bytes,
                                      const void *beta, const cudnnTensorDescriptor_t ydesc,
                                      void *y) {
    struct start s = from_to(handle, alpha, xdesc, x, beta, ydesc, y);
    given_convolution(&s, xdesc, wdesc, w, convolution);
    return finish(&s, convolve);
}
cudnnStatus_t cudnnConvolutionBiasActivationForward(
    cudnnHandle_t handle, const void *alpha, const cudnnTensorDescriptor_t xdesc, const void *x,
    const cudnnFilterDescriptor_t wdesc, const void *w,
    const cudnnConvolutionDescriptor_t convolution, cudnnConvolutionFwdAlgo_t algorithm, void *work,
    size_t bytes, const void *alpha2, const cudnnTensorDescriptor_t zdesc, const void *z,
    const cudnnTensorDescriptor_t bias_desc, const void *bias,
    const cudnnActivationDescriptor_t activation, const cudnnTensorDescriptor_t ydesc, void *y) {
    struct start s = from_to(handle, alpha, xdesc, x, alpha2, ydesc, y);
    given_convolution(&s, xdesc, wdesc, w, convolution);
    need(&s, activation, CUDNN_STATUS_BAD_PARAM);
    s.o.bt = given(&s, "the bias", bias_desc, bias), s.o.bias = bias;
    need_stretch(&s, "the bias", &s.o.bt);
    if (s.o.beta != 0) {
        s.o.zt = given(&s, "z", zdesc, z), s.o.z = z;
        const int *const size = s.o.yt.size;
        need_shape(&s, "z", &s.o.zt, size[N], size[C], size[H], size[W]);
    }
    if (goes_on(&s))
        s.o.activation = *activation;
    return finish(&s, convolve);
}

// What goes back.
static struct start back(cudnnHandle_t handle, const void *alpha,
                         const cudnnTensorDescriptor_t dydesc, const void *dy, const void *beta,
                         const cudnnTensorDescriptor_t dxdesc, void *dx) {
    struct start s = begin(handle, alpha, beta);
    s.o.dyt = given(&s, "dy", dydesc, dy), s.o.dy = dy;
    if (dx)
        s.o.dxt = given(&s, "dx", dxdesc, dx), s.o.dx = dx;
    return s;
}
cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void *alpha,
                                           const cudnnFilterDescriptor_t wdesc, const void *w,
                                           const cudnnTensorDescriptor_t dydesc, const void *dy,
                                           const cudnnConvolutionDescriptor_t convolution,
                                           cudnnConvolutionBwdDataAlgo_t algorithm, void *work,
                                           size_t bytes, const void *beta,
                                           const cudnnTensorDescriptor_t dxdesc, void *dx) {
    struct start s = back(handle, alpha, dydesc, dy, beta, dxdesc, dx);
    s.o.yt = s.o.dyt, s.o.pass = TO_DATA;
    given_convolution(&s, dxdesc, wdesc, w, convolution);
    return finish(&s, convolve);
}
cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void *alpha,
                                             const cudnnTensorDescriptor_t xdesc, const void *x,
                                             const cudnnTensorDescriptor_t dydesc, const void *dy,
                                             const cudnnConvolutionDescriptor_t convolution,
                                             cudnnConvolutionBwdFilterAlgo_t algorithm, void *work,
                                             size_t bytes, const void *beta,
                                             const cudnnFilterDescriptor_t dwdesc, void *dw) {
    struct start s = back(handle, alpha, dydesc, dy, beta, NULL, NULL);
    s.o.xt = given(&s, "x", xdesc, x), s.o.x = x;
    s.o.yt = s.o.dyt, s.o.pass = TO_FILTER, s.o.dw = dw;
    given_convolution(&s, xdesc, dwdesc, dw, convolution);
    return finish(&s, convolve);
}
cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void *alpha,
                                           const cudnnTensorDescriptor_t dydesc, const void *dy,
                                           const void *beta, const cudnnTensorDescriptor_t dbdesc,
                                           void *db) {
    struct start s = back(handle, alpha, dydesc, dy, beta, dbdesc, db);
    need(&s, db, CUDNN_STATUS_BAD_PARAM);
    need_shape(&s, "db", &s.o.dxt, 1, s.o.dyt.size[C], 1, 1);
    return finish(&s, sum_to_bias);
}

// The two that go back have the same questions, and the same answers: 1 is their fastest.
#define ALGORITHMS(Way, first_t, First, second_t, Second, third_t, Third)                          \
    cudnnStatus_t cudnnGetConvolutionBackward##Way##AlgorithmMaxCount(cudnnHandle_t handle,        \
                                                                      int *count) {                \
        return cudnnGetConvolutionForwardAlgorithmMaxCount(handle, count);                         \
    }                                                                                              \
    cudnnStatus_t cudnnGetConvolutionBackward##Way##Algorithm(                                     \
        cudnnHandle_t handle, const first_t First, const second_t Second,                          \
        const cudnnConvolutionDescriptor_t convolution, const third_t Third,                       \
        cudnnConvolutionBwd##Way##Preference_t preference, size_t limit,                           \
        cudnnConvolutionBwd##Way##Algo_t *algorithm) {                                             \
        struct start s = begin(handle, &one, algorithm);                                           \
        if (goes_on(&s))                                                                           \
            *algorithm = (cudnnConvolutionBwd##Way##Algo_t)1;                                      \
        return s.status;                                                                           \
    }                                                                                              \
    cudnnStatus_t cudnnGetConvolutionBackward##Way##Algorithm_v7(                                  \
        cudnnHandle_t handle, const first_t First, const second_t Second,                          \
        const cudnnConvolutionDescriptor_t convolution, const third_t Third, const int asked,      \
        int *count, cudnnConvolutionBwd##Way##AlgoPerf_t *results) {                               \
        struct start s = begin(handle, &one, &zero);                                               \
        need(&s, asked > 0 && count && results, CUDNN_STATUS_BAD_PARAM);                           \
        if (goes_on(&s)) {                                                                         \
            *count = 1;                                                                            \
            *results = (cudnnConvolutionBwd##Way##AlgoPerf_t){                                     \
                .algo = (cudnnConvolutionBwd##Way##Algo_t)1,                                       \
                .memory = 8,                                                                       \
                .time = -1,                                                                        \
                .determinism = CUDNN_DETERMINISTIC};                                               \
        }                                                                                          \
        return s.status;                                                                           \
    }                                                                                              \
    cudnnStatus_t cudnnFindConvolutionBackward##Way##Algorithm(                                    \
        cudnnHandle_t handle, const first_t First, const second_t Second,                          \
        const cudnnConvolutionDescriptor_t convolution, const third_t Third, const int asked,      \
        int *count, cudnnConvolutionBwd##Way##AlgoPerf_t *results) {                               \
        return cudnnGetConvolutionBackward##Way##Algorithm_v7(handle, First, Second, convolution,  \
                                                              Third, asked, count, results);       \
    }                                                                                              \
    cudnnStatus_t cudnnGetConvolutionBackward##Way##WorkspaceSize(                                 \
        cudnnHandle_t handle, const first_t First, const second_t Second,                          \
        const cudnnConvolutionDescriptor_t convolution, const third_t Third,                       \
        cudnnConvolutionBwd##Way##Algo_t algorithm, size_t *bytes) {                               \
        struct start s = begin(handle, &one, &zero);                                               \
        need(&s, bytes, CUDNN_STATUS_BAD_PARAM);                                                   \
        if (goes_on(&s))                                                                           \
            *bytes = 8;                                                                            \
        return s.status;                                                                           \
    }
ALGORITHMS(Data, cudnnFilterDescriptor_t, wdesc, cudnnTensorDescriptor_t, dydesc,
           cudnnTensorDescriptor_t, dxdesc)
ALGORITHMS(Filter, cudnnTensorDescriptor_t, xdesc, cudnnTensorDescriptor_t, dydesc,
           cudnnFilterDescriptor_t, dwdesc)

// ---- layers -------------------------------------------------------------------------------------

cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t a,
                                           cudnnActivationMode_t mode, cudnnNanPropagation_t nan,
                                           double coefficient) {
    if (!a || (unsigned)mode > CUDNN_ACTIVATION_SWISH)
        return CUDNN_STATUS_BAD_PARAM;
    *a = (struct cudnnActivationStruct){mode, (float)coefficient};
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation,
                                     const void *alpha, const cudnnTensorDescriptor_t xdesc,
                                     const void *x, const void *beta,
                                     const cudnnTensorDescriptor_t ydesc, void *y) {
    struct start s = from_to(handle, alpha, xdesc, x, beta, ydesc, y);
    need(&s, activation && activation->mode != CUDNN_ACTIVATION_IDENTITY, CUDNN_STATUS_BAD_PARAM);
    need_same(&s);
    if (goes_on(&s))
        s.o.activation = *activation;
    return finish(&s, activate);
}
// Of a layer that took x to y; all of one shape.
static struct start layer_back(cudnnHandle_t handle, const void *alpha,
                               const cudnnTensorDescriptor_t ydesc, const void *y,
                               const cudnnTensorDescriptor_t dydesc, const void *dy,
                               const cudnnTensorDescriptor_t xdesc, const void *x, const void *beta,
                               const cudnnTensorDescriptor_t dxdesc, void *dx) {
    struct start s = back(handle, alpha, dydesc, dy, beta, dxdesc, dx);
    s.o.xt = given(&s, "x", xdesc, x), s.o.x = x;
    s.o.yt = given(&s, "y", ydesc, y), s.o.y = (float *)y;
    need(&s, dx, CUDNN_STATUS_BAD_PARAM);
    const int *const xs = s.o.xt.size, *const ys = s.o.yt.size;
    need_shape(&s, "dx", &s.o.dxt, xs[N], xs[C], xs[H], xs[W]);
    need_shape(&s, "dy", &s.o.dyt, ys[N], ys[C], ys[H], ys[W]);
    return s;
}
cudnnStatus_t cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation,
                                      const void *alpha, const cudnnTensorDescriptor_t ydesc,
                                      const void *y, const cudnnTensorDescriptor_t dydesc,
                                      const void *dy, const cudnnTensorDescriptor_t xdesc,
                                      const void *x, const void *beta,
                                      const cudnnTensorDescriptor_t dxdesc, void *dx) {
    struct start s = layer_back(handle, alpha, ydesc, y, dydesc, dy, xdesc, x, beta, dxdesc, dx);
    need(&s, activation && activation->mode != CUDNN_ACTIVATION_IDENTITY, CUDNN_STATUS_BAD_PARAM);
    need_same(&s);
    if (goes_on(&s))
        s.o.activation = *activation;
    return finish(&s, activate_back);
}
cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t p, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t nan, int window_h, int window_w,
                                          int pad_h, int pad_w, int stride_h, int stride_w) {
    if (!p || (unsigned)mode > CUDNN_POOLING_MAX_DETERMINISTIC || window_h < 1 || window_w < 1 ||
        pad_h < 0 || pad_w < 0 || stride_h < 1 || stride_w < 1)
        return CUDNN_STATUS_BAD_PARAM;
    *p = (struct cudnnPoolingStruct){mode, window_h, window_w, pad_h, pad_w, stride_h, stride_w};
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t p,
                                                const cudnnTensorDescriptor_t x, int *n, int *c,
                                                int *h, int *w) {
    if (!p || !p->window_h || !x || !x->size[N] || !n || !c || !h || !w)
        return CUDNN_STATUS_BAD_PARAM;
    *n = x->size[N], *c = x->size[C];
    *h = outputs(x->size[H], p->pad_h, p->window_h, p->stride_h);
    *w = outputs(x->size[W], p->pad_w, p->window_w, p->stride_w);
    return *h && *w ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM;
}
static void need_pooled(struct start *s, const cudnnPoolingDescriptor_t pooling,
                        const cudnnTensorDescriptor_t xdesc) {
    int n = 0, c = 0, h = 0, w = 0;
    need(s,
         cudnnGetPooling2dForwardOutputDim(pooling, xdesc, &n, &c, &h, &w) == CUDNN_STATUS_SUCCESS,
         CUDNN_STATUS_BAD_PARAM);
    need_shape(s, "y", &s->o.yt, n, c, h, w);
    if (goes_on(s))
        s->o.pooling = *pooling;
}
cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t pooling,
                                  const void *alpha, const cudnnTensorDescriptor_t xdesc,
                                  const void *x, const void *beta,
                                  const cudnnTensorDescriptor_t ydesc, void *y) {
    struct start s = from_to(handle, alpha, xdesc, x, beta, ydesc, y);
    need_pooled(&s, pooling, xdesc);
    return finish(&s, pool);
}
cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t pooling,
                                   const void *alpha, const cudnnTensorDescriptor_t ydesc,
                                   const void *y, const cudnnTensorDescriptor_t dydesc,
                                   const void *dy, const cudnnTensorDescriptor_t xdesc,
                                   const void *x, const void *beta,
                                   const cudnnTensorDescriptor_t dxdesc, void *dx) {
    struct start s = layer_back(handle, alpha, ydesc, y, dydesc, dy, xdesc, x, beta, dxdesc, dx);
    need_pooled(&s, pooling, xdesc);
    return finish(&s, pool_back);
}
cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm,
                                  cudnnSoftmaxMode_t mode, const void *alpha,
                                  const cudnnTensorDescriptor_t xdesc, const void *x,
                                  const void *beta, const cudnnTensorDescriptor_t ydesc, void *y) {
    struct start s = from_to(handle, alpha, xdesc, x, beta, ydesc, y);
    need(&s,
         (unsigned)algorithm <= CUDNN_SOFTMAX_LOG && (unsigned)mode <= CUDNN_SOFTMAX_MODE_CHANNEL,
         CUDNN_STATUS_BAD_PARAM);
    need_same(&s);
    s.o.algorithm = algorithm, s.o.mode = mode;
    return finish(&s, soften);
}
cudnnStatus_t cudnnBatchNormalizationForwardInference(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha, const void *beta,
    const cudnnTensorDescriptor_t xdesc, const void *x, const cudnnTensorDescriptor_t ydesc,
    void *y, const cudnnTensorDescriptor_t normal_desc, const void *scale_of, const void *bias,
    const void *mean, const void *variance, double epsilon) {
    struct start s = from_to(handle, alpha, xdesc, x, beta, ydesc, y);
    need_same(&s);
    s.o.bt = given(&s, "the scale", normal_desc, scale_of), s.o.scale = scale_of;
    given(&s, "the bias", normal_desc, bias), s.o.bias = bias;
    given(&s, "the mean", normal_desc, mean), s.o.mean = mean;
    given(&s, "the variance", normal_desc, variance), s.o.variance = variance;
    need_stretch(&s, "the scale", &s.o.bt);
    s.o.epsilon = epsilon;
    return finish(&s, normalise);
}
