// A hull and a plane: its support polygon. That is the face that looks most at the plane among those that meet in the
// deepest corner, and the other corners that are nearly as deep, so that a finely faceted bottom rests as a smooth one
// would; then reduced to the limit.

#include <algorithm>
#include "query/contact/plane_side.h"
#include "query/contact/polytope.h"

namespace holdfast::detail {
namespace {

/// Corners within this share of the hull's size of the deepest one take part in the support polygon. [1]
/// Smaller: a faceted bottom rocks from facet to facet. Larger: corners that the plane does not touch yet carry load.
constexpr double kSupportShare = 1e-3;

/// Collects candidates without a limit on their number: a full buffer is reduced to the eight that matter and filled again.
class Candidates {
 public:
  void add(const ContactPoint& p) {
    if (count_ == points_.size()) {
      ContactSet kept;
      reduce_contacts(points_, kMaxContacts, kept);
      count_ = static_cast<std::size_t>(kept.count);
      std::copy_n(kept.points.begin(), count_, points_.begin());
    }
    points_[count_++] = p;
  }
  [[nodiscard]] std::span<const ContactPoint> points() const { return std::span(points_).first(count_); }

 private:
  std::array<ContactPoint, 64> points_;
  std::size_t count_ = 0;
};

}  // namespace

void contact_hull_plane(const Hull& a, const Posed& pose_a, const Plane&, const Posed& pose_b, const ContactOptions& options,
                        ContactSet& out) {
  const PlaneSide plane(pose_b);
  const Framed frame(pose_a);
  const Polytope hull = polytope(a);
  const Vector3d down = -transpose_times(frame.rotation, plane.normal);
  const std::uint32_t deepest = support_vertex(hull, down);
  const double support = dot(down, hull.vertices[deepest]);
  if (!plane.meets(transform(frame, hull.vertices[deepest]), hull.size, options)) return;
  const auto face = hull.corners(hull.faces[facing_face(hull, deepest, down)]);
  Candidates candidates;
  const auto add = [&](std::uint32_t vertex) {
    const Vector3d p = transform(frame, hull.vertices[vertex]);
    if (!plane.meets(p, hull.size, options)) return;
    ContactSet one;
    plane.add(p, options, one);
    candidates.add(one.points[0]);
  };
  for (const std::uint32_t vertex : face) add(vertex);
  for (std::uint32_t i = 0; i < hull.vertices.size(); ++i) {
    const bool near = support - dot(down, hull.vertices[i]) <= kSupportShare * hull.size;
    if (near && std::find(face.begin(), face.end(), i) == face.end()) add(i);
  }
  reduce_contacts(candidates.points(), options.max_contacts, out);
}

}  // namespace holdfast::detail
