// SPDX-License-Identifier: GPL-2.0-or-later
//
// oneTBB where tasks are left by exceptions, cancelled, nested, suspended: all
// is as natively.
#include <atomic>
#include <stdexcept>
#include <vector>

#include <oneapi/tbb.h>

#include "mark.h"

namespace {

constexpr int n_threads = 4;

void throw_out_of_loops() {
    int n_caught = 0;
    for (int i = 0; i < 20; ++i) {
        try {
            tbb::parallel_for(0, 100, [i](int j) {
                if (j == 50 + i)
                    throw std::runtime_error("on purpose");
                tbb::parallel_for(0, 10, [](int) {});
            });
        } catch (const std::runtime_error&) {
            ++n_caught;
        }
    }
    MUST(n_caught == 20);
}

void cancel() {
    tbb::task_group group;
    for (int i = 0; i < 50; ++i)
        group.run([&group, i] {
            if (i % 5 == 0)
                group.run([] {});
            if (i == 40)
                group.cancel();
        });
    MUST(group.wait() == tbb::task_group_status::canceled);
}

void sort_and_sum() {
    std::vector<int> numbers(20000);
    for (int i = 0; i < 20000; ++i)
        numbers[i] = (i * 7919) % 20011;
    tbb::parallel_sort(numbers.begin(), numbers.end());
    MUST(std::is_sorted(numbers.begin(), numbers.end()));
    const long sum = tbb::parallel_reduce(
        tbb::blocked_range<int>(0, 20000), 0L,
        [&](const tbb::blocked_range<int>& range, long part) {
            for (int i = range.begin(); i < range.end(); ++i)
                part += numbers[i];
            return part;
        },
        std::plus<>());
    std::printf("%ld\n", sum);
}

void pass_through_a_pipeline() {
    int next = 0;
    std::atomic<int> sum = 0;
    tbb::parallel_pipeline(8, tbb::make_filter<void, int>(tbb::filter_mode::serial_in_order,
                                                          [&next](tbb::flow_control& control) {
                                                              if (next == 50)
                                                                  control.stop();
                                                              return next++;
                                                          }) &
                                  tbb::make_filter<int, void>(tbb::filter_mode::parallel,
                                                              [&sum](int item) { sum += item; }));
    MUST(sum == 50 * 49 / 2);
}

void enqueue_and_suspend() {
    tbb::task_arena arena(2);
    std::atomic<int> n_done = 0;
    for (int i = 0; i < 10; ++i)
        arena.enqueue([&n_done] { ++n_done; });
    while (n_done < 10)
        usleep(1000);
    MUST(arena.execute([] { return 5; }) == 5);
    tbb::task::suspend([](tbb::task::suspend_point point) { tbb::task::resume(point); });
}

} // namespace

int main() {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, n_threads);
    throw_out_of_loops();
    cancel();
    sort_and_sum();
    pass_through_a_pipeline();
    enqueue_and_suspend();
    std::puts("survived");
}
