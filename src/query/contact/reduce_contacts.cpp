// Keeps the few contacts that hold a body as all of them would: the deepest, the one farthest from it, the one that
// makes the largest triangle, then each time the one that adds most area to the polygon of those kept.
//
// Areas are measured in the plane across the deepest point's normal. The first candidate wins every tie.

#include <holdfast/query/contact.h>

#include <algorithm>

namespace holdfast {
namespace {

struct Planar {
  double x = 0, y = 0;
};

class Projection {
 public:
  explicit Projection(const ContactPoint& deepest)
      : origin_(deepest.position), u_(any_perpendicular(deepest.normal)), v_(cross(deepest.normal, u_)) {}
  Planar operator()(const ContactPoint& p) const {
    const Vector3d d = p.position - origin_;
    return {dot(d, u_), dot(d, v_)};
  }

 private:
  Vector3d origin_, u_, v_;
};

double doubled_area(const Planar& a, const Planar& b, const Planar& c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// The polygon of the points kept, counter-clockwise, at most kMaxContacts corners.
struct Polygon {
  std::array<Planar, kMaxContacts> corners;
  int count = 0;

  void insert(int before, const Planar& p) {
    for (int i = count; i > before; --i) corners[static_cast<std::size_t>(i)] = corners[static_cast<std::size_t>(i - 1)];
    corners[static_cast<std::size_t>(before)] = p;
    ++count;
  }
  /// The area that `p` adds beyond one edge, and the place in the polygon that it takes there. [m²], doubled
  double gain(const Planar& p, int& before) const {
    double best = 0;
    for (int i = 0; i < count; ++i) {
      const Planar& a = corners[static_cast<std::size_t>(i)];
      const Planar& b = corners[static_cast<std::size_t>((i + 1) % count)];
      const double area = -doubled_area(a, b, p);
      if (area > best) {
        best = area;
        before = i + 1;
      }
    }
    return best;
  }
};

class Selection {
 public:
  explicit Selection(std::span<const ContactPoint> candidates) : candidates_(candidates) {}

  [[nodiscard]] bool has(std::size_t index) const {
    return std::find(kept_.begin(), kept_.begin() + count_, index) != kept_.begin() + count_;
  }
  void add(std::size_t index) { kept_[static_cast<std::size_t>(count_++)] = index; }
  [[nodiscard]] int count() const { return count_; }

  /// The candidate not yet kept with the largest score above `floor`; candidates.size() when there is none.
  template <class Score>
  [[nodiscard]] std::size_t best(double floor, Score&& score) const {
    std::size_t found = candidates_.size();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (has(i)) continue;
      const double s = score(candidates_[i]);
      if (s > floor) {
        floor = s;
        found = i;
      }
    }
    return found;
  }
  void write(ContactSet& out) {
    std::sort(kept_.begin(), kept_.begin() + count_);
    out.count = count_;
    for (int i = 0; i < count_; ++i) out.points[static_cast<std::size_t>(i)] = candidates_[kept_[static_cast<std::size_t>(i)]];
  }

 private:
  std::span<const ContactPoint> candidates_;
  std::array<std::size_t, kMaxContacts> kept_{};
  int count_ = 0;
};

constexpr double kLowest = -std::numeric_limits<double>::infinity();

/// Adds, while it can, the candidates that widen the polygon of those kept.
void widen(std::span<const ContactPoint> candidates, int max_contacts, Selection& selection) {
  const std::size_t none = candidates.size();
  const std::size_t first = selection.best(kLowest, [](const ContactPoint& p) { return p.depth; });
  if (first == none) return;
  selection.add(first);
  const Projection project(candidates[first]);
  Polygon polygon;
  polygon.insert(0, {0, 0});
  if (selection.count() == max_contacts) return;
  const std::size_t second = selection.best(0, [&](const ContactPoint& p) {
    const Planar q = project(p);
    return q.x * q.x + q.y * q.y;
  });
  if (second == none) return;
  selection.add(second);
  polygon.insert(1, project(candidates[second]));
  while (selection.count() < max_contacts) {
    // With two corners both directions of the one edge are looked at, so that the polygon stays counter-clockwise.
    int before = 0;
    const std::size_t next = selection.best(0, [&](const ContactPoint& p) { return polygon.gain(project(p), before); });
    if (next == none) return;
    polygon.gain(project(candidates[next]), before);
    polygon.insert(before, project(candidates[next]));
    selection.add(next);
  }
}

}  // namespace

void reduce_contacts(std::span<const ContactPoint> candidates, int max_contacts, ContactSet& out) {
  max_contacts = std::clamp(max_contacts, 1, kMaxContacts);
  if (candidates.size() <= static_cast<std::size_t>(max_contacts)) {
    std::copy(candidates.begin(), candidates.end(), out.points.begin());
    out.count = static_cast<int>(candidates.size());
    return;
  }
  Selection selection(candidates);
  widen(candidates, max_contacts, selection);
  while (selection.count() < max_contacts) {  // the rest add no area: the deepest of them
    const std::size_t next = selection.best(kLowest, [](const ContactPoint& p) { return p.depth; });
    if (next == candidates.size()) break;
    selection.add(next);
  }
  selection.write(out);
}

}  // namespace holdfast
