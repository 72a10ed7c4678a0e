// SPDX-License-Identifier: GPL-2.0-or-later
//
// Notes for the picture, from logs of other systems: the texts of events whose meaning ilmgen does
// not know, and names of threads.
#ifndef ILMGEN_EMIT_ILM_DOT_NOTES_H
#define ILMGEN_EMIT_ILM_DOT_NOTES_H

#include "ilmgen/emit/ilm/dot_text.h"
#include "ilmgen/model/event.h"

#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace ilm {

class DotNotes : public EventSink {
public:
    struct Note {
        EventId id;
        std::string text;
    };
    struct ThreadNotes {
        std::string name;
        std::vector<Note> notes; ///< in order
    };

    /// Events have to come here before the DAG block that they belong to is drawn.
    void event(const Event& event) override;

    /// Forgets the notes so far, because they have been drawn, or will not be.  Names stay.
    void forget() {
        for (auto thread = threads_.begin(); thread != threads_.end();) {
            thread->second.notes.clear();
            thread = thread->second.name.empty() ? threads_.erase(thread) : std::next(thread);
        }
    }

    /// No picture will be drawn any more: forgets all, and takes no more.
    void end() {
        threads_.clear();
        ended_ = true;
    }

    /// The threads with a name or a note.
    const std::map<ThreadId, ThreadNotes>& threads() const { return threads_; }

private:
    std::map<ThreadId, ThreadNotes> threads_;
    bool ended_ = false;
};

/// The notes from `begin` up to the first whose id is not below `before`, as a label. Moves `begin`
/// there. Notes with the same text become one. After the first few notes, the label only says how
/// many follow.
DotText dot_label(const std::vector<DotNotes::Note>& notes, std::size_t& begin, EventId before);

} // namespace ilm

#endif
