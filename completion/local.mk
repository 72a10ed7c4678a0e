# SPDX-License-Identifier: GPL-2.0-or-later
# Where bash-completion and zsh look for what completes a command of that name.

bashcompletiondir = $(datadir)/bash-completion/completions
zshfunctionsdir = $(datadir)/zsh/site-functions
bashcompletion_DATA = completion/hpcmp completion/ilmgen
dist_zshfunctions_DATA = completion/_hpcmp

EXTRA_DIST += completion/hpcmp.bash
CLEANFILES += $(bashcompletion_DATA)

$(bashcompletion_DATA): completion/hpcmp.bash
	$(AM_V_GEN)$(MKDIR_P) completion && cp $(srcdir)/completion/hpcmp.bash $@
