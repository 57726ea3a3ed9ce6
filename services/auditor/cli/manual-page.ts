// The manual page, made from the table of commands, in the language of man(7).
import type { CommandSpec, OptionSpec } from '../commands/command.ts'
import { COMMANDS, ENVIRONMENT, EXIT_CODES } from '../commands/commands.ts'
import { FINDINGS } from '../findings/finding-codes.ts'
import { TOOL_VERSION } from '../report/version.ts'

/**
 * Backslashes and hyphens are characters of the text, and so is what is not ASCII; a line that begins with a dot or
 * quote would be a request.
 */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/[^\p{ASCII}]/gu, (one) => `\\[u${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^(?=[.'])/, '\\&')

const item = (term: string, says: string): string[] => ['.TP', `.B ${escaped(term)}`, escaped(says)]
const paragraph = (text: string): string[] => ['.PP', escaped(text)]

export function manualPage(): string {
  const lines = [
    `.TH LEDGER 1 "" "fairbook ${TOOL_VERSION}" "Fairbook"`,
    '.SH NAME',
    escaped('ledger - audits the ledger with code of its own'),
    '.SH SYNOPSIS',
    ...COMMANDS.flatMap((spec) => ['.PP', `.B ledger ${spec.name}`, escaped(usageOf(spec))]),
    '.SH DESCRIPTION',
    escaped(
      'Reads the event store, folds it by rules of its own and answers. It never writes to the ledger, except for import, which fills an empty log from an export. Answers go to standard output, progress to standard error and only on a terminal. Every answer begins with one sentence that says what was found, and names the log, the range that was read and the version of the tool.',
    ),
    '.SH COMMANDS',
    ...COMMANDS.flatMap(commandOf),
    '.SH COMPLETION',
    escaped(
      'ledger completion bash, zsh or fish prints a script that completes commands, options and names of files as they are typed, and makes ledger a command of this shell if it is not one, as in a clone: source <(npx ledger completion bash). ledger manual prints this page.',
    ),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, says]) => item(String(code), says)),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([variable, says]) => item(variable, says)),
    '.SH FINDINGS',
    ...Object.entries(FINDINGS).flatMap(([code, says]) => item(code, says)),
  ]
  return `${lines.join('\n')}\n`
}

const usageOf = ({ verb, argument, options }: CommandSpec): string =>
  [
    ...(verb === undefined ? [] : [verb]),
    ...(argument === undefined ? [] : [`<${argument.name}>`]),
    ...options.map(({ flags }) => `[${flags}]`),
  ].join(' ')

function commandOf(spec: CommandSpec): string[] {
  const { name, summary, details, argument, options, examples, schema } = spec
  return [
    `.SS ${escaped(`ledger ${name}`)}`,
    escaped(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`),
    ...details.flatMap(paragraph),
    ...(argument === undefined ? [] : item(`<${argument.name}>`, argument.says)),
    ...options.flatMap((option) => item(option.flags, optionText(option))),
    ...examples.flatMap(({ line, says }) => item(line, says)),
    ...(schema === null ? [] : paragraph(`With --json: schema ${schema}, amounts in cents.`)),
  ]
}

const optionText = ({ says, choices, default: value }: OptionSpec): string =>
  [says, ...(choices ? [`one of ${choices.join(', ')}`] : []), ...(value ? [`${value} by default`] : [])].join('; ')
