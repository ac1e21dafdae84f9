#include "io/recording/hdf5_file.h"

#include <algorithm>
#include <limits>

namespace holdfast::hdf5 {
namespace {

// Small chunks waste index space, large ones memory; HDF5's own cache of a dataset is 1 MiB and a chunk must fit in it.
constexpr hsize_t kChunkBytes = 64 * 1024;
constexpr hsize_t kMaxChunkRows = 4096;
// Sideways chunks of at least 16 columns: a world that starts empty and gains bodies does not get one chunk a body.
constexpr hsize_t kMinChunkColumns = 16;
constexpr hsize_t kMaxChunkColumns = 1024;
constexpr unsigned kDeflateLevel = 1;  // static columns compress to nothing at any level; 1 is the fastest

herr_t keep_innermost(unsigned, const H5E_error2_t* error, void* out) {
  if (error->desc != nullptr && *error->desc != '\0') static_cast<std::string*>(out)->assign(error->desc);
  return 0;
}

/// Where HDF5 says "errno = 13, error message = 'Permission denied'", the part a user wants.
std::string shorten(const std::string& message) {
  const std::string mark = "error message = '";
  const auto at = message.find(mark);
  if (at == std::string::npos) return message;
  const auto begin = at + mark.size(), end = message.find('\'', begin);
  return message.substr(begin, end == std::string::npos ? std::string::npos : end - begin);
}

std::vector<hsize_t> chunk_of(const std::vector<hsize_t>& shape, bool grows_sideways, std::size_t item_bytes) {
  std::vector<hsize_t> chunk{1};
  hsize_t row_bytes = item_bytes;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool sideways = i == 0 && grows_sideways;
    chunk.push_back(sideways ? std::clamp(shape[i], kMinChunkColumns, kMaxChunkColumns) : shape[i]);
    row_bytes *= chunk.back();
  }
  chunk[0] = std::clamp<hsize_t>(kChunkBytes / row_bytes, 1, kMaxChunkRows);
  return chunk;
}

}  // namespace

std::string last_message() {
  std::string message;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, &message);
  return shorten(message);
}

void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

void check(const std::string& path, const char* what, long long code) {
  if (code < 0) throw FileError(path + ": cannot " + what + ": " + last_message());
}

Handle checked(const std::string& path, const char* what, hid_t id) {
  check(path, what, id);
  return Handle(id);
}

Table Table::create(const std::string& path, hid_t parent, const char* name, hid_t type, std::vector<hsize_t> shape, bool grows_sideways,
                    const char* units) {
  Table table;
  table.type = type;
  table.grows_sideways = grows_sideways;
  const std::vector<hsize_t> chunk = chunk_of(shape, grows_sideways, H5Tget_size(type));
  table.size.push_back(0);
  table.size.insert(table.size.end(), shape.begin(), shape.end());
  std::vector<hsize_t> limit = table.size;
  limit[0] = H5S_UNLIMITED;
  if (grows_sideways) limit[1] = H5S_UNLIMITED;

  const Handle space =
      checked(path, "describe a dataset", H5Screate_simple(static_cast<int>(limit.size()), table.size.data(), limit.data()));
  const Handle properties = checked(path, "describe a dataset", H5Pcreate(H5P_DATASET_CREATE));
  check(path, "set chunks", H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data()));
  if (H5Tget_class(type) == H5T_FLOAT) {
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    check(path, "set the fill value", H5Pset_fill_value(properties.get(), H5T_NATIVE_DOUBLE, &nothing));
  }
  if (H5Tget_class(type) != H5T_STRING) {
    check(path, "set filters", H5Pset_shuffle(properties.get()));
    check(path, "set filters", H5Pset_deflate(properties.get(), kDeflateLevel));
  }
  table.set = checked(path, "make a dataset", H5Dcreate2(parent, name, type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT));
  if (units != nullptr) write_attribute(path, table.set.get(), "units", std::string(units));
  return table;
}

void Table::append(const std::string& path, const void* data, hsize_t rows) {
  if (rows == 0) return;
  std::vector<hsize_t> start(size.size(), 0), count = size;
  start[0] = size[0];
  count[0] = rows;
  size[0] += rows;
  check(path, "extend a dataset", H5Dset_extent(set.get(), size.data()));
  if (std::find(count.begin(), count.end(), hsize_t{0}) != count.end()) return;
  const Handle space = checked(path, "extend a dataset", H5Dget_space(set.get()));
  check(path, "extend a dataset", H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
  const Handle memory = checked(path, "extend a dataset", H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr));
  check(path, "write", H5Dwrite(set.get(), type, memory.get(), space.get(), H5P_DEFAULT, data));
}

void Table::widen(const std::string& path, hsize_t columns) {
  size[1] = columns;
  check(path, "extend a dataset", H5Dset_extent(set.get(), size.data()));
}

Handle string_type(const std::string& path) {
  Handle type = checked(path, "make a type", H5Tcopy(H5T_C_S1));
  check(path, "make a type", H5Tset_size(type.get(), H5T_VARIABLE));
  check(path, "make a type", H5Tset_cset(type.get(), H5T_CSET_UTF8));
  return type;
}

namespace {
void write_scalar(const std::string& path, hid_t object, const char* name, hid_t type, const void* value) {
  const Handle space = checked(path, "make an attribute", H5Screate(H5S_SCALAR));
  if (H5Aexists(object, name) > 0) check(path, "replace an attribute", H5Adelete(object, name));
  const Handle attribute = checked(path, "make an attribute", H5Acreate2(object, name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT));
  check(path, "write an attribute", H5Awrite(attribute.get(), type, value));
}
}  // namespace

void write_attribute(const std::string& path, hid_t object, const char* name, const std::string& value) {
  const Handle type = string_type(path);
  const char* text = value.c_str();
  write_scalar(path, object, name, type.get(), static_cast<const void*>(&text));
}

void write_attribute(const std::string& path, hid_t object, const char* name, double value) {
  write_scalar(path, object, name, H5T_NATIVE_DOUBLE, &value);
}

void write_attribute(const std::string& path, hid_t object, const char* name, long long value) {
  write_scalar(path, object, name, H5T_NATIVE_LLONG, &value);
}

std::string read_string_attribute(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT));
  if (!attribute.valid()) return {};
  const Handle type(H5Aget_type(attribute.get()));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) <= 0) return {};
  const Handle memory = string_type(name);
  char* text = nullptr;
  if (H5Aread(attribute.get(), memory.get(), static_cast<void*>(&text)) < 0 || text == nullptr) return {};
  std::string value = text;
  H5free_memory(text);
  return value;
}

double read_number_attribute(hid_t object, const char* name, double fallback) {
  if (H5Aexists(object, name) <= 0) return fallback;
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT));
  double value = fallback;
  if (!attribute.valid() || H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, &value) < 0) return fallback;
  return value;
}

}  // namespace holdfast::hdf5
