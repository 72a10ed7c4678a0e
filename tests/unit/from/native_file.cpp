// SPDX-License-Identifier: GPL-2.0-or-later
//
// native.json: what ilmgen takes from it.
#include "ilmgen/from/measured/native_file.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <fstream>

namespace {

using namespace ilm;
using test::Folder;

/// A file with a run on one processor, which has one function, and this text behind it.
Native native_with(const std::string& behind) {
    const Folder folder;
    std::ofstream(folder / "native.json") << R"({"hpcmp_native": 1, "program": "./app", "runs": [
            {"processors": 1, "cpu": 500, "wall": 900, "threads": 1, "samples": 5, "covered": 1,
             "allocator": {"ns": 0, "samples": 0},
             "functions": [{"object": "/bin/app", "function": "f", "begin": 10, "size": 5,
                            "ns": 500, "samples": 5}])"
                                          << behind << "}]}";
    return read_native(folder / "native.json");
}

} // namespace

TEST_CASE("waits are apart from functions and CPU time") {
    const Native native = native_with(R"(, "waits": [
        {"object": "/bin/app", "function": "f", "begin": 10, "size": 5, "ns": 7000, "samples": 7},
        {"object": "", "function": "", "begin": 0, "size": 0, "ns": 20.5, "samples": 1}])");
    CHECK(native.cpu == 500);
    REQUIRE(native.functions.size() == 1);
    CHECK(native.functions[0].ns == 500);
    REQUIRE(native.waits.size() == 2);
    const NativeFunction& wait = native.waits[0];
    CHECK(wait.object == "app");
    CHECK(wait.name == "f");
    CHECK(wait.begin == 10);
    CHECK(wait.size == 5);
    CHECK(wait.ns == 7000);
    CHECK(wait.samples == 7);
    CHECK(native.waits[1].name.empty());
    CHECK(native.waits[1].ns == 20.5);
}

TEST_CASE("an older file of hpcmp --native has no waits") {
    CHECK(native_with("").waits.empty());
    CHECK(native_with(R"(, "waits": [])").waits.empty());
}
