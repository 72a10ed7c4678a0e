# SPDX-License-Identifier: GPL-2.0-or-later
# What people get: the tarball, an installation, completion, man pages, a Debian package.

install_tests = \
	tests/install/completion.test \
	tests/install/debian.test \
	tests/install/dist.test \
	tests/install/manual.test \
	tests/install/user.test

TESTS += $(install_tests)
EXTRA_DIST += \
	$(install_tests) \
	$(debian_files) \
	tests/install/check-deb \
	tests/install/help.py \
	tests/install/offered.bash \
	tests/install/offered.zsh \
	tests/install/user.py

debian_files = \
	debian/changelog \
	debian/control \
	debian/copyright \
	debian/hpcmp.lintian-overrides \
	debian/rules \
	debian/source/format

# Builds the Debian package, which takes minutes; as root, installs, tries and purges it, too.
check-deb: distdir
	$(srcdir)/tests/install/check-deb $(distdir) $(PACKAGE_VERSION)
.PHONY: check-deb
