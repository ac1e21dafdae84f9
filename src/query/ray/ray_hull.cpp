#include "query/ray/ray_shapes.h"

#include <limits>

namespace holdfast::detail {

namespace {

// A ray whose cosine to a face's normal is less runs along the face [-]. Normals are right to about 1e-16; a ten
// thousand times larger bound keeps the quotient below from being noise. Over 1 km the face moves by 1e-9 m.
constexpr double kParallelCosine = 1e-12;

}  // namespace

// Cyrus and Beck (1978): the last entry and the first exit over the half spaces of the faces. Ties keep the first face.
std::optional<RaySpan> ray_hull(const Vector3d& origin, const Vector3d& direction, const Hull& hull) {
  RaySpan span{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), {}, {}};
  for (const Hull::Face& face : hull.faces()) {
    const double rise = dot(face.normal, direction), depth = face.offset - dot(face.normal, origin);
    if (std::abs(rise) < kParallelCosine) {
      if (depth < 0) return std::nullopt;
      continue;
    }
    const double t = depth / rise;
    if (rise < 0) {
      if (t > span.enter) {
        span.enter = t;
        span.enter_normal = face.normal;
      }
    } else if (t < span.exit) {
      span.exit = t;
      span.exit_normal = face.normal;
    }
  }
  if (!(span.enter <= span.exit)) return std::nullopt;
  return span;
}

}  // namespace holdfast::detail
