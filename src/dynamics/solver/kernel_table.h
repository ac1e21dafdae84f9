#pragma once
// The solver's inner loops as a table of functions, one table for each width and instruction set. Bundles are opaque
// bytes here; their layout is the kernel's own (kernel.h).

#include <holdfast/dynamics/contact_solver.h>
#include <cstddef>

namespace holdfast {

struct SolverKernel {
  int width;
  std::size_t manifold_bytes, point_bytes;  ///< of one bundle
  void (*fill)(void* manifolds, const int* groups, int count, const SolverManifold*, const SolverBody*, int spare_row);
  void (*prepare)(const SolverOptions&, void* manifolds, int count, void* points, const SolverBody*, const SolverManifold*,
                  const SolverPoint*, const SolverVelocity*);
  void (*warm_start)(const void* manifolds, int count, void* points, SolverVelocity*);
  void (*solve_velocities)(const void* manifolds, int count, void* points, SolverVelocity*, bool backwards);
  void (*apply_restitution)(const void* manifolds, int count, void* points, SolverVelocity*);
  void (*solve_push)(const void* manifolds, int count, void* points, SolverVelocity* push);
  void (*store_impulses)(const void* manifolds, int count, const void* points, const SolverManifold*, SolverPoint*);
};

extern const SolverKernel kScalarKernel;
extern const SolverKernel kWide4Kernel;
#if defined(__x86_64__)
extern const SolverKernel kWide8Kernel;  ///< only where the processor has AVX2
#endif

}  // namespace holdfast
