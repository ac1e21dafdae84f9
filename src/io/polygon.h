#pragma once
// Cuts the polygons of mesh files into triangles.

#include <holdfast/math/vector3.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace holdfast::detail {

/// Appends triangles over the polygon with these corners (at least three) to `out`, winding as it winds. Concave polygons
/// are cut at their ears; one that crosses itself, has no area, or has very many corners becomes a fan.
/// Source: Meisters, "Polygons have ears" (1975), with exact signs in the projection along the polygon's main axis.
void cut_polygon(std::span<const Vector3f> vertices, std::span<const std::uint32_t> corners,
                 std::vector<std::array<std::uint32_t, 3>>& out);

}  // namespace holdfast::detail
