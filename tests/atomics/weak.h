/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The memory orders of stores that hand data over, and of loads that take it. points.h says what
 * -DWEAK is for.
 */
#ifndef TESTS_ATOMICS_WEAK_H
#define TESTS_ATOMICS_WEAK_H

#ifdef __cplusplus
#include <atomic>

namespace {

constexpr auto relaxed = std::memory_order_relaxed;
#ifdef WEAK
constexpr auto release = relaxed;
constexpr auto acquire = relaxed;
constexpr auto both = relaxed;
#else
constexpr auto release = std::memory_order_release;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto both = std::memory_order_acq_rel;
#endif

} // namespace

#else
#include <stdatomic.h>

#define RELAXED memory_order_relaxed
#ifdef WEAK
#define RELEASE RELAXED
#define ACQUIRE RELAXED
#define BOTH RELAXED
#else
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#define BOTH memory_order_acq_rel
#endif
#endif

#endif
