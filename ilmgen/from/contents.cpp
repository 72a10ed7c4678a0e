// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/contents.h"

#include "ilmgen/emitted/declaration.h"
#include "ilmgen/from/alog/alog.h"
#include "ilmgen/from/bytes/log_source.h"
#include "ilmgen/from/gist/gist.h"
#include "ilmgen/from/lpel/lpel.h"
#include "ilmgen/from/trace/trace_reader.h"

#include <algorithm>
#include <array>

namespace ilm {

namespace {

constexpr std::string_view white = " \t\r\n";

/// The beginning of a JSON text without white space and signs, each number, also one that is a key,
/// as one 0.
std::string skeleton(std::string_view text) {
    constexpr std::size_t enough = 160;
    std::string bones;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9';
        const bool goes_on = is_digit && bones.ends_with('0');
        if (white.find(c) == std::string_view::npos && c != '-' && !goes_on)
            bones += is_digit ? '0' : c;
        if (bones.size() == enough)
            break;
    }
    return bones;
}

bool is_arrow(std::string_view bones) {
    constexpr std::string_view kind = R"({"kind":")";
    constexpr std::string_view rest = R"(","from":0,"to":0,"start":0,"end":0,"direction":")";
    constexpr std::size_t word = 4; // fork, join, sync
    return bones.starts_with(kind) &&
           bones.substr(std::min(bones.size(), kind.size() + word)).starts_with(rest);
}

bool is_dot(std::string_view text) {
    return text.starts_with("digraph G {\n// by ilmgen\n") || text == "digraph G {\n}\n" ||
           text.starts_with("digraph G {\nsubgraph cluster0 {\nlabel = \"thd ") ||
           text.starts_with("digraph G {\nsubgraph cluster0 {\nlabel = \"DAG block ");
}

bool is_emitted(std::string_view text, std::string_view before_declaration) {
    return text.starts_with(before_declaration) &&
           is_declaration(text.substr(before_declaration.size()));
}

/// Removes `text` from the begin of `rest`; false if `rest` does not begin with it.
bool take(std::string_view& rest, std::string_view text) {
    const bool begins = rest.starts_with(text);
    if (begins)
        rest.remove_prefix(text.size());
    return begins;
}

/// The same for `text` and a number of up to 64 bits behind it.
bool take_number(std::string_view& rest, std::string_view text) {
    constexpr std::size_t most_digits = 20;
    if (!take(rest, text))
        return false;
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    rest.remove_prefix(digits);
    return digits > 0 && digits <= most_digits;
}

/// Whether the first line is an event as a person reads it: "12 t3 +4000 @70 acq 0x1f0 mutex".
bool is_text(std::string_view text) {
    constexpr std::array<std::string_view, 9> verbs = {"info ",    "exit ",    "exit\n",
                                                       "rel 0x",   "acq 0x",   "free 0x",
                                                       "alloc 0x", "newsync ", "delsync "};
    if (!take_number(text, "") || !take_number(text, " t") || !take_number(text, " +"))
        return false;
    if (text.starts_with(" @") && !take_number(text, " @"))
        return false;
    if (!take(text, " "))
        return false;
    if (take(text, "fork t") || take(text, "join t"))
        return !text.empty() && text.front() >= '0' && text.front() <= '9';
    return std::any_of(verbs.begin(), verbs.end(),
                       [text](std::string_view verb) { return text.starts_with(verb); });
}

/// Whether the first line says work, span and parallelism.
bool is_report(std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t span = line.find(", span ");
    return line.starts_with("Work     ") && span != std::string_view::npos &&
           line.find(": parallelism ", span) != std::string_view::npos;
}

/// Whether it is a report for a browser.
bool is_page(std::string_view text) {
    constexpr std::size_t head = 300;
    return text.starts_with("<!DOCTYPE html>") &&
           text.substr(0, head).find("<meta name=\"generator\" content=\"ilmgen\">") !=
               std::string_view::npos;
}

/// Whether the table of strings comes first and the first that is not empty says who writes: field
/// 6, its length and so on.
bool is_pprof(std::string_view bytes) {
    using namespace std::string_view_literals;
    return bytes.starts_with("\x32\0\x32\x11written by ilmgen"sv);
}

/// Whether the first packet, field 1, has a track, field 60, whose process is said to be written by
/// ilmgen.  Only the command comes before that.
bool is_perfetto(std::string_view bytes) {
    using namespace std::string_view_literals;
    constexpr std::size_t most_length = 10; // bytes of the packet's length
    const std::size_t track = bytes.substr(0, most_length).find("\xe2\x03"sv);
    return bytes.starts_with('\x0a') && track != std::string_view::npos &&
           bytes.find("\x42\x11written by ilmgen"sv) != std::string_view::npos;
}

/// Whether it is an anchor file, whose first two bytes tell how it is stored, and its creator is
/// ilmgen.
bool is_otf2(std::string_view bytes) {
    return bytes.substr(0, 6).ends_with("OTF2") &&
           bytes.find("written by ilmgen") != std::string_view::npos;
}

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

/// Whether its first event is right; any array of objects may be someone's data.
bool is_trace(std::string_view begin) {
    Bytes bytes(begin);
    FirstEvent first;
    try {
        read_trace(bytes, first);
    } catch (const FirstEvent::Seen&) {
        return true;
    }
    return false;
}

