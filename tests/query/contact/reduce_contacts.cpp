// Which contacts are kept when there are more than the limit.

#include <doctest/doctest.h>
#include <holdfast/query/contact.h>

#include <vector>

namespace holdfast {
namespace {

std::vector<ContactPoint> grid(int n) {
  std::vector<ContactPoint> points;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) points.push_back({{double(x), double(y), 0}, {0, 0, 1}, 0.01});
  return points;
}

double bounds_area(const ContactSet& set) {
  Aabbd box;
  for (int i = 0; i < set.count; ++i) box.add(set.points[static_cast<std::size_t>(i)].position);
  return (box.high.x - box.low.x) * (box.high.y - box.low.y);
}

TEST_CASE("four contacts of a grid are its corners") {
  ContactSet set;
  reduce_contacts(grid(7), 4, set);
  REQUIRE(set.count == 4);
  CHECK(bounds_area(set) == doctest::Approx(36));
}

TEST_CASE("the deepest contact is kept even in the middle, and the others span around it") {
  std::vector<ContactPoint> points = grid(7);
  points[24].depth = 0.02;  // the center
  for (int limit = 1; limit <= 8; ++limit) {
    ContactSet set;
    reduce_contacts(points, limit, set);
    REQUIRE(set.count == limit);
    CHECK(deepest(set)->depth == 0.02);
    if (limit >= 5) CHECK(bounds_area(set) == doctest::Approx(36));
  }
}

TEST_CASE("contacts keep their order, and fewer than the limit are all kept") {
  ContactSet set;
  const std::vector<ContactPoint> points = grid(2);
  reduce_contacts(points, 8, set);
  REQUIRE(set.count == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(set.points[i].position == points[i].position);
  reduce_contacts(grid(5), 6, set);
  for (std::size_t i = 1; i < 6; ++i) {
    const Vector3d &p = set.points[i - 1].position, &q = set.points[i].position;
    CHECK(p.y * 5 + p.x < q.y * 5 + q.x);
  }
}

TEST_CASE("contacts on a line keep its ends, and equal ones do no harm") {
  std::vector<ContactPoint> points;
  for (int i = 0; i < 20; ++i) points.push_back({{double(i), 0, 0}, {0, 0, 1}, 0.01 - 0.001 * (i % 3)});
  ContactSet set;
  reduce_contacts(points, 2, set);
  REQUIRE(set.count == 2);
  CHECK(set.points[0].position.x == 0);
  CHECK(set.points[1].position.x == 19);
  reduce_contacts(std::vector<ContactPoint>(30, points[0]), 3, set);
  CHECK(set.count == 3);
  reduce_contacts({}, 4, set);
  CHECK(set.count == 0);
  CHECK(deepest(set) == nullptr);
}

}  // namespace
}  // namespace holdfast
