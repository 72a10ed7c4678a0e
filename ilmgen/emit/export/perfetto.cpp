// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes a file with which Perfetto's viewer shows what each thread does when.
#include "ilmgen/emit/export/exports.h"

#include "ilmgen/analysis/picture/process_groups.h"
#include "ilmgen/analysis/picture/thread_slices.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/emit/export/nonzero.h"
#include "ilmgen/model/error.h"

#include <limits>
#include <protozero/pbf_writer.hpp>
#include <string>
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
constexpr protozero::pbf_tag_type timestamp = 8;
constexpr protozero::pbf_tag_type sequence_id = 10;
constexpr protozero::pbf_tag_type track_event = 11;
constexpr protozero::pbf_tag_type interned_data = 12;
constexpr protozero::pbf_tag_type sequence_flags = 13;
constexpr protozero::pbf_tag_type track_descriptor = 60;

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
        write_packet([&](protozero::pbf_writer& packet) {
            protozero::pbf_writer track(packet, track_descriptor);
            track.add_uint64(1, track_of(process));
            write_process(process, {track, 3});
        });
    }

    void write_process(std::size_t process, protozero::pbf_writer descriptor) const {
        const std::string& name = processes_.groups[process].name;
        descriptor.add_uint64(1, pid_of(process));
        descriptor.add_string(2, run_.command.empty() ? "not told" : name);
        descriptor.add_string(6, name);
        descriptor.add_string(8, "written by ilmgen");
    }

    void write_thread_track(ThreadIndex index) {
        write_packet([&](protozero::pbf_writer& packet) {
            const std::uint32_t process = processes_.of_threads[index];
            protozero::pbf_writer track(packet, track_descriptor);
            track.add_uint64(1, first_thread_track + index);
            write_thread(index, pid_of(process), {track, 4});
            track.add_uint64(5, track_of(process));
        });
    }

    void write_thread(ThreadIndex index, std::uint64_t pid,
                      protozero::pbf_writer descriptor) const {
        descriptor.add_uint64(1, pid);
        add_nonzero(descriptor, 2, run_.threads[index].id);
        descriptor.add_string(5, thread_name(run_, index));
    }

    void write_counter_track(std::uint64_t number, const char* name, std::uint64_t unit) {
        write_packet([&](protozero::pbf_writer& packet) {
            protozero::pbf_writer track(packet, track_descriptor);
            track.add_uint64(1, number);
            track.add_string(2, name);
            track.add_uint64(5, first_process_track);
            protozero::pbf_writer counter(track, 8);
            counter.add_uint64(3, unit);
        });
    }

    void write_event(const SliceEvent& event, const std::vector<std::string>& names) {
        write_packet([&](protozero::pbf_writer& packet) {
            packet.add_uint64(timestamp, nanoseconds(event.time));
            std::uint64_t name = 0; // an end has none
            if (event.kind != SliceEvent::Kind::end) {
                name = interned(event.name, names, packet);
                packet.add_uint64(sequence_flags, needs_state);
            }
            protozero::pbf_writer track(packet, track_event);
            track.add_uint64(9, type_of(event.kind));
            add_nonzero(track, 10, name);
            track.add_uint64(11, first_thread_track + event.thread);
            if (event.flow > 0)
                track.add_fixed64(event.ends_flow ? 48 : 47, event.flow);
        });
    }

    /// A name's number. The first packet that uses the number defines it.
    std::uint64_t interned(std::uint32_t name, const std::vector<std::string>& names,
                           protozero::pbf_writer& packet) {
        const auto [found, is_new] = interned_.try_emplace(name, interned_.size() + 1);
        if (!is_new)
            return found->second;
        protozero::pbf_writer data(packet, interned_data);
        protozero::pbf_writer event_name(data, 2);
        event_name.add_uint64(1, found->second);
        event_name.add_string(2, names[name]);
        return found->second;
    }

    void write_counter(std::uint64_t track_number, std::uint64_t time, std::uint64_t value) {
        write_packet([&](protozero::pbf_writer& packet) {
            packet.add_uint64(timestamp, nanoseconds(time));
            protozero::pbf_writer track(packet, track_event);
            track.add_uint64(9, type_counter);
            track.add_uint64(11, track_number);
            track.add_uint64(30, value);
        });
    }

    std::uint64_t nanoseconds(std::uint64_t time) const {
        if (time > std::numeric_limits<std::int64_t>::max() / scale_)
            throw Error("a time is more than a file for Perfetto can hold, 2^63 - 1 ns");
        return time * scale_;
    }

    /// `fill` adds the packet's own fields.
    template <typename Fill>
    void write_packet(const Fill& fill) {
        std::string bytes;
        {
            protozero::pbf_writer trace(bytes);
            protozero::pbf_writer packet(trace, 1);
            fill(packet);
            packet.add_uint64(sequence_id, sequence);
            if (std::exchange(is_first_, false))
                packet.add_uint64(sequence_flags, state_is_cleared);
        } // The packet is complete when its writer is gone.
        out_.write(bytes);
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
