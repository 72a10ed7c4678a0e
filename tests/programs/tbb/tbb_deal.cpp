// SPDX-License-Identifier: GPL-2.0-or-later
//
// tbb_deal KIND WORKERS ITEMS [UNIT]: oneTBB deals items to workers, one by one, by splitting and
// stealing; they are all "equal", or else different.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "order/rounds.h"

int main(int argc, char** argv) {
    read_arguments(argc, argv);
    const bool are_equal = strcmp(argv[1], "equal") == 0;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, n_workers);
    tbb::task_arena arena(n_workers);
    arena.execute([=] {
        tbb::parallel_for(
            tbb::blocked_range<int>(0, n_rounds, 1),
            [=](const tbb::blocked_range<int>& items) {
                n_done[tbb::this_task_arena::current_thread_index()]++;
                if (are_equal)
                    units(4);
                else
                    do_item(items.begin());
            },
            tbb::simple_partitioner());
    });
    print_done();
}
