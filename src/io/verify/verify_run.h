#pragma once
// Runs a scene and checks what it expects, after each step that a check names and along the way.

#include <holdfast/io/scene_run.h>

#include <map>

#include "io/verify/findings.h"

namespace holdfast::detail {

/// Body hashes at the ends of other scenes, so that a file that many cases name runs once.
class HashOfFile {
 public:
  /// Throws Error when the file does not hold exactly one scene, or its run is refused.
  std::uint64_t operator()(const std::string& path);

 private:
  std::map<std::string, std::uint64_t> known_;
};

/// One failure for each thing that differs; queries are asked before the first step.
void verify_scene_into(const Scene& scene, HashOfFile& hashes, std::vector<VerifyFailure>& failures);

}  // namespace holdfast::detail
