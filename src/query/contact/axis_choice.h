#pragma once
// Which separating direction of two polyhedra makes their contacts: the rule of AxisChoice, for boxes and hulls alike.
//
// Separations in meters; negative: overlap. For shapes 1 m thick the stable rule is 0.9 sep + 0.005 m and 0.98 sep + 0.001 m
// (the reference's constants); the absolute parts scale with the thinner shape.

#include <holdfast/query/contact.h>

#include <algorithm>
#include <limits>

namespace holdfast::detail {

/// Stable: an edge pair replaces a face only where 0.9 of the face's separation plus this share of the thickness is less. [1]
/// Smaller: manifolds of one point and of four alternate as a body rocks. Larger: true edge contacts are taken for face contacts.
inline constexpr double kEdgeFactor = 0.9, kEdgeShare = 0.005;
/// Stable: b's face replaces a's only where it is better by this. Same effects, for the reference face.
inline constexpr double kFaceFactor = 0.98, kFaceShare = 0.001;
/// Least overlap: directions within this share of the size are equally good, and the first one wins:
/// a's faces, b's faces, edges. Larger: the reported depth may exceed the least one by that much.
inline constexpr double kAxisTie = 1e-12;

/// Least overlap: rounding of a clipped corner's height against the separation, as a share of the size.
inline constexpr double kGapSlack = 1e-9;

struct AxisRule {
  AxisChoice choice;
  double thickness;  ///< [m] of the thinner shape
  double tie;        ///< [m]

  AxisRule(AxisChoice choice_in, double thickness_in, double size) : choice(choice_in), thickness(thickness_in), tie(kAxisTie * size) {}

  /// The separation that b's best face must exceed to be the reference instead of a's.
  [[nodiscard]] double face_b_threshold(double face_a) const {
    return choice == AxisChoice::stable ? std::max(face_a, kFaceFactor * face_a + kFaceShare * thickness) : face_a + tie;
  }
  /// The separation that an edge pair must exceed to be chosen before the better face.
  [[nodiscard]] double edge_threshold(double face) const {
    return choice == AxisChoice::stable ? std::max(face, kEdgeFactor * face + kEdgeShare * thickness) : face + tie;
  }
  /// Whether contacts of a face, the least gap among them `gap`, show its separation. They fail to where the shapes come
  /// closest beside the face; a step puts up with that while they overlap, rather than give up points for one.
  [[nodiscard]] bool accepts(double gap, double separation, double size) const {
    if (choice == AxisChoice::stable && separation <= 0) return gap < std::numeric_limits<double>::infinity();
    return gap <= separation + (choice == AxisChoice::stable ? kFaceShare * thickness : kGapSlack * size);
  }
};

}  // namespace holdfast::detail
