#include <holdfast/world/world.h>
#include <cstdio>

int main() {
  holdfast::World world;

  holdfast::BodyDescription floor;
  floor.kind = holdfast::BodyKind::static_body;
  floor.shape = holdfast::Shape::plane();
  world.add_body(floor);

  holdfast::BodyDescription box;
  box.shape = holdfast::Shape::box({0.5, 0.5, 0.5});
  box.mass = 10;
  box.position = {0, 0, 2};
  const holdfast::BodyId id = world.add_body(box);

  for (int i = 0; i < 100; ++i) world.step(0.01);
  std::printf("height %.2f m, %zu contacts\n", static_cast<double>(world.position(id).z), world.contacts().size());
}
