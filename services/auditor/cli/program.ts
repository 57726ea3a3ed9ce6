// The command line, made from the table of commands: parsing, help and shell completion.
import { Argument, Command, Option } from 'commander'
import type { CommandSpec, OptionSpec } from '../commands/command.ts'
import { COMMANDS, ENVIRONMENT, EXIT_CODES } from '../commands/commands.ts'
import { FINDINGS } from '../findings/finding-codes.ts'
import { TOOL_VERSION } from '../report/version.ts'
import { completions } from './completion.ts'
import { manualPage } from './manual-page.ts'
import { SHELLS, type Shell, scriptFor } from './shells.ts'

export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>
type Run = (spec: CommandSpec, argument: string | null, flags: Flags) => Promise<void>

const DESCRIPTION = 'Audits the ledger with code of its own. Read-only, except for import into an empty log.'

/** `run`: called with the requested command. If a line is wrong, parsing prints why and throws a CommanderError. */
export function createProgram(run: Run): Command {
  const program = new Command('ledger').description(DESCRIPTION).version(TOOL_VERSION).exitOverride()
  program.addHelpText('after', () => helpOfAll())
  for (const spec of COMMANDS) addCommand(program, spec, run)
  program
    .command('manual')
    .description('print the manual page, for: ledger manual | man -l -')
    .action(() => void process.stdout.write(manualPage()))
  program
    .command('completion')
    .description('print a script that completes what is typed, and makes ledger a command of this shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell) => void process.stdout.write(scriptFor(shell)))
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => void process.stdout.write(completions(words)))
  return program
}

function addCommand(program: Command, spec: CommandSpec, run: Run): void {
  const command = program.command(spec.name).description(spec.summary)
  const { verb } = spec
  if (verb !== undefined) command.addArgument(new Argument(`<${verb}>`, `the word '${verb}'`).choices([verb]))
  if (spec.argument !== undefined) {
    const { name, says, choices } = spec.argument
    const argument = new Argument(`<${name}>`, says)
    command.addArgument(choices === undefined ? argument : argument.choices(choices))
  }
  for (const option of spec.options) command.addOption(optionOf(option))
  command.addHelpText('after', () => helpOf(spec))
  command.action(async (...given: unknown[]) => {
    const words = verb === undefined ? given : given.slice(1)
    const [argument, flags] = spec.argument === undefined ? [null, words[0]] : [words[0] as string, words[1]]
    await run(spec, argument, flags as Flags)
  })
}

function optionOf({ flags, says, default: value, choices }: OptionSpec): Option {
  const option = new Option(flags, says)
  if (choices !== undefined) option.choices(choices)
  return value === undefined ? option : option.default(value)
}

const rows = (pairs: readonly (readonly [unknown, string])[], width: number): string =>
  pairs.map(([key, says]) => `  ${String(key).padEnd(width)} ${says}`).join('\n')

const shortCodes = EXIT_CODES.map(([code, says]) => `${code} ${says.split(':', 1)[0]}`).join(', ')

function helpOf({ name, details, examples, schema }: CommandSpec): string {
  const lines = examples.map(({ line, says }) => `  ${line}\n      ${says}`)
  return [
    '',
    ...details,
    '',
    'Examples:',
    ...lines,
    '',
    ...(schema === null ? [] : [`With --json: schema ${schema}, amounts in cents.`]),
    `Exit codes: ${shortCodes}.`,
    ...(name === 'verify' ? ['', 'Findings:', rows(Object.entries(FINDINGS), 22)] : []),
  ].join('\n')
}

function helpOfAll(): string {
  return [
    '',
    'Examples:',
    ...COMMANDS.map(({ examples: [{ line, says }] }) => `  ${line}\n      ${says}`),
    '',
    'ledger help <command> has more.',
    '',
    'In a clone it is npx ledger. Type this once, and ledger alone works in that terminal, completed as you type:',
    '  source <(npx ledger completion bash)      or zsh; in fish: npx ledger completion fish | source',
    '',
    'Environment, as the product reads it:',
    rows(ENVIRONMENT, 34),
    '',
    'Exit codes:',
    rows(EXIT_CODES, 4),
  ].join('\n')
}
