// SPDX-License-Identifier: MIT
// nvcc -lcudnn
// cuDNN's layers. The expected values of convolutions follow by plain loops.
#include <cudnn.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "device.h"

static cudnnHandle_t handle;
static const float one = 1, zero = 0;
typedef std::vector<float> floats;

struct Tensor {
    cudnnTensorDescriptor_t descr;
    int n, c, h, w;
    bool last; // channels come last
    Tensor(int n, int c, int h, int w, bool last = false) : n(n), c(c), h(h), w(w), last(last) {
        ok(fine(cudnnCreateTensorDescriptor(&descr)) &&
               fine(cudnnSetTensor4dDescriptor(descr, last ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n,
                                               c, h, w)),
           "%d x %d x %d x %d", n, c, h, w);
    }
    ~Tensor() { cudnnDestroyTensorDescriptor(descr); }
    int size() const { return n * c * h * w; }
    int at(int in, int ic, int ih, int iw) const {
        return last ? ((in * h + ih) * w + iw) * c + ic : ((in * c + ic) * h + ih) * w + iw;
    }
};

// y = 2 (x * w) + 3 y
static void convolution(int n, int c, int h, int w, int k, int r, int s, int pad, int stride, int dilation, int groups,
                        cudnnConvolutionMode_t mode, bool last) {
    const float alpha = 2, beta = 3;
    const Tensor x(n, c, h, w, last);
    const int depth = c / groups;
    cudnnFilterDescriptor_t filter;
    cudnnConvolutionDescriptor_t how;
    int size[4];
    bool done =
        fine(cudnnCreateFilterDescriptor(&filter)) &&
        fine(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, last ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW, k,
                                        depth, r, s)) &&
        fine(cudnnCreateConvolutionDescriptor(&how)) &&
        fine(cudnnSetConvolution2dDescriptor(how, pad, pad + 1, stride, 1, dilation, 1, mode, CUDNN_DATA_FLOAT)) &&
        fine(cudnnSetConvolutionGroupCount(how, groups)) &&
        fine(cudnnGetConvolution2dForwardOutputDim(how, x.descr, filter, &size[0], &size[1], &size[2], &size[3]));
    const int p = (h + 2 * pad - (r - 1) * dilation - 1) / stride + 1, q = w + 2 * (pad + 1) - s + 1;
    ok(done && size[0] == n && size[1] == k && size[2] == p && size[3] == q, "the output's size");
    const Tensor y(n, k, p, q, last);
    const auto vx = numbers<float>(x.size(), 1), vw = numbers<float>(k * depth * r * s, 4),
               vy = numbers<float>(y.size(), 2);
    Memory<float> dx(vx), dw(vw), dy(vy);
    cudnnConvolutionFwdAlgoPerf_t found[8];
    int count;
    size_t bytes;
    void *work;
    done = fine(cudnnGetConvolutionForwardAlgorithm_v7(handle, x.descr, filter, how, y.descr, 8, &count, found)) &&
           count > 0 &&
           fine(cudnnGetConvolutionForwardWorkspaceSize(handle, x.descr, filter, how, y.descr, found[0].algo, &bytes));
    must(cudaMalloc(&work, bytes));
    done = done && fine(cudnnConvolutionForward(handle, &alpha, x.descr, dx.dev, filter, dw.dev, how, found[0].algo,
                                                work, bytes, &beta, y.descr, dy.dev));
    const auto out = dy.get();
    auto to_x = numbers<float>(x.size(), 5), to_w = numbers<float>((int)vw.size(), 6), to_bias = numbers<float>(k, 7);
    Memory<float> back_x(to_x), back_w(to_w), back_bias(to_bias), given(vy);
    for (auto *v : {&to_x, &to_w, &to_bias})
        for (float &value : *v) value *= 3;
    for (int in = 0; in < n; in++)
        for (int ik = 0; ik < k; ik++)
            for (int ip = 0; ip < p; ip++)
                for (int iq = 0; iq < q; iq++) {
                    const int to = y.at(in, ik, ip, iq);
                    float sum = 0;
                    for (int ic = 0; ic < depth; ic++)
                        for (int ir = 0; ir < r; ir++)
                            for (int is = 0; is < s; is++) {
                                const int ih = ip * stride - pad + ir * dilation, iw = iq - pad - 1 + is,
                                          fr = mode == CUDNN_CONVOLUTION ? r - 1 - ir : ir,
                                          fs = mode == CUDNN_CONVOLUTION ? s - 1 - is : is;
                                if (ih < 0 || ih >= h || iw < 0 || iw >= w) continue;
                                const int channel = ik / (k / groups) * depth + ic, ix = x.at(in, channel, ih, iw),
                                          weight = last ? ((ik * r + fr) * s + fs) * depth + ic
                                                        : ((ik * depth + ic) * r + fr) * s + fs;
                                sum += vx[ix] * vw[weight];
                                to_x[ix] += 2 * vy[to] * vw[weight];
                                to_w[weight] += 2 * vy[to] * vx[ix];
                            }
                    to_bias[ik] += 2 * vy[to];
                    done = done && out[to] == 2 * sum + 3 * vy[to];
                }
    ok(done, "a convolution with %d x %d x %d x %d, stride %d, dilation %d, %d groups", k, depth, r, s, stride,
       dilation, groups);
    const Tensor bias(1, k, 1, 1);
    ok(fine(cudnnConvolutionBackwardData(handle, &alpha, filter, dw.dev, y.descr, given.dev, how,
                                         CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, NULL, 0, &beta, x.descr, back_x.dev)) &&
           back_x.holds(to_x),
       "back to the image");
    ok(fine(cudnnConvolutionBackwardFilter(handle, &alpha, x.descr, dx.dev, y.descr, given.dev, how,
                                           CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, NULL, 0, &beta, filter, back_w.dev)) &&
           back_w.holds(to_w),
       "to the filter");
    ok(fine(cudnnConvolutionBackwardBias(handle, &alpha, y.descr, given.dev, &beta, bias.descr, back_bias.dev)) &&
           back_bias.holds(to_bias),
       "and to the bias");
    must(cudaFree(work));
    cudnnDestroyFilterDescriptor(filter), cudnnDestroyConvolutionDescriptor(how);
}

