/* The five kernels of bench_peers as a CUDA program: the first argument is the kernel. Prints a sum
 * of the result. */
#include "sw/kernels/conv/conv.cu"
#include "sw/kernels/fir/fir.cu"
#include "sw/kernels/mm/mm.cu"
#include "sw/kernels/relu/relu.cu"
#include "sw/kernels/transpose/transpose.cu"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static float *device(size_t n)
{
    std::vector<float> host(n);
    float *p;
    for (float &x : host)
        x = (float)rand() / (float)RAND_MAX * 2 - 1;
    cudaMalloc(&p, n * sizeof(float));
    cudaMemcpy(p, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    return p;
}

static double sum_of(const float *p, size_t n)
{
    std::vector<float> host(n);
    double sum = 0;
    if (cudaMemcpy(host.data(), p, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess)
        exit(1);
    for (float x : host)
        sum += x;
    return sum;
}

int main(int argc, char **argv)
{
    std::string name = argc > 1 ? argv[1] : "";
    unsigned n = name == "fir"         ? 65536
                 : name == "mm"        ? 256
                 : name == "relu"      ? 262144
                 : name == "conv"      ? 126
                 : name == "transpose" ? 512
                                       : 0;
    size_t all = name == "fir" || name == "relu" ? n : (size_t)n * n;
    if (n == 0) {
        fprintf(stderr, "peers fir|mm|relu|conv|transpose\n");
        return 1;
    }
    float *in = device(name == "conv" ? (n + 2) * (n + 2) : name == "fir" ? n + 63 : all);
    float *more = device(name == "mm" ? all : name == "fir" ? 64 : 9);
    float *out = device(all);
    dim3 tile(16, 16);
    if (name == "fir")
        fir<<<n / 128, 128>>>(in, more, out, n);
    else if (name == "mm")
        mm<<<dim3(n / 16, n / 16), tile>>>(in, more, out, n);
    else if (name == "relu")
        relu<<<n / 128, 128>>>(in, out, n);
    else if (name == "conv")
        conv<<<dim3((n + 15) / 16, (n + 15) / 16), tile>>>(in, more, out, n);
    else
        transpose<<<dim3(n / 16, n / 16), tile>>>(in, out, n);
    printf("%s %.3f\n", name.c_str(), sum_of(out, all));
    return 0;
}
