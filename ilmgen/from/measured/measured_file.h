// SPDX-License-Identifier: GPL-2.0-or-later
//
// The files that `hpcmp --machine` and `hpcmp --native` write: JSON that users may edit.
//
// Each mistake in a file becomes an Error that names the file and the value. Example:
// "machine.json: wake[2].other.run: is missing; `hpcmp --machine` measures it".
#ifndef ILMGEN_FROM_MEASURED_MEASURED_FILE_H
#define ILMGEN_FROM_MEASURED_MEASURED_FILE_H

#include <rapidjson/document.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

/// A value of the file, there or not.
class MeasuredValue {
public:
    /// `command` is the command that measures the value. `behind` separates the path from the name
    /// of a member.
    MeasuredValue(const rapidjson::Value* json, std::string path, const char* command,
                  const char* behind = ".")
        : json_(json), path_(std::move(path)), command_(command), behind_(behind) {}

    bool is_there() const { return json_ != nullptr && !json_->IsNull(); }
    MeasuredValue operator[](const char* key) const;
    /// The elements of an array.
    std::vector<MeasuredValue> items() const;
    /// From 0 to 10^18.
    double number() const;
    std::uint64_t whole_number() const;
    std::string text() const;
    [[noreturn]] void fail(const std::string& reason) const;
    [[noreturn]] void fail_as_missing(const std::string& reason) const;

private:
    const rapidjson::Value& need() const;

    const rapidjson::Value* json_; ///< null: there is none
    std::string path_;             ///< with the file's name
    const char* command_;
    const char* behind_;
};

class MeasuredFile {
public:
    /// `mark` is the key that holds the number of the format, which is 1.
    MeasuredFile(const std::string& name, const char* mark, const char* command);
    MeasuredFile(const MeasuredFile&) = delete;
    MeasuredFile& operator=(const MeasuredFile&) = delete;

    MeasuredValue whole() const { return {&document_, name_, command_, ": "}; }

private:
    std::string name_;
    const char* command_;
    rapidjson::Document document_;
};

} // namespace ilm

#endif
