// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arrays that may be larger than memory. Analyses of a whole run need arrays with an item for each
// step, event or heap block of the run, and the length of a run has no limit. Such an array is a
// LargeVector.
#ifndef ILMGEN_STORAGE_LARGE_ARRAYS_H
#define ILMGEN_STORAGE_LARGE_ARRAYS_H

#include <boost/dynamic_bitset_fwd.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

/// From now on, large arrays are in memory only while all of them together are smaller than a
/// limit. The limit is a part of the smallest of three: `bytes`, the process's own limit (ulimit
/// -d), and half of its container's limit. All further arrays lie in files without names, in the
/// folder for temporary files. The kernel keeps the parts of them in memory that it has room for.
/// If a file cannot be made, a std::bad_alloc is thrown whose what() is a sentence. To be called
/// while there is one thread.
void limit_memory_of_large_arrays(std::uint64_t bytes);

/// From now on, the std::bad_alloc that `new` throws has a sentence as its what().
void explain_lack_of_memory();

/// Returns an array of so many bytes, which are zero. Throws std::bad_alloc.
void* new_large_array(std::size_t bytes);
/// `bytes`: as new_large_array() got them.
void delete_large_array(void* array, std::size_t bytes);

/// Arrays of 4 MiB and more are large. Smaller ones are allocated as usual.
template <class T>
class LargeAllocator {
public:
    using value_type = T;

    LargeAllocator() = default;
    template <class Other>
    LargeAllocator(const LargeAllocator<Other>&) {} // containers convert it silently

    T* allocate(std::size_t size) {
        const std::size_t bytes = size * sizeof(T);
        return static_cast<T*>(bytes < large ? ::operator new(bytes) : new_large_array(bytes));
    }
    void deallocate(T* array, std::size_t size) {
        const std::size_t bytes = size * sizeof(T);
        if (bytes < large)
            ::operator delete(array);
        else
            delete_large_array(array, bytes);
    }
    bool operator==(const LargeAllocator&) const = default;

private:
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    static constexpr std::size_t large = std::size_t{4} << 20; ///< bytes
};

template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

/// Sorts as std::stable_sort does, whose buffer would not be a LargeVector.
template <class T, class Less>
void sort_stably(std::span<T> items, LargeVector<T>& buffer, Less less) {
    constexpr std::size_t small =
        4096; // items; std::stable_sort's buffer for them is no large array
    if (items.size() <= small)
        return std::stable_sort(items.begin(), items.end(), less);
    const std::size_t half = items.size() / 2;
    sort_stably(items.first(half), buffer, less);
    sort_stably(items.subspan(half), buffer, less);
    auto right = items.subspan(half).begin();
    buffer.assign(items.begin(), right);
    auto to = items.begin();
    for (auto left = buffer.begin(); left != buffer.end(); ++to)
        *to = right != items.end() && less(*right, *left) ? *right++ : *left++;
}

template <class T, class Less>
void sort_stably(LargeVector<T>& items, Less less) {
    LargeVector<T> buffer;
    buffer.reserve(items.size() / 2);
    sort_stably(std::span(items), buffer, less);
}

/// Its table is a large array if it has many buckets.
template <class Key, class Value>
using LargeMap = std::unordered_map<Key, Value, std::hash<Key>, std::equal_to<Key>,
                                    LargeAllocator<std::pair<const Key, Value>>>;

using LargeBitset = boost::dynamic_bitset<unsigned long, LargeAllocator<unsigned long>>;

} // namespace ilm

#endif
