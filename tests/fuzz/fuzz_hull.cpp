// Any points: a hull that holds them all and whose topology is closed (Euler's formula), or InvalidArgument.

#include "bytes.h"

using namespace holdfast;
using fuzz::require;

namespace {

void check(const Hull& hull, std::span<const Vector3d> points) {
  const std::size_t v = hull.vertices().size(), e = hull.edges().size(), f = hull.faces().size();
  require(v >= 4 && f >= 4 && v + f == e + 2);
  double scale = 0;
  for (const Vector3d& p : points) scale = std::max(scale, length(p));
  // Merged faces may be out of plane by their merge angle (1e-4 in the cosine, 0.0142 rad) over the hull's size.
  const double tolerance = 0.03 * scale;
  for (const Hull::Face& face : hull.faces()) {
    require(face.count >= 3 && is_finite(face.normal) && std::abs(length(face.normal) - 1) < 1e-9);
    for (const Vector3d& p : points) require(dot(face.normal, p) - face.offset <= tolerance);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  std::vector<Vector3d> points;
  const bool tame = bytes.flag();
  const double range = bytes.flag() ? 1.0 : 1e3;
  const int count = bytes.below(64);
  for (int i = 0; i < count; ++i) points.push_back(tame ? bytes.tame_vector(range) : bytes.vector(range));
  try {
    check(*Hull::from_points(points), points);
  } catch (const InvalidArgument&) {}
  return 0;
}
