// Try something, look at the outcome, go back: a box is pushed with three different impulses from the same saved state,
// and the world is bit for bit the same each time it is restored.

#include <holdfast/world/world.h>

#include <cstdio>

using namespace holdfast;

int main() {
  World world;
  BodyDescription floor;
  floor.name = "floor";
  floor.kind = BodyKind::static_body;
  floor.shape = Shape::plane();
  world.add_body(floor);

  BodyDescription box;
  box.name = "box";
  box.shape = Shape::box({0.2, 0.2, 0.2});
  box.mass = 2.0;
  box.position = {0, 0, 0.2};
  const BodyId id = world.add_body(box);
  for (int step = 0; step < 50; ++step) world.step(0.01);  // let it settle

  const WorldSnapshot before = world.snapshot();
  const std::uint64_t hash = world.state_hash();
  for (const float push : {2.0f, 4.0f, 8.0f}) {
    world.apply_impulse(id, {push, 0, 0}, world.center_of_mass(id));
    for (int step = 0; step < 200; ++step) world.step(0.01);
    std::printf("an impulse of %.0f N s moves it by %.3f m\n", static_cast<double>(push), static_cast<double>(world.position(id).x));
    world.restore(before);
    if (world.state_hash() != hash) {
      std::printf("the restored world differs\n");
      return 1;
    }
  }
  std::printf("each time the world was restored bit for bit\n");
}
