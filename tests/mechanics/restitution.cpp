#include <doctest/doctest.h>

#include <holdfast/base/random.h>
#include <holdfast/world/world.h>
#include <cmath>

using namespace holdfast;

namespace {

constexpr Material kElastic{.friction = 0, .restitution = 1};

/// A heap of elastic bodies over elastic ground, 64 of them, with gaps of a tenth of their size.
std::vector<BodyId> add_heap(World& world, const Shape& shape) {
  BodyDescription ground;
  ground.kind = BodyKind::static_body;
  ground.shape = Shape::plane();
  ground.material = kElastic;
  world.add_body(ground);
  Random random(3);
  std::vector<BodyId> ids;
  for (int i = 0; i < 64; ++i) {
    BodyDescription d;
    d.shape = shape;
    d.mass = 2;
    d.material = kElastic;
    const int column = i % 4, row = i / 4 % 4, level = i / 16;
    const double x = 0.22 * column, y = 0.22 * row, z = 0.22 * level + 0.5;
    d.position = Vector3d{x + random.uniform(0, 0.005), y + random.uniform(0, 0.005), z + random.uniform(0, 0.005)};
    ids.push_back(world.add_body(d));
  }
  return ids;
}

double energy(const World& world, const std::vector<BodyId>& ids) {
  double sum = 0;
  for (const BodyId id : ids) sum += world.kinetic_energy(id) + 2 * 9.8 * static_cast<double>(world.position(id).z);
  return sum;
}

WorldSettings elastic_settings(PositionUpdate update) {
  WorldSettings s;
  s.position_update = update;
  s.bounce_threshold = 0;
  s.push_factor = 0;  // pushing overlaps apart lifts bodies
  s.velocity_iterations = 100;
  return s;
}

}  // namespace

TEST_CASE("a heap of elastic bodies keeps its energy, whatever number of them collide at once") {
  for (const Shape& shape : {Shape::sphere(0.1), Shape::box({0.1, 0.1, 0.1})}) {
    World world(elastic_settings(PositionUpdate::trapezoid));
    const std::vector<BodyId> ids = add_heap(world, shape);
    const double start = energy(world, ids);
    double worst = 0;
    for (int i = 0; i < 2000; ++i) {
      world.step(0.001);
      worst = std::max(worst, std::abs(energy(world, ids) / start - 1));
    }
    CAPTURE(shape_type_name(shape.type()));
    CHECK(worst < 1e-5);
  }
}

TEST_CASE("semi-implicit steps let the energy of elastic balls lead by m g h v / 2 and no more") {
  constexpr double h = 0.001;
  World world(elastic_settings(PositionUpdate::semi_implicit));
  const std::vector<BodyId> ids = add_heap(world, Shape::sphere(0.1));
  const double start = energy(world, ids);
  for (int i = 0; i < 2000; ++i) {
    world.step(h);
    double lead = 0;
    for (const BodyId id : ids) lead += 2 * 9.8 * h / 2 * static_cast<double>(world.linear_velocity(id).z);
    CHECK(std::abs(energy(world, ids) - lead - start) < 1e-4 * start);
  }
}
