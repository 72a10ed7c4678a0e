// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/bytes/set_aside.h"

#include "ilmgen/model/spool.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ilm {

/// The files that were read last and have a decoder, and the temporary file for the others.
class SetAside::Recent {
public:
    static Recent& files() {
        static Recent all;
        return all;
    }

    void is_read(SetAside* file) {
        const auto found = std::find(recent_.begin(), recent_.end(), file);
        if (found == recent_.end())
            recent_.push_back(file);
        else
            std::rotate(found, found + 1, recent_.end());
        if (recent_.size() <= most)
            return;
        SetAside* const oldest = recent_.front();
        recent_.erase(recent_.begin());
        oldest->set_aside();
    }

    void forget(const SetAside* file) { std::erase(recent_, file); }

    TemporaryBytes& rests() { return rests_; }

private:
    static constexpr std::size_t most = 8;

    std::vector<SetAside*> recent_; ///< the last one last
    TemporaryBytes rests_;
};

SetAside::~SetAside() {
    Recent::files().forget(this);
}

void SetAside::set_aside() {
    TemporaryBytes& rests = Recent::files().rests();
    Rest rest{rests.size(), 0};
    std::vector<char> text(std::size_t{1} << 17);
    try {
        while (const std::size_t got = file_.read(text.data(), text.size()))
            rests.append(text.data(), got);
    } catch (const BrokenSource& broken) {
        broken_ = broken;
    }
    rest.end = rests.size();
    rest_ = rest;
}

std::size_t SetAside::read(char* to, std::size_t most) {
    if (!rest_) {
        const std::size_t got = file_.read(to, most);
        if (file_.is_compressed())
            Recent::files().is_read(this);
        return got;
    }
    const std::size_t got = std::min<std::uint64_t>(most, rest_->end - rest_->next);
    if (got == 0 && broken_)
        throw *broken_;
    Recent::files().rests().read(rest_->next, to, got);
    rest_->next += got;
    return got;
}

} // namespace ilm
