# SPDX-License-Identifier: GPL-2.0-or-later
# Prints what zsh offers to complete a line with, one a line:
#
#   zsh -f offered.zsh FOLDER-OF-COMPLETION-SCRIPT LINE
#
# A shell of its own in a pseudo-terminal gets the line and a TAB.  What is offered
# goes through compadd, which there writes it into a file first.
zmodload zsh/zpty
offered=$(mktemp)
zpty shell zsh -f -i
zpty -w shell "PROMPT=; fpath=(${(q)1} \$fpath); offered=${(q)offered}"
zpty -w shell 'autoload -U compinit; compinit -u -D; bindkey "^I" complete-word
setopt no_beep; LISTMAX=100000; stty rows 1000 cols 200
compadd() {
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        local -a matches
        builtin compadd -A matches "$@"
        print -rl -- $matches >>$offered
    fi
    builtin compadd "$@"
}
say_done() { print now it is "done" }
zle -N say_done; bindkey "^X" say_done
print now it "begins"'
zpty -r shell said '*now it begins*'
zpty -w -n shell "$2"$'\t\C-x'
zpty -r shell said '*now it is done*'
zpty -d shell
cat $offered
rm -f $offered
