# SPDX-License-Identifier: GPL-2.0-or-later
# Fuzz targets for libFuzzer, in builds with sanitizers.  `make check` runs each a fixed
# number of times; `make fuzz` goes on for FUZZ_SECONDS from where the one before ended,
# and leaves what it finds in fuzz/ of the sanitized build.

FUZZ_SECONDS = 600

fuzz_targets = tests/fuzz/reader tests/fuzz/compressed tests/fuzz/pipeline tests/fuzz/logs tests/fuzz/writers \
	tests/fuzz/analyses
EXTRA_PROGRAMS += $(fuzz_targets)
fuzz_ldflags = $(AM_LDFLAGS) -fsanitize=fuzzer
fuzz_ldadd = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS)

tests_fuzz_reader_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/reader.cpp
tests_fuzz_reader_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_reader_LDADD = $(fuzz_ldadd)

tests_fuzz_compressed_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/compressed.cpp
tests_fuzz_compressed_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_compressed_LDADD = $(fuzz_ldadd)

tests_fuzz_pipeline_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/ilm.cpp \
	tests/fuzz/ilm.h \
	tests/fuzz/mutate.cpp \
	tests/fuzz/pipeline.cpp
tests_fuzz_pipeline_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_pipeline_LDADD = $(fuzz_ldadd)

tests_fuzz_logs_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/logs.cpp
tests_fuzz_logs_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_logs_LDADD = $(fuzz_ldadd)

tests_fuzz_analyses_SOURCES = \
	tests/fuzz/analyses.cpp \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/mutate.cpp
tests_fuzz_analyses_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_analyses_LDADD = $(fuzz_ldadd)

tests_fuzz_writers_SOURCES = \
	tests/fuzz/bytes.cpp \
	tests/fuzz/bytes.h \
	tests/fuzz/mutate.cpp \
	tests/fuzz/writers.cpp
tests_fuzz_writers_LDFLAGS = $(fuzz_ldflags)
tests_fuzz_writers_LDADD = $(fuzz_ldadd)

fuzz_programs =
if HAVE_FUZZER
fuzz_programs += $(fuzz_targets)
endif

if SANITIZED
fuzz: $(fuzz_targets)
	$(srcdir)/tests/fuzz/run tests/fuzz/reader fuzz/reader -max_total_time=`expr $(FUZZ_SECONDS) / 4`
	$(srcdir)/tests/fuzz/run tests/fuzz/compressed fuzz/compressed -malloc_limit_mb=160 -max_total_time=`expr $(FUZZ_SECONDS) / 8`
	$(srcdir)/tests/fuzz/run tests/fuzz/pipeline fuzz/pipeline -max_total_time=`expr $(FUZZ_SECONDS) / 4`
	$(srcdir)/tests/fuzz/run tests/fuzz/logs fuzz/logs -max_total_time=`expr $(FUZZ_SECONDS) / 4`
	$(srcdir)/tests/fuzz/run tests/fuzz/writers fuzz/writers -max_total_time=`expr $(FUZZ_SECONDS) / 8`
	$(srcdir)/tests/fuzz/run tests/fuzz/analyses fuzz/analyses -max_total_time=`expr $(FUZZ_SECONDS) / 4`
else
fuzz: sanitized/address
	$(MAKE) $(AM_MAKEFLAGS) -C sanitized/address fuzz
endif
clean-local: clean-fuzz
clean-fuzz:
	rm -rf fuzz
.PHONY: fuzz clean-fuzz

EXTRA_DIST += \
	tests/fuzz/.clang-format \
	tests/fuzz/ignore.list \
	tests/fuzz/run \
	tests/fuzz/words.dict
