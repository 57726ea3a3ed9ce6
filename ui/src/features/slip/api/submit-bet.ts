// POST /api/bets/place-bet.
import type { BetAccepted, BetRefused } from '#services/contract/contract.ts'
import { ApiError, isFinal, type OddsChange } from '#ui/lib/http/api-error.ts'
import { request } from '#ui/lib/http/request.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { messages } from '#ui/lib/messages.ts'
import type { BetSubmission } from '#ui/model/slip/pending-submissions.ts'

const TIMEOUT_MS = 30_000

export type SubmissionResult =
  | { kind: 'accepted'; bet: BetAccepted }
  /** Definitely not placed. */
  | { kind: 'refused'; text: string; changes: OddsChange[]; error: ApiError }
  /** Placed or not: only a retry with the same key tells. */
  | { kind: 'unknown'; text: string; error: ApiError }

/** Never rejects. `isRetry`: the bet was sent before. */
export async function submitBet({ body, key }: BetSubmission, isRetry: boolean): Promise<SubmissionResult> {
  try {
    const bet = await request<BetAccepted | Partial<BetRefused> | null>('/api/bets/place-bet', {
      body,
      idempotencyKey: key,
      timeoutMs: TIMEOUT_MS,
    })
    if (bet?.success !== true) return toResult(notAccepted(bet), isRetry)
    return { kind: 'accepted', bet }
  } catch (error) {
    return toResult(error instanceof ApiError ? error : new ApiError(inSlip.failed, 0, 'network'), isRetry)
  }
}

/**
 * For a 2xx reply that accepts nothing: a refusal if it says so; otherwise it is not from our server, and the outcome
 * is unknown.
 */
function notAccepted(reply: Partial<BetRefused> | null): ApiError {
  const text = typeof reply?.error === 'string' ? reply.error : ''
  return reply?.success === false ? new ApiError(text, 400, 'unknown') : new ApiError(text, 200, 'not_json')
}

export function toResult(error: ApiError, isRetry: boolean): SubmissionResult {
  const text = resultText(error)
  if (!isFinal(error, isRetry)) return { kind: 'unknown', text, error }
  return { kind: 'refused', text, changes: error.changes, error }
}

function resultText(error: ApiError): string {
  if (error.code === 'timeout' || error.code === 'outcome_unknown') return inSlip.timedOut
  if (error.status === 0) return inSlip.failed
  return error.message || messages.errors.unknown
}
