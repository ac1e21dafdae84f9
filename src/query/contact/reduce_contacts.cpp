// Keeps the few contacts that hold a body as all of them would: the deepest, the one farthest from it, the one that
// makes the largest triangle, then each time the one that adds most area to the polygon of those kept.
//
// Areas are measured in the plane across the deepest point's normal. The first candidate wins every tie.

#include <holdfast/query/contact.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace holdfast {
namespace {

struct Planar {
  double x = 0, y = 0;
};

double doubled_area(const Planar& a, const Planar& b, const Planar& c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// The polygon of the points kept, counter-clockwise, at most kMaxContacts corners. Edge i goes from corner i to the next.
struct Polygon {
  std::array<Planar, kMaxContacts> corners;
  int count = 0;

  void insert(int before, const Planar& p) {
    for (int i = count; i > before; --i) corners[static_cast<std::size_t>(i)] = corners[static_cast<std::size_t>(i - 1)];
    corners[static_cast<std::size_t>(before)] = p;
    ++count;
  }
  /// The area that `p` adds beyond edge i. [m²], doubled; negative on the inner side
  [[nodiscard]] double beyond(int i, const Planar& p) const {
    return -doubled_area(corners[static_cast<std::size_t>(i)], corners[static_cast<std::size_t>(i + 1 == count ? 0 : i + 1)], p);
  }
};

/// A candidate not yet kept: its place in the plane, and the most area that it adds, beyond the first edge that gives so much.
struct Left {
  std::size_t index = 0;
  Planar at;
  double gain = 0;  ///< [m²], doubled
  int edge = 0;

  void look_at(const Polygon& polygon, int i) {
    const double area = polygon.beyond(i, at);
    if (area < gain || (area == gain && (area == 0 || i >= edge))) return;
    gain = area;
    edge = i;
  }
  void look_at_all(const Polygon& polygon) {
    gain = 0;
    for (int i = 0; i < polygon.count; ++i) look_at(polygon, i);
  }
  /// A corner was put into edge i: what lies beyond the others has not changed.
  void see_split(const Polygon& polygon, int i) {
    if (gain > 0 && edge == i) return look_at_all(polygon);
    if (edge > i) ++edge;
    look_at(polygon, i);
    look_at(polygon, i + 1);
  }
};

class Selection {
 public:
  explicit Selection(std::span<const ContactPoint> candidates) : candidates_(candidates), left_(scratch()) {
    left_.resize(candidates.size());
    for (std::size_t i = 0; i < left_.size(); ++i) left_[i] = {.index = i, .at = {}, .gain = candidates[i].depth};
  }

  /// The deepest, the farthest from it, then those that widen the polygon most, then the deepest of the rest.
  void choose(int max_contacts) {
    const std::size_t deepest = largest(kLowest);
    if (deepest == left_.size()) return;
    keep(deepest);
    project();
    if (count_ < max_contacts) widen(max_contacts);
    for (Left& l : left_) l.gain = candidates_[l.index].depth;
    while (count_ < max_contacts) {
      const std::size_t next = largest(kLowest);
      if (next == left_.size()) return;
      keep(next);
    }
  }

  void write(ContactSet& out) {
    std::sort(kept_.begin(), kept_.begin() + count_);
    out.count = count_;
    for (int i = 0; i < count_; ++i) out.points[static_cast<std::size_t>(i)] = candidates_[kept_[static_cast<std::size_t>(i)]];
  }

 private:
  static constexpr double kLowest = -std::numeric_limits<double>::infinity();

  static std::vector<Left>& scratch() {
    static thread_local std::vector<Left> left;
    return left;
  }

  /// The first of those left with the largest gain above `floor`; left_.size() when there is none.
  [[nodiscard]] std::size_t largest(double floor) const {
    std::size_t found = left_.size();
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (!(left_[i].gain > floor)) continue;
      floor = left_[i].gain;
      found = i;
    }
    return found;
  }
  void widen(int max_contacts) {
    const std::size_t farthest = largest(0);
    if (farthest == left_.size()) return;
    Polygon polygon;
    polygon.insert(0, {0, 0});
    polygon.insert(1, left_[farthest].at);
    keep(farthest);
    for (Left& l : left_) l.look_at_all(polygon);
    while (count_ < max_contacts) {
      const std::size_t next = largest(0);
      if (next == left_.size()) return;
      const int edge = left_[next].edge;
      polygon.insert(edge + 1, left_[next].at);
      keep(next);
      for (Left& l : left_) l.see_split(polygon, edge);
    }
  }
  void keep(std::size_t i) {
    kept_[static_cast<std::size_t>(count_++)] = left_[i].index;
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  /// Into the plane across the normal of the one kept; the gain is the distance from it.
  void project() {
    const ContactPoint& origin = candidates_[kept_[0]];
    const Vector3d u = any_perpendicular(origin.normal), v = cross(origin.normal, u);
    for (Left& l : left_) {
      const Vector3d d = candidates_[l.index].position - origin.position;
      l.at = {dot(d, u), dot(d, v)};
      l.gain = l.at.x * l.at.x + l.at.y * l.at.y;
    }
  }

  std::span<const ContactPoint> candidates_;
  std::vector<Left>& left_;
  std::array<std::size_t, kMaxContacts> kept_{};
  int count_ = 0;
};

}  // namespace

void reduce_contacts(std::span<const ContactPoint> candidates, int max_contacts, ContactSet& out) {
  max_contacts = std::clamp(max_contacts, 1, kMaxContacts);
  if (candidates.size() <= static_cast<std::size_t>(max_contacts)) {
    std::copy(candidates.begin(), candidates.end(), out.points.begin());
    out.count = static_cast<int>(candidates.size());
    return;
  }
  Selection selection(candidates);
  selection.choose(max_contacts);
  selection.write(out);
}

}  // namespace holdfast
