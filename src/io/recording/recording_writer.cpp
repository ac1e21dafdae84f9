#include "io/recording/recording_writer.h"

#include <holdfast/base/hash.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <span>

#include "io/recording/recording_attributes.h"

namespace holdfast {
namespace {

// A burst is due after a second (what a killed run can lose) or when this much is gathered, whichever comes first. Larger
// values write fewer, better filled chunks; smaller ones hold less memory.
constexpr std::chrono::milliseconds kBurstInterval{1000};
constexpr std::size_t kBurstBytes = 8u << 20u;
constexpr std::size_t kBytesPerBody = 13 * sizeof(float);
constexpr std::size_t kBytesPerEvent = 64;

void put(std::vector<float>& out, std::size_t at, const Vector3f& v) {
  out[at] = v.x;
  out[at + 1] = v.y;
  out[at + 2] = v.z;
}

void append(std::vector<float>& out, const Vector3f& v) { out.insert(out.end(), {v.x, v.y, v.z}); }

/// Refuses to replace anything but an earlier recording: a mistyped path must not cost a scene.
void refuse_foreign_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return;
  if (std::filesystem::is_directory(path, ignored)) throw FileError(path + ": is a folder; a recording needs the path of a file");
  const bool empty = std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) == 0;
  if (!empty && !is_hdf5_file(path)) {
    throw FileError(path + ": exists and is not a recording; it is left as it is. Give another path, or remove the file");
  }
}

}  // namespace

RecordingWriter::RecordingWriter(const std::string& path, const WorldSettings& settings, const RecordingHeader& header) : path_(path) {
  hdf5::silence();
  refuse_foreign_file(path);
  // The oldest file format: it has no "open for writing" mark that would keep readers from the file of a killed run.
  const hdf5::Handle access = hdf5::checked(path, "describe a file", H5Pcreate(H5P_FILE_ACCESS));
  file_ = hdf5::checked(path, "write a recording", H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()));
  string_type_ = hdf5::string_type(path);
  create_tables();
  write_header(settings, header);
  flush();
}

