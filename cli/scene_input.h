#pragma once
// From a path on the command line to one scene.

#include <holdfast/io/scene.h>

#include <string>

namespace holdfast::cli {

/// What a file is, told by its content and not by its name.
enum class InputKind { scene, recording, mesh, irsim_world, opendrive, empty };
/// Throws FileError for a file that is missing or cannot be read. A mesh is told by its extension: OBJ has no signature.
InputKind input_kind(const std::string& path);
/// Throws UsageError, by name, for inputs that this version does not read.
void refuse_unsupported(const std::string& path, InputKind kind);

/// The scene `case_name` (a name or an index from 1) of the file; throws UsageError that lists the names when the choice is
/// open or wrong.
Scene load_scene(const std::string& path, const std::string& case_name);
/// The text of a file; throws FileError.
std::string read_text(const std::string& path);

}  // namespace holdfast::cli
