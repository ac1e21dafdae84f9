#include <holdfast/world/world.h>
#include <holdfast/shape/mass_properties.h>
#include <cstdio>
#include <holdfast/query/contact.h>
using namespace holdfast;
[[maybe_unused]] static void fragment() {
const Shape ball = Shape::sphere(0.5), floor = Shape::plane();
const ContactSet set = contact(ball, Posed{{0, 0, 0.4}}, floor, Posed{});
const ContactPoint& point = set.points[0];  // normal (0, 0, 1): up, from the floor to the ball; depth 0.1; point (0, 0, -0.05)
}
int main() { return 0; }
