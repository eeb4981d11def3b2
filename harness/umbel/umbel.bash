# Completion of `umbel` for bash. The command itself finds the completions of a word, from the
# tables that its --help prints.
_umbel() {
    local line=${COMP_LINE:0:COMP_POINT} words last kept word
    # Split at spaces alone: readline's own words also end at ':' and '='.
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    last=${words[-1]}
    # Readline keeps the word up to its last ':' or '='; that part must not be repeated.
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
