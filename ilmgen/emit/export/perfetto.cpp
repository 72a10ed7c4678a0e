// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes a file with which Perfetto's viewer shows what each thread does when.
#include "ilmgen/emit/export/exports.h"

#include "ilmgen/analysis/picture/process_groups.h"
#include "ilmgen/analysis/picture/thread_slices.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/emit/export/protobuf.h"
#include "ilmgen/model/error.h"

#include <limits>
#include <unordered_map>
#include <utility>

namespace ilm {

namespace {

/// All packets are of one sequence.
constexpr std::uint64_t sequence = 1;
/// The pid of a process whose pid the log does not contain.
constexpr std::uint64_t some_pid = 1;

/// Tracks by their numbers; those of threads are followed by those of other processes.
constexpr std::uint64_t first_process_track = 1;
constexpr std::uint64_t heap_track = 2;
constexpr std::uint64_t working_track = 3;
constexpr std::uint64_t first_thread_track = 4;

/// Fields of a TracePacket.
constexpr std::uint32_t timestamp = 8;
constexpr std::uint32_t sequence_id = 10;
constexpr std::uint32_t track_event = 11;
constexpr std::uint32_t interned_data = 12;
constexpr std::uint32_t sequence_flags = 13;
constexpr std::uint32_t track_descriptor = 60;

/// Bits of sequence_flags.
constexpr std::uint64_t state_is_cleared = 1;
constexpr std::uint64_t needs_state = 2;

/// Units of a counter.
constexpr std::uint64_t unit_count = 2;
constexpr std::uint64_t unit_bytes = 3;

/// The type of a track event.
std::uint64_t type_of(SliceEvent::Kind kind) {
    switch (kind) {
    case SliceEvent::Kind::begin: return 1;
    case SliceEvent::Kind::end: return 2;
    default: return 3;
    }
}
constexpr std::uint64_t type_counter = 4;

class PerfettoWriter {
public:
    PerfettoWriter(const Run& run, const std::string& cost, OutputFile& out)
        : run_(run), processes_(process_groups(run)), scale_(cost == "us" ? 1000 : 1), out_(out) {}

    void write() {
        const ThreadSlices slices(run_);
        write_tracks();
        for (const SliceEvent& event : slices.events())
            write_event(event, slices.names());
        for (const HeapLevel& level : slices.heap())
            write_counter(heap_track, level.time, level.bytes);
        for (const WorkingThreads& level : slices.working())
            write_counter(working_track, level.time, level.threads);
    }

private:
    void write_tracks() {
        for (std::size_t process = 0; process < processes_.groups.size(); ++process)
            write_process_track(process);
        write_counter_track(heap_track, "heap", unit_bytes);
        write_counter_track(working_track, "threads that work", unit_count);
        for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread)
            write_thread_track(thread);
    }

    std::uint64_t track_of(std::size_t process) const {
        return process == 0 ? first_process_track
                            : first_thread_track + run_.threads.size() + process - 1;
    }

    std::uint64_t pid_of(std::size_t process) const {
        const std::uint64_t pid = processes_.groups[process].pid;
        return pid == 0 ? some_pid : pid;
    }

    void write_process_track(std::size_t process) {
        const std::string& name = processes_.groups[process].name;
        ProtoMessage of_process;
        of_process.number(1, pid_of(process));
        of_process.text(2, run_.command.empty() ? "not told" : name);
        of_process.text(6, name);
        of_process.text(8, "written by ilmgen");
        ProtoMessage track;
        track.number(1, track_of(process));
        track.message(3, of_process);
        write_track(track);
    }

    void write_thread_track(ThreadIndex index) {
        const RunThread& thread = run_.threads[index];
        const std::uint32_t process = processes_.of_threads[index];
        ProtoMessage of_thread;
        of_thread.number(1, pid_of(process));
        of_thread.number(2, thread.id);
        of_thread.text(5, thread_name(run_, index));
        ProtoMessage track;
        track.number(1, first_thread_track + index);
        track.message(4, of_thread);
        track.number(5, track_of(process));
        write_track(track);
    }

    void write_counter_track(std::uint64_t number, const char* name, std::uint64_t unit) {
        ProtoMessage counter;
        counter.number(3, unit);
        ProtoMessage track;
        track.number(1, number);
        track.text(2, name);
        track.number(5, first_process_track);
        track.message(8, counter);
        write_track(track);
    }

    void write_track(const ProtoMessage& track) {
        ProtoMessage packet;
        packet.message(track_descriptor, track);
        write_packet(packet);
    }

    void write_event(const SliceEvent& event, const std::vector<std::string>& names) {
        ProtoMessage packet = packet_at(event.time);
        ProtoMessage track;
        track.number(9, type_of(event.kind));
        if (event.kind != SliceEvent::Kind::end) {
            track.number(10, interned(event.name, names, packet));
            packet.number(sequence_flags, needs_state);
        }
        track.number(11, first_thread_track + event.thread);
        if (event.flow > 0)
            track.fixed(event.ends_flow ? 48 : 47, event.flow);
        packet.message(track_event, track);
        write_packet(packet);
    }

    /// A name's number. The first packet that uses the number defines it.
    std::uint64_t interned(std::uint32_t name, const std::vector<std::string>& names,
                           ProtoMessage& packet) {
        const auto [found, is_new] = interned_.try_emplace(name, interned_.size() + 1);
        if (!is_new)
            return found->second;
        ProtoMessage event_name;
        event_name.number(1, found->second);
        event_name.text(2, names[name]);
        ProtoMessage data;
        data.message(2, event_name);
        packet.message(interned_data, data);
        return found->second;
    }

    void write_counter(std::uint64_t track_number, std::uint64_t time, std::uint64_t value) {
        ProtoMessage packet = packet_at(time);
        ProtoMessage track;
        track.number(9, type_counter);
        track.number(11, track_number);
        track.number_or_zero(30, value);
        packet.message(track_event, track);
        write_packet(packet);
    }

    ProtoMessage packet_at(std::uint64_t time) const {
        if (time > std::numeric_limits<std::int64_t>::max() / scale_)
            throw Error("a time is more than a file for Perfetto can hold, 2^63 - 1 ns");
        ProtoMessage packet;
        packet.number_or_zero(timestamp, time * scale_);
        return packet;
    }

    void write_packet(ProtoMessage& packet) {
        packet.number(sequence_id, sequence);
        if (std::exchange(is_first_, false))
            packet.number(sequence_flags, state_is_cleared);
        ProtoMessage trace;
        trace.message(1, packet);
        out_.write(trace.bytes());
    }

    const Run& run_;
    ProcessGroups processes_;
    const std::uint64_t scale_; ///< nanoseconds in a unit of cost
    OutputFile& out_;
    std::unordered_map<std::uint32_t, std::uint64_t> interned_; ///< by name
    bool is_first_ = true;
};

} // namespace

void write_perfetto(const Run& run, const std::string& cost, OutputFile& out) {
    PerfettoWriter(run, cost, out).write();
}

bool begins_perfetto(std::string_view begin) {
    using namespace std::string_view_literals;
    constexpr std::size_t most_length = 10; // bytes of the packet's length
    const std::size_t track = begin.substr(0, most_length).find("\xe2\x03"sv);
    return begin.starts_with('\x0a') && track != std::string_view::npos &&
           begin.find("\x42\x11written by ilmgen"sv) != std::string_view::npos;
}

} // namespace ilm
