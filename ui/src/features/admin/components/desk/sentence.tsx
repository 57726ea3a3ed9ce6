import { Link } from '@tanstack/react-router'
import type { SentencePart } from '#services/contract/contract.ts'

/** '#48,211' */
export const numberText = (number: number): string => `#${number.toLocaleString('en-IE')}`

/** The sentence of a line of the audit trail; its key fact is bold. */
export const Sentence = ({ what }: { what: readonly SentencePart[] }) => (
  <>
    {what.map(({ text, strong }, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are never reordered
      strong ? <strong key={at}>{text}</strong> : <span key={at}>{text}</span>,
    )}
  </>
)

/** Links to an event in the audit trail, by its ledger number. */
export const TrailLink = ({ number }: { number: number }) => (
  <Link
    to="/admin/audit"
    search={{ q: `#${number}`, event: number }}
    className="rounded-sm font-mono text-muted underline underline-offset-2 hover:text-text touch-around"
  >
    {numberText(number)}
  </Link>
)