// A bias for each channel, and max(0, 2 (x * 1) + 1 z + bias), whose filter is 3.
static void biased() {
    const Tensor x(1, 2, 1, 2), bias(1, 2, 1, 1);
    Memory<float> dx({1, -2, 3, -4}), dw({3, 0, 0, 3}), db({10, -20}), dz({1, 2, 3, 4}), dy({0, 0, 0, 0});
    cudnnFilterDescriptor_t filter;
    cudnnConvolutionDescriptor_t how;
    cudnnActivationDescriptor_t relu;
    const float two = 2;
    cudnnCreateFilterDescriptor(&filter), cudnnCreateConvolutionDescriptor(&how);
    cudnnCreateActivationDescriptor(&relu);
    cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 2, 2, 1, 1);
    cudnnSetConvolution2dDescriptor(how, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
    cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0);
    ok(fine(cudnnConvolutionBiasActivationForward(handle, &two, x.descr, dx.dev, filter, dw.dev, how,
                                                  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, NULL, 0, &one,
                                                  x.descr, dz.dev, bias.descr, db.dev, relu, x.descr, dy.dev)) &&
           dy.holds({17, 0, 1, 0}),
       "convolution, bias and activation");
    ok(fine(cudnnAddTensor(handle, &one, bias.descr, db.dev, &two, x.descr, dy.dev)) && dy.holds({44, 10, -18, -20}),
       "a bias is added");
    ok(fine(cudnnScaleTensor(handle, x.descr, dy.dev, &two)) && dy.holds({88, 20, -36, -40}) &&
           fine(cudnnSetTensor(handle, x.descr, dy.dev, &two)) && dy.holds({2, 2, 2, 2}),
       "scaled and set");
    // (x - mean) / sqrt(variance + 1) times scale, and bias
    Memory<float> scale({2, 3}), mean({1, -1}), variance({3, 8});
    ok(fine(cudnnBatchNormalizationForwardInference(handle, CUDNN_BATCHNORM_SPATIAL, &one, &zero, x.descr, dx.dev,
                                                    x.descr, dy.dev, bias.descr, scale.dev, db.dev, mean.dev,
                                                    variance.dev, 1)) &&
           dy.holds({10, 7, -16, -23}),
       "normalised");
    cudnnDestroyFilterDescriptor(filter), cudnnDestroyConvolutionDescriptor(how);
    cudnnDestroyActivationDescriptor(relu);
}

