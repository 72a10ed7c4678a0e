# SPDX-License-Identifier: GPL-2.0-or-later
# Installed, files lie beside each other as they do here, so that the links between them hold.
dist_man_MANS += docs/hpcmp.1 docs/ilmgen.1

docsdir = $(docdir)/docs
dist_docs_DATA = \
	docs/alog-format.md \
	docs/arrows-format.md \
	docs/clocks.md \
	docs/gist-format.md \
	docs/how-it-works.md \
	docs/ilm-format.md \
	docs/lpel-format.md \
	docs/manual.md \
	docs/mapping.md \
	docs/own-logs.md \
	docs/performance-ilmgen.svg \
	docs/performance-tool.svg \
	docs/performance.md \
	docs/session.svg \
	docs/trace-format.md

# What docs/mapping.md explains.
examplesdir = $(docdir)/test_inputs/mapping
dist_examples_DATA = \
	test_inputs/mapping/barrier.gist \
	test_inputs/mapping/barrier.map \
	test_inputs/mapping/lock.alog \
	test_inputs/mapping/lock.map \
	test_inputs/mapping/message.alog \
	test_inputs/mapping/message.map
