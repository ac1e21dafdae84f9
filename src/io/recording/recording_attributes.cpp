#include "io/recording/recording_attributes.h"

#include <array>
#include <cstdio>

#include "io/recording/hdf5_file.h"

namespace holdfast {
namespace {

constexpr const char* kFormat = "holdfast recording";
constexpr long long kFormatVersion = 1;

std::string hex(std::uint64_t value) {
  std::array<char, 19> text{};
  std::snprintf(text.data(), text.size(), "0x%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

void write_settings(const std::string& path, hid_t file, const WorldSettings& s) {
  const hdf5::Handle group = hdf5::checked(path, "make a group", H5Gcreate2(file, "settings", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  const auto number = [&](const char* name, double value) { hdf5::write_attribute(path, group.get(), name, value); };
  const auto integer = [&](const char* name, long long value) { hdf5::write_attribute(path, group.get(), name, value); };
  const auto word = [&](const char* name, const char* value) { hdf5::write_attribute(path, group.get(), name, std::string(value)); };
  number("gravity_x", static_cast<double>(s.gravity.x));
  number("gravity_y", static_cast<double>(s.gravity.y));
  number("gravity_z", static_cast<double>(s.gravity.z));
  integer("velocity_iterations", s.velocity_iterations);
  integer("position_iterations", s.position_iterations);
  number("margin", static_cast<double>(s.margin));
  number("slop", static_cast<double>(s.slop));
  number("push_factor", static_cast<double>(s.push_factor));
  number("bounce_threshold", static_cast<double>(s.bounce_threshold));
  integer("warm_starting", s.warm_starting ? 1 : 0);
  word("solver_order", s.solver_order == SolverOrder::insertion ? "insertion" : "canonical");
  word("position_update", s.position_update == PositionUpdate::trapezoid ? "trapezoid" : "semi_implicit");
  word("collision_detection", "DISCRETE");
  word("internal_edges", s.filter_internal_edges ? "filtered" : "all_features");
  integer("max_contacts_per_pair", s.max_contacts_per_pair);
}

/// A dataset, because an attribute holds 64 KiB at most.
void write_scene_text(const std::string& path, hid_t file, const std::string& text) {
  const hdf5::Handle type = hdf5::string_type(path);
  const hdf5::Handle space = hdf5::checked(path, "make a dataset", H5Screate(H5S_SCALAR));
  const hdf5::Handle set =
      hdf5::checked(path, "make a dataset", H5Dcreate2(file, "scene", type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  const char* chars = text.c_str();
  hdf5::check(path, "write the scene", H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, static_cast<const void*>(&chars)));
}

std::size_t rows_of(const std::string& path, hid_t file, const char* name, int dimension = 0) {
  const hdf5::Handle set = hdf5::checked(path, "read a recording", H5Dopen2(file, name, H5P_DEFAULT));
  const hdf5::Handle space = hdf5::checked(path, "read a recording", H5Dget_space(set.get()));
  std::array<hsize_t, H5S_MAX_RANK> size{};
  const int rank = H5Sget_simple_extent_dims(space.get(), size.data(), nullptr);
  return rank > dimension ? static_cast<std::size_t>(size[static_cast<std::size_t>(dimension)]) : 0;
}

template <class T>
T element_of(const std::string& path, hid_t file, const char* name, hid_t type, std::size_t row) {
  const hdf5::Handle set = hdf5::checked(path, "read a recording", H5Dopen2(file, name, H5P_DEFAULT));
  const hdf5::Handle space = hdf5::checked(path, "read a recording", H5Dget_space(set.get()));
  const hsize_t start = row, one = 1;
  hdf5::check(path, "read", H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &one, nullptr));
  const hdf5::Handle memory = hdf5::checked(path, "read", H5Screate_simple(1, &one, nullptr));
  T value{};
  hdf5::check(path, "read", H5Dread(set.get(), type, memory.get(), space.get(), H5P_DEFAULT, &value));
  return value;
}

}  // namespace

void write_recording_header(const std::string& path, hid_t file, const WorldSettings& settings, const RecordingHeader& header) {
  const auto text = [&](const char* name, const std::string& value) { hdf5::write_attribute(path, file, name, value); };
  text("format", kFormat);
  hdf5::write_attribute(path, file, "format_version", kFormatVersion);
  text("holdfast_version", HOLDFAST_VERSION);
  text("scene_name", header.scene_name);
  text("scene_file", header.scene_file);
  text("frame", "world, right-handed; SI units, radians; quaternions x, y, z, w");
  hdf5::write_attribute(path, file, "time_step", header.time_step);
  hdf5::write_attribute(path, file, "every", static_cast<long long>(header.every));
  hdf5::write_attribute(path, file, "complete", 0ll);
  write_settings(path, file, settings);
  write_scene_text(path, file, header.scene_text);
}

void write_recording_end(const std::string& path, hid_t file, const RecordingEnd& end) {
  const auto text = [&](const char* name, const std::string& value) { hdf5::write_attribute(path, file, name, value); };
  text("state_hash", hex(end.state_hash));
  text("body_hash", hex(end.body_hash));
  text("refusal", end.refusal);
  hdf5::write_attribute(path, file, "wall_time", end.wall_time);
  hdf5::write_attribute(path, file, "interrupted", end.interrupted ? 1ll : 0ll);
  hdf5::write_attribute(path, file, "complete", 1ll);
}

bool is_hdf5_file(const std::string& path) {
  hdf5::silence();
  return H5Fis_hdf5(path.c_str()) > 0;
}

RecordingInfo read_recording_info(const std::string& path) {
  hdf5::silence();
  const hdf5::Handle file = hdf5::checked(path, "read a recording", H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  if (hdf5::read_string_attribute(file.get(), "format") != kFormat)
    throw FileError(path + ": an HDF5 file, but not a recording of holdfast");
  RecordingInfo info;
  const auto text = [&](const char* name) { return hdf5::read_string_attribute(file.get(), name); };
  const auto number = [&](const char* name) { return hdf5::read_number_attribute(file.get(), name, 0); };
  info.scene_name = text("scene_name");
  info.scene_file = text("scene_file");
  info.version = text("holdfast_version");
  info.refusal = text("refusal");
  info.state_hash = text("state_hash");
  info.body_hash = text("body_hash");
  info.time_step = number("time_step");
  info.every = static_cast<int>(number("every"));
  info.complete = number("complete") != 0;
  info.interrupted = number("interrupted") != 0;
  info.frames = rows_of(path, file.get(), "time");
  info.bodies = rows_of(path, file.get(), "position", 1);
  info.events = rows_of(path, file.get(), "events/step");
  if (info.frames > 0) {
    info.start_time = element_of<double>(path, file.get(), "time", H5T_NATIVE_DOUBLE, 0);
    info.end_time = element_of<double>(path, file.get(), "time", H5T_NATIVE_DOUBLE, info.frames - 1);
    info.last_step = element_of<std::uint64_t>(path, file.get(), "step", H5T_NATIVE_UINT64, info.frames - 1);
  }
  return info;
}

}  // namespace holdfast
