// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's modules find D3 as a global, because the page contains it as a plain script.

import { createRequire } from "node:module";

globalThis.d3 = createRequire(import.meta.url)(process.env.D3);
