#pragma once
// Helpers for tests of scene files: the message of a bad text, and the failures of a case.

#include <holdfast/base/error.h>
#include <holdfast/io/verify.h>

#include <string>

namespace holdfast {

/// The message with which a text is refused; empty when it is accepted.
inline std::string refusal_of(const std::string& text) {
  try {
    read_scene_text(text);
  } catch (const FileError& e) { return e.what(); }
  return {};
}

/// The text of each failure, one a line; empty when the case passes.
inline std::string failures_of(const std::string& text) {
  std::string out;
  for (const VerifyFailure& f : verify_scene(read_scene_text(text)).failures) out += f.text() + "\n";
  return out;
}

}  // namespace holdfast
