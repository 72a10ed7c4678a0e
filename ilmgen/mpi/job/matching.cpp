// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/matching.h"

#include "ilmgen/model/error.h"
#include "ilmgen/resolve/sync_objects.h"

#include <algorithm>

namespace ilm {

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& what) {
    throw Error(name + ": " + what + "; ilmgen makes a model of it");
}

} // namespace

/// FNV-1a: the same on all machines.
std::size_t Matching::process_for(std::string_view name, std::size_t processes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char byte : name)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    return (hash >> 32U) % processes;
}

void Matching::take(std::size_t from, Mail what, std::uint64_t object, ByteReader& in) {
    if (what == Mail::named) {
        name(from, object, in);
        return;
    }
    Object& this_object = *objects_by_process_[from].at(object);
    switch (what) {
    case Mail::releases: release(this_object, in); break;
    case Mail::subscribes: subscribe(from, this_object); break;
    case Mail::acquires: acquire(this_object, in.number()); break;
    case Mail::in_vain: acquire_in_vain(from, object, this_object, in.number()); break;
    default: break;
    }
}

void Matching::name(std::size_t from, std::uint64_t object, ByteReader& in) {
    const std::uint64_t releases = in.number();
    const std::uint64_t acquires = in.number();
    const std::string name(in.text());
    const auto [found, is_new] = objects_.try_emplace(name);
    Object& this_object = found->second;
    if (is_new)
        this_object = {name,     releases,
                       acquires, number_ + (objects_.size() - 1) * objects_by_process_.size(),
                       {},       {}};
    else if (this_object.releases != releases || this_object.acquires != acquires)
        refuse(name, "ranks do not agree on how often it is released and acquired");
    this_object.readers.push_back({from, object, false});
    objects_by_process_[from][object] = &this_object;
    out_.begin(from, Mail::is, object).put(this_object.number);
}

void Matching::release(Object& object, ByteReader& in) {
    const std::uint64_t seq = in.number();
    Round& round = object.rounds[seq];
    round.clock = std::max(round.clock, in.number());
    Moment moment;
    moment.read(in);
    if (round.moment < moment)
        round.moment = moment;
    if (++round.released > object.releases && !object.has_receipts())
        refuse(object.name,
               "its number " + std::to_string(seq) + " is released more often than it says");
    if (round.released == object.releases)
        for (const Reader& reader : object.readers)
            tell(reader, seq, round);
    if (object.has_receipts() && object.rounds.size() > remembered_rounds(TRACE_PRIM_MESSAGE))
        end(object, object.rounds.begin());
}

void Matching::tell(const Reader& reader, std::uint64_t seq, const Round& round) {
    if (!reader.subscribes)
        return;
    ByteWriter& letter = out_.begin(reader.process, Mail::completed, reader.object);
    letter.put(seq);
    letter.put(round.clock);
    round.moment.write(letter);
}

void Matching::subscribe(std::size_t from, Object& object) {
    for (Reader& reader : object.readers) {
        if (reader.process != from)
            continue;
        reader.subscribes = true;
        for (const auto& [seq, round] : object.rounds)
            if (round.released == object.releases)
                tell(reader, seq, round);
    }
}

void Matching::acquire(Object& object, std::uint64_t seq) {
    const auto round = object.rounds.find(seq);
    if (round == object.rounds.end() && object.has_receipts()) // it is too old
        return;
    if (round == object.rounds.end())
        refuse(object.name,
               "its number " + std::to_string(seq) + " is acquired more often than it says");
    if (++round->second.acquired >= object.acquires)
        end(object, round);
}

void Matching::end(Object& object, Rounds::iterator round) {
    for (const Reader& reader : object.readers)
        if (reader.subscribes)
            out_.begin(reader.process, Mail::over, reader.object).put(round->first);
    object.rounds.erase(round);
}

void Matching::acquire_in_vain(std::size_t from, std::uint64_t of_reader, Object& object,
                               std::uint64_t seq) {
    ByteWriter& letter = out_.begin(from, Mail::heard, of_reader);
    letter.put(seq);
    letter.put(object.rounds[seq].clock);
    acquire(object, seq);
}

} // namespace ilm
