// The reference: one contact at a time, in the same order and with the same operations as the wide kernels.
#include "dynamics/solver/kernel_table.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define HOLDFAST_KERNEL holdfast::kernel_scalar
#define HOLDFAST_KERNEL_WIDTH 1
#define HOLDFAST_KERNEL_TABLE kScalarKernel
#include "dynamics/solver/kernel_instance.h"
