// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/picture/thread_groups.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace ilm;

CodePlace code_place(std::uint32_t number, const std::string& object, const std::string& function,
                     const std::string& file) {
    return {number, object, 0, {{function, file, "", 12}}};
}

} // namespace

TEST_CASE("threads with names, with stacks, and with neither are in groups") {
    const NewStacks told{{code_place(1, "/bin/app", "work(void*)", "pool.c"),
                          code_place(2, "/bin/app", "push", "queue.c"),
                          code_place(3, "/lib/libc.so.6", "start_thread", "pthread_create.c"),
                          code_place(4, "", "(stack cut off)", "")},
                         {{1, 0, 3}, {2, 1, 1}, {3, 2, 2}, {4, 0, 4}, {5, 4, 2}}};
    test::Trace trace;
    for (ThreadId thid = 2; thid <= 7; ++thid)
        trace.fork(1, thid);
    trace.info(2).text = test::text("is named worker-12");
    trace.info(3).text = test::text("is named 17");
    trace.rel(4, 80).at = 5; // the stack does not tell where it begins
    trace.events.back().new_stacks = &told;
    trace.rel(4, 80).at = 3;
    trace.rel(5, 80).at = 1; // only code of the C library
    trace.rel(5, 80).at = 2;
    trace.rel(6, 80).at = 1;
    const std::vector<std::string> groups = thread_groups(test::run_of(trace));
    CHECK(groups == std::vector<std::string>{"", "\"worker\"", "\"17\"", "work (pool.c)",
                                             "work (pool.c)", "from thread 1", "from thread 1"});
}
