#include "query/ray/ray_shapes.h"

#include <holdfast/math/predicates.h>
#include <holdfast/shape/mesh_ray_tree.h>

#include "query/ray/four_floats.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace holdfast::detail {

namespace {

// How far rounding in Float32 may put a corner in the sheared frame below from the truth, as a part of the mesh's largest
// coordinate [-]: 14 units of 2^-24 of the origin's, which is at most four times as large. More only tests more triangles.
constexpr double kCornerSlack = 0x1.0p-18;
// Roundings of one slab test, on both sides: 6 units of 2^-24 [-].
constexpr float kSlabSlack = 1.0f - 0x1.0p-20f;
// An origin beyond this many times the mesh's reach is rounded by more than the boxes' slack when it is moved there: then
// every triangle is tested. Such a ray is not worth much more: its own last place is that large.
constexpr double kBlurred = 0x1.0p28;

constexpr std::size_t kStackSize = (MeshRayTree::kWidth - 1) * static_cast<std::size_t>(MeshRayTree::kMaxDepth) + MeshRayTree::kWidth;

// The axes of the sheared frame in which the ray runs along z: `z` is the direction's largest axis, x and y follow so
// that triangles keep their winding. Source: Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection" (2013).
struct Shear {
  std::size_t x, y, z;
  double slope_x, slope_y;

  explicit Shear(const Vector3d& direction) {
    // In terms of selections: rays come in all directions, and a wrong guess costs as much as the rest.
    const std::array<double, 3> d{direction.x, direction.y, direction.z};
    const double ax = std::abs(d[0]), ay = std::abs(d[1]), az = std::abs(d[2]);
    z = az > std::max(ax, ay) ? 2 : ay > ax ? 1 : 0;
    constexpr std::array<std::size_t, 5> around{0, 1, 2, 0, 1};
    const bool back = d[z] < 0;
    x = around[z + (back ? 2 : 1)];
    y = around[z + (back ? 1 : 2)];
    slope_x = d[x] / d[z];
    slope_y = d[y] / d[z];
  }
};

// The exact test, in double precision. Both triangles of an edge see the same two sheared corners, and the sign of a
// difference of two rounded products is never the wrong one, only 0 for a sign that is lost: so at least one of them
// takes a ray through their edge.
class TriangleTest {
 public:
  TriangleTest(const Vector3d& origin, const Vector3d& direction) : shear_(direction) {
    const std::array<double, 3> o{origin.x, origin.y, origin.z}, d{direction.x, direction.y, direction.z};
    origin_ = {o[shear_.x], o[shear_.y], o[shear_.z]};
    rise_ = d[shear_.z];
  }

  [[nodiscard]] const Shear& shear() const { return shear_; }

  // Takes the triangle when it is nearer than `best`, or as near with a lower index.
  bool operator()(const MeshRayTree::Leaf& leaf, std::size_t lane, MeshRayHit& best) const {
    const Corner a = corner(leaf.corners[0], lane), b = corner(leaf.corners[1], lane), c = corner(leaf.corners[2], lane);
    const double u = c.x * b.y - c.y * b.x, v = a.x * c.y - a.y * c.x, w = b.x * a.y - b.y * a.x;
    // Seen along +z, a front triangle winds clockwise: none of the three is negative.
    if (u < 0 || v < 0 || w < 0) return false;
    const double sum = u + v + w;
    if (!(sum > 0)) return false;
    // The depth lies between those of the corners: exact where they are equal.
    const double mean = (u * a.z + v * b.z + w * c.z) / sum;
    const double depth = std::clamp(mean, std::min({a.z, b.z, c.z}), std::max({a.z, b.z, c.z}));
    const double t = depth / rise_;
    const std::uint32_t triangle = leaf.triangles[lane];
    if (!(t >= 0) || !(t < best.distance || (t == best.distance && triangle < best.triangle))) return false;
    best.distance = t;
    best.triangle = triangle;
    return true;
  }

 private:
  struct Corner {
    double x, y, z;
  };

  [[nodiscard]] Corner corner(const std::array<std::array<float, 4>, 3>& axes, std::size_t lane) const {
    const double z = static_cast<double>(axes[shear_.z][lane]) - origin_.z;
    return {static_cast<double>(axes[shear_.x][lane]) - origin_.x - shear_.slope_x * z,
            static_cast<double>(axes[shear_.y][lane]) - origin_.y - shear_.slope_y * z, z};
  }

