// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tasks with data that are no plain bytes.
#include <mutex>
#include <vector>

#include "omp_mark.h"

static std::mutex mutex;
static int copies, living;

// Counts itself, under a lock: a copy constructor is code of the program.
struct Counted {
    explicit Counted(int first) : value(first) { count(0, 1); }
    Counted(const Counted& other) : value(other.value) { count(1, 1); }
    ~Counted() { count(0, -1); }

    static void count(int copied, int alive) {
        const std::lock_guard<std::mutex> lock(mutex);
        copies += copied;
        living += alive;
    }

    alignas(64) int value;
};

static void sum_up(int n) {
    int sum = 0;
    {
        const Counted counted(7);
#pragma omp parallel num_threads(3)
#pragma omp single
        {
            for (int i = 0; i < n; i++)
#pragma omp task firstprivate(counted) shared(sum)
            {
                MUST(reinterpret_cast<std::uintptr_t>(&counted) % 64 == 0);
#pragma omp atomic
                sum += counted.value;
            }
#pragma omp taskloop firstprivate(counted) shared(sum) num_tasks(2)
            for (int i = 0; i < 4; i++)
#pragma omp atomic
                sum += counted.value;
        }
    }
    MUST(sum == 7 * (n + 4) && living == 0);
}

static int caught() {
    int result = 0;
#pragma omp parallel num_threads(2) reduction(+ : result)
    try {
#pragma omp critical
        result += 1;
        throw std::vector<int>{2};
    } catch (const std::vector<int>& thrown) {
        result += thrown[0];
    }
    return result;
}

int main() {
    start_runtime();
    mark_address("mutex", &mutex);
    HPCMP_MARK("begin");
    sum_up(3);
    HPCMP_MARK("end");
    mark_number("copies", copies);
    MUST(caught() == 6);
    return 0;
}
