// SPDX-License-Identifier: GPL-2.0-or-later
//
// Three stages with queues between them; PASSES, how often the second one goes over an item, is
// defined.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <pthread.h>
#include <queue>
#include <thread>
#include <vector>

namespace {

using Item = std::vector<unsigned char>;

constexpr int items = 20;
constexpr std::size_t size = 50000;

class Queue {
public:
    void put(Item* item) {
        {
            const std::lock_guard<std::mutex> guard(lock_);
            queue_.push(item);
        }
        filled_.notify_one();
    }
    Item* take() {
        std::unique_lock<std::mutex> guard(lock_);
        filled_.wait(guard, [this] { return !queue_.empty(); });
        Item* const item = queue_.front();
        queue_.pop();
        return item;
    }

private:
    std::mutex lock_;
    std::condition_variable filled_;
    std::queue<Item*> queue_;
};

Queue to_smooth;
Queue to_sum;
volatile unsigned long sum;

__attribute__((noinline)) Item* make(int seed) {
    Item* const item = new Item(size);
    for (std::size_t i = 0; i < size; ++i)
        (*item)[i] = static_cast<unsigned char>(i * static_cast<unsigned>(seed));
    return item;
}

__attribute__((noinline)) void smooth(Item& item) {
    for (int pass = 0; pass < PASSES; ++pass)
        for (std::size_t i = 1; i + 1 < size; ++i)
            item[i] = static_cast<unsigned char>((item[i - 1] + item[i] + item[i + 1]) / 3);
}

__attribute__((noinline)) void add(const Item& item) {
    for (const unsigned char byte : item)
        sum = sum + byte;
}

void second_stage() {
    pthread_setname_np(pthread_self(), "smoother");
    for (int i = 0; i < items; ++i) {
        Item* const item = to_smooth.take();
        smooth(*item);
        to_sum.put(item);
    }
}

void third_stage() {
    for (int i = 0; i < items; ++i) {
        const Item* const item = to_sum.take();
        add(*item);
        delete item;
    }
}

} // namespace

int main() {
    std::thread second(second_stage);
    std::thread third(third_stage);
    for (int i = 1; i <= items; ++i)
        to_smooth.put(make(i));
    second.join();
    third.join();
    return 0;
}
