// Compiled with AVX2 (src/CMakeLists.txt) and called only where the processor has it.
#if defined(__x86_64__)
#include "dynamics/solver/kernel_table.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define HOLDFAST_KERNEL holdfast::kernel_wide8
#define HOLDFAST_KERNEL_WIDTH 8
#define HOLDFAST_KERNEL_TABLE kWide8Kernel
#include "dynamics/solver/kernel_instance.h"
#endif
