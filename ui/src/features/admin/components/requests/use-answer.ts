import { useState } from 'react'
import { requestQueue } from '#ui/lib/messages/requests.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import type { QueuedRequest } from '../../api/requests.ts'

type Decided = 'done' | 'declined'

/**
 * The calls that answer a request, and the money of a deposit or pay-out with it. `onDecided` is called with the text to
 * show, `onEnd` after each attempt.
 */
export function useAnswer(request: QueuedRequest, onDecided: (text: string) => void, onEnd: () => void) {
  const decision = useAdminAction()
  const payment = useAdminAction()
  /** The money has moved; only the mark is missing. */
  const [isPaid, setPaid] = useState(false)
  const decide = (decided: Decided, answer: string, told: string) =>
    decision.mutate(
      { action: 'decideRequest', requestId: request.id, decision: decided, ...(answer === '' ? {} : { answer }) },
      { onSuccess: () => onDecided(told), onSettled: onEnd },
    )
  return {
    decide,
    /** `amount`: negative for a pay-out. */
    pay: (amount: number, answer: string, told: string) =>
      payment.mutate(
        {
          action: 'updateBalance',
          userId: request.userId,
          amountToAdd: amount,
          balanceType: amount < 0 ? 'withdraw' : 'deposit',
          reason: requestQueue.paidFor,
        },
        {
          onSuccess: () => {
            setPaid(true)
            decide('done', answer, told)
          },
          onError: onEnd,
        },
      ),
    isPaid,
    isBusy: decision.isPending || payment.isPending,
    isBusyWith: (decided: Decided) =>
      decision.isPending && decision.variables?.action === 'decideRequest' && decision.variables.decision === decided,
    error: payment.error ?? decision.error,
  }
}
