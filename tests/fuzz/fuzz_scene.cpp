// Any text as a scene file: it is refused with an Error, or read; then its first steps run and its checks are compared.
// Nothing else may leave the reader, and the message of a refusal names a line.

#include <holdfast/io/scene.h>
#include <holdfast/io/scene_run.h>
#include <holdfast/io/verify.h>

#include <string_view>

#include "bytes.h"

using namespace holdfast;

namespace {

constexpr std::size_t kMostBodies = 16;  // larger scenes are read and not run: the world has a target of its own
constexpr int kMostSteps = 4;

void run(Scene& scene) {
  if (scene.bodies.size() > kMostBodies) return;
  scene.steps = std::min(scene.steps, kMostSteps);
  for (SceneCheck& check : scene.checks) check.at_step = std::min(check.at_step, scene.steps);
  const VerifyCase result = verify_scene(scene);
  fuzz::require(result.passed() || !result.failures.front().text().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    Scene scene = read_scene_text(text, "fuzz.yaml", "/nonexistent");
    run(scene);
  } catch (const Error& error) { fuzz::require(std::string_view(error.what()).find("fuzz.yaml") != std::string_view::npos); }
  return 0;
}
