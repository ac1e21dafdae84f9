#include "io/verify/verify_query.h"

#include <holdfast/query/contact.h>
#include <holdfast/query/distance.h>
#include <holdfast/query/ray.h>
#include <holdfast/shape/mass_properties.h>

#include "io/number_text.h"

namespace holdfast::detail {

namespace {

bool is_near(const Vector3d& expected, const Vector3d& got, const Tolerance& t) {
  return is_within(expected.x, got.x, t) && is_within(expected.y, got.y, t) && is_within(expected.z, got.z, t);
}

/// Pairs each expected point with a point of its own: augmenting paths (Kuhn), because nearest-first can go wrong.
class Matching {
 public:
  Matching(const std::vector<Vector3d>& expected, const ContactSet& got, const Tolerance& tolerance)
      : expected_(&expected), got_(&got), tolerance_(tolerance), owner_(static_cast<std::size_t>(got.count), kFree) {}

  /// Index of the first expected point that finds no partner, or the number of points.
  std::size_t first_unmatched() {
    for (std::size_t i = 0; i < expected_->size(); ++i) {
      std::vector<bool> tried(owner_.size(), false);
      if (!place(i, tried)) return i;
    }
    return expected_->size();
  }

 private:
  static constexpr std::size_t kFree = static_cast<std::size_t>(-1);

  bool place(std::size_t i, std::vector<bool>& tried) {
    for (std::size_t j = 0; j < owner_.size(); ++j) {
      if (tried[j] || !is_near((*expected_)[i], got_->points[j].position, tolerance_)) continue;
      tried[j] = true;
      if (owner_[j] == kFree || place(owner_[j], tried)) {
        owner_[j] = i;
        return true;
      }
    }
    return false;
  }

  const std::vector<Vector3d>* expected_;
  const ContactSet* got_;
  Tolerance tolerance_;
  std::vector<std::size_t> owner_;
};

void verify_points(const SceneQuery& q, const ContactSet& set, Findings& findings) {
  const auto count = static_cast<std::int64_t>(q.points->size());
  findings.count("number of points", {count, count}, set.count);
  if (set.count != count) return;
  const std::size_t lost = Matching(*q.points, set, q.tolerance).first_unmatched();
  if (lost == q.points->size()) return;
  std::string got;
  for (int i = 0; i < set.count; ++i) got += (i == 0 ? "" : ", ") + vector_text(set.points[static_cast<std::size_t>(i)].position);
  findings.fail("points (any order), within " + to_text(q.tolerance.absolute), vector_text((*q.points)[lost]) + " among them", got);
}

void verify_contact(const SceneQuery& q, const SceneRun& run, Findings& findings) {
  ContactOptions options;
  options.margin = q.margin;
  options.filter_internal_edges = run.scene().world.settings.filter_internal_edges;
  const ContactSet set = contact(q.a.shape, q.a.pose, q.b.shape, q.b.pose, options);
  if (q.count) findings.count("count", *q.count, set.count);
  if (q.separated && *q.separated != (set.count == 0))
    findings.fail("separated", *q.separated ? "true" : "false", std::to_string(set.count) + " points");
  if (q.points) verify_points(q, set, findings);
  if (!q.normal && !q.depth) return;
  const ContactPoint* point = deepest(set);
  if (point == nullptr) return findings.fail("there is no contact point");
  if (q.normal) findings.vector("normal", *q.normal, point->normal, q.tolerance);
  if (q.depth) findings.number("depth", *q.depth, point->depth, q.tolerance);
}

void verify_ray(const SceneQuery& q, const SceneRun& run, Findings& findings) {
  const Ray ray{q.origin, q.direction, q.max_distance};
  const RayInside inside = q.miss_inside ? RayInside::miss : RayInside::exit;
  std::optional<RayHit> hit;
  std::string name;
  if (q.against_bodies) {
    RayFilter filter;
    filter.inside = inside;
    if (q.group) filter.mask = *q.group;
    if (!q.ignore.empty()) filter.ignore = run.body_id(q.ignore);
    if (const auto found = run.world().cast_ray(ray, filter)) {
      hit = *found;
      name = run.world().name(found->body);
    }
  } else {
    hit = cast_ray(ray, q.a.shape, q.a.pose, inside);
  }
  const std::string got = !hit ? "a miss" : "a hit at distance " + to_text(hit->distance) + (name.empty() ? "" : " on '" + name + "'");
  if (q.miss && *q.miss != !hit) findings.fail("miss", *q.miss ? "true" : "false", got);
  if (q.body.empty() && !q.point && !q.normal && !q.distance) return;
  if (!hit) return findings.fail("the ray", "a hit", got);
  if (!q.body.empty() && name != q.body) findings.fail("body", q.body, name);
  if (q.point) findings.vector("point", *q.point, hit->point, q.tolerance);
  if (q.normal) findings.vector("normal", *q.normal, hit->normal, q.tolerance);
  if (q.distance) findings.number("distance", *q.distance, hit->distance, q.tolerance);
}

void verify_distance(const SceneQuery& q, Findings& findings) {
  const DistanceResult result = distance(q.a.shape, q.a.pose, q.b.shape, q.b.pose);
  if (q.distance) findings.number("distance", *q.distance, result.distance, q.tolerance);
  if (q.point_a) findings.vector("point_a", *q.point_a, result.point_a, q.tolerance);
  if (q.point_b) findings.vector("point_b", *q.point_b, result.point_b, q.tolerance);
}

void verify_overlap(const SceneQuery& q, Findings& findings) {
  const bool got = overlap(q.a.shape, q.a.pose, q.b.shape, q.b.pose);
  if (q.overlap && *q.overlap != got) findings.fail("overlap", *q.overlap ? "true" : "false", got ? "true" : "false");
}

void verify_mass(const SceneQuery& q, Findings& findings) {
  const MassProperties got = mass_properties(q.a.shape, q.density);
  if (q.mass) findings.number("mass", *q.mass, got.mass, q.tolerance);
  if (q.center_of_mass) findings.vector("center_of_mass", *q.center_of_mass, got.center_of_mass, q.tolerance);
  if (q.inertia) findings.matrix("inertia", *q.inertia, got.inertia, q.tolerance);
}

void ask(const SceneQuery& q, const SceneRun& run, Findings& findings) {
  switch (q.kind) {
    case SceneQueryKind::contact: return verify_contact(q, run, findings);
    case SceneQueryKind::ray: return verify_ray(q, run, findings);
    case SceneQueryKind::distance: return verify_distance(q, findings);
    case SceneQueryKind::overlap: return verify_overlap(q, findings);
    case SceneQueryKind::mass_properties: return verify_mass(q, findings);
  }
}

}  // namespace

void verify_query(const SceneQuery& query, std::size_t number, const SceneRun& run, Findings& findings) {
  findings.subject(query.at, "query " + std::to_string(number) + " (" + std::string(scene_query_kind_name(query.kind)) + ")");
  try {
    ask(query, run, findings);
  } catch (const Error& e) {
    if (query.error.empty()) return findings.fail("error: " + std::string(e.what()));
    if (query.error != error_kind_name(e.kind()))
      findings.fail("error", query.error, std::string(error_kind_name(e.kind())) + ": " + e.what());
    return;
  }
  if (!query.error.empty()) findings.fail("error", query.error, "an answer");
}

}  // namespace holdfast::detail
