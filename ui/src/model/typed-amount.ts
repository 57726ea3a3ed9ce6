// Euro amounts as people type and paste them.
import { centsFromText } from '#domain/money.ts'

/** Thousands that cannot be read as anything else: '1,204.10', '1.204,10', '1 204'. '1,204' alone could be. */
const GROUPED = /^\d{1,3}(?:(?:\s\d{3})+(?:[.,]\d{1,2})?|(?:,\d{3})+\.\d{1,2}|(?:\.\d{3})+,\d{1,2})$/

/** Cents of an amount, with a point or a comma: '70,5' -> 7050; as our screens write it, too: '€1,204.10'. Null where it is none. */
export function parseCents(typed: string): number | null {
  const bare = typed.trim().replace(/^€\s*|\s*€$/g, '')
  const digits = GROUPED.test(bare) ? bare.replace(/[\s.,](?=\d{3})/g, '') : bare
  return centsFromText(digits.replace(',', '.'))
}
