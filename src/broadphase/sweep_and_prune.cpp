#include <holdfast/broadphase/sweep_and_prune.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace holdfast {
namespace {

/// Above this many moves an entry, the last order is no head start and a full sort is cheaper.
constexpr std::size_t kMovesPerEntry = 8;

/// Relative step that is at least one unit in the last place of a Float32, and the smallest absolute one.
constexpr float kFloatStep = 1.2e-7f;
constexpr float kFloatTiny = 1.2e-38f;

/// What is beyond Float32 counts as its largest number: far away from everything, and in order.
constexpr double kLargest = std::numeric_limits<float>::max();

float round_down(double x) {
  const float f = std::isfinite(x) ? static_cast<float>(std::clamp(x, -kLargest, kLargest)) : static_cast<float>(x);
  return static_cast<double>(f) <= x ? f : f - (std::abs(f) * kFloatStep + kFloatTiny);
}
float round_up(double x) {
  const float f = std::isfinite(x) ? static_cast<float>(std::clamp(x, -kLargest, kLargest)) : static_cast<float>(x);
  return static_cast<double>(f) >= x ? f : f + (std::abs(f) * kFloatStep + kFloatTiny);
}

/// The axis on which the centers of the finite boxes spread most; only speed depends on it.
int widest_axis(std::span<const Proxy> proxies) {
  Vector3d sum, squares;
  double count = 0;
  for (const Proxy& p : proxies) {
    const Vector3d c = Vector3d(p.box.low) * 0.5 + Vector3d(p.box.high) * 0.5;
    if (!p.active || !is_finite(c)) continue;
    sum += c;
    squares += Vector3d{c.x * c.x, c.y * c.y, c.z * c.z};
    count += 1;
  }
  if (count == 0) return 0;
  const Vector3d mean = sum / count;
  return largest_axis(squares / count - Vector3d{mean.x * mean.x, mean.y * mean.y, mean.z * mean.z});
}

bool groups_meet(const Proxy& a, const Proxy& b) { return (a.group & b.mask) != 0 && (b.group & a.mask) != 0; }

}  // namespace

Aabbf round_outward(const Aabbd& box) {
  Aabbf r;
  r.low = {round_down(box.low.x), round_down(box.low.y), round_down(box.low.z)};
  r.high = {round_up(box.high.x), round_up(box.high.y), round_up(box.high.z)};
  return r;
}

void SweepAndPrune::find_pairs(std::span<const Proxy> proxies, std::vector<IndexPair>& pairs) {
  const int axis = widest_axis(proxies), side0 = (axis + 1) % 3, side1 = (axis + 2) % 3;
  if (order_.size() != proxies.size()) {
    order_.resize(proxies.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  }
  entries_.clear();
  for (const std::uint32_t i : order_) {
    const Proxy& p = proxies[i];
    if (!p.active) continue;
    entries_.push_back({p.box.low[axis],
                        p.box.high[axis],
                        {p.box.low[side0], p.box.low[side1]},
                        {p.box.high[side0], p.box.high[side1]},
                        i,
                        p.moves ? 1u : 0u});
  }
  sort_entries();

  found_.clear();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& a = entries_[i];
    for (std::size_t j = i + 1; j < entries_.size() && entries_[j].low <= a.high; ++j) {
      const Entry& b = entries_[j];
      const bool meet = a.side_low[0] <= b.side_high[0] && b.side_low[0] <= a.side_high[0] && a.side_low[1] <= b.side_high[1] &&
                        b.side_low[1] <= a.side_high[1];
      if (!meet || (a.moves | b.moves) == 0 || !groups_meet(proxies[a.index], proxies[b.index])) continue;
      found_.push_back({std::min(a.index, b.index), std::max(a.index, b.index)});
    }
  }
  sort_pairs(proxies.size(), pairs);

  // Remember the order; ghosts keep their places at the end.
  std::size_t next = 0;
  for (const Entry& e : entries_) order_[next++] = e.index;
  for (std::uint32_t i = 0; i < proxies.size() && next < order_.size(); ++i)
    if (!proxies[i].active) order_[next++] = i;
}

void SweepAndPrune::sort_entries() {
  const auto before = [](const Entry& a, const Entry& b) { return a.low < b.low || (a.low == b.low && a.index < b.index); };
  std::size_t moves = 0;
  for (std::size_t i = 1; i < entries_.size(); ++i) {
    const Entry e = entries_[i];
    std::size_t j = i;
    for (; j > 0 && before(e, entries_[j - 1]); --j) entries_[j] = entries_[j - 1];
    entries_[j] = e;
    moves += i - j;
    if (moves > kMovesPerEntry * entries_.size()) {
      std::sort(entries_.begin(), entries_.end(), before);
      return;
    }
  }
}

void SweepAndPrune::sort_pairs(std::size_t proxy_count, std::vector<IndexPair>& pairs) {
  starts_.assign(proxy_count + 1, 0);
  for (const IndexPair& p : found_) ++starts_[p.low + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  pairs.resize(found_.size());
  for (const IndexPair& p : found_) pairs[starts_[p.low]++] = p;
  // Each bucket now ends where starts_[low] stands.
  std::size_t first = 0;
  while (first < pairs.size()) {
    const std::size_t end = starts_[pairs[first].low];
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.begin() + static_cast<std::ptrdiff_t>(end),
              [](const IndexPair& a, const IndexPair& b) { return a.high < b.high; });
    first = end;
  }
}

std::size_t SweepAndPrune::memory_bytes() const {
  return order_.capacity() * sizeof(std::uint32_t) + entries_.capacity() * sizeof(Entry) + found_.capacity() * sizeof(IndexPair) +
         starts_.capacity() * sizeof(std::uint32_t);
}

}  // namespace holdfast
