#include <holdfast/dynamics/contact_solver.h>

#include "dynamics/solver/kernel_table.h"
#include "dynamics/solver/order.h"

#include <new>
#include <numeric>

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

/// The bundles that a kernel works on.
struct Batch {
  int count = 0;
  AlignedBuffer manifolds, points;

  void fill(const SolverKernel& k, const std::vector<int>& groups, std::span<const SolverManifold> pairs,
            std::span<const SolverBody> bodies) {
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
  std::vector<int> groups;  // of as many pair indices as the kernel is wide; -1 in empty lanes
  Batch batch;
  std::vector<SolverVelocity> changes;  // of the velocities, by the impulses so far
};

ContactSolver::ContactSolver() : impl_(std::make_unique<Impl>()) {}
ContactSolver::~ContactSolver() = default;
ContactSolver::ContactSolver(ContactSolver&&) noexcept = default;
ContactSolver& ContactSolver::operator=(ContactSolver&&) noexcept = default;

void ContactSolver::set_path(SolverPath path) { impl_->path = path; }

std::size_t ContactSolver::memory_bytes() const {
  const Impl& s = *impl_;
  return s.order_builder.memory_bytes() + s.groups.capacity() * sizeof(int) + s.batch.manifolds.size() + s.batch.points.size() +
         s.changes.capacity() * sizeof(SolverVelocity);
}

void ContactSolver::solve(const SolverOptions& options, std::span<const SolverBody> bodies, std::span<const SolverManifold> manifolds,
                          std::span<SolverPoint> points, std::span<SolverVelocity> velocities, std::span<SolverVelocity> push_velocities) {
  Impl& s = *impl_;
  const SolverKernel& kernel = options.insertion_order || s.path == SolverPath::scalar ? kScalarKernel : wide_kernel(s.path);
  if (options.insertion_order) {
    s.groups.resize(manifolds.size());
    std::iota(s.groups.begin(), s.groups.end(), 0);
  } else {
    s.order_builder.build({manifolds, points, bodies, velocities, options.time_step}, kernel.width, s.groups);
  }
  s.batch.fill(kernel, s.groups, manifolds, bodies);
  void* const pairs = s.batch.manifolds.data();
  void* const rows = s.batch.points.data();
  const int count = s.batch.count;
  velocities.back() = push_velocities.back() = SolverVelocity{};
  kernel.prepare(options, pairs, count, rows, bodies.data(), manifolds.data(), points.data(), velocities.data());
  s.changes.assign(velocities.size(), SolverVelocity{});
  if (options.warm_start && options.velocity_iterations > 0) kernel.warm_start(pairs, count, rows, s.changes.data());
  for (int i = 0; i < options.velocity_iterations; ++i) {
    // Down the pile and up again; the reference goes one way.
    if (!options.insertion_order) kernel.solve_velocities(pairs, count, rows, s.changes.data(), true);
    kernel.solve_velocities(pairs, count, rows, s.changes.data(), false);
  }
  if (options.insertion_order && options.velocity_iterations > 0) kernel.apply_restitution(pairs, count, rows, s.changes.data());
  for (int i = 0; i < options.position_iterations; ++i) kernel.solve_push(pairs, count, rows, push_velocities.data());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].moves == 0) continue;
    velocities[i].linear += s.changes[i].linear;
    velocities[i].angular += s.changes[i].angular;
  }
  kernel.store_impulses(pairs, count, rows, manifolds.data(), points.data());
  if (options.velocity_iterations == 0) {
    for (SolverPoint& p : points) p.normal_impulse = 0, p.friction_impulse = {};  // the warm start was not applied
  }
  drop_signs_of_zeros(bodies, points, velocities, push_velocities);
}

}  // namespace holdfast
