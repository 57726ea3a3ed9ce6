// Euro amounts that people type or paste.
import { centsFromText } from '#domain/money.ts'

/** Amounts whose thousands separators are unambiguous: '1,204.10', '1.204,10', '1 204'. '1,204' alone is not. */
const GROUPED = /^\d{1,3}(?:(?:\s\d{3})+(?:[.,]\d{1,2})?|(?:,\d{3})+\.\d{1,2}|(?:\.\d{3})+,\d{1,2})$/

/**
 * Cents of an amount with a point or a comma ('70,5' -> 7050), or as the screens show it ('€1,204.10'). Null if it is
 * none.
 */
export function parseCents(typed: string): number | null {
  const bare = typed.trim().replace(/^€\s*|\s*€$/g, '')
  const digits = GROUPED.test(bare) ? bare.replace(/[\s.,](?=\d{3})/g, '') : bare
  return centsFromText(digits.replace(',', '.'))
}
