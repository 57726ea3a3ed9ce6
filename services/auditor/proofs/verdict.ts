// An answer of one sentence and what it rests on.
import type { Answer } from '../commands/command.ts'
import { EXIT, resultOf } from '../report/report.ts'
import { TOOL_VERSION } from '../report/version.ts'

export type Verdict = {
  readonly command: string
  readonly isRight: boolean
  readonly sentence: string
  /** For people with its title, for programs by its key. */
  readonly facts: readonly { readonly key: string; readonly title: string; readonly value: string | number }[]
}

export function answerOfVerdict({ command, isRight, sentence, facts }: Verdict): Answer {
  const exitCode = isRight ? EXIT.clean : EXIT.findings
  const json = {
    schema: `fairbook-${command}/1`,
    tool: TOOL_VERSION,
    result: resultOf(exitCode),
    sentence,
    ...Object.fromEntries(facts.map(({ key, value }) => [key, value])),
  }
  const width = Math.max(...facts.map(({ title }) => title.length), 'tool'.length)
  const lines = [
    ...facts.map(({ title, value }) => [title, value] as const),
    ['tool', `fairbook ledger ${TOOL_VERSION}`],
  ]
  return {
    exitCode,
    json: () => [`${JSON.stringify(json, null, 2)}\n`],
    text: () => [`${sentence}\n`, ...lines.map(([title, value]) => `  ${String(title).padEnd(width)}  ${value}\n`)],
  }
}
