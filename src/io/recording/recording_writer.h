#pragma once
// The writing side of a recording: columns, gathered frames, bursts. Internal to io/recording; see recording.h.

#include <holdfast/io/recording.h>

#include <chrono>
#include <compare>
#include <map>
#include <vector>

#include "io/recording/hdf5_file.h"

namespace holdfast {

/// Which column a body has. A snapshot that is restored can give an id out again for another body: the name tells them apart.
struct ColumnKey {
  BodyId id;
  std::string name;
  auto operator<=>(const ColumnKey&) const = default;
};

class RecordingWriter {
 public:
  RecordingWriter(const std::string& path, const WorldSettings& settings, const RecordingHeader& header);

  void add_frame(const World& world, float largest_depth);
  void add_events(const World& world);
  void flush();
  void finish(const RecordingEnd& end);
  [[nodiscard]] std::size_t frame_count() const { return frames_written_ + times_.size(); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void create_tables();
  void write_header(const WorldSettings& settings, const RecordingHeader& header);
  void find_columns(const World& world);
  void add_column(const World& world, BodyId body, const ColumnKey& key);
  void write_gathered();
  void write_events();
  void burst_when_due();
  void close();
  void require_open() const;

  std::string path_;
  hdf5::Handle file_;  // first, so that it is closed last
  hdf5::Handle string_type_;
  hdf5::Table time_, step_, position_, rotation_, linear_velocity_, angular_velocity_, kinetic_energy_, contact_count_, largest_depth_;
  hdf5::Table name_, kind_, shape_, mass_;
  hdf5::Table event_step_, event_time_, event_body_, event_other_, event_impulse_, event_point_, event_normal_, event_speed_;

  std::map<ColumnKey, std::size_t> columns_;
  std::vector<BodyId> known_bodies_;          // of the last frame, dense order
  std::vector<std::size_t> column_of_dense_;  // the same order
  std::map<BodyId, std::size_t> column_of_id_;

  std::size_t frames_written_ = 0;
  std::vector<double> times_, energies_;
  std::vector<std::uint64_t> steps_;
  std::vector<std::uint32_t> contacts_;
  std::vector<float> depths_, positions_, rotations_, linear_, angular_;
  std::vector<std::uint64_t> e_step_;
  std::vector<double> e_time_;
  std::vector<std::uint32_t> e_body_, e_other_;
  std::vector<float> e_impulse_, e_point_, e_normal_, e_speed_;
  std::chrono::steady_clock::time_point last_burst_ = std::chrono::steady_clock::now();
};

}  // namespace holdfast
