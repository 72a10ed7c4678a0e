// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/ada_name.h"
#include "ilmgen/model/stacks.h"

#include <doctest/doctest.h>

#include <utility>

using namespace ilm;

TEST_CASE("names of Ada are as people write them") {
    const std::pair<const char*, const char*> names[] = {
        {"_ada_main", "main"},
        {"lists__sort", "lists.sort"},
        {"lists__sort__2", "lists.sort"},
        {"lists__sort__2__inner_part", "lists.sort.inner_part"},
        {"lists__sort__inner.4711", "lists.sort.inner"},
        {"lists__sort.part.0", "lists.sort"},
        // as Valgrind 3.27 tells them
        {"lists.sort", "lists.sort"},
        {"lists.\"+\"", "lists.\"+\""},
        {"<lists__workerTKB.1>", "lists.worker"},
        {"lists__Oadd", "lists.\"+\""},
        {"lists__Oadd__3", "lists.\"+\""},
        {"lists__One", "lists.\"/=\""},
        {"lists__Omultiply", "lists.\"*\""},
        {"lists__hiddenX", "lists.hidden"},
        {"lists__hiddenXnb", "lists.hidden"},
        {"lists__workerTKB", "lists.worker"},
        {"lists__workerTK__step", "lists.worker.step"},
        {"lists__buffer__putP", "lists.buffer.put"},
        {"lists__buffer__put_E5s", "lists.buffer.put"},
        {"lists__B_12__nested", "lists.nested"},
        {"lists___elabb", "lists'Elab_Body"},
        {"lists__nodeSR", "lists.node'Read"},
        {"lists__nodeDF", "lists.node.Finalize"},
        {"sort", "sort"},
        {"main", "main"},
    };
    for (const auto& [linked, written] : names)
        CHECK(ada_name(linked) == written);
}

TEST_CASE("what is no name of Ada's stays as it is") {
    for (const char* const name : {"", "__", "Main", "lists__", "lists__Ostrange", "lists____sort",
                                   "_Z4sortv", "lists__Sort", "__gnat_malloc", "sort(int)",
                                   "lists__B_1", "lists___other", "TKB", "\xc3\xa9"})
        CHECK(ada_name(name) == name);
}

TEST_CASE("only the functions of Ada's files have names of Ada") {
    const auto place = [](const char* function, const char* file) {
        NewStacks told;
        told.places = {{1, "app", 0, {{function, file, "", 7}}}};
        told.stacks = {{1, 0, 1}};
        Stacks stacks;
        stacks.add(told);
        return stacks.place(1);
    };
    CHECK(place("lists__sort", "lists.adb") == "lists.sort (lists.adb:7)");
    CHECK(place("lists__sort", "lists.c") == "lists__sort (lists.c:7)");
    CHECK(place("lists__sort", "") == "lists__sort (app)");
    // Go's compiler has names that people write.
    for (const char* const name :
         {"main.work", "main.(*Queue).Put", "main.Map[...]", "main.(*Pool[go.shape.int]).Get",
          "main.main.func1", "example.org/queue/v2.(*Queue).Put.func1.2"})
        CHECK(place(name, "queue.go") == std::string(name) + " (queue.go:7)");
}
