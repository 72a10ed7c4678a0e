// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/dealing.h"

#include "ilmgen/from/bytes/decompress.h"
#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/from/processes/channels.h"
#include "ilmgen/from/processes/common_infos.h"
#include "ilmgen/mpi/bytes.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace ilm {

namespace {

/// Names of common objects and channels in a trace, as they are told: a look for strings that begin
/// like that, which is much faster than reading events.  Another one that looks so costs nothing
/// but freedom.
class NamesIn {
public:
    template <class Visit>
    static void visit(const std::string& trace, const Visit& visit) {
        InputFile file(trace);
        Decompressed source(file);
        std::string text;
        try {
            for (std::size_t kept = 0;;) {
                text.resize(kept + piece);
                const std::size_t got = source.read(text.data() + kept, piece);
                text.resize(kept + got);
                if (got == 0)
                    return;
                text.erase(0, look(text, visit));
                kept = text.size();
            }
        } catch (const BrokenSource&) { // who reads it will say so
        }
    }

private:
    static constexpr std::size_t piece = std::size_t{1} << 17;
    static constexpr std::size_t longest = std::size_t{1} << 20; ///< of a string
    /// Returns how much of the text is done with.
    template <class Visit>
    static std::size_t look(std::string_view text, const Visit& visit) {
        const std::size_t objects = look(text, "\"" TRACE_INFO_OBJECT, [&](std::string_view said) {
            if (const auto info = common_info(said); info && info->names_it())
                visit(info->name);
        });
        const std::size_t channels =
            look(text, "\"" TRACE_INFO_CHANNEL, [&](std::string_view said) {
                if (const auto info = channel_info(said);
                    info && info->what == ChannelInfo::What::is)
                    for (const std::string& key : keys_of_channel(info->name))
                        visit(key);
            });
        return std::min(objects, channels);
    }

    /// For strings that begin like that.
    template <class Take>
    static std::size_t look(std::string_view text, std::string_view begin, const Take& take) {
        std::size_t at = 0;
        while ((at = text.find(begin, at)) != std::string_view::npos) {
            const std::string_view rest = text.substr(at + 1);
            const std::size_t end = end_of_string(rest);
            if (end == std::string_view::npos && rest.size() < longest)
                return at;
            take(rest.substr(0, end));
            at += begin.size();
        }
        return text.size() - std::min(text.size(), begin.size() - 1);
    }

    static std::size_t end_of_string(std::string_view text) {
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == '"')
                return at;
            if (text[at] == '\\')
                ++at;
        }
        return std::string_view::npos;
    }
};

/// The first and the last rank that have an object.
struct Extent {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

class Extents {
public:
    void add(std::string_view name, const Extent& extent) {
        const auto [found, is_new] = extents_.try_emplace(std::string(name), extent);
        found->second.first = std::min(found->second.first, extent.first);
        found->second.last = std::max(found->second.last, extent.last);
    }
    void write(ByteWriter& out) const {
        for (const auto& [name, extent] : extents_) {
            out.put_text(name);
            out.put(extent.first);
            out.put(extent.last);
        }
    }
    void read(ByteReader& in) {
        while (!in.at_end()) {
            const std::string name(in.text());
            const std::uint64_t first = in.number();
            add(name, {first, in.number()});
        }
    }
    /// By rank, whether it may be dealt to another process than the one before; and behind the
    /// last.
    std::vector<bool> cuts(std::uint64_t ranks) const {
        std::vector<std::int64_t> opened(ranks + 2);
        for (const auto& [name, extent] : extents_) {
            ++opened[extent.first + 1];
            --opened[extent.last + 1];
        }
        std::vector<bool> cuts;
        std::int64_t open = 0;
        for (std::uint64_t rank = 0; rank <= ranks; ++rank)
            cuts.push_back((open += opened[rank]) == 0);
        return cuts;
    }

private:
    std::unordered_map<std::string, Extent> extents_;
};

std::uint64_t nearest(const std::vector<bool>& cuts, std::uint64_t wanted) {
    for (std::uint64_t distance = 0;; ++distance) {
        if (distance <= wanted && cuts[wanted - distance])
            return wanted - distance;
        if (wanted + distance < cuts.size() && cuts[wanted + distance])
            return wanted + distance;
    }
}

} // namespace

std::vector<std::uint64_t> begins_of_near(const std::vector<std::string>& traces, Job& job) {
    const auto begin = [&](std::uint64_t process) { return process * traces.size() / job.size(); };
    Extents own;
    for (std::uint64_t rank = begin(job.number()); rank < begin(job.number() + 1); ++rank)
        NamesIn::visit(traces[rank], [&](std::string_view name) { own.add(name, {rank, rank}); });
    ByteWriter out;
    own.write(out);
    Extents all;
    for (const std::string& said : job.tell_all(out.bytes())) {
        ByteReader in(said);
        all.read(in);
    }
    const std::vector<bool> cuts = all.cuts(traces.size());
    std::vector<std::uint64_t> begins;
    for (std::uint64_t process = 0; process <= job.size(); ++process)
        begins.push_back(nearest(cuts, begin(process)));
    return begins;
}

} // namespace ilm
