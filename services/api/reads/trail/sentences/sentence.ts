// What a line of the audit trail says: a sentence in parts, and the value before and after.
import { formatCents } from '#domain/money.ts'
import type { TrailRow } from '#projections/audit/queries.ts'
import type { SentencePart } from '#services/contract/contract.ts'
import type { DetailOf, EventType } from '../event-detail.ts'
import type { Known } from '../known.ts'

/** `who`: name of the actor. `on`: name of the account's owner. */
export type Told<T extends EventType> = {
  readonly row: TrailRow
  readonly data: DetailOf<T>
  readonly who: string
  readonly on: string
  readonly known: Known
}

/** Without `change`, the account's balance before and after is shown if the event moved it. */
export type Sentence = {
  readonly what: readonly SentencePart[]
  readonly change?: readonly [before: string | null, after: string | null]
}
export type Tell<T extends EventType> = (told: Told<T>) => Sentence

/** Emphasised, as what a reader should see first. */
export const strong = (text: string): SentencePart => ({ text, strong: true })

/** A sentence: say`${on} lost ${strong(euros(stake))}`. */
export function say(texts: TemplateStringsArray, ...values: (string | SentencePart)[]): SentencePart[] {
  const parts: SentencePart[] = []
  const add = (part: SentencePart): void => {
    const last = parts.at(-1)
    if (part.text === '') return
    if (last?.strong === part.strong) parts[parts.length - 1] = { ...last, text: last.text + part.text }
    else parts.push(part)
  }
  for (const [at, text] of texts.entries()) {
    add({ text, strong: false })
    const value = values[at]
    if (value !== undefined) add(typeof value === 'string' ? { text: value, strong: false } : value)
  }
  return parts
}

/** '€1,250.00' */
export function euros(cents: number): string {
  const [whole = '', fraction] = formatCents(Math.abs(cents)).split('.')
  return `${cents < 0 ? '−' : ''}€${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}
