// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/no_peers.h"

namespace ilm {

void NoPeers::record(const Damage& damage) {
    if (damage_)
        more_damage_.push_back(damage.sentence());
    else
        damage_ = damage;
}

void NoPeers::add_to(LogFigures& figures) const {
    figures.missing.insert(figures.missing.end(), more_damage_.begin(), more_damage_.end());
    ilm::add_to(figures, missing_);
}

} // namespace ilm
