// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/export/otf2_library.h"

#include "ilmgen/model/error.h"

#include <cstdarg>

namespace ilm {

namespace {

/// The archive that is open. It is kept here so that its memory is not lost if it stays open.
OTF2_Archive* open_archive = nullptr;

/// The exception leaves functions of the library. These are written in C, so they have no
/// destructors that have to run.
OTF2_ErrorCode throw_error(void* archive, const char* /*file*/, std::uint64_t /*line*/,
                           const char* /*function*/, OTF2_ErrorCode code, const char* /*format*/,
                           va_list /*arguments*/) {
    if (code != OTF2_WARNING && code != OTF2_DEPRECATED)
        static_cast<const Otf2Archive*>(archive)->check(code);
    return code;
}

/// Records that do not fit the library's memory are written to the file at once.
OTF2_FlushType write_at_once(void* /*data*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/,
                             void* /*caller*/, bool /*final*/) {
    return OTF2_FLUSH;
}

/// The second function is null, so the library adds no records about such writing.
const OTF2_FlushCallbacks flush_callbacks = {write_at_once, nullptr};

} // namespace

Otf2Archive::Otf2Archive(OutputArchive& out) : out_(out) {
    OTF2_Error_RegisterCallback(throw_error, this);
    archive_ = checked(OTF2_Archive_Open(out.begin().c_str(), OutputArchive::working_name,
                                         OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                                         OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX,
                                         OTF2_COMPRESSION_NONE));
    open_archive = archive_;
    check(OTF2_Archive_SetFlushCallbacks(get(), &flush_callbacks, nullptr));
    check(OTF2_Archive_SetSerialCollectiveCallbacks(get()));
}

Otf2Archive::~Otf2Archive() {
    OTF2_Error_RegisterCallback(nullptr, nullptr);
}

void Otf2Archive::check(OTF2_ErrorCode code) const {
    if (code != OTF2_SUCCESS)
        throw Error(out_.name() + ": cannot be written: " + OTF2_Error_GetDescription(code));
}

void Otf2Archive::close() {
    check(OTF2_Archive_Close(archive_));
    open_archive = nullptr;
}

} // namespace ilm
