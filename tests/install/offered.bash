# SPDX-License-Identifier: GPL-2.0-or-later
# Prints what bash offers to complete a line with, one a line:
#
#   bash --norc offered.bash COMPLETION-SCRIPT LINE
. /usr/share/bash-completion/bash_completion
. "$1"

# Only readline's own call may change how it goes on.
compopt() { :; }

# Readline's words end at = and blanks.
COMP_LINE=$2
COMP_POINT=${#COMP_LINE}
COMP_TYPE=9
mapfile -t COMP_WORDS < <(sed -e 's/=/\n=\n/g' -e 's/ /\n/g' <<<"$COMP_LINE" | sed '/^$/d')
[[ $COMP_LINE != *[=\ ] ]] || COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))

function=$(complete -p "${COMP_WORDS[0]}" | sed 's/.* -F \([^ ]*\) .*/\1/')
"$function" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
