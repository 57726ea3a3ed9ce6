// An answer of one sentence and what it rests on.
import { EXIT, resultOf } from '../report/report.ts'
import { TOOL_VERSION } from '../report/version.ts'

export type Verdict = {
  readonly command: string
  readonly isRight: boolean
  readonly sentence: string
  /** For people with its title, for programs by its key. */
  readonly facts: readonly { readonly key: string; readonly title: string; readonly value: string | number }[]
}

/** An answer that is short. */
export type Told = { readonly exitCode: number; json(): string[]; text(color: boolean): string[] }

export function answerOfVerdict({ command, isRight, sentence, facts }: Verdict): Told {
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
