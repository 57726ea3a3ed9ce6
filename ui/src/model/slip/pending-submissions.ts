// Bets that were sent and have no definite answer yet, with their idempotency keys. Stored, so that a retry after a
// timeout, a reload or a crash never bets twice, in whichever tab. keep-submissions.ts changes them.
import type { PlaceBetBody } from '#services/contract/contract.ts'
import { type Check, isText, listOf, recordOf, shapeOf } from '#ui/lib/shape.ts'

export const SUBMISSIONS_STORAGE_KEY = 'fairbook.slip.attempts'

export interface BetSubmission {
  /** The Idempotency-Key: the same until the outcome is known. */
  key: string
  /** The selections of the bet. */
  betKeys: string[]
  /** The request as first sent; retries repeat it unchanged. */
  body: PlaceBetBody
}

export type SubmissionsByAccount = Record<string, BetSubmission[]>

const isSubmission: Check<BetSubmission> = shapeOf({
  key: (value): value is string => isText(value) && value !== '',
  betKeys: listOf(isText),
  // Written by this app and validated by the server, so its shape is not repeated here.
  body: (value): value is PlaceBetBody => typeof value === 'object' && value !== null && 'is_parlay' in value,
})
const areSubmissions: Check<SubmissionsByAccount> = recordOf(listOf(isSubmission))

/** Submissions that could not be stored: they live as long as the page. */
export const unstored: SubmissionsByAccount = {}

export function readStored(): SubmissionsByAccount {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SUBMISSIONS_STORAGE_KEY) ?? '{}')
    return areSubmissions(stored) ? stored : {}
  } catch {
    return {}
  }
}

/** The account's unanswered submissions, oldest first. */
export const readSubmissions = (accountId: string): BetSubmission[] =>
  [readStored(), unstored].flatMap((all) => all[accountId] ?? [])