void RecordingWriter::create_tables() {
  const auto table = [this](hid_t parent, const char* name, hid_t type, std::vector<hsize_t> shape, bool sideways, const char* units) {
    return hdf5::Table::create(path_, parent, name, type, std::move(shape), sideways, units);
  };
  const hid_t root = file_.get();
  time_ = table(root, "time", H5T_NATIVE_DOUBLE, {}, false, "s");
  step_ = table(root, "step", H5T_NATIVE_UINT64, {}, false, "1");
  position_ = table(root, "position", H5T_NATIVE_FLOAT, {0, 3}, true, "m");
  rotation_ = table(root, "rotation", H5T_NATIVE_FLOAT, {0, 4}, true, "1");
  linear_velocity_ = table(root, "linear_velocity", H5T_NATIVE_FLOAT, {0, 3}, true, "m/s");
  angular_velocity_ = table(root, "angular_velocity", H5T_NATIVE_FLOAT, {0, 3}, true, "rad/s");
  kinetic_energy_ = table(root, "kinetic_energy", H5T_NATIVE_DOUBLE, {}, false, "J");
  contact_count_ = table(root, "contact_count", H5T_NATIVE_UINT32, {}, false, "1");
  largest_depth_ = table(root, "largest_depth", H5T_NATIVE_FLOAT, {}, false, "m");
  hdf5::write_attribute(path_, rotation_.set.get(), "order", std::string("x, y, z, w"));

  const hdf5::Handle bodies = hdf5::checked(path_, "make a group", H5Gcreate2(root, "bodies", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  name_ = table(bodies.get(), "name", string_type_.get(), {}, false, nullptr);
  kind_ = table(bodies.get(), "kind", string_type_.get(), {}, false, nullptr);
  shape_ = table(bodies.get(), "shape", string_type_.get(), {}, false, nullptr);
  mass_ = table(bodies.get(), "mass", H5T_NATIVE_FLOAT, {}, false, "kg");

  const hdf5::Handle events = hdf5::checked(path_, "make a group", H5Gcreate2(root, "events", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  event_step_ = table(events.get(), "step", H5T_NATIVE_UINT64, {}, false, "1");
  event_time_ = table(events.get(), "time", H5T_NATIVE_DOUBLE, {}, false, "s");
  event_body_ = table(events.get(), "body", H5T_NATIVE_UINT32, {}, false, "1");
  event_other_ = table(events.get(), "other", H5T_NATIVE_UINT32, {}, false, "1");
  event_impulse_ = table(events.get(), "normal_impulse", H5T_NATIVE_FLOAT, {3}, false, "N s");
  event_point_ = table(events.get(), "point", H5T_NATIVE_FLOAT, {3}, false, "m");
  event_normal_ = table(events.get(), "normal", H5T_NATIVE_FLOAT, {3}, false, "1");
  event_speed_ = table(events.get(), "closing_speed", H5T_NATIVE_FLOAT, {}, false, "m/s");
}

void RecordingWriter::write_header(const WorldSettings& settings, const RecordingHeader& header) {
  write_recording_header(path_, file_.get(), settings, header);
}

// Columns ------------------------------------------------------------------------------------------------------------

void RecordingWriter::find_columns(const World& world) {
  const std::span<const BodyId> bodies = world.bodies();
  // The same ids can be other bodies only after a restore, which goes back in time.
  const bool went_back = !steps_.empty() && world.step_count() < steps_.back();
  if (!went_back && std::ranges::equal(bodies, known_bodies_)) return;
  known_bodies_.assign(bodies.begin(), bodies.end());
  column_of_dense_.clear();
  column_of_id_.clear();
  for (const BodyId body : bodies) {
    const ColumnKey key{body, world.name(body)};
    if (!columns_.contains(key)) add_column(world, body, key);
    column_of_dense_.push_back(columns_.at(key));
    column_of_id_[body] = column_of_dense_.back();
  }
  if (position_.size[1] < columns_.size()) {
    for (hdf5::Table* t : {&position_, &rotation_, &linear_velocity_, &angular_velocity_}) t->widen(path_, columns_.size());
  }
}

void RecordingWriter::add_column(const World& world, BodyId body, const ColumnKey& key) {
  write_gathered();  // the gathered frames have the old number of columns
  columns_.emplace(key, columns_.size());
  const std::string kind(body_kind_name(world.kind(body))), shape(shape_type_name(world.shape(body).type()));
  const std::array<const char*, 3> texts{key.name.c_str(), kind.c_str(), shape.c_str()};
  name_.append(path_, static_cast<const void*>(&texts[0]), 1);
  kind_.append(path_, static_cast<const void*>(&texts[1]), 1);
  shape_.append(path_, static_cast<const void*>(&texts[2]), 1);
  const float mass = world.mass(body);
  mass_.append(path_, &mass, 1);
}

// Frames and events --------------------------------------------------------------------------------------------------

void RecordingWriter::add_frame(const World& world, float largest_depth) {
  require_open();
  find_columns(world);
  const std::size_t width = columns_.size(), row = times_.size() * width;
  constexpr float kAbsent = std::numeric_limits<float>::quiet_NaN();
  positions_.resize((row + width) * 3, kAbsent);
  rotations_.resize((row + width) * 4, kAbsent);
  linear_.resize((row + width) * 3, kAbsent);
  angular_.resize((row + width) * 3, kAbsent);
  double energy = 0;
  for (std::size_t i = 0; i < column_of_dense_.size(); ++i) {
    const std::size_t at = row + column_of_dense_[i];
    put(positions_, at * 3, world.positions()[i]);
    put(linear_, at * 3, world.linear_velocities()[i]);
    put(angular_, at * 3, world.angular_velocities()[i]);
    const Quaternionf& q = world.rotations()[i];
    std::ranges::copy(std::array{q.x, q.y, q.z, q.w}, rotations_.begin() + static_cast<std::ptrdiff_t>(at * 4));
    energy += world.kinetic_energy(known_bodies_[i]);
  }
  times_.push_back(world.time());
  steps_.push_back(world.step_count());
  energies_.push_back(energy);
  contacts_.push_back(static_cast<std::uint32_t>(world.contacts().size()));
  depths_.push_back(largest_depth);
  burst_when_due();
}

void RecordingWriter::add_events(const World& world) {
  require_open();
  for (const CollisionEvent& event : world.events()) {
    const auto body = column_of_id_.find(event.body), other = column_of_id_.find(event.other);
    // A body that came and went between two frames has no column, and its events none to name.
    if (body == column_of_id_.end() || other == column_of_id_.end()) continue;
    e_step_.push_back(world.step_count());
    e_time_.push_back(world.time());
    e_body_.push_back(static_cast<std::uint32_t>(body->second));
    e_other_.push_back(static_cast<std::uint32_t>(other->second));
    append(e_impulse_, event.normal_impulse);
    append(e_point_, event.point);
    append(e_normal_, event.normal);
    e_speed_.push_back(event.closing_speed);
  }
  burst_when_due();
}

void RecordingWriter::burst_when_due() {
  const std::size_t gathered = times_.size() * columns_.size() * kBytesPerBody + e_step_.size() * kBytesPerEvent;
  if (gathered >= kBurstBytes || std::chrono::steady_clock::now() - last_burst_ >= kBurstInterval) flush();
}

void RecordingWriter::write_gathered() {
  const hsize_t rows = times_.size();
  position_.append(path_, positions_.data(), rows);
  rotation_.append(path_, rotations_.data(), rows);
  linear_velocity_.append(path_, linear_.data(), rows);
  angular_velocity_.append(path_, angular_.data(), rows);
  kinetic_energy_.append(path_, energies_.data(), rows);
  contact_count_.append(path_, contacts_.data(), rows);
  largest_depth_.append(path_, depths_.data(), rows);
  step_.append(path_, steps_.data(), rows);
  time_.append(path_, times_.data(), rows);
  frames_written_ += rows;
  for (std::vector<float>* v : {&positions_, &rotations_, &linear_, &angular_, &depths_}) v->clear();
  times_.clear();
  energies_.clear();
  steps_.clear();
  contacts_.clear();
  write_events();
}

void RecordingWriter::write_events() {
  const hsize_t rows = e_step_.size();
  event_step_.append(path_, e_step_.data(), rows);
  event_time_.append(path_, e_time_.data(), rows);
  event_body_.append(path_, e_body_.data(), rows);
  event_other_.append(path_, e_other_.data(), rows);
  event_impulse_.append(path_, e_impulse_.data(), rows);
  event_point_.append(path_, e_point_.data(), rows);
  event_normal_.append(path_, e_normal_.data(), rows);
  event_speed_.append(path_, e_speed_.data(), rows);
  e_step_.clear();
  e_time_.clear();
  e_body_.clear();
  e_other_.clear();
  for (std::vector<float>* v : {&e_impulse_, &e_point_, &e_normal_, &e_speed_}) v->clear();
}

void RecordingWriter::flush() {
  require_open();
  write_gathered();
  hdf5::check(path_, "write", H5Fflush(file_.get(), H5F_SCOPE_GLOBAL));
  last_burst_ = std::chrono::steady_clock::now();
}

void RecordingWriter::finish(const RecordingEnd& end) {
  require_open();
  write_gathered();
  write_recording_end(path_, file_.get(), end);
  hdf5::check(path_, "write", H5Fflush(file_.get(), H5F_SCOPE_GLOBAL));
  close();
}

/// HDF5 keeps a file open, and locked, while any of its datasets is.
void RecordingWriter::close() {
  for (hdf5::Table* t : {&time_,
                         &step_,
                         &position_,
                         &rotation_,
                         &linear_velocity_,
                         &angular_velocity_,
                         &kinetic_energy_,
                         &contact_count_,
                         &largest_depth_,
                         &name_,
                         &kind_,
                         &shape_,
                         &mass_,
                         &event_step_,
                         &event_time_,
                         &event_body_,
                         &event_other_,
                         &event_impulse_,
                         &event_point_,
                         &event_normal_,
                         &event_speed_}) {
    t->set.reset();
  }
  file_.reset();
}

void RecordingWriter::require_open() const {
  if (!file_.valid()) throw InvalidArgument(path_ + ": the recording is finished; nothing can be added");
}

// The public face ----------------------------------------------------------------------------------------------------

Recording::Recording(const std::string& path, const WorldSettings& settings, const RecordingHeader& header)
    : writer_(std::make_unique<RecordingWriter>(path, settings, header)) {}
Recording::~Recording() = default;
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;

void Recording::add_frame(const World& world, float largest_depth) { writer_->add_frame(world, largest_depth); }
void Recording::add_events(const World& world) { writer_->add_events(world); }
void Recording::flush() { writer_->flush(); }
void Recording::finish(const RecordingEnd& end) { writer_->finish(end); }
std::size_t Recording::frame_count() const { return writer_->frame_count(); }
const std::string& Recording::path() const { return writer_->path(); }

}  // namespace holdfast
