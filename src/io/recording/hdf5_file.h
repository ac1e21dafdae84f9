#pragma once
// A thin owner of HDF5 handles, and the few calls that a recording needs. Every failure is a FileError that carries the
// library's own innermost message. Internal to io/recording.

#include <hdf5.h>
#include <holdfast/base/error.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace holdfast::hdf5 {

/// Owns any handle; H5Idec_ref closes each kind.
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(id) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, H5I_INVALID_HID);
    }
    return *this;
  }
  [[nodiscard]] hid_t get() const { return id_; }
  [[nodiscard]] bool valid() const { return id_ >= 0; }
  void reset() {
    if (id_ >= 0) H5Idec_ref(id_);
    id_ = H5I_INVALID_HID;
  }

 private:
  hid_t id_ = H5I_INVALID_HID;
};

/// The library's innermost message, without a newline.
std::string last_message();
/// Stops the library from printing its error stack; once a process is enough.
void silence();
/// Throws FileError "path: what: message" when `code` is negative.
void check(const std::string& path, const char* what, long long code);
/// The same for a call that makes a handle.
Handle checked(const std::string& path, const char* what, hid_t id);

/// A dataset whose first dimension grows, and the second too where it has one.
/// `shape`: dimensions after the first; `type` is both the file's and the memory's.
struct Table {
  Handle set;
  hid_t type = H5I_INVALID_HID;
  std::vector<hsize_t> size;    ///< of the dataset now
  bool grows_sideways = false;  ///< the second dimension is that of the bodies

  static Table create(const std::string& path, hid_t parent, const char* name, hid_t type, std::vector<hsize_t> shape, bool grows_sideways,
                      const char* units);
  /// Appends `rows` rows; `data` holds rows times the other dimensions.
  void append(const std::string& path, const void* data, hsize_t rows);
  void widen(const std::string& path, hsize_t columns);
};

/// A string type of variable length, UTF-8.
Handle string_type(const std::string& path);
void write_attribute(const std::string& path, hid_t object, const char* name, const std::string& value);
void write_attribute(const std::string& path, hid_t object, const char* name, double value);
void write_attribute(const std::string& path, hid_t object, const char* name, long long value);
/// Empty or the fallback where the attribute is missing or of another kind.
std::string read_string_attribute(hid_t object, const char* name);
double read_number_attribute(hid_t object, const char* name, double fallback);

}  // namespace holdfast::hdf5
