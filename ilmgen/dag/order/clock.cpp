// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/order/clock.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace ilm {

namespace {

constexpr unsigned bits = 4;
constexpr std::size_t width = std::size_t{1} << bits;

} // namespace

/// A Leaf if its height is 0, else an Inner whose children are one lower or null.
struct ClockNode {
    explicit ClockNode(unsigned node_height) : height(node_height) {}

    std::uint32_t references = 0;
    std::uint32_t height;
};

namespace {

using NodePtr = boost::intrusive_ptr<ClockNode>;

template <class Entry>
struct Node : ClockNode {
    explicit Node(unsigned node_height) : ClockNode(node_height) {}

    std::array<Entry, width> entries{};
};
using Leaf = Node<EventId>;
using Inner = Node<NodePtr>;

template <class N>
auto& entries(const NodePtr& node) {
    return static_cast<N&>(*node).entries;
}

std::size_t index_in(unsigned height, Slot slot) {
    return slot >> (bits * height) & (width - 1);
}

/// Whether the slot is in trees of this height.
bool covers(unsigned height, Slot slot) {
    return std::uint64_t{slot} >> (bits * (height + 1)) == 0;
}

template <class N>
void make_emitted(NodePtr& node, unsigned height) {
    if (node && node->references == 1)
        return;
    const NodePtr own(new N(height));
    if (node)
        entries<N>(own) = entries<N>(node);
    node = own;
}

/// Combines two trees of one height, entry by entry.  If the result is equal to one of them, it is
/// that one.
template <class N, class Choose>
NodePtr combined(const NodePtr& a, const NodePtr& b, Choose choose) {
    const auto& of_a = entries<N>(a);
    const auto& of_b = entries<N>(b);
    std::remove_cvref_t<decltype(of_a)> chosen;
    for (std::size_t i = 0; i < width; ++i)
        chosen[i] = choose(of_a[i], of_b[i]);
    if (chosen == of_b)
        return b;
    if (chosen == of_a)
        return a;
    const NodePtr made(new N(a->height));
    entries<N>(made) = std::move(chosen);
    return made;
}

EventId later_id(EventId a, EventId b) {
    return std::max(a, b);
}
EventId earlier_id(EventId a, EventId b) {
    return std::min(a, b);
}

NodePtr later(const NodePtr& a, const NodePtr& b) {
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    return a->height == 0 ? combined<Leaf>(a, b, later_id) : combined<Inner>(a, b, later);
}

NodePtr earlier(const NodePtr& a, const NodePtr& b) {
    if (a == b || !a)
        return a;
    if (!b)
        return b;
    return a->height == 0 ? combined<Leaf>(a, b, earlier_id) : combined<Inner>(a, b, earlier);
}

} // namespace

void intrusive_ptr_add_ref(ClockNode* node) {
    ++node->references;
}

void intrusive_ptr_release(ClockNode* node) {
    if (--node->references > 0)
        return;
    if (node->height == 0)
        delete static_cast<Leaf*>(node);
    else
        delete static_cast<Inner*>(node);
}

EventId Clock::known(Slot slot) const {
    if (!root_ || !covers(root_->height, slot))
        return 0;
    const NodePtr* node = &root_;
    for (unsigned height = root_->height; height > 0; --height) {
        node = &entries<Inner>(*node)[index_in(height, slot)];
        if (!*node)
            return 0;
    }
    return entries<Leaf>(*node)[index_in(0, slot)];
}

void Clock::raise(unsigned height) {
    while (root_->height < height) {
        const NodePtr higher(new Inner(root_->height + 1));
        entries<Inner>(higher)[0] = std::move(root_);
        root_ = higher;
    }
}

void Clock::learn(Slot slot, EventId id) {
    if (known(slot) >= id)
        return;
    unsigned height = root_ ? root_->height : 0;
    while (!covers(height, slot))
        ++height;
    if (root_)
        raise(height);
    NodePtr* node = &root_;
    for (; height > 0; --height) {
        make_emitted<Inner>(*node, height);
        node = &entries<Inner>(*node)[index_in(height, slot)];
    }
    make_emitted<Leaf>(*node, 0);
    entries<Leaf>(*node)[index_in(0, slot)] = id;
}

void Clock::join(const Clock& other) {
    if (!root_ || !other.root_) {
        root_ = root_ ? root_ : other.root_;
        return;
    }
    Clock same_height = other;
    raise(other.root_->height);
    same_height.raise(root_->height);
    root_ = later(root_, same_height.root_);
}

void Clock::meet(const Clock& other) {
    if (!root_ || !other.root_) {
        root_ = nullptr;
        return;
    }
    Clock same_height = other;
    raise(other.root_->height);
    same_height.raise(root_->height);
    root_ = earlier(root_, same_height.root_);
}

} // namespace ilm
