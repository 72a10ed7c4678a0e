// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/spool.h"

#include "ilmgen/model/error.h"
#include "ilmgen/storage/temporary_file.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <unistd.h>

namespace ilm {

namespace {

constexpr std::size_t appended_at_once = std::size_t{1} << 18;

[[noreturn]] void fail(const char* what) {
    const std::string reason = std::strerror(errno);
    throw Error("a temporary file in " + temporary_folder() + " " + what + ": " + reason +
                "; TMPDIR names another folder");
}

} // namespace

TemporaryBytes::~TemporaryBytes() {
    if (fd_ >= 0)
        ::close(fd_);
}

void TemporaryBytes::append(const void* bytes, std::size_t size) {
    const char* const begin = static_cast<const char*>(bytes);
    rest_.insert(rest_.end(), begin, begin + size);
    size_ += size;
    if (rest_.size() >= appended_at_once)
        flush();
}

void TemporaryBytes::flush() {
    if (fd_ < 0 && (fd_ = open_temporary_file()) < 0)
        fail("cannot be made");
    for (std::size_t done = 0; done < rest_.size();) {
        const ssize_t put = ::pwrite(fd_, rest_.data() + done, rest_.size() - done,
                                     static_cast<off_t>(written_ + done));
        if (put < 0 && errno != EINTR)
            fail("cannot be written");
        done += put < 0 ? 0 : static_cast<std::size_t>(put);
    }
    written_ += rest_.size();
    rest_.clear();
}

void TemporaryBytes::read(std::uint64_t offset, void* bytes, std::size_t size) {
    if (offset + size > written_)
        flush();
    for (std::size_t done = 0; done < size;) {
        const ssize_t got = ::pread(fd_, static_cast<char*>(bytes) + done, size - done,
                                    static_cast<off_t>(offset + done));
        if (got == 0 || (got < 0 && errno != EINTR))
            fail("cannot be read");
        done += got < 0 ? 0 : static_cast<std::size_t>(got);
    }
}

void TemporaryPart::read(void* bytes, std::size_t size) {
    char* to = static_cast<char*>(bytes);
    while (size > 0) {
        if (used_ == buffer_.size()) {
            buffer_.resize(std::min<std::uint64_t>(buffer_size_, end_ - next_));
            file_->read(next_, buffer_.data(), buffer_.size());
            next_ += buffer_.size();
            used_ = 0;
        }
        const std::size_t part = std::min(size, buffer_.size() - used_);
        std::memcpy(to, buffer_.data() + used_, part);
        used_ += part;
        to += part;
        size -= part;
    }
}

void EventSpool::event(const Event& event) {
    static_assert(std::is_trivially_copyable_v<Event>);
    Event kept = event;
    kept.fact = nullptr; // it is made anew of the text
    if (event.new_stacks != nullptr)
        kept.new_stacks = &stacks_.emplace_back(*event.new_stacks);
    file_.append(&kept, sizeof kept);
    file_.append(event.prim.data(), event.prim.size());
    file_.append(event.text.data(), event.text.size());
    file_.append(event.name.data(), event.name.size());
    file_.append(event.usage.data(), event.usage.size_bytes());
    file_.append(event.work.data(), event.work.size_bytes());
    ++events_;
}

/// The sizes in an event that was written are right.  The pointers to data that was written with
/// the event are set anew.
void EventSpool::replay(EventSink& sink) {
    TemporaryPart part(file_, 0, file_.size());
    Event event;
    std::vector<char> prim;
    std::vector<char> text;
    std::vector<char> name;
    std::vector<BlockUsage> usage;
    std::vector<WorkSample> work;
    while (!part.at_end()) {
        part.read(&event, sizeof event);
        prim.resize(event.prim.size());
        text.resize(event.text.size());
        name.resize(event.name.size());
        usage.resize(event.usage.size());
        work.resize(event.work.size());
        part.read(prim.data(), prim.size());
        part.read(text.data(), text.size());
        part.read(name.data(), name.size());
        part.read(usage.data(), usage.size() * sizeof(BlockUsage));
        part.read(work.data(), work.size() * sizeof(WorkSample));
        event.prim = {prim.data(), prim.size()};
        event.text = {text.data(), text.size()};
        event.name = {name.data(), name.size()};
        event.usage = usage;
        event.work = work;
        sink.event(event);
    }
}

} // namespace ilm
