import { useRef, useState } from 'react'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { FormError } from '#ui/components/form-error.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { requestQueue, requests as texts } from '#ui/lib/messages/requests.ts'
import { formatEuros, toCents } from '#ui/lib/money.ts'
import type { QueuedRequest } from '../../api/requests.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { changeOf, MoneyChanges } from '../desk/money-changes.tsx'
import { useAnswer } from './use-answer.ts'

type RequestDecisionProps = {
  request: QueuedRequest
  /** Called with the text to show. */
  onDecided: (text: string) => void
}

/**
 * Answers a request. A deposit or pay-out is carried out here, after a dialog that names the money; if it was paid
 * elsewhere, the request is only marked as done.
 */
export function RequestDecision({ request, onDecided }: RequestDecisionProps) {
  const { kind, amount, username, balance, ending } = request
  /** A deposit that cannot be carried out can only be declined. */
  const refusedAs = kind === 'deposit' ? ending : null
  const [answer, setAnswer] = useState(refusedAs === null ? '' : requestQueue.answerOf[refusedAs])
  const [isMissing, setMissing] = useState(false)
  const [confirming, setConfirming] = useState<'pay' | 'mark' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { decide, pay, isPaid, isBusy, isBusyWith, error } = useAnswer(request, onDecided, () => setConfirming(null))
  const direction = kind === 'deposit' ? 'deposit' : kind === 'pay-out' ? 'withdraw' : null
  const isRefused = refusedAs !== null && !isPaid
  const pays = direction !== null && amount !== null && !isPaid && !isRefused
  const text = answer.trim()
  const money = amount === null ? '' : formatEuros(amount)
  const moved = direction === 'deposit' ? (amount ?? 0) : -(amount ?? 0)

  const decline = () => {
    setMissing(text === '')
    if (text === '') field.current?.focus()
    else decide('declined', text, requestQueue.declined(username))
  }
  const mark = () => decide('done', text, requestQueue.marked(username))
  const of = `${texts.kind[kind]}, ${username}`
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      <TextField
        label={
          <>
            {requestQueue.answer}
            <span className="sr-only"> {of}</span>
          </>
        }
        ref={field}
        // The error replaces the hint, so that nothing moves.
        hint={isMissing ? undefined : requestQueue.answerHint}
        error={isMissing ? requestQueue.answerMissing : undefined}
        autoComplete="off"
        maxLength={MAX_REASON_LENGTH}
        value={answer}
        onChange={(event) => {
          setAnswer(event.currentTarget.value)
          setMissing(false)
        }}
        className="min-w-0 grow basis-56"
      />
      {/* On a phone, the button that moves money has a line of its own. */}
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow sm:pb-6 sm:*:h-11">
        {pays && (
          <Button variant="primary" className="max-sm:w-full" disabled={isBusy} onClick={() => setConfirming('pay')}>
            {requestQueue.pay(direction, money)}
            <span className="sr-only"> {of}</span>
          </Button>
        )}
        {!isRefused && (
          <Button
            variant={pays ? 'secondary' : 'primary'}
            disabled={isBusy}
            busy={isBusyWith('done')}
            onClick={() => (pays ? setConfirming('mark') : mark())}
          >
            {requestQueue.done}
            <span className="sr-only"> {of}</span>
          </Button>
        )}
        <Button disabled={isBusy || isPaid} busy={isBusyWith('declined')} onClick={decline}>
          {requestQueue.decline}
          <span className="sr-only"> {of}</span>
        </Button>
      </div>
      {error && (
        <FormError
          text={`${isPaid ? `${requestQueue.paid(money)} ` : ''}${errorText(error, requestQueue.decideFailed)}`}
        />
      )}
      {confirming === 'pay' && pays && (
        <ConfirmAction
          onClose={() => setConfirming(null)}
          title={requestQueue.payTitle(direction, money, username)}
          description={requestQueue.payText(direction, money, username)}
          confirmLabel={requestQueue.pay(direction, money)}
          busy={isBusy}
          onConfirm={() => pay(moved, text, requestQueue.carriedOut(direction, money, username))}
        >
          {balance !== null && (
            <MoneyChanges changes={[changeOf(requestQueue.walletOf(username), toCents(balance), toCents(moved))]} />
          )}
        </ConfirmAction>
      )}
      {confirming === 'mark' && (
        <ConfirmAction
          onClose={() => setConfirming(null)}
          title={requestQueue.markTitle(username)}
          description={requestQueue.markText(money)}
          confirmLabel={requestQueue.markConfirm}
          busy={isBusy}
          onConfirm={mark}
        />
      )}
    </div>
  )
}
