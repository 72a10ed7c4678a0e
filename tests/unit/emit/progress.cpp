// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/progress.h"

#include <doctest/doctest.h>

using namespace ilm;

TEST_CASE("the progress of a file") {
    const Progress half{250'000'000, 500'000'000, 3'000'000, 12};
    CHECK(progress_line(half, 79) ==
          "[==============>             ]  50%  250 MB of 500 MB  250k events/s  0:12 left");
    CHECK(progress_line(half, 50) == "250 MB of 500 MB  250k events/s  0:12 left");
    CHECK(progress_line(half, 8) == "250 MB o");
    CHECK(progress_line(half, 0).empty());
    CHECK(progress_line({999, 1000, 12'345, 2}, 79) ==
          "[==========================>]  99%  999 B of 1.00 kB  6.17k events/s  0:00 left");
    // A file that has grown meanwhile.
    CHECK(progress_line({2000, 1000, 99'951, 1}, 30) == "2.00 kB of 1.00 kB  100k event");
}

TEST_CASE("the progress of a pipe") {
    CHECK(progress_line({999'600, {}, 0, 3725}, 79) == "1.00 MB  0 events/s  1:02:05");
    CHECK(progress_line({12'340, 0, 1, 1}, 79) == "12.3 kB  1 events/s  0:01");
}
