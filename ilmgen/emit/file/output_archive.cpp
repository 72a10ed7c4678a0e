// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/file/output_archive.h"

#include "ilmgen/emit/file/temporaries.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ilm {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".otf2";

/// Whether the entry is a file of one thread's events or definitions, for example 12.evt.
bool is_of_thread(const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    const std::string_view rest = std::string_view(name).substr(digits);
    return digits > 0 && (rest == ".evt" || rest == ".def") &&
           entry.symlink_status().type() == fs::file_type::regular;
}

bool has_only_files_of_threads(const fs::path& folder) {
    std::error_code error;
    const fs::directory_iterator entries(folder, error);
    return !error && std::all_of(begin(entries), end(entries), is_of_thread);
}

[[noreturn]] void refuse(const fs::path& part, const char* why) {
    throw Error(part.string() + ": would be part of the output, but is " + why +
                "; choose another name");
}

[[noreturn]] void fail(const std::string& name, const char* what) {
    throw Error(name + ": " + what + ": " + std::strerror(errno));
}

bool is_there(const fs::path& path) {
    std::error_code error;
    return fs::symlink_status(path, error).type() != fs::file_type::not_found;
}

} // namespace

ArchiveParts archive_parts(const std::string& anchor) {
    const fs::path path(anchor);
    const std::string name = path.filename().string();
    if (anchor == "-")
        throw Error("standard output: an OTF2 archive is several files");
    if (!name.ends_with(suffix) || name.size() == suffix.size())
        throw Error(anchor + ": the name of an OTF2 archive has to end in .otf2");
    const fs::path folder = path.parent_path() / name.substr(0, name.size() - suffix.size());
    return {path, folder.string() + ".def", folder};
}

void check_archive_parts(const ArchiveParts& parts) {
    for (const fs::path& file : {parts.anchor, parts.definitions})
        if (is_there(file) && fs::symlink_status(file).type() != fs::file_type::regular)
            refuse(file, "no regular file");
    if (!is_there(parts.folder))
        return;
    if (fs::symlink_status(parts.folder).type() != fs::file_type::directory)
        refuse(parts.folder, "no folder");
    if (!has_only_files_of_threads(parts.folder))
        refuse(parts.folder, "a folder with other files than an OTF2 archive has");
}

OutputArchive::OutputArchive(const std::string& anchor, OutputFile::Guard guard)
    : name_(anchor), parts_(archive_parts(anchor)), guard_(std::move(guard)) {
    check_archive_parts(parts_);
    temporary_ = anchor + ".XXXXXX";
    const HeldSignals held;
    if (::mkdtemp(temporary_.data()) == nullptr) {
        temporary_.clear();
        fail(name_, "cannot be created");
    }
    remember_temporary(temporary_.c_str());
}

OutputArchive::~OutputArchive() {
    move_back();
    discard();
}

const std::string& OutputArchive::begin() {
    held_.emplace();
    return temporary_;
}

void OutputArchive::stop_if_asked() const {
    if (held_ && held_->any())
        throw Error(name_ + ": a signal has ended the writing");
}

/// Removes the old anchor file first and moves the new one last, so that there is never an anchor
/// file without the rest.
void OutputArchive::commit() {
    stop_if_asked();
    check_archive_parts(parts_);
    if (guard_ != nullptr)
        guard_(name_);
    const fs::path made = fs::path(temporary_) / working_name;
    const fs::path replaced = fs::path(temporary_) / "replaced";
    if (::mkdir(replaced.c_str(), 0700) != 0)
        fail(name_, "cannot be written");
    for (const fs::path& part : {parts_.anchor, parts_.definitions, parts_.folder})
        if (is_there(part))
            move(part, replaced / part.filename());
    move(made, parts_.folder);
    move(made.string() + ".def", parts_.definitions);
    move(made.string() + std::string(suffix), parts_.anchor);
    moves_.clear();
    discard();
}

/// Fails rather than replace a file that has turned up in the meantime.  EINVAL: the file system
/// cannot promise this.
void OutputArchive::move(const fs::path& from, const fs::path& to) {
    const bool is_moved =
        ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0 ||
        (errno == EINVAL && !is_there(to) && ::rename(from.c_str(), to.c_str()) == 0);
    if (!is_moved)
        fail(name_, "cannot be renamed");
    moves_.emplace_back(from, to);
}

void OutputArchive::move_back() {
    for (; !moves_.empty(); moves_.pop_back())
        ::rename(moves_.back().second.c_str(), moves_.back().first.c_str());
}

void OutputArchive::discard() {
    if (temporary_.empty())
        return;
    std::error_code ignored;
    fs::remove_all(temporary_, ignored);
    forget_temporary(temporary_.c_str());
    temporary_.clear();
}

} // namespace ilm
