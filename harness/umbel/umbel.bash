# Completion of `umbel` for bash. The command itself knows what a word may become: it reads the
# tables that its --help prints.
_umbel() {
    local line=${COMP_LINE:0:COMP_POINT} words last kept word
    # Split at spaces alone: readline's own words also end at ':' and '='.
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    last=${words[-1]}
    # What readline has kept of the word already, up to its last ':' or '=', is not to come again.
    kept=${last%"${last##*[:=]}"}
    COMPREPLY=()
    while IFS= read -r word; do
        if [[ $word == '<files>' ]]; then
            compopt -o filenames 2>/dev/null
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${last##*=}")
        else
            [[ $word == *[=:.] ]] && compopt -o nospace 2>/dev/null
            COMPREPLY+=("${word#"$kept"}")
        fi
    done < <("${words[0]}" help --complete "${words[@]:1}" 2>/dev/null)
}
complete -F _umbel umbel
