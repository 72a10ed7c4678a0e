// SPDX-License-Identifier: GPL-2.0-or-later
//
// Files in and out, and the command line.
#include "ilmgen/command/options.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/emit/ilm/write_dot.h"
#include "ilmgen/emit/ilm/write_json.h"
#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/model/error.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// Whether the process is asked to end as soon as a temporary has been made.
bool is_ended_after_creation = false;

} // namespace

/// In place of the C library's. The flags do not matter here.
extern "C" int mkostemp(char* name, int /*flags*/) {
    const int fd = ::mkstemp(name);
    if (is_ended_after_creation)
        ::kill(::getpid(), SIGTERM);
    return fd;
}

namespace {

using namespace ilm;
using test::Folder;
namespace fs = std::filesystem;

Options options(std::vector<const char*> words) {
    words.insert(words.begin(), "ilmgen");
    return *parse_options(static_cast<int>(words.size()), words.data());
}

/// The file for a trace of which pruning leaves only the ends.
std::string written(bool dot) {
    const Folder folder;
    OutputFile out(folder / "out");
    std::unique_ptr<BlockSink> writer;
    Beginnings beginnings;
    if (dot)
        writer = dot_writer(out, 0, {&beginnings, nullptr, nullptr, "ns"});
    else
        writer = json_writer(out, false, true);
    IlmBuilder builder({}, *writer, nullptr);
    test::Trace trace;
    trace.fork(1, 10, 5);
    trace.exit(10, 6);
    trace.alloc(1, 100, 8);
    trace.join(1, 10, 7).usage = test::traffic({{100, 8, 1, 2, 0}});
    test::give(trace.events, {&beginnings, &builder});
    builder.finish();
    out.commit();
    return test::content(folder / "out");
}

} // namespace

TEST_CASE("a file appears when it is complete") {
    const Folder folder;
    {
        OutputFile out(folder / "out");
        out.write("some text");
        CHECK_FALSE(fs::exists(folder / "out"));
        out.commit();
        CHECK(test::content(folder / "out") == "some text");
    }
    CHECK(folder.files() == 1);
}

TEST_CASE("a file that is given up leaves nothing, and what was there before as it was") {
    const Folder folder;
    std::ofstream(folder / "out") << "old";
    {
        OutputFile out(folder / "out");
        out.write("new");
    }
    CHECK(test::content(folder / "out") == "old");
    CHECK(folder.files() == 1);
}

TEST_CASE("a signal that comes when a file has just been made leaves nothing") {
    const Folder folder;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::signal(SIGTERM, SIG_DFL);
        is_ended_after_creation = true;
        const OutputFile out(folder / "out");
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM));
    CHECK(folder.files() == 0);
}

TEST_CASE("a long file is what was written") {
    const Folder folder;
    OutputFile out(folder / "out");
    std::string text;
    for (int i = 0; i < 100000; ++i)
        text += std::to_string(i);
    out.write(text);
    out.commit();
    CHECK(test::content(folder / "out") == text);
}

TEST_CASE("files that cannot be had") {
    const Folder folder;
    CHECK_THROWS_AS(OutputFile(folder / "no/such/folder"), Error);
    CHECK_THROWS_AS(InputFile(folder / "nothing"), Error);
    CHECK_THROWS_AS(InputFile(folder / ""), Error);
    OutputFile full("/dev/full");
    full.write("x");
    CHECK_THROWS_WITH_AS(full.commit(), "/dev/full: cannot be written: No space left on device",
                         Error);
}

TEST_CASE("JSON") {
    CHECK(written(false) ==
          R"([{"1":[{"id":1,"icnt":5,"hbal":0,"hmax":0,"meta":"fork","nxt":[{"thid":10,"id":2}],)"
          R"("prv":[],"bks":{"new":[],"del":[]},"bksu":[]},)"
          R"({"id":4,"icnt":7,"hbal":8,"hmax":8,"meta":"join","nxt":[],"prv":[],)"
          R"("bks":{"new":[{"addr":100,"size":8}],"del":[]},)"
          R"("bksu":[{"addr":100,"size":8,"r":1,"w":2}]}],)"
          R"("10":[{"id":2,"icnt":6,"hbal":0,"hmax":0,"meta":"exit","nxt":[{"thid":1,"id":4}],)"
          R"("prv":[],"bks":{"new":[],"del":[]},"bksu":[]}]}])"
          "\n");
}

TEST_CASE("DOT") {
    const std::string picture = written(true);
    const auto shows = [&picture](const char* text) {
        return picture.find(text) != std::string::npos;
    };
    CHECK(output_that_begins(picture) == &output_named("dot"));
    CHECK(shows("label = \"thread 10\";"));
    CHECK(shows("label=\"fork 1\\n5\\n\""));
    CHECK(shows("label=\"join 4\\n7, +8 B\\n\""));
    CHECK(shows("f1 -> j4 [color=\"#D55E00\", penwidth=3];\n"));
    CHECK(shows("f1 -> e2 [color=\"#0072B2\"];\n"));
    CHECK(shows("e2 -> j4 [color=\"#0072B2\"];\n"));
}

TEST_CASE("options before and after the files, with and without =") {
    const Options first = options({"--block-size", "7", "in", "--relax=mutex,spin", "out"});
    CHECK(first.inputs == std::vector<std::string>{"in"});
    CHECK(first.output == "out");
    CHECK(first.form.block_size == 7);
    CHECK(first.form.relaxed == Prims{"mutex", "spin"});
    CHECK(first.form.reduce);
    const Options second =
        options({"-", "--block-size=9", "--no-trans-reduce", "--no-pruning", "--cross-block"});
    CHECK(second.inputs == std::vector<std::string>{"-"});
    CHECK(second.output == "ilm.json");
    CHECK(second.form.block_size == 9);
    CHECK_FALSE(second.form.reduce);
    CHECK_FALSE(second.form.prune);
    CHECK(second.form.cross_block);
    CHECK(options({"--dot", "in"}).output == "ilm.dot");
}

TEST_CASE("the last of several files is the output, unless -o names it") {
    const std::vector<std::string> both{"a", "b"};
    const Options three = options({"a", "b", "c"});
    CHECK(three.inputs == both);
    CHECK(three.output == "c");
    for (const Options& two : {options({"a", "b", "-o", "c"}), options({"--output=c", "a", "b"})}) {
        CHECK(two.inputs == both);
        CHECK(two.output == "c");
    }
    CHECK(options({"a", "--emit=trace"}).output == "trace.json");
}

TEST_CASE("--stats takes a value only behind =") {
    const Options plain = options({"--stats", "in", "out"});
    CHECK(plain.stats);
    CHECK(plain.stats_file.empty());
    CHECK(plain.inputs == std::vector<std::string>{"in"});
    CHECK(options({"--stats=figures", "in"}).stats_file == "figures");
    CHECK_FALSE(options({"in"}).stats);
    CHECK(plain.output == "out");
    CHECK(options({"--stats", "in"}).output.empty());
}

TEST_CASE("wrong usage") {
    CHECK_THROWS_AS(options({}), Error);
    CHECK_THROWS_AS(options({"a", "--from=nonsense"}), Error);
    CHECK_THROWS_AS(options({"a", "--emit=nonsense"}), Error);
    CHECK_THROWS_AS(options({"a", "--nonsense"}), Error);
    for (const char* size : {"0", "-1", "x", "", "1x", "18446744073709551616"})
        CHECK_THROWS_AS(options({"a", "--block-size", size}), Error);
    CHECK_THROWS_AS(options({"a", "b", "--stats=b"}), Error);
}
