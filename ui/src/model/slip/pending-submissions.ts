// Bets that were sent and have no definite answer yet, with their idempotency keys. Stored, so that retrying after a
// timeout, a reload or a crash never bets twice.
import type { PlaceBetBody } from '#services/contract/contract.ts'
import { type Check, isText, listOf, recordOf, shapeOf } from '#ui/lib/shape.ts'

export const SUBMISSIONS_STORAGE_KEY = 'fairbook.slip.attempts'

export interface BetSubmission {
  /** The Idempotency-Key: the same until the outcome is known. */
  key: string
  /** The selections that the bet is on. */
  betKeys: string[]
  /** The request as first sent; retries repeat it unchanged. */
  body: PlaceBetBody
}

type SubmissionsByAccount = Record<string, BetSubmission[]>

const isSubmission: Check<BetSubmission> = shapeOf({
  key: (value): value is string => isText(value) && value !== '',
  betKeys: listOf(isText),
  // Written by this application and validated by the server: the shape is not repeated here.
  body: (value): value is PlaceBetBody => typeof value === 'object' && value !== null && 'is_parlay' in value,
})
const areSubmissions: Check<SubmissionsByAccount> = recordOf(listOf(isSubmission))

/** Where storage is full or blocked, submissions live as long as the page. */
let fallback: SubmissionsByAccount | null = null

function readAll(): SubmissionsByAccount {
  if (fallback !== null) return fallback
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SUBMISSIONS_STORAGE_KEY) ?? '{}')
    return areSubmissions(stored) ? stored : {}
  } catch {
    return {}
  }
}

/** The account's submissions without an answer, oldest first. */
export const readSubmissions = (accountId: string): BetSubmission[] => readAll()[accountId] ?? []

/** Replaces the account's submissions; those of other accounts on the same device stay. */
export function writeSubmissions(accountId: string, submissions: BetSubmission[]): void {
  const { [accountId]: _, ...others } = readAll()
  const all = submissions.length === 0 ? others : { ...others, [accountId]: submissions }
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(SUBMISSIONS_STORAGE_KEY)
    else localStorage.setItem(SUBMISSIONS_STORAGE_KEY, JSON.stringify(all))
    fallback = null
  } catch {
    fallback = all
  }
}

export function removeSubmission(accountId: string, key: string): void {
  writeSubmissions(
    accountId,
    readSubmissions(accountId).filter((submission) => submission.key !== key),
  )
}
