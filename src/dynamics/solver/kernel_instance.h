// Defines HOLDFAST_KERNEL_TABLE, a SolverKernel for the width HOLDFAST_KERNEL_WIDTH. Included once by each kernel file.

#include "dynamics/solver/kernel.h"

namespace HOLDFAST_KERNEL {

constexpr int kWidth = HOLDFAST_KERNEL_WIDTH;
using M = ManifoldBundle<kWidth>;
using P = PointBundle<kWidth>;

static void fill_any(void* m, const int* g, int n, const SolverManifold* s, const SolverBody* b, int spare) {
  fill<kWidth>(static_cast<M*>(m), g, n, s, b, spare);
}
static void prepare_any(const SolverOptions& o, void* m, int n, void* p, const SolverBody* b, const SolverManifold* s, const SolverPoint* q,
                        const SolverVelocity* v) {
  prepare<kWidth>(o, static_cast<M*>(m), n, static_cast<P*>(p), b, s, q, v);
}
static void warm_start_any(const void* m, int n, void* p, SolverVelocity* v) {
  warm_start<kWidth>(static_cast<const M*>(m), n, static_cast<P*>(p), v);
}
static void solve_velocities_any(const void* m, int n, void* p, SolverVelocity* v, bool backwards) {
  solve_velocities<kWidth>(static_cast<const M*>(m), n, static_cast<P*>(p), v, backwards);
}
static void apply_restitution_any(const void* m, int n, void* p, SolverVelocity* v) {
  apply_restitution<kWidth>(static_cast<const M*>(m), n, static_cast<P*>(p), v);
}
static void solve_push_any(const void* m, int n, void* p, SolverVelocity* v) {
  solve_push<kWidth>(static_cast<const M*>(m), n, static_cast<P*>(p), v);
}
static void store_impulses_any(const void* m, int n, const void* p, const SolverManifold* s, SolverPoint* q) {
  store_impulses<kWidth>(static_cast<const M*>(m), n, static_cast<const P*>(p), s, q);
}

}  // namespace HOLDFAST_KERNEL

namespace holdfast {
const SolverKernel HOLDFAST_KERNEL_TABLE = {HOLDFAST_KERNEL::kWidth,
                                            sizeof(HOLDFAST_KERNEL::M),
                                            sizeof(HOLDFAST_KERNEL::P),
                                            HOLDFAST_KERNEL::fill_any,
                                            HOLDFAST_KERNEL::prepare_any,
                                            HOLDFAST_KERNEL::warm_start_any,
                                            HOLDFAST_KERNEL::solve_velocities_any,
                                            HOLDFAST_KERNEL::apply_restitution_any,
                                            HOLDFAST_KERNEL::solve_push_any,
                                            HOLDFAST_KERNEL::store_impulses_any};
}  // namespace holdfast