static void activations() {
    const Tensor t(1, 1, 1, 5);
    const floats x{-2, -0.5, 0, 1, 7};
    const struct {
        cudnnActivationMode_t mode;
        double coefficient;
        double (*of)(double);
    } all[] = {{CUDNN_ACTIVATION_SIGMOID, 0, [](double v) { return 1 / (1 + exp(-v)); }},
               {CUDNN_ACTIVATION_RELU, 1, [](double v) { return fmax(v, 0); }},
               {CUDNN_ACTIVATION_TANH, 0, [](double v) { return tanh(v); }},
               {CUDNN_ACTIVATION_CLIPPED_RELU, 6, [](double v) { return fmin(fmax(v, 0), 6); }},
               {CUDNN_ACTIVATION_ELU, 2, [](double v) { return v < 0 ? 2 * expm1(v) : v; }},
               {CUDNN_ACTIVATION_SWISH, 1, [](double v) { return v / (1 + exp(-v)); }}};
    for (const auto &a : all) {
        Memory<float> dx(x), dy({9, 9, 9, 9, 9});
        cudnnActivationDescriptor_t how;
        bool right = fine(cudnnCreateActivationDescriptor(&how)) &&
                     fine(cudnnSetActivationDescriptor(how, a.mode, CUDNN_PROPAGATE_NAN, a.coefficient)) &&
                     fine(cudnnActivationForward(handle, how, &one, t.descr, dx.dev, &zero, t.descr, dy.dev));
        for (int i = 0; i < 5; i++)
            right = right && fabs(dy.get()[i] - a.of(x[i])) <= 4 * FLT_EPSILON * fabs(a.of(x[i]));
        ok(right, "activation %d", a.mode);
        // its slope, as that of a chord: off by the third derivative times h^2 / 6
        Memory<float> d({2, 2, 2, 2, 2}), dg({0, 0, 0, 0, 0});
        right = fine(cudnnActivationBackward(handle, how, &one, t.descr, dy.dev, t.descr, d.dev, t.descr, dx.dev, &zero,
                                             t.descr, dg.dev));
        const double h = 1e-4;
        for (int i = 0; i < 5; i++) // not where the function has a corner
            right = right && (x[i] == 0 || fabs(dg.get()[i] - (a.of(x[i] + h) - a.of(x[i] - h)) / h) < 1e-6);
        ok(right, "and its slope");
        cudnnDestroyActivationDescriptor(how);
    }
}

// Windows of 2 x 3 with a border, over 1 2 3 / 4 5 6 / 7 8 9
static void pools() {
    const Tensor x(1, 1, 3, 3), y(1, 1, 2, 2);
    Memory<float> dx({1, 2, 3, 4, 5, 6, 7, 8, 9});
    const struct {
        cudnnPoolingMode_t mode;
        floats expected, back; // of 6 12 18 24
    } all[] = {{CUDNN_POOLING_MAX, {2, 3, 8, 9}, {0, 6, 12, 0, 0, 0, 0, 18, 24}},
               {CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
                {3 / 6.f, 5 / 6.f, (4 + 5 + 7 + 8) / 6.f, (5 + 6 + 8 + 9) / 6.f},
                {1, 3, 2, 3, 7, 4, 3, 7, 4}},
               {CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING, {1.5, 2.5, 6, 7}, {3, 9, 6, 4.5, 10.5, 6, 4.5, 10.5, 6}}};
    for (const auto &a : all) {
        Memory<float> dy({0, 0, 0, 0});
        cudnnPoolingDescriptor_t how;
        int n, c, h, w;
        ok(fine(cudnnCreatePoolingDescriptor(&how)) &&
               fine(cudnnSetPooling2dDescriptor(how, a.mode, CUDNN_PROPAGATE_NAN, 2, 3, 1, 1, 2, 2)) &&
               fine(cudnnGetPooling2dForwardOutputDim(how, x.descr, &n, &c, &h, &w)) && n == 1 && c == 1 && h == 2 &&
               w == 2 && fine(cudnnPoolingForward(handle, how, &one, x.descr, dx.dev, &zero, y.descr, dy.dev)) &&
               dy.holds(a.expected),
           "pooling %d", a.mode);
        Memory<float> d({6, 12, 18, 24}), dg(floats(9));
        ok(fine(cudnnPoolingBackward(handle, how, &one, y.descr, dy.dev, y.descr, d.dev, x.descr, dx.dev, &zero,
                                     x.descr, dg.dev)) &&
               dg.holds(a.back),
           "and back");
        cudnnDestroyPoolingDescriptor(how);
    }
}

