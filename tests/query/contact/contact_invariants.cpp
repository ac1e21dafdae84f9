// What must not change an answer: the order of the shapes, where they stand, how large they are, and what they are called.

#include "query/contact/support.h"

#include <holdfast/base/error.h>

namespace holdfast {
namespace {

using namespace contact_test;

template <class Visit>
void for_random_pairs(std::uint64_t seed, int count, Visit&& visit) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    for (int ka = 0; ka < 4; ++ka) {
      for (int kb = 0; kb < 4; ++kb)
        visit(Placed{random_solid(random, ka), random.pose(0.6)}, Placed{random_solid(random, kb), random.pose(0.6)}, random);
    }
  }
}

/// Sets of equal points in any order, b's normals and points taken through `motion`.
void require_same(const ContactSet& a, const ContactSet& b, const Posed& motion, double scale, double tolerance) {
  REQUIRE(a.count == b.count);
  for (int i = 0; i < a.count; ++i) {
    const ContactPoint& p = a.points[static_cast<std::size_t>(i)];
    double nearest = 1e9;
    for (int j = 0; j < b.count; ++j) {
      const ContactPoint& q = b.points[static_cast<std::size_t>(j)];
      const double off = length(transform(motion, p.position * scale) - q.position) / scale +
                         length(rotate(motion.rotation, p.normal) - q.normal) + std::abs(p.depth * scale - q.depth) / scale;
      nearest = std::min(nearest, off);
    }
    REQUIRE(nearest < tolerance);
  }
}

void require_opposite(const ContactSet& ab, const ContactSet& ba) {
  REQUIRE(ab.count == ba.count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(ab.count); ++i) {
    REQUIRE(ab.points[i].position == ba.points[i].position);
    REQUIRE(ab.points[i].normal == -ba.points[i].normal);
    REQUIRE(ab.points[i].depth == ba.points[i].depth);
  }
}

TEST_CASE("the contacts of (b, a) are those of (a, b) with opposite normals, bit for bit") {
  for_random_pairs(21, 60, [](const Placed& a, const Placed& b, Random&) { require_opposite(contact(a, b), contact(b, a)); });
}

// Neither size nor pose told such hulls apart, and the caller's order chose between axes that tie.
TEST_CASE("hulls of one size at one pose make the same contacts in either order") {
  Random random(27);
  for (int i = 0; i < 200; ++i) {
    std::vector<Vector3d> points, mirrored;
    for (int k = 0; k < 8; ++k) {
      const Vector3d p = random.vector(0.5);
      points.push_back(p);
      mirrored.push_back({-p.x, p.y, p.z});
    }
    const Placed a{Shape::hull(points), random.pose(0.6)}, b{Shape::hull(mirrored), a.pose};
    require_opposite(contact(a, b), contact(b, a));
  }
}

// A step favours the faces of its first shape, so that bodies that rock keep their reference face.
TEST_CASE("a stable choice of axis finds contacts in either order, or in none") {
  ContactOptions options;
  options.axis_choice = AxisChoice::stable;
  for_random_pairs(28, 60, [&](const Placed& a, const Placed& b, Random& random) {
    options.margin = random.uniform(0, 0.2);
    const ContactSet ab = contact(a, b, options), ba = contact(b, a, options);
    REQUIRE((ab.count > 0) == (ba.count > 0));
    if (a.shape.type() != b.shape.type()) require_opposite(ab, ba);
  });
}

TEST_CASE("a rigid motion of both shapes moves their contacts with them") {
  for_random_pairs(22, 60, [](const Placed& a, const Placed& b, Random& random) {
    const Posed motion = random.pose(3);
    require_same(contact(a, b), contact(moved(a, motion), moved(b, motion)), motion, 1, 1e-8);
  });
}

TEST_CASE("shapes a thousand times smaller or larger make the same contacts in their own size") {
  for_random_pairs(23, 30, [](const Placed& a, const Placed& b, Random&) {
    for (const double k : {1e-3, 1e3}) {
      for (const AxisChoice choice : {AxisChoice::least_overlap, AxisChoice::stable}) {
        ContactOptions options, options_k;
        options.axis_choice = options_k.axis_choice = choice;
        options.margin = 0.05;
        options_k.margin = 0.05 * k;
        require_same(contact(a, b, options), contact(scaled(a, k), scaled(b, k), options_k), {}, k, 1e-8);
      }
    }
  });
}

TEST_CASE("a box and the hull of its corners make the same contacts") {
  Random random(24);
  for (int i = 0; i < 800; ++i) {
    const Vector3d h{random.uniform(0.1, 0.7), random.uniform(0.1, 0.7), random.uniform(0.1, 0.7)};
    const Placed box{Shape::box(h), random.pose(0.6)}, hull{hull_of_box(h), box.pose};
    const Placed other{random_solid(random, i % 4), random.pose(0.6)};
    for (const AxisChoice choice : {AxisChoice::least_overlap, AxisChoice::stable}) {
      ContactOptions options;
      options.axis_choice = choice;
      options.margin = 0.03;
      // Different types are asked in the order of the table; in a step that order chooses between nearly equal faces.
      if (choice == AxisChoice::stable && other.shape.type() >= ShapeType::box) continue;
      require_same(contact(box, other, options), contact(hull, other, options), {}, 1, 1e-7);
    }
  }
}

