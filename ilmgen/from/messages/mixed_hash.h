// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_FROM_MESSAGES_MIXED_HASH_H
#define ILMGEN_FROM_MESSAGES_MIXED_HASH_H

#include <cstddef>
#include <cstdint>

namespace ilm {

/// Spreads integers over all bits (multiplicative hashing, Knuth, vol. 3, 6.4).
template <class... Integers>
std::size_t mixed_hash(Integers... integers) {
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
    std::uint64_t hash = 0;
    const auto mix = [&hash](std::uint64_t integer) {
        hash = (hash ^ integer) * golden_ratio;
        hash ^= hash >> 32;
    };
    (mix(static_cast<std::uint64_t>(integers)), ...);
    return hash;
}

} // namespace ilm

#endif
