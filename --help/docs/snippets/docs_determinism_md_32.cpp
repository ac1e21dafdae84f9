#include <holdfast/world/world.h>
#include <holdfast/shape/mass_properties.h>
#include <cstdio>
using namespace holdfast;
[[maybe_unused]] static void fragment() {
World world;
const WorldSnapshot start = world.snapshot();
for (int i = 0; i < 10; ++i) world.step(0.01);
const std::uint64_t first = world.state_hash();
world.restore(start);
for (int i = 0; i < 10; ++i) world.step(0.01);
const bool same = world.state_hash() == first;  // true
}
int main() { return 0; }
