#include <holdfast/shape/mesh_ray_tree.h>

#include <holdfast/base/error.h>
#include <holdfast/math/aabb.h>
#include <holdfast/shape/mesh.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>

namespace holdfast {

namespace {

constexpr std::uint32_t kLeafSize = 4;  // triangles that are tested at once
constexpr int kBins = 16;               // of the surface area heuristic; more bins gain less than 1 % and build slower
constexpr int kBinnedDepth = 40;        // deeper ranges are halved by count, which bounds the depth of the tree

// Half the area of a box; an empty box has none.
double half_area(const Aabbd& b) {
  if (b.is_empty()) return 0;
  const Vector3d e = b.high - b.low;
  return e.x * e.y + e.y * e.z + e.z * e.x;
}

struct Bin {
  Aabbd box;
  std::uint32_t count = 0;
};

}  // namespace

class MeshRayTreeBuilder {
 public:
  explicit MeshRayTreeBuilder(const Mesh& mesh) : mesh_(mesh), tree_(new MeshRayTree) {
    const Vector3d farthest = max(abs(mesh.bounds().low), abs(mesh.bounds().high));
    tree_->reach_ = farthest[largest_axis(farthest)];
    const std::uint32_t count = static_cast<std::uint32_t>(mesh.triangles().size());
    items_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      items_[i].triangle = i;
      for (int k = 0; k < 3; ++k) items_[i].box.add(mesh.corner(i, k));
      items_[i].center = items_[i].box.low + items_[i].box.high;
    }
  }

  std::unique_ptr<const MeshRayTree> build() {
    add_node(make_range(0, static_cast<std::uint32_t>(items_.size())), 0);
    return std::move(tree_);
  }

 private:
  struct Item {
    Aabbd box;
    Vector3d center;  // low + high: twice the center
    std::uint32_t triangle = 0;
  };
  struct Range {
    std::uint32_t first = 0, count = 0;
    Aabbd box;
  };

  Range make_range(std::uint32_t first, std::uint32_t count) const {
    Range r{first, count, {}};
    for (std::uint32_t i = first; i < first + count; ++i) r.box.add(items_[i].box);
    return r;
  }

  std::uint32_t add_node(const Range& range, int depth) {
    HOLDFAST_ASSERT(depth < MeshRayTree::kMaxDepth);
    std::array<Range, MeshRayTree::kWidth> parts;
    parts[0] = range;
    std::size_t count = 1;
    while (count < parts.size()) {
      // Open the part with the largest area that is still too big for a leaf.
      std::size_t widest = count;
      for (std::size_t i = 0; i < count; ++i) {
        if (parts[i].count > kLeafSize && (widest == count || half_area(parts[i].box) > half_area(parts[widest].box))) widest = i;
      }
      if (widest == count) break;
      const std::uint32_t middle = split(parts[widest], depth);
      const Range old = parts[widest];
      parts[widest] = make_range(old.first, middle - old.first);
      parts[count++] = make_range(middle, old.first + old.count - middle);
    }
    const std::uint32_t index = static_cast<std::uint32_t>(tree_->nodes_.size());
    tree_->nodes_.emplace_back();
    write_bounds(tree_->nodes_[index], std::span(parts).first(count), tree_->slack());
    for (std::size_t i = 0; i < MeshRayTree::kWidth; ++i) {
      const std::uint32_t child = i >= count                    ? MeshRayTree::kEmpty
                                  : parts[i].count <= kLeafSize ? MeshRayTree::kLeaf | add_leaf(parts[i])
                                                                : add_node(parts[i], depth + 1);
      tree_->nodes_[index].children[i] = child;
    }
    return index;
  }

