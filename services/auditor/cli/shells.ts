// Shell scripts that complete what is typed. They also define `ledger` as a command if it is not on the path, as in a
// clone. They need nothing but the shell itself, may be sourced more than once, and run nothing of the line that is
// completed.
import { fileURLToPath } from 'node:url'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

const TOOL = fileURLToPath(new URL('../ledger.js', import.meta.url))

// if the tool offers no words, bash offers names of files, unless the tool says that none belong there
const bash = (tool: string): string => `
command -v ledger >/dev/null || function ledger { ${tool} "$@"; }
_ledger() {
  local line files=
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :*) files="\${line#:}" ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(${tool} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ -n $files ]] || compopt +o default 2>/dev/null || true
}
complete -o default -F _ledger ledger
`

const zsh = (tool: string): string => `
(( $+commands[ledger] || $+functions[ledger] || $+aliases[ledger] )) || function ledger { ${tool} "$@"; }
_ledger() {
  local -a lines
  lines=("\${(@f)$(${tool} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  local files="\${lines[-1]#:}"
  lines[-1]=()
  if (( \${#lines} )); then
    lines=("\${(@)lines//:/\\\\:}")
    lines=("\${(@)lines/$'\\t'/:}")
    _describe 'ledger' lines
  elif [[ -n $files ]]; then
    _files
  fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u -D }
compdef _ledger ledger
`

const fish = (tool: string): string => `
type -q ledger; or function ledger; ${tool} $argv; end
function __ledger_offer
  set -l words (commandline -opc)
  ${tool} complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c ledger -e
complete -c ledger -f -a '(__ledger_offer | string match -v -r "^:")'
complete -c ledger -n '__ledger_offer | string match -q ":files"' -F
`

const SCRIPTS: Readonly<Record<Shell, (tool: string) => string>> = { bash, zsh, fish }

/** `tool`: the path of `ledger.js`. */
export const scriptFor = (shell: Shell, tool = TOOL): string =>
  SCRIPTS[shell](shell === 'fish' ? `'${tool.replace(/[\\']/g, '\\$&')}'` : `'${tool.replaceAll("'", `'\\''`)}'`)
