// Two posed shapes: contacts, distance, overlap and rays give finite answers of unit normals that agree under a swap.

#include <holdfast/query/contact.h>
#include <holdfast/query/distance.h>
#include <holdfast/query/ray.h>

#include "bytes.h"

using namespace holdfast;
using fuzz::require;

namespace {

bool is_unit(const Vector3d& n) { return is_finite(n) && std::abs(length(n) - 1) < 1e-6; }

/// What the swap of a pair may change. A stable choice keeps its face as the shapes move; two equal shapes can move to each
/// other's places, so such a choice cannot also be that of the swapped pair, and only the existence of contacts is the same.
/// Two equal shapes in one place cannot be told apart, so their normal cannot turn round.
struct SwapLaw {
  bool keeps_order, same_place;
};

void require_swapped(const ContactSet& set, const ContactSet& swapped, const SwapLaw& law) {
  require((set.count > 0) == (swapped.count > 0));
  if (law.keeps_order) return;
  require(set.count == swapped.count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(set.count); ++i) {
    const ContactPoint &p = set.points[i], &q = swapped.points[i];
    require(p.position == q.position && p.depth == q.depth);
    require(p.normal == -q.normal || (law.same_place && p.normal == q.normal));
  }
}

void check_contact(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b, const ContactOptions& options) {
  const ContactSet set = contact(a, pose_a, b, pose_b, options);
  require(set.count >= 0 && set.count <= options.max_contacts);
  for (int i = 0; i < set.count; ++i) {
    const ContactPoint& point = set.points[static_cast<std::size_t>(i)];
    require(is_unit(point.normal) && is_finite(point.position) && std::isfinite(point.depth));
    require(point.depth >= -options.margin - 1e-6);
  }
  const bool same_type = a.type() == b.type(), same_place = pose_a == pose_b;
  require_swapped(set, contact(b, pose_b, a, pose_a, options),
                  {same_type && options.axis_choice == AxisChoice::stable, same_type && same_place});
}

void check_distance(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b) {
  const DistanceResult result = distance(a, pose_a, b, pose_b);
  require(std::isfinite(result.distance) && is_unit(result.normal) && is_finite(result.point_a) && is_finite(result.point_b));
  const bool meets = overlap(a, pose_a, b, pose_b);
  if (result.distance > 1e-6) require(!meets);
  if (result.distance < -1e-6) require(meets);
}

void check_ray(fuzz::Bytes& bytes, const Shape& shape, const Posed& pose) {
  const Vector3d origin = bytes.vector(4), direction = bytes.vector(1);
  const auto hit = cast_ray({origin, direction, bytes.flag() ? std::abs(bytes.number(10)) : INFINITY}, shape, pose,
                            bytes.flag() ? RayInside::exit : RayInside::miss);
  if (hit) require(is_unit(hit->normal) && is_finite(hit->point) && hit->distance >= 0);
}

template <class Question>
void ask(Question&& question) {
  try {
    question();
  } catch (const Error&) {}
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const Shape a = fuzz::any_shape(bytes, 1), b = fuzz::any_shape(bytes, 1);
  const Posed pose_a = bytes.pose(2), pose_b = bytes.pose(2);
  ContactOptions options;
  options.margin = bytes.flag() ? 0.0 : bytes.size(0.5);
  options.max_contacts = 1 + bytes.below(8);
  options.axis_choice = bytes.flag() ? AxisChoice::stable : AxisChoice::least_overlap;
  options.filter_internal_edges = bytes.flag();
  ask([&] { check_contact(a, pose_a, b, pose_b, options); });
  ask([&] { check_distance(a, pose_a, b, pose_b); });
  ask([&] { check_ray(bytes, a, pose_a); });
  return 0;
}