  static void write_bounds(MeshRayTree::Node& node, std::span<const Range> parts, double slack) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < MeshRayTree::kWidth; ++i) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool used = i < parts.size();
        node.bounds[axis][i] = used ? static_cast<float>(parts[i].box.low[static_cast<int>(axis)] - slack) : kInfinity;
        node.bounds[axis + 3][i] = used ? static_cast<float>(parts[i].box.high[static_cast<int>(axis)] + slack) : -kInfinity;
      }
    }
  }

  std::uint32_t add_leaf(const Range& range) {
    MeshRayTree::Leaf leaf{};
    leaf.triangles.fill(MeshRayTree::kEmpty);
    for (std::uint32_t lane = 0; lane < range.count; ++lane) {
      const std::uint32_t triangle = items_[range.first + lane].triangle;
      leaf.triangles[lane] = triangle;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vector3f& p = mesh_.vertices()[mesh_.triangles()[triangle].vertices[k]];
        for (int axis = 0; axis < 3; ++axis) leaf.corners[k][static_cast<std::size_t>(axis)][lane] = p[axis];
      }
    }
    tree_->leaves_.push_back(leaf);
    return static_cast<std::uint32_t>(tree_->leaves_.size() - 1);
  }

  // Reorders the items of the range and returns where its second part begins: never at an end.
  std::uint32_t split(const Range& range, int depth) {
    const auto begin = items_.begin() + range.first, end = begin + range.count;
    Aabbd centers;
    for (auto it = begin; it != end; ++it) centers.add(it->center);
    const Vector3d extent = centers.high - centers.low;
    if (depth < kBinnedDepth && extent[largest_axis(extent)] > 0) {
      if (const std::uint32_t middle = split_by_area(range, centers)) return middle;
    }
    const int axis = largest_axis(extent);
    const auto before = [axis](const Item& a, const Item& b) {
      return a.center[axis] != b.center[axis] ? a.center[axis] < b.center[axis] : a.triangle < b.triangle;
    };
    std::sort(begin, end, before);
    return range.first + range.count / 2;
  }

  static int bin_of(double center, double low, double scale) { return std::clamp(static_cast<int>((center - low) * scale), 0, kBins - 1); }

  // The cheapest plane between bins over the three axes, or 0 when every center falls into one bin.
  std::uint32_t split_by_area(const Range& range, const Aabbd& centers) {
    const auto begin = items_.begin() + range.first, end = begin + range.count;
    double best_cost = std::numeric_limits<double>::infinity();
    int best_axis = -1, best_bin = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double low = centers.low[axis], width = centers.high[axis] - low;
      if (!(width > 0)) continue;
      std::array<Bin, kBins> bins{};
      for (auto it = begin; it != end; ++it) {
        Bin& bin = bins[static_cast<std::size_t>(bin_of(it->center[axis], low, kBins / width))];
        bin.box.add(it->box);
        ++bin.count;
      }
      std::array<double, kBins> right_cost{};
      Bin sum;
      for (std::size_t i = kBins - 1; i > 0; --i) {
        sum.box.add(bins[i].box);
        sum.count += bins[i].count;
        right_cost[i] = cost(sum);
      }
      sum = {};
      for (std::size_t i = 1; i < kBins; ++i) {
        sum.box.add(bins[i - 1].box);
        sum.count += bins[i - 1].count;
        if (sum.count == 0 || sum.count == range.count) continue;
        const double c = cost(sum) + right_cost[i];
        if (c < best_cost) {
          best_cost = c;
          best_axis = axis;
          best_bin = static_cast<int>(i);
        }
      }
    }
    if (best_axis < 0) return 0;
    const double low = centers.low[best_axis], scale = kBins / (centers.high[best_axis] - low);
    auto middle = begin;
    for (auto it = begin; it != end; ++it) {
      if (bin_of(it->center[best_axis], low, scale) < best_bin) std::swap(*it, *middle++);
    }
    return static_cast<std::uint32_t>(middle - items_.begin());
  }

  // Triangles are paid for in blocks of four, as leaves test them.
  static double cost(const Bin& bin) {
    const std::size_t blocks = (bin.count + kLeafSize - 1) / kLeafSize;
    return half_area(bin.box) * static_cast<double>(blocks);
  }

  const Mesh& mesh_;
  std::unique_ptr<MeshRayTree> tree_;
  std::vector<Item> items_;
};

std::unique_ptr<const MeshRayTree> MeshRayTree::build(const Mesh& mesh) { return MeshRayTreeBuilder(mesh).build(); }

namespace detail {

// The tree is published once it is whole; threads that come meanwhile wait for it.
struct LazyRayTree {
  std::atomic<const MeshRayTree*> ready{nullptr};
  std::mutex building;
  std::unique_ptr<const MeshRayTree> tree;
};

std::shared_ptr<LazyRayTree> make_lazy_ray_tree() { return std::make_shared<LazyRayTree>(); }

}  // namespace detail

const MeshRayTree& Mesh::ray_tree() const {
  if (const MeshRayTree* ready = ray_tree_->ready.load(std::memory_order_acquire)) return *ready;
  const std::lock_guard lock(ray_tree_->building);
  if (!ray_tree_->tree) ray_tree_->tree = MeshRayTree::build(*this);
  ray_tree_->ready.store(ray_tree_->tree.get(), std::memory_order_release);
  return *ray_tree_->tree;
}

}  // namespace holdfast