  Shear shear_;
  Corner origin_{};  // in the order of the shear's axes
  double rise_ = 0;  // of the direction along its largest axis
};

struct Slab {
  double enter, exit;
};

// Where the ray is inside the mesh's box grown by `slack`.
Slab clip(const Vector3d& origin, const Vector3d& inverse, const Aabbd& bounds, double slack) {
  Slab s{0, std::numeric_limits<double>::infinity()};
  for (int axis = 0; axis < 3; ++axis) {
    // The box is wider than the mesh, so neither end is 0 for a ray that matters, and 0 times infinity does not arise.
    const double a = (bounds.low[axis] - slack - origin[axis]) * inverse[axis],
                 b = (bounds.high[axis] + slack - origin[axis]) * inverse[axis];
    s.enter = std::max(s.enter, std::min(a, b));
    s.exit = std::min(s.exit, std::max(a, b));
  }
  return s;
}

class Traversal {
 public:
  Traversal(const Vector3d& origin, const Vector3d& direction, double max_distance, const Mesh& mesh)
      : mesh_(mesh), tree_(mesh.ray_tree()), test_(origin, direction), best_{max_distance, Mesh::kNone, {}} {}

  MeshRayHit run(const Vector3d& origin, const Vector3d& direction) {
    const double far = std::max({std::abs(origin.x), std::abs(origin.y), std::abs(origin.z)});
    const Vector3d inverse{1 / direction.x, 1 / direction.y, 1 / direction.z};
    if (far <= MeshRayTree::kNear * tree_.reach()) {
      descend(origin, inverse);
    } else if (far <= kBlurred * tree_.reach()) {
      const Slab inside = clip(origin, inverse, mesh_.bounds(), tree_.slack());
      if (!(inside.enter <= inside.exit) || inside.enter > best_.distance) return best_;
      // From here on distances are from the place where the ray enters the mesh's box.
      start_ = inside.enter;
      descend(origin + direction * start_, inverse);
    } else {
      test_all();
    }
    if (best_leaf_ != nullptr) best_.normal = normal_of_best();
    return best_;
  }

 private:
  struct Entry {
    std::uint32_t node;
    float enter;
  };

  void prepare(const Vector3d& near, const Vector3d& inverse) {
    const std::array<double, 3> o{near.x, near.y, near.z}, d{inverse.x, inverse.y, inverse.z};
    axis_ = {test_.shear().x, test_.shear().y, test_.shear().z};
    for (std::size_t k = 0; k < 3; ++k) {
      inverse_[k] = splat(static_cast<float>(d[k]));
      origin_[k] = splat(static_cast<float>(o[k]));
      const std::size_t negative = std::bit_cast<std::uint64_t>(d[k]) >> 63u;
      near_row_[k] = (k + 3 * negative) * MeshRayTree::kWidth;
      far_row_[k] = (k + 3 - 3 * negative) * MeshRayTree::kWidth;
    }
    slope_x_ = splat(static_cast<float>(test_.shear().slope_x));
    slope_y_ = splat(static_cast<float>(test_.shear().slope_y));
    corner_slack_ = splat(static_cast<float>(kCornerSlack * tree_.reach()));
    depth_slack_ = 4 * tree_.slack();
  }

  // The farthest distance of interest, in the frame of the traversal and with room for rounding.
  [[nodiscard]] float limit() const { return static_cast<float>((best_.distance - start_) * (2 - kSlabSlack) + depth_slack_); }

  void descend(const Vector3d& near, const Vector3d& inverse) {
    prepare(near, inverse);
    std::array<Entry, kStackSize> stack;
    std::size_t size = 0;
    std::uint32_t node = 0;
    float reach = limit();
    for (;;) {
      // Down to a leaf by the nearest children, leaving the others on the stack, farthest first.
      while ((node & MeshRayTree::kLeaf) == 0) node = nearest_child(tree_.nodes()[node], reach, stack, size);
      if (node != MeshRayTree::kEmpty && test_leaf(tree_.leaves()[node & ~MeshRayTree::kLeaf])) reach = limit();
      do {
        if (size == 0) return;
        --size;
      } while (stack[size].enter > reach);
      node = stack[size].node;
    }
  }

  // Four children from `first` on: where the ray enters them; returns those that it meets.
  [[nodiscard]] unsigned meet_four(const float* bounds, std::size_t first, const Float4& reach, float* distances) const {
    std::array<Float4, 3> enter, exit;
    for (std::size_t k = 0; k < 3; ++k) {
      enter[k] = (load(bounds + near_row_[k] + first) - origin_[k]) * inverse_[k];
      exit[k] = (load(bounds + far_row_[k] + first) - origin_[k]) * inverse_[k];
    }
    const Float4 last_enter = max(max(enter[0], enter[1]), max(enter[2], splat(0)));
    store(last_enter, distances + first);
    return lanes_below(last_enter * splat(kSlabSlack), min(min(exit[0], exit[1]), min(exit[2], reach))) << first;
  }

