// SPDX-License-Identifier: GPL-2.0-or-later
//
// C++'s asynchronous results and threads that join themselves: equal work in
// threads that nothing orders but their beginning and end.
#include <future>
#include <numeric>
#include <vector>
#include <version>

#include "asleep.h"
#include "jthread.h"

namespace {

constexpr int n_workers = 4;
constexpr unsigned long n_steps = 2000000;

int work_and_return(int value) {
    work(n_steps);
    return value;
}

void run_async() {
    std::vector<std::future<int>> results;
    for (int i = 0; i < n_workers; ++i)
        results.push_back(std::async(std::launch::async, work_and_return, i));
    int sum = 0;
    for (std::future<int>& result : results)
        sum += result.get();
    MUST(sum == 6);
}

void run_jthreads() {
    std::vector<Jthread> threads;
    for (int i = 0; i < n_workers; ++i)
        threads.emplace_back(work_and_return, i);
}

// The value is there long after it is asked for.
void keep_promise() {
    std::promise<int> promise;
    Jthread thread([future = promise.get_future()]() mutable {
        MUST(future.get() == 42);
        HPCMP_MARK("value got");
    });
    wait_until_others_sleep();
    HPCMP_MARK("value set");
    promise.set_value(42);
}

// A deferred call is made by who asks for its result: there is nothing to record.
void defer() {
    std::future<int> result = std::async(std::launch::deferred, work_and_return, 1);
    MUST(result.get() == 1);
}

#ifdef __cpp_lib_jthread
void stop() {
    Jthread thread([](const std::stop_token& token) {
        while (!token.stop_requested())
            usleep(1000);
    });
    thread.request_stop();
}
#endif

} // namespace

int main() {
    run_async();
    run_jthreads();
    HPCMP_MARK("ran");
    keep_promise();
    HPCMP_MARK("defers");
    defer();
    HPCMP_MARK("deferred");
#ifdef __cpp_lib_jthread
    stop();
#endif
}
