#include <holdfast/world/world.h>
#include <holdfast/shape/mass_properties.h>
#include <cstdio>
using namespace holdfast;
[[maybe_unused]] static void fragment() {
const Posed X_WB{{0, 0, 1}};                     // a body one meter up
const Posed X_BS{{0.5, 0, 0}};                   // its shape, half a meter ahead of the body's origin
const Posed X_WS = X_WB * X_BS;
const Vector3d p_W = transform(X_WS, {0, 0, 0});  // (0.5, 0, 1)
const Vector3d p_S = transform_inverse(X_WS, p_W);
}
int main() { return 0; }
