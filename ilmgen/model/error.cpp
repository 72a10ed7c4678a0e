// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/error.h"

namespace ilm {

std::string Error::sentence() const {
    if (!place_)
        return what();
    std::string text = "byte " + std::to_string(place_->byte);
    if (!place_->after_event)
        text += ", event " + std::to_string(place_->event);
    else if (place_->event != 0)
        text += ", after event " + std::to_string(place_->event);
    else
        text += ", before the first event";
    return text + ": " + what();
}

std::string Damage::what_is_lost() const {
    return "everything from byte " + std::to_string(lost_from) + " on is lost";
}

std::string Damage::what_is_kept() const {
    return events ? "the " + std::to_string(*events) + " events before it" : "what comes before it";
}

std::string Damage::sentence() const {
    return file + ": " + error.sentence() + "; " + what_is_lost() + ", " + what_is_kept() +
           (events ? " are not" : " is not");
}

} // namespace ilm
