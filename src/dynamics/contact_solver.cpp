#include <holdfast/dynamics/contact_solver.h>

#include "dynamics/solver/kernel_table.h"
#include "dynamics/solver/order.h"

#include <cstdlib>
#include <new>

namespace holdfast {
namespace {

const SolverKernel& wide_kernel(SolverPath path) {
#if defined(__x86_64__)
  if (path != SolverPath::wide4 && __builtin_cpu_supports("avx2")) return kWide8Kernel;
#endif
  static_cast<void>(path);
  return kWide4Kernel;
}

/// Bytes aligned for any vector; grows and never shrinks.
class AlignedBuffer {
 public:
  void reserve(std::size_t bytes) {
    if (bytes <= size_) return;
    const std::size_t grown = (bytes + bytes / 2 + 63) & ~std::size_t{63};
    void* fresh = ::operator new(grown, std::align_val_t{64});
    free();
    data_ = fresh;
    size_ = grown;
  }
  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  AlignedBuffer() = default;
  AlignedBuffer(const AlignedBuffer&) = delete;
  AlignedBuffer& operator=(const AlignedBuffer&) = delete;
  ~AlignedBuffer() { free(); }

 private:
  void free() {
    if (data_) ::operator delete(data_, std::align_val_t{64});
    data_ = nullptr;
  }
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

/// One kernel with the bundles that it works on.
struct Batch {
  const SolverKernel* kernel = nullptr;
  int count = 0;
  AlignedBuffer manifolds, points;

  void fill(const SolverKernel& k, const std::vector<int>& groups, std::span<const SolverManifold> pairs,
            std::span<const SolverBody> bodies) {
    kernel = &k;
    count = static_cast<int>(groups.size()) / k.width;
    std::size_t point_bundles = 0;
    for (int i = 0; i < count; ++i) {
      std::uint32_t most = 0;
      for (int l = 0; l < k.width; ++l) {
        const int index = groups[static_cast<std::size_t>(i * k.width + l)];
        if (index >= 0) most = std::max(most, pairs[static_cast<std::size_t>(index)].count);
      }
      point_bundles += most;
    }
    manifolds.reserve(static_cast<std::size_t>(count) * k.manifold_bytes);
    points.reserve(point_bundles * k.point_bytes);
    k.fill(manifolds.data(), groups.data(), count, pairs.data(), bodies.data(), static_cast<int>(bodies.size()));
  }
};

void drop_sign_of_zero(Vector3f& v) { v += Vector3f{0.0f, 0.0f, 0.0f}; }

/// Lanes that are passed over and lanes that add zero differ in the sign of zeros and in nothing else: -0 becomes 0.
void drop_signs_of_zeros(std::span<const SolverBody> bodies, std::span<SolverPoint> points, std::span<SolverVelocity> velocities,
                         std::span<SolverVelocity> push) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].moves == 0) continue;
    for (SolverVelocity* v : {&velocities[i], &push[i]}) drop_sign_of_zero(v->linear), drop_sign_of_zero(v->angular);
  }
  for (SolverPoint& p : points) {
    drop_sign_of_zero(p.friction_impulse);
    p.normal_impulse += 0.0f;
    p.closing_speed += 0.0f;
  }
}

}  // namespace

struct ContactSolver::Impl {
  SolverPath path = SolverPath::automatic;
  OrderBuilder order_builder;
  PairGroups groups;
  Batch wide, scalar;
};

ContactSolver::ContactSolver() : impl_(std::make_unique<Impl>()) {}
ContactSolver::~ContactSolver() = default;
ContactSolver::ContactSolver(ContactSolver&&) noexcept = default;
ContactSolver& ContactSolver::operator=(ContactSolver&&) noexcept = default;

void ContactSolver::set_path(SolverPath path) { impl_->path = path; }

std::size_t ContactSolver::memory_bytes() const {
  const Impl& s = *impl_;
  return s.order_builder.memory_bytes() + (s.groups.wide.capacity() + s.groups.scalar.capacity()) * sizeof(int) + s.wide.manifolds.size() +
         s.wide.points.size() + s.scalar.manifolds.size() + s.scalar.points.size();
}

void ContactSolver::solve(const SolverOptions& options, std::span<const SolverBody> bodies, std::span<const SolverManifold> manifolds,
                          std::span<SolverPoint> points, std::span<SolverVelocity> velocities, std::span<SolverVelocity> push_velocities) {
  Impl& s = *impl_;
  const SolverKernel& wide = s.path == SolverPath::scalar ? kScalarKernel : wide_kernel(s.path);
  s.order_builder.build(manifolds, bodies, wide.width, options.insertion_order, s.groups);
  s.wide.fill(wide, s.groups.wide, manifolds, bodies);
  s.scalar.fill(kScalarKernel, s.groups.scalar, manifolds, bodies);
  const auto each = [&](auto&& pass) {
    for (Batch* batch : {&s.wide, &s.scalar})
      if (batch->count > 0) pass(*batch);
  };
  velocities.back() = push_velocities.back() = SolverVelocity{};
  each([&](Batch& b) {
    b.kernel->prepare(options, b.manifolds.data(), b.count, b.points.data(), bodies.data(), manifolds.data(), points.data(),
                      velocities.data());
  });
  if (options.warm_start && options.velocity_iterations > 0)
    each([&](Batch& b) { b.kernel->warm_start(b.manifolds.data(), b.count, b.points.data(), velocities.data()); });
  // The reference visits each point once a sweep.
  const bool there_and_back = !options.insertion_order;
  for (int i = 0; i < options.velocity_iterations; ++i)
    each([&](Batch& b) { b.kernel->solve_velocities(b.manifolds.data(), b.count, b.points.data(), velocities.data(), there_and_back); });
  if (options.insertion_order && options.velocity_iterations > 0)
    each([&](Batch& b) { b.kernel->apply_restitution(b.manifolds.data(), b.count, b.points.data(), velocities.data()); });
  for (int i = 0; i < options.position_iterations; ++i)
    each([&](Batch& b) { b.kernel->solve_push(b.manifolds.data(), b.count, b.points.data(), push_velocities.data()); });
  each([&](Batch& b) { b.kernel->store_impulses(b.manifolds.data(), b.count, b.points.data(), manifolds.data(), points.data()); });
  drop_signs_of_zeros(bodies, points, velocities, push_velocities);
}

}  // namespace holdfast
