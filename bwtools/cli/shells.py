"""The scripts that let bash, zsh and fish complete names with any characters, and `--option=value`.

The scripts of click break names at spaces, commas and colons.
"""

from __future__ import annotations

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    get_completion_class,
)


def answer(bw: click.Command, variable: str, instruction: str) -> bytes:
    """Return the script of a shell, or its completions, as the instruction asks.

    Raise KeyError or ValueError if the instruction, or a variable that goes with it, is wrong.
    """
    shell, _, action = instruction.partition("_")
    kind = _SHELLS.get(shell) or get_completion_class(shell)
    if kind is None or action not in ("source", "complete"):
        raise ValueError(instruction)
    completer = kind(bw, {}, "bw", variable)
    text = completer.source() if action == "source" else f"{completer.complete()}\n"
    return text.encode("utf-8", "surrogateescape")


class _Lines(ShellComplete):
    """A completer that leaves out names of more than one line, which the scripts cannot read."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        items = super().get_completions(args, incomplete)
        return [item for item in items if len(str(item.value).splitlines()) <= 1]


class _Bash(_Lines, BashComplete):
    source_template = r"""
%(complete_func)s() {
    local IFS=$'\n' words=() joined= before= word lines line value

    # Bash splits words at = and :, which options and names may contain: join them again.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ $word == [=:]* && ${#words[@]} -gt 1 ]]; then
            before=${words[-1]}$word
            words[-1]=$before
            joined=1
        elif [[ $joined && $word ]]; then
            words[-1]+=$word
            joined=
        else
            words+=("$word")
            joined=
            before=
        fi
    done

    # It replaces what is after the last = or : that is not quoted.
    [[ $before == -*=* ]] && before=${before#*=}
    before=${before//\\/}

    mapfile -t lines < <(env COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) \
%(complete_var)s=bash_complete "$1")
    COMPREPLY=()
    for line in "${lines[@]}"; do
        if [[ $line == dir,* ]]; then
            compopt -o dirnames
        elif [[ $line == file,* ]]; then
            compopt -o default
        elif [[ $line == plain,* ]]; then
            value=${line#plain,}
            value=${value#"$before"}
            [[ $word == [\"\']* ]] || printf -v value %%q "$value"
            COMPREPLY+=("${value//\\,/,}")
        fi
    done
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class _Zsh(_Lines, ZshComplete):
    source_template = r"""#compdef %(prog_name)s

%(complete_func)s() {
    local type key descr
    local -a completions completions_with_descriptions response
    (( ! $+commands[%(prog_name)s] )) && return 1

    response=("${(@f)$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) \
%(complete_var)s=zsh_complete %(prog_name)s)}")

    # After --option= the value is completed.
    [[ $PREFIX == -*=* ]] && compset -P '*='
    for type key descr in ${response}; do
        if [[ $type == plain && $descr == _ ]]; then
            completions+=("$key")
        elif [[ $type == plain ]]; then
            completions_with_descriptions+=("$key:$descr")
        elif [[ $type == dir ]]; then
            _path_files -/
        elif [[ $type == file ]]; then
            _path_files -f
        fi
    done
    (( $#completions_with_descriptions )) && _describe -V unsorted completions_with_descriptions
    (( $#completions )) && compadd -V unsorted -a completions
    return 0
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""


class _Fish(_Lines, FishComplete):
    source_template = r"""
function %(complete_func)s
    set -l token (commandline -t)
    set -l response (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) \
COMP_CWORD="$token" %(prog_name)s)
    set -l option (string match -r -- '^-[^=]*=' "$token")
    for completion in $response
        set -l parts (string split -m 1 , -- $completion)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
            case plain
                echo "$option$parts[2]"
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


_SHELLS: dict[str, type[ShellComplete]] = {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}
