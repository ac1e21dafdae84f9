#pragma once
// Contacts between two posed shapes: where they overlap, or come within a margin.
//
// Frame: world. Units: meters. Everything is Float64.
// Sign: the normal points from b to a, the way a is pushed; depth > 0 is overlap, < 0 a gap.
// A point lies midway between the two surfaces: a's surface is at point - normal * depth / 2, b's at point + normal * depth / 2.
// Each pair of shapes has a file of its own, src/query/contact/contact_<a>_<b>.cpp, and `contact` is the table of them.
// Two planes, or a plane and a mesh, both always static, make no contacts.
// Fails: UnsupportedShape for two meshes; InvalidArgument for a position that is not finite, a rotation that is not unit within
// 1e-5, a margin that is not finite and >= 0, or max_contacts outside 1..8. No other input makes an error, a NaN or an endless loop.
// Nothing allocates once the buffers of the thread have grown, and the mesh has its tree, which the first question of it makes.

#include <holdfast/shape/shape.h>
#include <array>
#include <cstdint>
#include <span>

namespace holdfast {

inline constexpr int kMaxContacts = 8;

struct ContactPoint {
  Vector3d position;  ///< [m] midway between the surfaces
  Vector3d normal;    ///< unit, from b to a
  double depth = 0;   ///< [m] overlap > 0, gap < 0
};

/// Up to eight points of one pair; different normals are possible against a mesh.
struct ContactSet {
  std::array<ContactPoint, kMaxContacts> points;
  int count = 0;
};

/// Which of two nearly equal axes of separation a pair of polyhedra takes.
enum class AxisChoice : std::uint8_t {
  least_overlap,  ///< the exact minimum: what a query wants
  stable,         ///< a face before an edge, and b's face or a's, by an allowance that scales with the shapes: what a step wants
};

struct ContactOptions {
  double margin = 0;                ///< [m] >= 0: the widest gap that still makes a point
  int max_contacts = kMaxContacts;  ///< 1..8
  AxisChoice axis_choice = AxisChoice::least_overlap;
  bool filter_internal_edges = true;  ///< false: every triangle feature makes contacts, inner edges too
  bool front_only = false;            ///< what has its core (center, axis, mean of the vertices) behind a triangle does not meet it
};

/// Contacts of `a` against `b`. The result of (b, a) is the same points with opposite normals; only AxisChoice::stable may
/// choose another face for two shapes of one type, as it favours those of its first shape.
ContactSet contact(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b, const ContactOptions& options = {});

/// The deepest point of a set, or null when it is empty; the first wins ties.
const ContactPoint* deepest(const ContactSet& set);

/// Keeps at most `max_contacts` points: the deepest, then those that span the largest area. The order of points is kept.
void reduce_contacts(std::span<const ContactPoint> candidates, int max_contacts, ContactSet& out);

}  // namespace holdfast