TEST_CASE("a capsule whose ends have nearly met is a sphere") {
  Random random(25);
  for (int i = 0; i < 400; ++i) {
    const Posed pose = random.pose(0.6);
    const Placed other{random_solid(random, i % 4), random.pose(0.6)};
    const ContactSet capsule = contact({Shape::capsule(0.4, 1e-9), pose}, other), sphere = contact({Shape::sphere(0.4), pose}, other);
    REQUIRE((capsule.count > 0) == (sphere.count > 0));
    if (sphere.count > 0) REQUIRE(largest_depth(capsule) == doctest::Approx(largest_depth(sphere)).epsilon(1e-8).scale(1));
  }
}

TEST_CASE("the deepest point is kept whatever the limit of contacts") {
  for_random_pairs(26, 30, [](const Placed& a, const Placed& b, Random&) {
    const ContactSet all = contact(a, b);
    for (int limit = 1; limit < kMaxContacts; ++limit) {
      ContactOptions options;
      options.max_contacts = limit;
      const ContactSet some = contact(a, b, options);
      REQUIRE(some.count == std::min(limit, all.count));
      if (all.count > 0) REQUIRE(largest_depth(some) == doctest::Approx(largest_depth(all)).epsilon(1e-12).scale(1));
    }
  });
}

/// Poses that provoke ties: turns by multiples of 45 degrees, offsets on a grid, tiny disturbances.
Posed provoking(Random& random, double size) {
  const auto step = [&] { return std::round(random.uniform(-2.5, 2.5)) * 0.5 * size; };
  const double noise = random.uniform(0, 1) < 0.5 ? 0 : std::pow(10, random.uniform(-17, -3));
  const auto turn = [&] { return std::round(random.uniform(-2.5, 2.5)) + noise * random.uniform(-1, 1); };
  Posed pose{{step(), step(), step()}, normalized(Quaterniond{turn(), turn(), turn(), turn() + 0.5 * std::round(random.uniform(0, 1))})};
  pose.position += random.vector(noise * size);
  return pose;
}

TEST_CASE("aligned, concentric, flat and needle-shaped pairs give finite contacts, no deeper than the true overlap") {
  Random random(27);
  for (int i = 0; i < 6000; ++i) {
    const double size = std::pow(10, std::round(random.uniform(-3, 3)));
    const auto length_of = [&] { return size * 0.5 * std::pow(10, random.uniform(0, 1) < 0.8 ? 0.0 : std::round(random.uniform(-5, 0))); };
    const auto solid = [&]() -> Placed {
      const Posed pose = provoking(random, size);
      switch (static_cast<int>(random.uniform(0, 4))) {
        case 0: return {Shape::sphere(length_of()), pose};
        case 1: return {Shape::capsule(length_of(), length_of()), pose};
        case 2: return {Shape::box({length_of(), length_of(), length_of()}), pose};
        default: return {hull_of_box({size * 0.5, size * 0.5, length_of()}), pose};
      }
    };
    const Placed a = solid(), b = solid();
    const double least = static_cast<double>(oracle_depth(a, b));
    for (const AxisChoice choice : {AxisChoice::least_overlap, AxisChoice::stable}) {
      ContactOptions options;
      options.axis_choice = choice;
      const ContactSet set = contact(a, b, options);
      CAPTURE(i);
      CAPTURE(shape_type_name(a.shape.type()));
      CAPTURE(shape_type_name(b.shape.type()));
      for (int k = 0; k < set.count; ++k) {
        const ContactPoint& p = set.points[static_cast<std::size_t>(k)];
        REQUIRE(is_finite(p.position));
        REQUIRE(std::abs(length(p.normal) - 1) < 1e-9);
        REQUIRE(std::isfinite(p.depth));
      }
      if (least > 1e-9 * size) REQUIRE(set.count >= 1);
      if (least < -1e-9 * size) REQUIRE(set.count == 0);
      if (choice == AxisChoice::least_overlap && set.count > 0) REQUIRE(std::abs(largest_depth(set) - least) < 1e-8 * size);
    }
  }
}

TEST_CASE("contact refuses poses and options that are not in range") {
  const Placed ball{Shape::sphere(1), {}};
  Placed bad = ball;
  bad.pose.position.x = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(contact(bad, ball), InvalidArgument);
  ContactOptions options;
  options.margin = -1;
  CHECK_THROWS_AS(contact(ball, ball, options), InvalidArgument);
  options = {};
  options.max_contacts = 9;
  CHECK_THROWS_AS(contact(ball, ball, options), InvalidArgument);
}

}  // namespace
}  // namespace holdfast
