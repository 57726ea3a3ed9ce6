// The words that can complete a line, by the table of commands.
import type { CommandSpec, OptionSpec } from '../commands/command.ts'
import { COMMANDS } from '../commands/commands.ts'
import { SHELLS } from './shells.ts'

type Candidate = readonly [word: string, says: string]
/** `files`: whether the shell should offer names of files and folders. */
type Offer = { readonly words: readonly Candidate[]; readonly files: boolean }

/** Commands that are not in the table. */
const OWN: readonly Candidate[] = [
  ['help', 'show what a command is for, with examples'],
  ['manual', 'print the manual page'],
  ['completion', 'print a script that completes what is typed'],
]
const NOTHING: Offer = { words: [], files: false }
const FILES: Offer = { words: [], files: true }
/** Values with these names are files. */
const IS_FILE = /^(file|folder)$/

/**
 * Lines of '<word>\t<text>', then ':files' or ':'. `line`: the words after 'ledger'. The last one is completed; it is
 * '' if it has not been begun.
 */
export function completions(line: readonly string[]): string {
  const { words, files } = offered(line)
  const begun = line.at(-1) ?? ''
  const fitting = words.filter(([word]) => word.startsWith(begun))
  return [...fitting.map(([word, says]) => `${word}\t${says}`), files ? ':files' : ':', ''].join('\n')
}

function offered(line: readonly string[]): Offer {
  const [name = '', ...rest] = line
  const commands = COMMANDS.map((spec): Candidate => [spec.name, spec.summary])
  if (line.length < 2) return { words: [...commands, ...OWN], files: false }
  if (name === 'help') return { words: rest.length > 1 ? [] : commands, files: false }
  if (name === 'completion') return { words: rest.length > 1 ? [] : wordsOf(SHELLS), files: false }
  const spec = COMMANDS.find((one) => one.name === name)
  return spec === undefined ? NOTHING : offeredFor(spec, rest.slice(0, -1), rest.at(-1)!)
}

function offeredFor(spec: CommandSpec, before: readonly string[], begun: string): Offer {
  if (begun.startsWith('-')) {
    const help: OptionSpec = { flags: '--help', says: 'show this help' }
    return {
      words: [...spec.options, help].map(({ flags, says }) => [/--[a-z-]+/.exec(flags)![0], says]),
      files: false,
    }
  }
  const at = before.findLastIndex((word) => word.startsWith('-'))
  const option = at === -1 ? undefined : spec.options.find(({ flags }) => flags.split(/[ ,]+/).includes(before[at]!))
  const [, value, more] = /<([a-z-]+)(\.{3})?>$/.exec(option?.flags ?? '') ?? []
  const given = before.length - at - 1
  if (option !== undefined && value !== undefined && (given === 0 || more !== undefined))
    return valuesOf(value, option.choices)
  const { verb, argument } = spec
  const isVerbGiven = verb === undefined || before.includes(verb)
  if (!isVerbGiven) return { words: wordsOf([verb]), files: false }
  return argument === undefined ? NOTHING : valuesOf(argument.name, argument.choices)
}

function valuesOf(name: string, choices: readonly string[] | undefined): Offer {
  if (choices !== undefined) return { words: wordsOf(choices), files: false }
  return IS_FILE.test(name) ? FILES : NOTHING
}

const wordsOf = (words: readonly string[]): Candidate[] => words.map((word) => [word, ''])
