#include "cli/csv.h"

#include <fmt/format.h>
#include <holdfast/base/error.h>

#include <cerrno>
#include <cstring>
#include <iterator>

namespace holdfast::cli {
namespace {

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string out = "\"";
  for (const char c : field) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  return out + '"';
}

}  // namespace

CsvWriter::CsvWriter(const std::string& path) : path_(path) {
  errno = 0;
  file_.reset(std::fopen(path.c_str(), "wb"));
  if (!file_) throw FileError(path + ": cannot write: " + std::strerror(errno));
  write("time,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz\n");
}

void CsvWriter::add_frame(const World& world) {
  std::string rows;
  const std::string time = fmt::format("{}", world.time());
  for (std::size_t i = 0; i < world.body_count(); ++i) {
    const Vector3f &p = world.positions()[i], &v = world.linear_velocities()[i], &w = world.angular_velocities()[i];
    const Quaternionf& q = world.rotations()[i];
    fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", time, quoted(world.name(world.bodies()[i])),
                   p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z);
  }
  write(rows);
}

void CsvWriter::write(const std::string& text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
    throw FileError(path_ + ": cannot write: " + std::strerror(errno));
}

void CsvWriter::finish() {
  errno = 0;
  if (file_ && std::fclose(file_.release()) != 0) throw FileError(path_ + ": cannot write: " + std::strerror(errno));
}

}  // namespace holdfast::cli
