// Bets that were sent and have no definite answer yet, with their idempotency keys. Stored, so that retrying after a
// timeout, a reload or a crash never bets twice.
import * as z from 'zod/mini'
import type { PlaceBetBody } from '#services/contract/contract.ts'

export const SUBMISSIONS_STORAGE_KEY = 'fairbook.slip.attempts'

export interface BetSubmission {
  /** The Idempotency-Key: the same until the outcome is known. */
  key: string
  /** The selections that the bet is on. */
  betKeys: string[]
  /** The request as first sent; retries repeat it unchanged. */
  body: PlaceBetBody
}

const StoredSubmissions = z.record(
  z.string(),
  z.array(
    z.object({
      key: z.string().check(z.minLength(1)),
      betKeys: z.array(z.string()),
      // Written by this application and validated by the server: the shape is not repeated here.
      body: z.custom<PlaceBetBody>((value) => typeof value === 'object' && value !== null && 'is_parlay' in value),
    }),
  ),
)
type SubmissionsByAccount = z.infer<typeof StoredSubmissions>

/** Where storage is full or blocked, submissions live as long as the page. */
let fallback: SubmissionsByAccount | null = null

function readAll(): SubmissionsByAccount {
  if (fallback !== null) return fallback
  try {
    const parsed = StoredSubmissions.safeParse(JSON.parse(localStorage.getItem(SUBMISSIONS_STORAGE_KEY) ?? '{}'))
    return parsed.success ? parsed.data : {}
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
