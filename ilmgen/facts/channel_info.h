// SPDX-License-Identifier: GPL-2.0-or-later
//
// Infos about pipes and other channels that several processes may have (docs/trace-format.md,
// "info").
#ifndef ILMGEN_FACTS_CHANNEL_INFO_H
#define ILMGEN_FACTS_CHANNEL_INFO_H

#include "ilmgen/model/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ilm {

/// "channel 4096 put 4 17 1000": the release with number 17 has put 4 units in at clock 1000. A
/// member that the info does not contain is 0 or empty.
struct ChannelInfo {
    enum class What { is, put, took, saw, closed, ended, sent, received, received_first };

    What what = What::is;
    Address addr = 0;        ///< in the program
    std::uint64_t units = 0; ///< is, put, took, saw
    std::uint64_t type = 0;  ///< sent, received: the message's type or priority
    std::uint64_t mark = 0;  ///< sent, received, received_first: the same number for messages with
                             ///< the same bytes; 0: not known
    std::uint64_t seq = 0;   ///< put, closed, sent: of the release, in the program
    std::uint64_t clock = 0; ///< ns; `is` has none
    std::string_view name;   ///< is

    bool takes_units() const { return what == What::took || what == What::saw; }
    bool takes_message() const { return what == What::received || what == What::received_first; }
};

/// `rest`: the text after "channel ". Returns nothing if the text has another form.
std::optional<ChannelInfo> channel_info(std::string_view rest);
std::string text_of(const ChannelInfo& info);

} // namespace ilm

#endif