Contents contents_of_json(std::string_view begin) {
    const std::string bones = skeleton(begin);
    if (bones == "[]")
        return Contents::empty_array;
    if (bones.starts_with(R"([{"0":[{"id":0,"icnt":0,"hbal":0,"hmax":0,"meta":")"))
        return Contents::ilm;
    if (bones.starts_with(R"({"events":0,"sync_events":0,"threads":0,"dag_blocks":0,"work":0,)"))
        return Contents::figures;
    if (bones.starts_with(R"({"ilmgen_report":0,"cost":)"))
        return Contents::report;
    if (bones.starts_with(R"({"dhatFileVersion":0,"writer":"ilmgen")"))
        return Contents::dhat;
    if (bones.starts_with(R"({"schemaVersion":"0.0","description":"ilmgen:)"))
        return Contents::wfformat;
    if (is_arrow(bones))
        return Contents::arrows;
    if (bones.starts_with('[') && is_trace(begin))
        return Contents::trace;
    return Contents::unknown;
}

std::string first_bytes(ByteSource& source) {
    std::string bytes(telling_bytes, '\0');
    std::size_t size = 0;
    while (size < bytes.size()) {
        const std::size_t got = source.read(bytes.data() + size, bytes.size() - size);
        if (got == 0)
            break;
        size += got;
    }
    bytes.resize(size);
    return bytes;
}

} // namespace

Contents contents_of(std::string_view begin) {
    if (begin.empty())
        return Contents::nothing;
    if (begin.starts_with("\xfd"
                          "7zXZ"))
        return Contents::xz;
    if (begin.starts_with("BZh"))
        return Contents::bzip2;
    if (is_dot(begin))
        return Contents::dot;
    if (is_page(begin) || is_report(begin))
        return Contents::report;
    if (is_text(begin))
        return Contents::text;
    if (begin.starts_with("desc: ilmgen\n"))
        return Contents::massif;
    if (is_pprof(begin))
        return Contents::pprof;
    if (is_perfetto(begin))
        return Contents::perfetto;
    if (is_otf2(begin))
        return Contents::otf2;
    if (begin.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- ilmgen:"))
        return Contents::dax;
    if (begins_gist(begin))
        return is_emitted(begin, "GISTLOG-01\nhead {\n  events {\n    0 \"")
                   ? Contents::emitted_gist
                   : Contents::gist;
    if (begins_alog(begin))
        return is_emitted(begin, "-1 0 0 0 0 0 ") ? Contents::emitted_alog : Contents::alog;
    if (const std::size_t first = begin.find_first_not_of(white);
        first != std::string_view::npos && (begin[first] == '[' || begin[first] == '{'))
        return contents_of_json(begin);
    return begins_lpel(begin) ? Contents::lpel : Contents::unknown;
}

Contents contents_of_file(const std::string& path) {
    LogSource file(path);
    try {
        return contents_of(first_bytes(file));
    } catch (const BrokenSource&) {
        return Contents::unknown;
    }
}

const char* name_of(Contents contents) {
    switch (contents) {
    case Contents::nothing: return "an empty file";
    case Contents::empty_array: return "an empty array";
    case Contents::trace: return "a raw trace";
    case Contents::ilm: return "an ILM";
    case Contents::dot: return "a picture for Graphviz";
    case Contents::arrows: return "a list of arrows";
    case Contents::figures: return "a file of figures (--stats)";
    case Contents::report: return "a report (--report)";
    case Contents::emitted_alog: return "an Alog log that ilmgen has written";
    case Contents::emitted_gist: return "a Gist log that ilmgen has written";
    case Contents::alog: return "an Alog log";
    case Contents::gist: return "a Gist log";
    case Contents::lpel: return "a log of LPEL";
    case Contents::text: return "a listing of events";
    case Contents::massif: return "a file for ms_print";
    case Contents::dhat: return "a file for DHAT's viewer that ilmgen has written";
    case Contents::pprof: return "a profile for pprof that ilmgen has written";
    case Contents::wfformat: return "a workflow in WfFormat that ilmgen has written";
    case Contents::perfetto: return "a trace for Perfetto that ilmgen has written";
    case Contents::otf2: return "an OTF2 archive that ilmgen has written";
    case Contents::dax: return "a workflow in DAX that ilmgen has written";
    case Contents::xz: return "compressed with xz";
    case Contents::bzip2: return "compressed with bzip2";
    default: return "something else";
    }
}

std::string advice_on_input(std::string_view begin) {
    const std::string decompress = ", which ilmgen does not read: ";
    const Contents contents = contents_of(begin);
    switch (contents) {
    case Contents::ilm:
    case Contents::dot:
    case Contents::arrows:
    case Contents::figures:
    case Contents::report:
    case Contents::massif:
    case Contents::dhat:
    case Contents::pprof:
    case Contents::wfformat:
    case Contents::dax:
    case Contents::perfetto:
    case Contents::otf2:
        return std::string("is ") + name_of(contents) +
               ", which ilmgen writes and does not read; its input is the trace";
    case Contents::text:
        return "is a listing of events for a person, by ilmgen --emit=text or an older hpcmp; "
               "ilmgen's input is the trace";
    case Contents::xz: return "is compressed with xz" + decompress + "xz -dc FILE | ilmgen -";
    case Contents::bzip2:
        return "is compressed with bzip2" + decompress + "bzip2 -dc FILE | ilmgen -";
    default: return {};
    }
}

} // namespace ilm
