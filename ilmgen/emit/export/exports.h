// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes the run as files of other tools. For each format there is a function that writes such a
// file, and one that recognises the file by its first bytes.
#ifndef ILMGEN_EMIT_EXPORT_EXPORTS_H
#define ILMGEN_EMIT_EXPORT_EXPORTS_H

#include "ilmgen/analysis/schedule/task_graph.h"
#include "ilmgen/emit/file/output_archive.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ilm {

/// The tasks of a run with a schedule, for formats of schedulers.
struct ScheduledTasks {
    const TaskGraph& graph;
    std::span<const std::uint64_t> starts;     ///< by task
    std::span<const std::uint32_t> processors; ///< by task, from 1 on; 0 of meetings
    std::span<const TaskIndex> order;          ///< of starts
    std::uint64_t makespan = 0;
};

/// Format: DAX 2.1, as far as the DTD of SimGrid 3.32 (src/dag/dax.dtd) has it.  The file contains
/// jobs and their order; the jobs are the tasks of write_wfformat().  DAX cannot express memory.
void write_dax(const Run& run, const std::string& cost, OutputFile& out);

/// The same jobs as those of write_planned_wfformat(). DAX cannot express a schedule, so each job
/// also depends on the job that the same processor executes before it.
void write_planned_dax(const Run& run, const std::string& cost, const ScheduledTasks& plan,
                       OutputFile& out);

/// Whether a file that begins with these bytes was written by write_dax().
bool begins_dax(std::string_view begin);

/// Format: version 2, as DHAT of Valgrind 3.19 writes it and its viewer checks it, without `acc`,
/// the accesses to each byte. Time is that of a machine on which nobody waits for a processor. A
/// site's `mb` is the maximum of that site's bytes, at any time. In DHAT's own files, `mb` is the
/// site's bytes when the whole heap last reached a new peak during an allocation of the site.
void write_dhat(const Run& run, const std::string& cost, OutputFile& out);

/// Whether a file that begins with these bytes was written by write_dhat().
bool begins_dhat(std::string_view begin);

/// Format: as ms_print of Valgrind 3.19 reads it.  Each snapshot is the highest level in a part of
/// the time, on a machine with a processor for each thread, so one snapshot is the peak. The peak
/// has a tree of the calls that have allocated the live blocks; some other snapshots have one, too.
void write_massif(const Run& run, const std::string& cost, OutputFile& out);

/// Whether a file that begins with these bytes was written by write_massif().
bool begins_massif(std::string_view begin);

/// Throws Error if this ilmgen was built without the library.
void check_otf2();

/// Format: an archive of OTF2 3.0, as its reference manual describes it, written by its library.
/// Each thread has a location, in the location group of its process. Times are those of a machine
/// with a processor for each thread. One more location has two metrics: bytes of the heap, and
/// threads that work. Regions do not overlap. They are slices of work, named after the function
/// with most of it, and waits, named after what the thread waits for. A tick is a unit of cost. A
/// second has 10^6 ticks if the unit is a microsecond, and 10^9 otherwise. Throws Error if it
/// cannot be written.
void write_otf2(const Run& run, const std::string& cost, OutputArchive& out);

/// Whether `begin` is that of an anchor file that ilmgen has created. The first two bytes of such a
/// file tell how it is stored.
inline bool begins_otf2(std::string_view begin) {
    return begin.substr(0, 6).ends_with("OTF2") &&
           begin.find("written by ilmgen") != std::string_view::npos;
}

/// Format: a Trace of TrackEvents, as Perfetto's page "Writing TrackEvent Protos Synthetically"
/// describes it. Each thread has a track, with times of a machine with a processor for each thread.
/// It contains slices of work, named after the function with most of it, and of waits, named after
/// what the thread waits for. Flows lead from the events that end waits to the threads that have
/// waited, and along the critical path. Counters: bytes of the heap, threads that work. A
/// nanosecond stands for a unit of cost, unless that unit is a time. Throws Error for times of 2^63
/// ns and more.
void write_perfetto(const Run& run, const std::string& cost, OutputFile& out);

/// Whether the first packet (field 1) contains a track (field 60) whose process is described as
/// written by ilmgen. The only text before this description is the command.
bool begins_perfetto(std::string_view begin);

/// Format: profile.proto of github.com/google/pprof. For each type, the values of all samples sum
/// up to a figure of the run: critical to the span, work to the work of all threads, alloc_space to
/// the bytes allocated, inuse_space to the peak, and waited and caused each to the sum of all
/// waits. Work is divided among stacks by the samples of the trace. Throws Error if a value is too
/// large for the format.
void write_pprof(const Run& run, const std::string& cost, OutputFile& out);

/// Whether the file begins with the table of strings (field 6), and the first string that is not
/// empty names ilmgen.
bool begins_pprof(std::string_view begin);

/// Format: WfFormat 1.5, by its JSON schema (wfcommons/WfFormat, wfcommons-schema.json), and some
/// members that its readers need although the schema leaves them out. Tasks also have two members
/// of our own: `thread` and `heapChangeInBytes`.
void write_wfformat(const Run& run, const std::string& cost, OutputFile& out);

/// A plan of the run: `makespanInSeconds` is the plan's, and each processor is a machine. Tasks
/// have one more member of our own: `startInSeconds`.
void write_planned_wfformat(const Run& run, const std::string& cost, const ScheduledTasks& plan,
                            OutputFile& out);

/// Whether a file that begins with these bytes was written by write_wfformat().
bool begins_wfformat(std::string_view begin);

} // namespace ilm

#endif
