/*
 * Clusters as Rodinia's kmeans finds them: the device finds the nearest centre of each point, the
 * host moves the centres and asks again until no point has changed. Points lie near five places
 * that are far apart, in turn, so it is known which belong together.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

enum { POINTS = 300, FEATURES = 6, CENTRES = 5, THREADS = 64, ROUNDS = 20 };

__global__ void join(const float *feature, const float *centre, int *member, int points,
                     int features, int centres)
{
    int point = blockIdx.x * blockDim.x + threadIdx.x, nearest = 0;
    if (point >= points)
        return;
    float least = INFINITY;
    for (int c = 0; c < centres; c++) {
        float distance = 0.0f;
        for (int j = 0; j < features; j++) {
            float apart = feature[point * features + j] - centre[c * features + j];
            distance += apart * apart;
        }
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    member[point] = nearest;
}

static void must(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    printf("%s\n", cudaGetErrorString(e));
    exit(1);
}

/* Places differ by at least 8 in every feature; points are less than 1 away from theirs. */
static float coordinate(int point, int feature)
{
    int place = point % CENTRES, noise = (point * 37 + feature * 101) % 64;
    return 8.0f * (float)((place + feature) % CENTRES) + (float)noise / 64.0f;
}

/* Moves each centre to the mean of its points. Returns how many have none. */
static int move(const std::vector<float> &feature, const std::vector<int> &member,
                std::vector<float> &centre)
{
    std::vector<double> sum(CENTRES * FEATURES);
    std::vector<int> count(CENTRES);
    int empty = 0;
    for (int i = 0; i < POINTS; i++) {
        count[member[i]]++;
        for (int j = 0; j < FEATURES; j++)
            sum[member[i] * FEATURES + j] += feature[i * FEATURES + j];
    }
    for (int c = 0; c < CENTRES; c++) {
        empty += count[c] == 0;
        for (int j = 0; j < FEATURES && count[c] != 0; j++)
            centre[c * FEATURES + j] = (float)(sum[c * FEATURES + j] / count[c]);
    }
    return empty;
}

/* How many points are not with those of their place, or places not apart. */
static int wrong(const std::vector<int> &member)
{
    int n = 0;
    for (int i = 0; i < POINTS; i++)
        n += member[i] != member[i % CENTRES];
    for (int c = 0; c < CENTRES; c++)
        for (int d = 0; d < c; d++)
            n += member[c] == member[d];
    return n;
}

int main(void)
{
    std::vector<float> feature(POINTS * FEATURES), centre(CENTRES * FEATURES);
    std::vector<int> member(POINTS), before(POINTS, -1);
    float *feature_d, *centre_d;
    int *member_d, rounds = 0, empty = 0;
    for (int i = 0; i < POINTS * FEATURES; i++)
        feature[i] = coordinate(i / FEATURES, i % FEATURES);
    /* Centres begin beside a point of each place. */
    for (int i = 0; i < CENTRES * FEATURES; i++)
        centre[i] = feature[i] + (i % 2 == 0 ? 2.0f : -1.0f);
    must(cudaMalloc(&feature_d, feature.size() * sizeof(float)));
    must(cudaMalloc(&centre_d, centre.size() * sizeof(float)));
    must(cudaMalloc(&member_d, member.size() * sizeof(int)));
    must(cudaMemcpy(feature_d, feature.data(), feature.size() * sizeof(float),
                    cudaMemcpyHostToDevice));
    for (bool same = false; !same && rounds < ROUNDS; rounds++) {
        must(cudaMemcpy(centre_d, centre.data(), centre.size() * sizeof(float),
                        cudaMemcpyHostToDevice));
        join<<<(POINTS + THREADS - 1) / THREADS, THREADS>>>(feature_d, centre_d, member_d, POINTS,
                                                            FEATURES, CENTRES);
        must(cudaGetLastError());
        must(cudaMemcpy(member.data(), member_d, member.size() * sizeof(int),
                        cudaMemcpyDeviceToHost));
        same = member == before;
        before = member;
        empty = move(feature, member, centre);
    }
    must(cudaFree(feature_d));
    must(cudaFree(centre_d));
    must(cudaFree(member_d));
    printf("%d rounds, %d empty centres, %d wrong points\n", rounds, empty, wrong(member));
    return rounds == ROUNDS || empty != 0 || wrong(member) != 0;
}
