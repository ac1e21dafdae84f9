// The triangles of a mesh that a shape may touch: the tree that rays use, four children and then four triangles at a time.
//
// Float32 throughout, rounded so that it can only keep too many.

#include "query/contact/mesh_contacts.h"
#include "query/ray/four_floats.h"

#include <holdfast/shape/mesh_ray_tree.h>

namespace holdfast::detail {
namespace {

/// A Float32 has 24 bits: rounding to nearest moves a number by at most this share, or by the smallest normal number.
constexpr float kRounding = 0x1.0p-23f;
constexpr float kSmallest = 1.2e-38f;

/// The error of a height above an unscaled plane, as a share of the product of the lengths in it: 16 roundings, more than are made.
constexpr float kPlaneError = 16 * kRounding;

float down(double x) {
  const auto f = static_cast<float>(x);
  return f - (std::abs(f) * kRounding + kSmallest);
}
float up(double x) {
  const auto f = static_cast<float>(x);
  return f + (std::abs(f) * kRounding + kSmallest);
}

/// A hint to the processor that this will be read soon.
void fetch(const void* p) { __builtin_prefetch(p); }

struct Vector4 {
  Float4 x, y, z;
};

Vector4 operator-(const Vector4& a, const Vector4& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Float4 sum_of_magnitudes(const Vector4& a) { return abs(a.x) + abs(a.y) + abs(a.z); }
Vector4 cross(const Vector4& a, const Vector4& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

/// Below the true root by a few roundings at most, or above it by as much; the plane's error has room for it.
Float4 root(const Float4& a) { return Float4{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])}; }

class Search {
 public:
  Search(const Mesh& mesh, const MeshReach& reach, std::vector<std::uint32_t>& out)
      : mesh_(mesh),
        tree_(mesh.ray_tree()),
        out_(out),
        low_{splat(down(reach.box.low.x)), splat(down(reach.box.low.y)), splat(down(reach.box.low.z))},
        high_{splat(up(reach.box.high.x)), splat(up(reach.box.high.y)), splat(up(reach.box.high.z))},
        center_{splat(static_cast<float>(reach.center.x)), splat(static_cast<float>(reach.center.y)),
                splat(static_cast<float>(reach.center.z))},
        half_{splat(up(reach.half.x)), splat(up(reach.half.y)), splat(up(reach.half.z))},
        ball_(splat(up(reach.ball))),
        extent_(sum_of_magnitudes(center_) + half_.x + half_.y + half_.z + ball_) {}

  /// Leaves are read when all of a batch are on their way from memory: they lie apart, and waiting for each costs more than the rest.
  void run() {
    std::array<std::uint32_t, (MeshRayTree::kWidth - 1) * MeshRayTree::kMaxDepth + 1> stack;
    std::size_t size = 0;
    stack[size++] = 0;
    while (size > 0) {
      const MeshRayTree::Node& node = tree_.nodes()[stack[--size]];
      unsigned hit = 0;
      for (std::size_t first = 0; first < MeshRayTree::kWidth; first += 4) {
        const auto bound = [&](std::size_t k) { return load(node.bounds[k].data() + first); };
        hit |= meets({bound(0), bound(1), bound(2)}, {bound(3), bound(4), bound(5)}) << first;
      }
      for (std::size_t i = 0; hit != 0; ++i, hit >>= 1u) {
        if ((hit & 1u) == 0) continue;
        const std::uint32_t child = node.children[i];
        if ((child & MeshRayTree::kLeaf) == 0) {
          stack[size++] = child;
        } else if (child != MeshRayTree::kEmpty) {
          expect_leaf(&tree_.leaves()[child & ~MeshRayTree::kLeaf]);
        }
      }
    }
    read_leaves();
  }

 private:
  [[nodiscard]] unsigned meets(const Vector4& low, const Vector4& high) const {
    return lanes((low.x <= high_.x) & (low_.x <= high.x) & (low.y <= high_.y) & (low_.y <= high.y) & (low.z <= high_.z) &
                 (low_.z <= high.z));
  }

  void expect_leaf(const MeshRayTree::Leaf* leaf) {
    for (std::size_t line = 0; line < sizeof(MeshRayTree::Leaf); line += 64) fetch(reinterpret_cast<const char*>(leaf) + line);
    leaves_[leaf_count_++] = leaf;
    if (leaf_count_ == leaves_.size()) read_leaves();
  }

  void read_leaves() {
    for (std::size_t i = 0; i < leaf_count_; ++i) add_leaf(*leaves_[i]);
    leaf_count_ = 0;
  }

  void add_leaf(const MeshRayTree::Leaf& leaf) {
    const auto corner = [&](std::size_t k) {
      return Vector4{load(leaf.corners[k][0].data()), load(leaf.corners[k][1].data()), load(leaf.corners[k][2].data())};
    };
    const Vector4 a = corner(0), b = corner(1), c = corner(2);
    const unsigned in_box = meets({min(min(a.x, b.x), c.x), min(min(a.y, b.y), c.y), min(min(a.z, b.z), c.z)},
                                  {max(max(a.x, b.x), c.x), max(max(a.y, b.y), c.y), max(max(a.z, b.z), c.z)});
    if (in_box == 0) return;
    // Height of the core's center above the plane, times the length of the unscaled normal.
    const Vector4 ab = b - a, ac = c - a, to = center_ - a, n = cross(ab, ac);
    const Float4 height = abs(n.x * to.x + n.y * to.y + n.z * to.z);
    const Float4 error = splat(kPlaneError) * sum_of_magnitudes(ab) * sum_of_magnitudes(ac) * (sum_of_magnitudes(to) + extent_);
    const Float4 bound =
        abs(n.x) * half_.x + abs(n.y) * half_.y + abs(n.z) * half_.z + ball_ * root(n.x * n.x + n.y * n.y + n.z * n.z) + error;
    // Where the numbers overflow nothing is dropped.
    unsigned near = in_box & ~lanes(height > bound);
    for (std::size_t lane = 0; near != 0; ++lane, near >>= 1u) {
      const std::uint32_t t = leaf.triangles[lane];
      if ((near & 1u) == 0 || t == MeshRayTree::kEmpty) continue;
      fetch(&mesh_.triangles()[t]);
      fetch(&mesh_.normal(t));
      out_.push_back(t);
    }
  }

  const Mesh& mesh_;
  const MeshRayTree& tree_;
  std::vector<std::uint32_t>& out_;
  std::array<const MeshRayTree::Leaf*, 16> leaves_;
  std::size_t leaf_count_ = 0;
  Vector4 low_, high_, center_, half_;
  Float4 ball_, extent_;
};

}  // namespace

void find_triangles(const Mesh& mesh, const MeshReach& reach, std::vector<std::uint32_t>& triangles) {
  triangles.clear();
  Search(mesh, reach, triangles).run();
  if (triangles.size() > 1) std::sort(triangles.begin(), triangles.end());
}

}  // namespace holdfast::detail
