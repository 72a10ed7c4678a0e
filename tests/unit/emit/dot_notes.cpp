// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/dot_notes.h"

#include "ilmgen/emit/ilm/write_dot.h"
#include "shared/trace_vocabulary.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

namespace {

using namespace ilm;

std::string picture_of(const test::Trace& trace, bool with_notes) {
    const test::TemporaryFile file("");
    OutputFile out(file.path());
    DotNotes notes;
    Beginnings beginnings;
    const auto writer =
        dot_writer(out, 0, {&beginnings, with_notes ? &notes : nullptr, nullptr, "ns"});
    IlmBuilder builder({}, writer.get(), nullptr);
    test::give(trace.events, {&notes, &builder});
    builder.finish();
    out.commit();
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    return text.str();
}

test::Trace noted_trace() {
    test::Trace trace;
    trace.info(1).text = TRACE_INFO_UNFORKED;
    trace.info(1).text = TRACE_INFO_NAMED "a \"name\"";
    trace.info(1).text = "before";
    trace.rel_seq(1, 5, 1);
    trace.info(2).text = TRACE_INFO_UNFORKED;
    trace.acq_seq(2, 5, 1);
    trace.info(2).text = "after";
    trace.info(3).text = TRACE_INFO_UNFORKED;
    trace.info(3).text = "only this";
    return trace;
}

} // namespace

TEST_CASE("DOT: notes stand at the steps in whose intervals they lie") {
    const std::string picture = picture_of(noted_trace(), true);
    const auto shows = [&picture](const char* text) {
        return picture.find(text) != std::string::npos;
    };
    CHECK(shows("label = \"thread 1 \\\"a \\\"name\\\"\\\"\";"));
    CHECK(shows("label=\"before\\l\"]"));
    CHECK(shows("note0 -> r4 "));
    CHECK(shows("label=\"after\\l\""));
    CHECK(shows("note1 -> a6 "));
    CHECK(shows("label=\"only this\\l\""));
    CHECK(!shows(TRACE_INFO_UNFORKED));
}

TEST_CASE("DOT: without notes, texts are not in the picture") {
    const std::string picture = picture_of(noted_trace(), false);
    CHECK(picture.find("note") == std::string::npos);
    CHECK(picture.find("a \\\"name") == std::string::npos);
}

TEST_CASE("DOT: many notes are a few lines") {
    std::vector<DotNotes::Note> notes;
    for (EventId id = 1; id <= 30; ++id)
        notes.push_back({id, id % 2 == 0 ? "even\n" : std::to_string(id)});
    std::size_t begin = 0;
    CHECK(dot_label(notes, begin, 4).quoted() == "1\\leven \\l3\\l");
    CHECK(begin == 3);
    CHECK(dot_label(notes, begin, 100).quoted() ==
          "14 x even \\l5\\l7\\l9\\l11\\l13\\l15\\l17\\l19\\l21\\l23\\l25\\land 2 more\\l");
    CHECK(dot_label(notes, begin, 100).empty());
}
