/* How the functions of the runtime API are declared. No guard: each subject's header includes this
 * at its start and end.h at its end. */
#ifdef __cplusplus
extern "C" {
/* The value of an argument that a call in C++ leaves out. */
#define UMBEL_OR(value) = value
#else
#define UMBEL_OR(value)
#endif
#ifdef __CUDA__
#define UMBEL_API __attribute__((host)) cudaError_t
#else
#define UMBEL_API cudaError_t
#endif
