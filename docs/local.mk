# SPDX-License-Identifier: GPL-2.0-or-later
dist_man_MANS += docs/hpcmp.1 docs/ilmgen.1
dist_doc_DATA += docs/manual.md docs/trace-format.md docs/alog-format.md docs/gist-format.md docs/lpel-format.md docs/own-logs.md docs/arrows-format.md docs/ilm-format.md docs/mapping.md docs/how-it-works.md docs/session.svg docs/clocks.md
