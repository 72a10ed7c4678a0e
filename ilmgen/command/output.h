// SPDX-License-Identifier: GPL-2.0-or-later
//
// The output that --emit asks for: the file, and its writer.
#ifndef ILMGEN_COMMAND_OUTPUT_H
#define ILMGEN_COMMAND_OUTPUT_H

#include "ilmgen/command/options.h"
#include "ilmgen/dag/beginnings.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/dag/sums/step_places.h"
#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emit/file/output_archive.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/emit/ilm/dot_notes.h"
#include "ilmgen/emit/ilm/write_dot.h"
#include "ilmgen/from/log/log_reader.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

/// Writes the ILM, a picture of it, the events, or the run for another tool; nothing if only
/// figures are asked for. Throws Error if the file cannot be written.
class Output {
public:
    Output(const Options& options, const LogReader& log);
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    /// The form in which the builder is to make DAG blocks.  Events go through the builder even
    /// where no DAG block is written, because an impossible event is an error, whatever is asked
    /// for.
    Form form() const;

    /// Each of these is null if nobody wants it.
    BlockSink* blocks() const { return json_ ? json_.get() : dot_.get(); }
    EventSink* events() const { return events_.get(); }
    /// These take each event before the builder does.
    EventSink* beginnings() { return beginnings_ ? &*beginnings_ : nullptr; }
    EventSink* notes() { return notes_ ? &*notes_ : nullptr; }
    EventSink* step_places() { return step_places_ ? &*step_places_ : nullptr; }

    /// After the last event, and the last DAG block.  `cost`: what the run's work is counted in.
    void finish(const Run& run, const LogReader& log, const std::string& cost);
    /// As SyncObjects::lost(), after finish().
    std::uint64_t lost() const { return events_ ? events_->lost() : 0; }

    /// Gives the file its name.
    void commit();

    /// Sentences about the output, for the user.
    std::vector<std::string> remarks() const;

private:
    void make_block_writer(BlockForm form, const LogReader& log);

    const Options& options_;
    std::optional<OutputFile> file_;
    std::optional<OutputArchive> archive_; ///< in place of the file
    std::unique_ptr<EventWriter> events_;
    std::unique_ptr<BlockSink> json_;
    std::unique_ptr<DotWriter> dot_;
    std::optional<Beginnings> beginnings_;
    std::optional<DotNotes> notes_; ///< texts of events, for the picture
    std::optional<RecordedPlaces> step_places_;
};

} // namespace ilm

#endif
