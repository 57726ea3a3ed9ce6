// An answer that is one sentence and what it rests on.
import { headOf, readLines } from '../report/head.ts'
import { printable, printableLines } from '../report/printable.ts'
import { EXIT } from '../report/report.ts'
import { TOOL_VERSION } from '../report/version.ts'
import type { Read } from '../walk/reading.ts'

/** `title`: null if the value is for programs only, since people read it elsewhere in the answer. */
export type VerdictFact =
  | { readonly key: string; readonly title: string; readonly value: string | number; readonly shown?: string }
  | { readonly key: string; readonly title: null; readonly value: string | number | readonly string[] }

export type Verdict = {
  readonly command: string
  readonly isRight: boolean
  readonly sentence: string
  /** The part of a log that the answer rests on; left out if it rests on none. */
  readonly read?: Read
  /** Shown to people by title, to programs by key. */
  readonly facts: readonly VerdictFact[]
  /** A text that is shown to people below the facts. */
  readonly below?: { readonly title: string; readonly text: string }
}

/** An answer that is short enough to be made as a whole. */
export type Told = { readonly exitCode: number; json(): string[]; text(color: boolean): string[] }

export function answerOfVerdict({ command, isRight, sentence, read, facts, below }: Verdict): Told {
  const exitCode = isRight ? EXIT.clean : EXIT.findings
  const json = {
    ...headOf({ command, exitCode, sentence }, read ?? null),
    ...Object.fromEntries(facts.map(({ key, value }) => [key, value])),
  }
  const lines = [
    ...(read === undefined ? [] : readLines(read)),
    ...facts.flatMap((fact) => (fact.title === null ? [] : [[fact.title, fact.shown ?? String(fact.value)] as const])),
    ['tool', `fairbook ledger ${TOOL_VERSION}`] as const,
  ]
  const width = Math.max(...lines.map(([title]) => title.length))
  return {
    exitCode,
    json: () => [`${JSON.stringify(json, null, 2)}\n`],
    text: () => [
      `${printable(sentence)}\n`,
      ...lines.map(([title, value]) => `  ${title.padEnd(width)}  ${printableLines(value)}\n`),
      ...(below === undefined ? [] : [`\n${below.title}\n${printableLines(below.text)}\n`]),
    ],
  }
}
