// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/common_objects.h"

namespace ilm {

CommonObjects::Life& CommonObjects::named(const CommonInfo& info) {
    Life& now = objects_[std::string(info.name)];
    if (now == nullptr || now->has_ended() || info.what == CommonInfo::What::begins)
        now = std::make_shared<CommonObject>(info, address(lives_++));
    return now;
}

} // namespace ilm
