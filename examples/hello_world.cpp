// The shortest useful program: a ball falls onto a floor, bounces, and comes to rest.

#include <holdfast/world/world.h>

#include <cstdio>

using namespace holdfast;

int main() {
  World world;  // gravity -9.8 m/s² along z, friction 0.6, no bounce

  BodyDescription floor;
  floor.name = "floor";
  floor.kind = BodyKind::static_body;
  floor.shape = Shape::plane();
  floor.material.restitution = 0.5f;
  world.add_body(floor);

  BodyDescription ball;
  ball.name = "ball";
  ball.shape = Shape::sphere(0.1);
  ball.mass = 1.0;
  ball.position = {0, 0, 2};
  const BodyId id = world.add_body(ball);

  for (int step = 1; step <= 300; ++step) {
    world.step(0.01);
    if (step % 25 != 0) continue;
    const double height = static_cast<double>(world.position(id).z), speed = static_cast<double>(world.linear_velocity(id).z);
    std::printf("%5.2f s  height %6.3f m  velocity %6.3f m/s  %zu contacts\n", world.time(), height, speed, world.contacts().size());
  }
  std::printf("state hash 0x%016llx: the same on every machine\n", static_cast<unsigned long long>(world.state_hash()));
}
