#include "shape/bounds_tree.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace holdfast::detail {
namespace {

/// More bins find better splits and cost more to build; beyond 16 nothing measurable is gained.
constexpr int kBins = 16;
/// A leaf holds at most this many triangles: fewer make the tree larger, more make a visit dearer.
constexpr std::uint32_t kLeafSize = 4;
/// Below this depth splits are halves by count, so that no input makes the tree deeper than kGreedyDepth + 32.
constexpr int kGreedyDepth = 48;

double half_area(const Aabbf& b) {
  const Vector3d d = Vector3d(b.high) - Vector3d(b.low);
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

struct Bin {
  Aabbf box;
  std::uint32_t count = 0;
};

struct Split {
  int axis = -1;  ///< -1: no plane separates the centers
  int bin = 0;    ///< triangles in bins up to this one go left
  double cost = 0;
};

class Builder {
 public:
  explicit Builder(std::span<const Aabbf> boxes) : boxes_(boxes), centers_(boxes.size()) {
    tree_.order.resize(boxes.size());
    std::iota(tree_.order.begin(), tree_.order.end(), 0u);
    for (std::size_t i = 0; i < boxes.size(); ++i) centers_[i] = Vector3d(boxes[i].low) + Vector3d(boxes[i].high);
    tree_.nodes.reserve(boxes.size());
  }

  BoundsTree build() && {
    build(0, static_cast<std::uint32_t>(boxes_.size()), 0);
    return std::move(tree_);
  }

 private:
  void build(std::uint32_t first, std::uint32_t last, int depth) {
    const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.emplace_back();
    Aabbf box;
    Aabbd centers;
    for (std::uint32_t k = first; k < last; ++k) {
      box.add(boxes_[tree_.order[k]]);
      centers.add(centers_[tree_.order[k]]);
    }
    tree_.nodes[index].low = box.low;
    tree_.nodes[index].high = box.high;
    const std::uint32_t middle = last - first <= kLeafSize ? first : split(first, last, depth, centers);
    if (middle == first) {
      tree_.nodes[index].first = first;
      tree_.nodes[index].count = last - first;
    } else {
      build(first, middle, depth + 1);
      build(middle, last, depth + 1);
    }
    tree_.nodes[index].skip = static_cast<std::uint32_t>(tree_.nodes.size());
  }

  /// Where the right half of order[first, last) begins, after moving the left half to the front.
  std::uint32_t split(std::uint32_t first, std::uint32_t last, int depth, const Aabbd& centers) {
    if (depth < kGreedyDepth) {
      const Split best = best_split(first, last, centers);
      if (best.axis >= 0) return partition(first, last, best, centers);
    }
    return halve(first, last, centers);
  }

  /// Keeps the order within each half.
  std::uint32_t partition(std::uint32_t first, std::uint32_t last, const Split& split, const Aabbd& centers) {
    right_.clear();
    std::uint32_t middle = first;
    for (std::uint32_t k = first; k < last; ++k) {
      const std::uint32_t t = tree_.order[k];
      if (bin_of(t, split.axis, centers) <= split.bin) {
        tree_.order[middle++] = t;
      } else {
        right_.push_back(t);
      }
    }
    std::copy(right_.begin(), right_.end(), tree_.order.begin() + middle);
    return middle;
  }

  std::uint32_t halve(std::uint32_t first, std::uint32_t last, const Aabbd& centers) {
    const int axis = largest_axis(centers.high - centers.low);
    const auto begin = tree_.order.begin();
    std::sort(begin + first, begin + last, [&](std::uint32_t a, std::uint32_t b) {
      const double x = centers_[a][axis], y = centers_[b][axis];
      return x != y ? x < y : a < b;
    });
    return first + (last - first) / 2;
  }

  [[nodiscard]] int bin_of(std::uint32_t t, int axis, const Aabbd& centers) const {
    const double low = centers.low[axis];
    const double share = (centers_[t][axis] - low) / (centers.high[axis] - low);
    return std::min(static_cast<int>(share * kBins), kBins - 1);
  }

  [[nodiscard]] Split best_split(std::uint32_t first, std::uint32_t last, const Aabbd& centers) const {
    Split best;
    for (int axis = 0; axis < 3; ++axis) {
      if (!(centers.high[axis] > centers.low[axis])) continue;
      std::array<Bin, kBins> bins;
      for (std::uint32_t k = first; k < last; ++k) {
        Bin& bin = bins[static_cast<std::size_t>(bin_of(tree_.order[k], axis, centers))];
        bin.box.add(boxes_[tree_.order[k]]);
        ++bin.count;
      }
      consider_planes(bins, axis, best);
    }
    return best;
  }

  static void consider_planes(const std::array<Bin, kBins>& bins, int axis, Split& best) {
    std::array<double, kBins> right_cost{};
    std::array<std::uint32_t, kBins> right_count{};
    Aabbf box;
    std::uint32_t count = 0;
    for (std::size_t i = kBins; i-- > 1;) {
      box.add(bins[i].box);
      count += bins[i].count;
      right_count[i] = count;
      right_cost[i] = count == 0 ? 0 : half_area(box) * count;
    }
    box = {};
    count = 0;
    for (std::size_t i = 0; i + 1 < kBins; ++i) {
      box.add(bins[i].box);
      count += bins[i].count;
      if (count == 0 || right_count[i + 1] == 0) continue;
      const double cost = half_area(box) * count + right_cost[i + 1];
      if (best.axis < 0 || cost < best.cost) best = {axis, static_cast<int>(i), cost};
    }
  }

  std::span<const Aabbf> boxes_;
  std::vector<Vector3d> centers_;  ///< twice the center of each box
  std::vector<std::uint32_t> right_;
  BoundsTree tree_;
};

}  // namespace

BoundsTree build_bounds_tree(std::span<const Aabbf> boxes) { return Builder(boxes).build(); }

}  // namespace holdfast::detail
