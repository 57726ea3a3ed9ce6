// Bets that were submitted and have no definite answer yet, with their idempotency keys. Kept over reloads, so that trying
// again after a time-out or a crash of the browser can never bet twice.
import * as z from 'zod/mini'
import type { PlaceBetBody } from '#services/contract/contract.ts'

export const ATTEMPTS_STORAGE_KEY = 'fairbook.slip.attempts'

export interface Attempt {
  /** The Idempotency-Key: the same for as long as the answer is not known. */
  key: string
  /** The selections that this request bets on. */
  betKeys: string[]
  /** The request as first sent; repeated word for word. */
  body: PlaceBetBody
}

const Stored = z.record(
  z.string(),
  z.array(
    z.object({
      key: z.string().check(z.minLength(1)),
      betKeys: z.array(z.string()),
      // Written by this application and judged by the server: the shape is not repeated here.
      body: z.custom<PlaceBetBody>((value) => typeof value === 'object' && value !== null && 'is_parlay' in value),
    }),
  ),
)
type Stored = z.infer<typeof Stored>

/** Where storage is full or forbidden, a key lives as long as the page. */
let unstored: Stored | null = null

function readAll(): Stored {
  if (unstored !== null) return unstored
  try {
    const parsed = Stored.safeParse(JSON.parse(localStorage.getItem(ATTEMPTS_STORAGE_KEY) ?? '{}'))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

/** The attempts of this account without an answer, in the order they were made. */
export const readAttempts = (accountId: string): Attempt[] => readAll()[accountId] ?? []

/** Replaces the attempts of this account; those of others on the same device stay. */
export function writeAttempts(accountId: string, attempts: Attempt[]): void {
  const { [accountId]: _, ...others } = readAll()
  const all = attempts.length === 0 ? others : { ...others, [accountId]: attempts }
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(ATTEMPTS_STORAGE_KEY)
    else localStorage.setItem(ATTEMPTS_STORAGE_KEY, JSON.stringify(all))
    unstored = null
  } catch {
    unstored = all
  }
}

/** A key that nobody guesses or repeats. Works without a secure context, where `crypto.randomUUID` is missing. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
