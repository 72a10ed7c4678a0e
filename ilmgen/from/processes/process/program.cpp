// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process/program.h"

#include "ilmgen/model/error.h"

namespace ilm {

namespace {

/// Bytes: there may be thousands of traces.
constexpr std::size_t window = std::size_t{1} << 14;

} // namespace

Program::Program(LogSource& file) : file_(file), text_(file), cursor_(text_, window) {
    const Event* const first = cursor_.next();
    if (first == nullptr && cursor_.damage())
        throw Error(file.name() + ": " + cursor_.damage()->error.sentence());
    const bool is_info = first != nullptr && first->kind == Kind::info;
    const std::optional<ProgramBegin> begin =
        is_info ? program_begin(first->text) : std::optional<ProgramBegin>();
    if (!begin)
        throw Error(file.name() + ": its first event does not tell which process it is of; only "
                                  "traces of hpcmp can be joined to one model");
    begin_ = *begin;
    first_ = *first;
    first_.text = first_text_ = first->text;
    second_ = cursor_.next();
    if (second_ != nullptr && second_->kind == Kind::info)
        forked_ = forked_by(second_->text);
}

std::string Program::name() const {
    const std::string path = begin_.command.substr(0, begin_.command.find(' '));
    return std::string(last_part(path));
}

const Event* Program::next() {
    const Event* const event = take();
    if (event != nullptr)
        ++events_;
    return event;
}

std::optional<Damage> Program::damage() const {
    std::optional<Damage> damage = cursor_.damage();
    if (damage) {
        damage->file = file();
        damage->events = events_;
    }
    return damage;
}

const Event* Program::take() {
    switch (ahead_) {
    case Ahead::first: ahead_ = Ahead::second; return &first_;
    case Ahead::second: ahead_ = Ahead::none; return second_;
    default: return cursor_.next();
    }
}

} // namespace ilm
