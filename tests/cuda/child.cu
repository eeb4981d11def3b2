// Device code that launches a kernel.
__global__ void child(int *out)
{
    *out = 1;
}

__global__ void parent(int *out)
{
    child<<<1, 1>>>(out);
}

int main()
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    parent<<<1, 1>>>(out);
}
