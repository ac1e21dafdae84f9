#pragma once
// Recordings: what a run did, in an HDF5 file that h5py, MATLAB and Julia read without help.
//
//   /time (T) [s]  /step (T)  /position (T,B,3) [m]  /rotation (T,B,4) x,y,z,w  /linear_velocity (T,B,3) [m/s]
//   /angular_velocity (T,B,3) [rad/s]  /kinetic_energy (T) [J]  /contact_count (T)  /largest_depth (T) [m]
//   /bodies/name, kind, shape (B) strings, /bodies/mass (B) [kg]
//   /events/step, time, body, other, normal_impulse, point, normal, closing_speed (E): body and other are columns of B
//   /settings: one attribute for each setting. /scene: the text of the scene file. Root attributes: version, hashes, how it ended.
//
// B counts each body that was ever there, in the order of its first frame; a frame in which a body is absent (not yet
// added, or removed) holds NaN in its column. `kind` and `mass` are those of the body's first frame. After a scene
// restores a snapshot, time and step go back: they are what the world said, not a count of frames.
// Events are those of the recorded steps, or of every step with `add_events`.
//
// Frame: world. Units: SI, in the attribute `units` of each dataset. The world is only read.
// Files: frames are gathered in memory and written in bursts, each followed by a flush, so that a run that is killed leaves
// a file that is right up to the last burst (attribute `complete` is then 0). An existing recording is replaced; any other
// existing file is refused. Fails with FileError: a path that cannot be written, a full disk.

#include <holdfast/world/world.h>
#include <memory>
#include <string>

namespace holdfast {

/// What is known before the first step.
struct RecordingHeader {
  std::string scene_name;
  std::string scene_file;  ///< as the user wrote it
  std::string scene_text;  ///< the whole file
  double time_step = 0;    ///< [s]
  int every = 1;           ///< steps between frames
};

/// What is known at the end.
struct RecordingEnd {
  std::uint64_t state_hash = 0;
  std::uint64_t body_hash = 0;
  double wall_time = 0;      ///< [s]
  bool interrupted = false;  ///< by a signal
  std::string refusal;       ///< the message of the refused step, or empty
};

class Recording {
 public:
  /// Creates the file, so that a path that cannot be written fails here.
  Recording(const std::string& path, const WorldSettings& settings, const RecordingHeader& header);
  /// Closes the file; what was not finished stays marked as such.
  ~Recording();
  Recording(Recording&&) noexcept;
  Recording& operator=(Recording&&) noexcept;

  /// Adds the world as it stands now; `largest_depth` [m] is the last step's.
  void add_frame(const World& world, float largest_depth = 0);
  /// Adds the events of the last step.
  void add_events(const World& world);
  /// Writes all that is gathered and flushes it to the file system.
  void flush();
  /// Writes the rest and closes. A later call of any of these throws InvalidArgument.
  void finish(const RecordingEnd& end);

  [[nodiscard]] std::size_t frame_count() const;
  [[nodiscard]] const std::string& path() const;

 private:
  std::unique_ptr<class RecordingWriter> writer_;
};

/// What `holdfast info` tells of a recording.
struct RecordingInfo {
  std::string scene_name, scene_file, version;
  std::size_t frames = 0;
  std::size_t bodies = 0;
  std::size_t events = 0;
  double start_time = 0, end_time = 0;  ///< [s] of the first and the last frame
  std::uint64_t last_step = 0;
  double time_step = 0;  ///< [s]
  int every = 1;
  bool complete = false;  ///< false: the run was killed
  bool interrupted = false;
  std::string refusal;
  std::string state_hash, body_hash;  ///< "0x..." or empty
};

/// True for a file with the signature of HDF5; false for any other, missing ones too.
bool is_hdf5_file(const std::string& path);
/// Throws FileError for a file that is not a recording of ours.
RecordingInfo read_recording_info(const std::string& path);

}  // namespace holdfast
