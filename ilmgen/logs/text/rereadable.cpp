// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/text/rereadable.h"

#include "ilmgen/model/error.h"

#include <cerrno>
#include <cstring>
#include <optional>

namespace ilm {

/// Copies what is read from a source the first time to a temporary file, and reads that file from
/// then on.
class Rereadable::Kept : public ByteSource {
public:
    explicit Kept(LogSource& source) : source_(source), file_(std::tmpfile(), &std::fclose) {
        if (!file_)
            fail();
    }

    /// Goes back to the beginning. Before that, copies the rest that the first reading has left.
    void rewind() {
        char rest[1 << 14];
        while (!again_ && !broken_ && get(rest, sizeof rest) > 0) {
        }
        again_ = true;
        std::rewind(file_.get());
    }

    std::size_t read(char* to, std::size_t most) override {
        if (!again_) {
            const std::size_t got = get(to, most);
            if (broken_)
                throw *broken_;
            return got;
        }
        const std::size_t got = std::fread(to, 1, most, file_.get());
        if (std::ferror(file_.get()) != 0)
            fail();
        if (got == 0 && broken_)
            throw *broken_;
        return got;
    }

    void cancel() override { source_.cancel(); }

private:
    std::size_t get(char* to, std::size_t most) {
        try {
            const std::size_t got = source_.read(to, most);
            if (std::fwrite(to, 1, got, file_.get()) != got)
                fail();
            return got;
        } catch (const BrokenSource& broken) {
            broken_ = broken;
            return 0;
        }
    }

    [[noreturn]] void fail() const {
        throw Error(source_.name() +
                    ": has to be read more than once, and no copy of it can be kept: " +
                    std::strerror(errno));
    }

    LogSource& source_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    bool again_ = false;
    std::optional<BrokenSource> broken_; ///< what is wrong with what follows
};

Rereadable::Rereadable(LogSource& source) : source_(source) {
    // Only a path can be opened again.
    if (!source.file().size() || source.name() == "standard input")
        kept_ = std::make_unique<Kept>(source);
}

Rereadable::~Rereadable() = default;

ByteSource& Rereadable::next() {
    if (!kept_) {
        again_ = std::make_unique<LogSource>(source_.name());
        return *again_;
    }
    if (begun_)
        kept_->rewind();
    begun_ = true;
    return *kept_;
}

ByteSource& Rereadable::last() {
    if (kept_)
        return next();
    again_.reset();
    return source_;
}

} // namespace ilm
