# SPDX-License-Identifier: GPL-2.0-or-later
# Completion of hpcmp and ilmgen for bash, with the functions of bash-completion.
# Options and most of their values are asked of the programs.

# The kinds of primitives: the tool names them when it does not know one.
_hpcmp_kinds() {
    hpcmp --record '--hpcmp-sync=?' true 2>&1 |
        sed -n '/list of$/,/of these/{s/.*list of$//;s/^valgrind: //;s/or of these.*//;s/,//gp}'
}

# The options in the program's --help, one a line, as it writes them: --from=FORMAT.
_hpcmp_options() { # program, perhaps --record
    "$@" --help 2>/dev/null |
        sed -n -e 's/^ \{1,8\}\(-[^ ]*\( -[^ ]*\)\?\).*/\1/' \
            -e '/^-/s/^\(-[[:alnum:]]\)[ ,]\+--/\1\n--/' -e '/^-/p'
}

# The words that an option's value may be, if there are only so many.  The program
# names them when it does not know one; there is no input that has no name.
_hpcmp_choices() { # program option description-of-value
    case $3 in
        PRIM,*) _hpcmp_kinds ;;
        FUNCTION* | '<function>'*) ;; # of the program, which nobody has named yet
        '<kind>,'*) echo "$(_hpcmp_kinds) all none" ;;
        *'|'*) tr '|' '\n' <<<"$3" | grep '^[a-z0-9-]*$' ;;
        *)
            local program=$1
            [[ $1 != *hpcmp ]] || program=ilmgen # which gets some of them
            "$program" "$2=?" "" 2>&1 | sed -n "s/.*'?' is none of //p" | tr ',' ' '
            ;;
    esac
}

_hpcmp_complete_value() { # program option description-of-value
    case $3 in
        *,...*) # the last one of a list, perhaps with a minus
            local last=${cur##*[,-]}
            mapfile -t COMPREPLY < <(
                compgen -P "${cur%"$last"}" -W "$(_hpcmp_choices "$@")" -- "$last"
            )
            ;;
        *FILE* | *path* | *'<file'*) _filedir ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$(_hpcmp_choices "$@")" -- "$cur") ;;
    esac
}

_hpcmp_complete_option() { # what _hpcmp_options has said
    local names
    names=$(sed -e 's/^\([^=[]*\)\[=.*/\1 \1=/' -e 's/=.*/=/' <<<"$1")
    mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
    [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace
}

# Succeeds if the word is an option or an option's value.
_hpcmp_complete() { # program, perhaps --record
    local options value
    [[ $cur == -* || $prev == -* ]] || return
    options=$(_hpcmp_options "$@")
    value=$(sed -n "s/^$prev\[\?=//p" <<<"$options")
    [[ $prev != -o ]] || value=FILE
    if $split || [[ $prev == -o || $prev == --output ]] ||
        [[ $value && $value != *']' && $1 != *hpcmp ]]; then
        _hpcmp_complete_value "$1" "$prev" "$value"
    elif [[ $cur == -* ]]; then
        _hpcmp_complete_option "$options"
    else
        return 1
    fi
}

_ilmgen() {
    local cur prev words cword split
    _init_completion -s || return
    _hpcmp_complete "$1" || _filedir
}

# Behind the options there is a command of its own.
_hpcmp() {
    local cur prev words cword split i
    _init_completion -s || return
    for ((i = 1; i < cword; i++)); do
        case ${words[i]} in
            -o | --output) ((++i)) ;;
            --) _command_offset "$((i + 1))"; return ;;
            -*) ;;
            *) _command_offset "$i"; return ;;
        esac
    done
    local record=()
    [[ $cword == 1 || ${words[1]} != --record ]] || record=(--record)
    _hpcmp_complete "$1" "${record[@]}" || _command_offset "$cword"
}

complete -F _ilmgen ilmgen
complete -F _hpcmp hpcmp
