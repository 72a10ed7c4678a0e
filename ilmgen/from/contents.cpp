// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/contents.h"

#include "ilmgen/from/bytes/log_source.h"
#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/from/trace/trace_reader.h"

#include <algorithm>

namespace ilm {

namespace {

/// Bytes in memory as a source.
class Bytes : public ByteSource {
public:
    explicit Bytes(std::string_view bytes) : left_(bytes) {}
    std::size_t read(char* to, std::size_t most) override {
        const std::size_t got = left_.copy(to, most);
        left_.remove_prefix(got);
        return got;
    }

private:
    std::string_view left_;
};

/// Ends the reading with the first event.
class FirstEvent : public EventSink {
public:
    struct Seen {};
    void event(const Event&) override { throw Seen(); }
};

} // namespace

std::optional<std::string> first_bytes_of_file(const std::string& path) {
    LogSource file(path);
    std::string bytes(std::size_t{1} << 16, '\0');
    std::size_t size = 0;
    try {
        while (size < bytes.size()) {
            const std::size_t got = file.read(bytes.data() + size, bytes.size() - size);
            if (got == 0)
                break;
            size += got;
        }
    } catch (const BrokenSource&) {
        return std::nullopt;
    }
    bytes.resize(size);
    return bytes;
}

bool is_empty_array(std::string_view begin) {
    std::string bones(begin);
    std::erase_if(bones, is_json_white);
    return bones == "[]";
}

/// Any array of objects may be someone's data.
bool begins_trace(std::string_view begin) {
    if (!begins_json_array(begin))
        return false;
    Bytes bytes(begin);
    FirstEvent first;
    try {
        read_trace(bytes, first);
    } catch (const FirstEvent::Seen&) {
        return true;
    }
    return is_empty_array(begin);
}

std::string foreign_compression(std::string_view begin) {
    if (begin.starts_with("\xfd"
                          "7zXZ"))
        return "xz";
    return begin.starts_with("BZh") ? "bzip2" : "";
}

} // namespace ilm
