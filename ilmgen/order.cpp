// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/order.h"

#include <algorithm>

namespace ilm {

namespace {

std::vector<Point>::iterator of_thread(std::vector<Point>& points, ThreadId thid) {
    return std::find_if(points.begin(), points.end(),
                        [thid](const Point& point) { return point.thid == thid; });
}

bool has_newer(const std::vector<Point>& points, const Point& than) {
    return std::any_of(points.begin(), points.end(), [&than](const Point& point) {
        return point.thid == than.thid && newer(point, than);
    });
}

} // namespace

void Releases::publish(Mode mode, const Point& release) {
    minimal = false;
    std::vector<Point>& points = mode == Mode::rd ? reads : others;
    if (const auto former = of_thread(points, release.thid); former != points.end())
        *former = release;
    else
        points.push_back(release);
}

void Releases::collect(Mode mode, ThreadId thid, std::vector<Point>& predecessors) const {
    const bool reader = mode == Mode::rd;
    for (const Point& release : others)
        if (release.thid != thid && (reader || !has_newer(reads, release)))
            predecessors.push_back(release);
    if (reader)
        return;
    for (const Point& release : reads)
        if (release.thid != thid && !has_newer(others, release))
            predecessors.push_back(release);
}

void Order::predecessors(const Event& event, std::vector<Point>& predecessors) {
    if (const auto fork = forks_.find(event.thid); fork != forks_.end()) {
        predecessors.push_back(fork->second);
        forks_.erase(fork);
    }
    if (event.kind == Kind::join) {
        if (const auto exit = exits_.find(event.other); exit != exits_.end()) {
            predecessors.push_back(exit->second);
            exits_.erase(exit);
        }
    } else if (event.kind == Kind::acq) {
        if (const Releases* releases = objects_.acquire(event))
            releases->collect(event.mode, event.thid, predecessors);
    }
}

void Order::happened(const Event& event, const Point& point) {
    if (event.kind == Kind::fork)
        forks_.insert_or_assign(event.other, point);
    else if (event.kind == Kind::exit)
        exits_.insert_or_assign(event.thid, point);
    else if (event.kind == Kind::rel)
        objects_.release(event, point);
}

void Order::life(const Event& event) {
    if (event.kind == Kind::newsync)
        objects_.begin(event);
    else if (event.kind == Kind::delsync)
        objects_.end(event);
}

void Order::forget() {
    forks_.clear();
    exits_.clear();
    objects_.forget_releases();
}

} // namespace ilm
