# SPDX-License-Identifier: MIT
# Completion for bash.  Verbs, options and most values are what the program
# itself says of them, so that nothing here has to be kept in step.

# The values of an option, by the line that help has of it.
_profilcheck_values()
{
    local program=$1 verb=$2 option=$3 current=$4 line value
    line=$("$program" help "$verb" 2>/dev/null |
        grep -E -A 1 -- "^  $option( |\$)" | tr '\n' ' ')
    value=${line#*"$option" }
    value=${value%% *}
    case $value in
    *\|*) compgen -W "${value//|/ }" -- "$current" ;;
    D)
        compgen -W "$([ "$verb" != run ] || echo all)
            $("$program" list dialects 2>/dev/null | sed 's/ .*//')" \
            -- "$current" ;;
    FORMAT | NAME)
        line=${line#*"$value"}
        line=${line%% (default*}
        line=${line//,/ }
        compgen -W "${line/ or / }" -- "$current" ;;
    RULE=CHOICE)
        compgen -S = -W "$("$program" list rules 2>/dev/null |
            sed -n 's/^\([a-z][a-z-]*\): .*/\1/p')" -- "$current" ;;
    ID | TEXT\|ID) _profilcheck_cases "$program" "$current" ;;
    FILE | DIR | ELF) compgen -f -- "$current" ;;
    esac
}

_profilcheck_cases()
{
    compgen -W "$("$1" list cases 2>/dev/null | sed 's/[ .].*//')" -- "$2"
}

# The words that a verb takes.
_profilcheck_words()
{
    local program=$1 verb=$2 current=$3
    case $verb in
    run | identify | shrink)
        compgen -W "$("$program" list impls 2>/dev/null |
            sed -n 's/^\([a-z][a-z]*\) .*/\1/p')" -- "$current"
        compgen -f -- "$current"
        [ "$verb" != shrink ] || _profilcheck_cases "$program" "$current" ;;
    case) _profilcheck_cases "$program" "$current" ;;
    list)
        compgen -W "$("$program" help list 2>/dev/null |
            sed -n '3s/^list //; 3s/, / /g; 3s/ or / /p')" -- "$current" ;;
    help) _profilcheck_verbs "$program" "$current" ;;
    *) compgen -f -- "$current" ;;
    esac
}

_profilcheck_verbs()
{
    compgen -W "$("$1" help 2>/dev/null |
        sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p' | sed '/^profilcheck$/d')
        help" -- "$2"
}

_profilcheck()
{
    local program=${COMP_WORDS[0]} verb=${COMP_WORDS[1]}
    local current=${COMP_WORDS[COMP_CWORD]}
    local option=${COMP_WORDS[COMP_CWORD - 1]} found

    if [ "$current" = = ]; then
        current=
    elif [ "$option" = = ]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if [ "$COMP_CWORD" -eq 1 ]; then
        found=$(_profilcheck_verbs "$program" "$current"
            compgen -W '--help --version' -- "$current")
    elif [[ $current == -* ]]; then
        found=$(compgen -W "$("$program" help "$verb" 2>/dev/null |
            sed -n 's/^  \(--[a-z-]*\).*/\1/p') --output --color --quiet" \
            -- "$current")
    else
        found=
        [[ $option != --* ]] ||
            found=$(_profilcheck_values "$program" "$verb" "$option" "$current")
        [ -n "$found" ] ||
            found=$(_profilcheck_words "$program" "$verb" "$current")
    fi
    mapfile -t COMPREPLY < <(printf '%s' "$found" | sort -u)
    [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o filenames -F _profilcheck profilcheck
