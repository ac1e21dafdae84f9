// Every pair of solids against oracles that share no code with the library, at random poses.

#include "query/contact/support.h"

namespace holdfast {
namespace {

using namespace contact_test;

constexpr int kPairs = 400;  // of each kind

template <class Visit>
void for_random_pairs(std::uint64_t seed, Visit&& visit) {
  Random random(seed);
  for (int ka = 0; ka < 4; ++ka) {
    for (int kb = 0; kb < 4; ++kb) {
      for (int i = 0; i < kPairs / (ka == 3 && kb == 3 ? 4 : 1); ++i)
        visit(Placed{random_solid(random, ka), random.pose(0.7)}, Placed{random_solid(random, kb), random.pose(0.7)});
    }
  }
}

TEST_CASE("the deepest contact of two solids is the least translation that separates them") {
  for_random_pairs(11, [](const Placed& a, const Placed& b) {
    const double least = static_cast<double>(oracle_depth(a, b));
    const ContactSet set = contact(a, b);
    CAPTURE(shape_type_name(a.shape.type()));
    CAPTURE(shape_type_name(b.shape.type()));
    if (least > 1e-9) {
      REQUIRE(set.count >= 1);
      REQUIRE(largest_depth(set) == doctest::Approx(least).epsilon(1e-9).scale(1));
    }
    if (least < -1e-9) REQUIRE(set.count == 0);
  });
}

TEST_CASE("moving a by its deepest contact along the normal leaves the solids just touching") {
  for_random_pairs(12, [](const Placed& a, const Placed& b) {
    const ContactSet set = contact(a, b);
    if (set.count == 0) return;
    Placed out = a;
    out.pose.position += deepest(set)->normal * deepest(set)->depth;
    REQUIRE(std::abs(static_cast<double>(oracle_depth(out, b))) < 1e-9);
  });
}

TEST_CASE("two solids apart within the margin report no gap wider than their distance, and none where they are farther") {
  ContactOptions options;
  options.margin = 0.1;
  int near = 0;
  for_random_pairs(13, [&](const Placed& a, const Placed& b) {
    const double gap = -static_cast<double>(oracle_depth(a, b));
    if (gap <= 0) return;
    const ContactSet set = contact(a, b, options);
    CAPTURE(shape_type_name(a.shape.type()));
    CAPTURE(shape_type_name(b.shape.type()));
    if (gap > options.margin + 1e-9) REQUIRE(set.count == 0);
    if (gap > options.margin - 1e-9) return;
    ++near;
    REQUIRE(set.count >= 1);
    REQUIRE(-largest_depth(set) == doctest::Approx(gap).epsilon(1e-8).scale(1));
    Placed touching = a;
    touching.pose.position += deepest(set)->normal * deepest(set)->depth;
    REQUIRE(std::abs(static_cast<double>(oracle_depth(touching, b))) < 1e-7);
  });
  CHECK(near > 200);
}

TEST_CASE("a step's contacts never overlap more than a face of either shape does, and never miss an overlap") {
  ContactOptions step;
  step.axis_choice = AxisChoice::stable;
  step.margin = 0.02;
  for_random_pairs(14, [&](const Placed& a, const Placed& b) {
    const double least = static_cast<double>(oracle_depth(a, b));
    const ContactSet set = contact(a, b, step);
    if (least > 1e-9) REQUIRE(set.count >= 1);
    if (least < -step.margin - 1e-9) REQUIRE(set.count == 0);
    // The stable rule gives up at most a tenth of the overlap and 0.005 of the thickness (below 1.4 m here).
    if (least > 1e-9) REQUIRE(largest_depth(set) <= least / 0.9 + 0.01);
  });
}

TEST_CASE("each point lies midway between the surfaces, no deeper than it says") {
  for_random_pairs(15, [](const Placed& a, const Placed& b) {
    const ContactSet set = contact(a, b);
    for (int i = 0; i < set.count; ++i) {
      const ContactPoint& p = set.points[static_cast<std::size_t>(i)];
      REQUIRE(std::abs(length(p.normal) - 1) < 1e-12);
      REQUIRE(p.depth >= 0);
      REQUIRE(p.depth <= largest_depth(set));
      // A tiny ball half a depth along the normal either way touches the one shape's surface, or lies inside the other.
      const Placed at_a{Shape::sphere(1e-3), {p.position - p.normal * (p.depth / 2)}},
          at_b{Shape::sphere(1e-3), {p.position + p.normal * (p.depth / 2)}};
      REQUIRE(static_cast<double>(oracle_depth(at_a, a)) > 1e-3 - 2e-2);
      REQUIRE(static_cast<double>(oracle_depth(at_b, b)) > 1e-3 - 2e-2);
    }
  });
}

}  // namespace
}  // namespace holdfast
