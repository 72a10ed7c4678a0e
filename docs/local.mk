# SPDX-License-Identifier: GPL-2.0-or-later
# Installed, files lie beside each other as they do here, so that the links between them hold.
dist_man_MANS += docs/hpcmp.1 docs/ilmgen.1
if HAVE_MPI
dist_man_MANS += docs/ilmgen-mpi.1
endif
dist_doc_DATA += HACKING.md NEWS

docsdir = $(docdir)/docs
dist_docs_DATA = \
	docs/alog-format.md \
	docs/arrows-format.md \
	docs/clocks.md \
	docs/gist-format.md \
	docs/how-it-works.md \
	docs/ilm-format.md \
	docs/lpel-format.md \
	docs/machine-format.md \
	docs/manual.md \
	docs/mapping.md \
	docs/native-format.md \
	docs/own-logs.md \
	docs/page.md \
	docs/plan-format.md \
	docs/plans-benchmark.md \
	docs/performance-ilmgen.svg \
	docs/performance-tool.svg \
	docs/performance.md \
	docs/profiles.md \
	docs/session.svg \
	docs/report-format.md \
	docs/trace-format.md \
	docs/tutorial.md \
	docs/workflows.md

# What docs/tutorial.md works with.
tutorialdir = $(docdir)/docs/tutorial
dist_tutorial_DATA = \
	docs/tutorial/own-tables.svg \
	docs/tutorial/own16.png \
	docs/tutorial/words.c

pagedir = $(docdir)/docs/page
dist_page_DATA = \
	docs/page/compare.png \
	docs/page/dark.png \
	docs/page/make.png \
	docs/page/matrix.png \
	docs/page/narrow.png \
	docs/page/omp.png \
	docs/page/pbzip2.png \
	docs/page/pipeline.png \
	docs/page/plan.png \
	docs/page/python.png

howitworksdir = $(docdir)/docs/how-it-works
dist_howitworks_DATA = \
	docs/how-it-works/access.md \
	docs/how-it-works/dag-block.md \
	docs/how-it-works/kernel.md \
	docs/how-it-works/lock.md \
	docs/how-it-works/order.md \
	docs/how-it-works/atomics.md \
	docs/how-it-works/page.md \
	docs/how-it-works/plan.md \
	docs/how-it-works/process.md \
	docs/how-it-works/mpi.md \
	docs/how-it-works/processes.md \
	docs/how-it-works/runtimes.md \
	docs/how-it-works/where.md \
	docs/how-it-works/analyses.md \
	$(drawings:.dot=.svg)

# Pictures, which are kept beside what they are drawn from: `make drawings` draws them again.
drawings = \
	docs/how-it-works/access.dot \
	docs/how-it-works/analyses.dot \
	docs/how-it-works/atomics.dot \
	docs/how-it-works/dag-block.dot \
	docs/how-it-works/house.dot \
	docs/how-it-works/kernel.dot \
	docs/how-it-works/lock.dot \
	docs/how-it-works/mpi.dot \
	docs/how-it-works/order.dot \
	docs/how-it-works/page.dot \
	docs/how-it-works/plan.dot \
	docs/how-it-works/process.dot \
	docs/how-it-works/processes.dot \
	docs/how-it-works/runtimes.dot \
	docs/how-it-works/semaphore.dot \
	docs/how-it-works/where.dot
EXTRA_DIST += $(drawings)

drawings:
	for drawing in $(drawings:.dot=); do \
		dot -Tsvg -o $(srcdir)/$$drawing.svg $(srcdir)/$$drawing.dot || exit 1; \
	done
.PHONY: drawings

# What docs/mapping.md explains.
examplesdir = $(docdir)/test_inputs/mapping
dist_examples_DATA = \
	test_inputs/mapping/barrier.gist \
	test_inputs/mapping/barrier.map \
	test_inputs/mapping/lock.alog \
	test_inputs/mapping/lock.map \
	test_inputs/mapping/message.alog \
	test_inputs/mapping/message.map
