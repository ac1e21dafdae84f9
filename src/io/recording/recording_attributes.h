#pragma once
// What a recording says about itself: the header before the first step and the end after the last. Internal to io/recording.

#include <hdf5.h>
#include <holdfast/io/recording.h>

#include <string>

namespace holdfast {

void write_recording_header(const std::string& path, hid_t file, const WorldSettings& settings, const RecordingHeader& header);
void write_recording_end(const std::string& path, hid_t file, const RecordingEnd& end);

}  // namespace holdfast
