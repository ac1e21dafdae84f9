#include "cli/scene_input.h"

#include <holdfast/io/recording.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/output.h"
#include "cli/suggestion.h"

namespace holdfast::cli {
namespace {

constexpr std::size_t kHeadBytes = 64 * 1024;  // enough to meet the first keys of a world below a long comment
constexpr std::size_t kNamesInMessage = 12;
constexpr std::array kMeshExtensions{".obj", ".stl", ".ply", ".gltf", ".glb", ".dae", ".fbx", ".off", ".3ds"};

std::string lower_extension(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::ranges::transform(extension, extension.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

std::string read_head(const std::string& path, std::size_t limit) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) throw FileError(path + ": is a folder; the path of a file is needed");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FileError(path + ": cannot open: " + (errno != 0 ? std::strerror(errno) : "no such file"));
  std::string text(limit, '\0');
  file.read(text.data(), static_cast<std::streamsize>(limit));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

/// True when a line of the text starts with `key:` in the first column.
bool has_top_key(const std::string& text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
    std::size_t after = at + key.size();
    while (after < text.size() && text[after] == ' ') ++after;
    if ((at == 0 || text[at - 1] == '\n') && after < text.size() && text[after] == ':') return true;
  }
  return false;
}

std::string list_names(const std::vector<SceneOrError>& scenes) {
  std::string names;
  for (std::size_t i = 0; i < scenes.size() && i < kNamesInMessage; ++i) {
    names += (i == 0 ? "" : ", ") + std::to_string(i + 1) + " '" + scenes[i].scene.name + "'";
  }
  if (scenes.size() > kNamesInMessage) names += ", ... (" + std::to_string(scenes.size()) + " in all)";
  return names;
}

std::size_t choose(const std::string& path, const std::vector<SceneOrError>& scenes, const std::string& case_name) {
  if (case_name.empty()) {
    if (scenes.size() == 1) return 0;
    throw UsageError(path + ": holds " + std::to_string(scenes.size()) +
                     " scenes; choose one with --case NAME or INDEX: " + list_names(scenes));
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (scenes[i].scene.name == case_name) return i;
    names.push_back(scenes[i].scene.name);
  }
  std::size_t index = 0;
  const char* end = case_name.data() + case_name.size();
  const auto [rest, code] = std::from_chars(case_name.data(), end, index);
  if (code == std::errc() && rest == end && index >= 1 && index <= scenes.size()) return index - 1;
  throw UsageError(path + ": no scene is named '" + case_name + "'" + suggestion(case_name, names) + ", known are: " + list_names(scenes));
}

}  // namespace

std::string read_text(const std::string& path) {
  std::error_code code;
  const auto size = std::filesystem::file_size(path, code);
  return read_head(path, code ? kMaxSceneBytes : std::min<std::size_t>(static_cast<std::size_t>(size), kMaxSceneBytes));
}

InputKind input_kind(const std::string& path) {
  const std::string head = read_head(path, kHeadBytes), extension = lower_extension(path);
  if (is_hdf5_file(path)) return InputKind::recording;
  if (head.find("<OpenDRIVE") != std::string::npos || extension == ".xodr") return InputKind::opendrive;
  if (std::ranges::find(kMeshExtensions, extension) != kMeshExtensions.end()) return InputKind::mesh;
  if (head.empty()) return InputKind::empty;
  const bool ours = has_top_key(head, "holdfast");
  const bool planar = has_top_key(head, "robot") || has_top_key(head, "obstacle") || has_top_key(head, "world");
  return !ours && planar && !has_top_key(head, "bodies") && !has_top_key(head, "cases") ? InputKind::irsim_world : InputKind::scene;
}

void refuse_unsupported(const std::string& path, InputKind kind) {
  switch (kind) {
    case InputKind::irsim_world:
      throw UsageError(path + ": is an IR-SIM world (world: with robot: or obstacle:), which this version does not run");
    case InputKind::opendrive: throw UsageError(path + ": is an OpenDRIVE road, which this version does not read");
    case InputKind::empty: throw UsageError(path + ": the file is empty");
    case InputKind::scene:
    case InputKind::recording:
    case InputKind::mesh: return;
  }
}

Scene load_scene(const std::string& path, const std::string& case_name) {
  const InputKind kind = input_kind(path);
  refuse_unsupported(path, kind);
  if (kind == InputKind::recording) throw UsageError(path + ": is a recording, not a scene; 'holdfast info' tells what it holds");
  if (kind == InputKind::mesh) throw UsageError(path + ": is a mesh file, not a scene; 'holdfast info' tells what it holds");
  std::vector<SceneOrError> scenes = read_scene_file_leniently(path);
  if (scenes.empty()) throw UsageError(path + ": holds no scene");
  SceneOrError& chosen = scenes[choose(path, scenes, case_name)];
  if (!chosen.error.empty()) throw FileError(chosen.error);
  return std::move(chosen.scene);
}

}  // namespace holdfast::cli