// e^x of logarithms: 1 3 2 4 over channels (1 2), (3 4) at two places, and over all
static void softmax() {
    const Tensor t(1, 2, 1, 2);
    Memory<float> dx({logf(1), logf(3), logf(3), logf(1)}), dy({0, 0, 0, 0});
    const auto near = [&](const std::vector<double> &expected) {
        bool all = true;
        for (int i = 0; i < 4; i++) all = all && fabs(dy.get()[i] - expected[i]) <= 8 * FLT_EPSILON;
        return all;
    };
    for (const auto how : {CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_ACCURATE}) {
        ok(fine(cudnnSoftmaxForward(handle, how, CUDNN_SOFTMAX_MODE_CHANNEL, &one, t.descr, dx.dev, &zero, t.descr,
                                    dy.dev)) &&
               near({0.25, 0.75, 0.75, 0.25}),
           "softmax over channels");
        ok(fine(cudnnSoftmaxForward(handle, how, CUDNN_SOFTMAX_MODE_INSTANCE, &one, t.descr, dx.dev, &zero, t.descr,
                                    dy.dev)) &&
               near({1 / 8., 3 / 8., 3 / 8., 1 / 8.}),
           "over all");
    }
    ok(fine(cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_LOG, CUDNN_SOFTMAX_MODE_CHANNEL, &one, t.descr, dx.dev, &zero,
                                t.descr, dx.dev)),
       "its logarithm, in place");
    must(cudaMemcpy(dy.dev, dx.dev, 4 * sizeof(float), cudaMemcpyDeviceToDevice));
    ok(near({log(0.25), log(0.75), log(0.75), log(0.25)}), "is right");
}

// says cudnnTransformTensor at .*: y is 1 x 2 x 2 x 1, where 1 x 2 x 1 x 2 fits
// says cudnnTransformTensor at .*: y is host memory, which a GPU can't touch
// says cudnnSetStream at .*: the handle was destroyed
static void mistakes() {
    const Tensor x(1, 2, 1, 2), y(1, 2, 2, 1);
    Memory<float> dx({1, 2, 3, 4});
    float host[4];
    cudnnTensorDescriptor_t half;
    ok(cudnnTransformTensor(handle, &one, x.descr, dx.dev, &zero, y.descr, dx.dev) == CUDNN_STATUS_BAD_PARAM,
       "another shape");
    ok(fine(cudnnCreateTensorDescriptor(&half)) &&
           cudnnTransformTensor(handle, &one, half, dx.dev, &zero, half, dx.dev) == CUDNN_STATUS_BAD_PARAM,
       "a tensor that was not set");
    ok(fine(cudnnSetTensor4dDescriptor(half, CUDNN_TENSOR_NCHW, CUDNN_DATA_HALF, 1, 1, 1, 1)) &&
           cudnnTransformTensor(handle, &one, half, dx.dev, &zero, half, dx.dev) == CUDNN_STATUS_NOT_SUPPORTED,
       "halves");
    ok(!strcmp(cudnnGetErrorString(CUDNN_STATUS_BAD_PARAM), "CUDNN_STATUS_BAD_PARAM"), "and its name");
    cudnnDestroyTensorDescriptor(half);
    cudnnHandle_t other;
    ok(fine(cudnnCreate(&other)) && fine(cudnnDestroy(other)) &&
           cudnnSetStream(other, 0) == CUDNN_STATUS_NOT_INITIALIZED,
       "a handle that was destroyed");
    cudnnTransformTensor(handle, &one, x.descr, dx.dev, &zero, x.descr, host);
    ok(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "the host's memory");
}

int main() {
    ok(fine(cudnnCreate(&handle)), "a handle");
    convolution(2, 3, 7, 5, 4, 3, 2, 1, 2, 1, 1, CUDNN_CROSS_CORRELATION, false);
    convolution(1, 4, 9, 6, 6, 3, 3, 0, 1, 2, 2, CUDNN_CONVOLUTION, false);
    convolution(1, 2, 5, 4, 3, 2, 3, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, true);
    convolution(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, CUDNN_CONVOLUTION, false);
    convolution(1, 1, 300, 700, 8, 3, 3, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, false);
    biased();
    activations();
    pools();
    softmax();
    mistakes();
    return done_testing();
}
