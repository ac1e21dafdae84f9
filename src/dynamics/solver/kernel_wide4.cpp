// Four contacts at a time: SSE2 on x86-64, NEON on AArch64, SIMD on WebAssembly.
#include "dynamics/solver/kernel_table.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define HOLDFAST_KERNEL holdfast::kernel_wide4
#define HOLDFAST_KERNEL_WIDTH 4
#define HOLDFAST_KERNEL_TABLE kWide4Kernel
#include "dynamics/solver/kernel_instance.h"