  // The nearest child that the ray meets, or kEmpty; further ones go onto the stack.
  std::uint32_t nearest_child(const MeshRayTree::Node& node, float reach, std::array<Entry, kStackSize>& stack, std::size_t& size) const {
    alignas(16) std::array<float, MeshRayTree::kWidth> distances;
    const float* bounds = node.bounds[0].data();
    const Float4 limits = splat(reach);
    unsigned hits = meet_four(bounds, 0, limits, distances.data()) | meet_four(bounds, 4, limits, distances.data());
    if (hits == 0) return MeshRayTree::kEmpty;
    std::size_t lane = static_cast<std::size_t>(std::countr_zero(hits));
    hits &= hits - 1;
    if (hits == 0) return node.children[lane];
    const std::size_t first = size;
    stack[size++] = {node.children[lane], distances[lane]};
    do {
      lane = static_cast<std::size_t>(std::countr_zero(hits));
      hits &= hits - 1;
      // Insertion into what this node has pushed so far: at most eight entries.
      const Entry entry{node.children[lane], distances[lane]};
      std::size_t at = size++;
      for (; at > first && stack[at - 1].enter < entry.enter; --at) stack[at] = stack[at - 1];
      stack[at] = entry;
    } while (hits != 0);
    return stack[--size].node;
  }

  // The same numbers as Mesh::normal, from memory that has just been read.
  [[nodiscard]] Vector3d normal_of_best() const {
    std::size_t lane = 0;
    while (best_leaf_->triangles[lane] != best_.triangle) ++lane;
    const auto corner = [&](std::size_t i) {
      const auto& axes = best_leaf_->corners[i];
      return Vector3d(Vector3f{axes[0][lane], axes[1][lane], axes[2][lane]});
    };
    return triangle_normal(corner(0), corner(1), corner(2));
  }

  void test_all() {
    for (const MeshRayTree::Leaf& leaf : tree_.leaves()) {
      for (std::size_t lane = 0; lane < leaf.triangles.size(); ++lane) {
        if (leaf.triangles[lane] != MeshRayTree::kEmpty && test_(leaf, lane, best_)) best_leaf_ = &leaf;
      }
    }
  }

  bool test_leaf(const MeshRayTree::Leaf& leaf) {
    bool nearer = false;
    for (unsigned candidates = filter(leaf); candidates != 0; candidates &= candidates - 1) {
      nearer |= test_(leaf, static_cast<std::size_t>(std::countr_zero(candidates)), best_);
    }
    if (nearer) best_leaf_ = &leaf;
    return nearer;
  }

  // The edge functions of TriangleTest in Float32: the lanes that its result could still take.
  [[nodiscard]] unsigned filter(const MeshRayTree::Leaf& leaf) const {
    std::array<Float4, 3> x, y;
    Float4 size = splat(0);
    for (std::size_t i = 0; i < 3; ++i) {
      const Float4 z = load(leaf.corners[i][axis_[2]].data()) - origin_[axis_[2]];
      x[i] = load(leaf.corners[i][axis_[0]].data()) - origin_[axis_[0]] - slope_x_ * z;
      y[i] = load(leaf.corners[i][axis_[1]].data()) - origin_[axis_[1]] - slope_y_ * z;
      size += abs(x[i]) + abs(y[i]);
    }
    const Float4 u = x[2] * y[1] - y[2] * x[1], v = x[0] * y[2] - y[0] * x[2], w = x[1] * y[0] - y[1] * x[0];
    const Float4 smallest = min(min(u, v), w);
    const Float4 slack = corner_slack_ * (size + corner_slack_) * 2.0f;
    return lanes_below(-slack, smallest);
  }

  const Mesh& mesh_;
  const MeshRayTree& tree_;
  const TriangleTest test_;
  MeshRayHit best_;
  const MeshRayTree::Leaf* best_leaf_ = nullptr;
  double start_ = 0, depth_slack_ = 0;
  std::array<Float4, 3> inverse_, origin_;
  std::array<std::size_t, 3> near_row_{}, far_row_{}, axis_{};
  Float4 slope_x_, slope_y_, corner_slack_;
};

}  // namespace

MeshRayHit ray_mesh(const Vector3d& origin, const Vector3d& direction, double max_distance, const Mesh& mesh) {
  return Traversal(origin, direction, max_distance, mesh).run(origin, direction);
}

}  // namespace holdfast::detail
