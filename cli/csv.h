#pragma once
// Trajectories as text, one row a body and frame: time,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz. SI units, world frame,
// quaternions x, y, z, w; numbers are the shortest that read back as the same bits. Fields with commas, quotes or line
// ends are quoted as in RFC 4180. Fails: FileError for a path that cannot be written, and for a full disk.

#include <holdfast/world/world.h>

#include <cstdio>
#include <memory>
#include <string>

namespace holdfast::cli {

class CsvWriter {
 public:
  /// Creates the file with its header line.
  explicit CsvWriter(const std::string& path);
  void add_frame(const World& world);
  /// Writes the rest and closes.
  void finish();

 private:
  void write(const std::string& text);

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace holdfast::cli
