# SPDX-License-Identifier: GPL-2.0-or-later
# ilmgen, its unit tests and the fuzz targets with sanitizers for memory and undefined
# behaviour, and the tests of the reader, which alone has two threads, with the sanitizer for
# data races: in build trees of their own below this one.  configure makes each as it made
# this one, but for --enable-sanitizers, and for warnings, which are errors.

sanitized_tests = tests/fuzz/sanitized.test tests/fuzz/tsan.test tests/fuzz/fuzz.test
EXTRA_DIST += $(sanitized_tests)

if SANITIZED
sanitized-programs: config.h
	$(MAKE) $(AM_MAKEFLAGS) ilmgen/ilmgen unit-tests $(fuzz_programs)
sanitized-threads: config.h
	$(MAKE) $(AM_MAKEFLAGS) reader-tests
# Only what tests ilmgen and takes no tool of Valgrind's, which does not bear with sanitizers.
check-sanitized: sanitized-programs
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS=tests/fuzz/sanitized.test check_PROGRAMS= check_SCRIPTS=
else
sanitized_trees = sanitized/address sanitized/thread
check_SCRIPTS += $(sanitized_trees)
TESTS += $(sanitized_tests)

sanitized/address: sanitizers = address,undefined
sanitized/address: programs = sanitized-programs
sanitized/thread: sanitizers = thread
sanitized/thread: programs = sanitized-threads
# Optimised so little, they are compiled in half the time.
$(sanitized_trees):
	$(AM_V_GEN)test -f $@/Makefile || { eval "set -- `./config.status --config`" \
		&& $(MKDIR_P) $@ && cd $@ && $(abs_srcdir)/configure "$$@" --quiet \
		--enable-sanitizers=$(sanitizers) --enable-werror CXX='$(SANITIZER_CXX)' CXXFLAGS='-g -O1'; }
	$(AM_V_at)$(MAKE) $(AM_MAKEFLAGS) -C $@ $(programs)
check-sanitized: $(sanitized_trees)
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(sanitized_tests)' check_PROGRAMS= check_SCRIPTS=
endif
clean-local: clean-sanitized
clean-sanitized:
	rm -rf sanitized
.PHONY: sanitized-programs sanitized-threads check-sanitized clean-sanitized sanitized/address sanitized/thread
