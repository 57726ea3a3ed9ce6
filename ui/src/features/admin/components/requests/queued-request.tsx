import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { FormError } from '#ui/components/form-error.tsx'
import { Money } from '#ui/components/money.tsx'
import { RequestState } from '#ui/components/requests/request-state.tsx'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { requestQueue, requests as texts } from '#ui/lib/messages/requests.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import type { QueuedRequest } from '../../api/requests.ts'
import { ForWriters } from '../desk/for-writers.tsx'

type QueuedRequestCardProps = {
  request: QueuedRequest
  onDecided: () => void
}

/** Who asks for what, and the answer. Money is moved with the customer's own deposit and withdrawal. */
export function QueuedRequestCard({ request, onDecided }: QueuedRequestCardProps) {
  const { kind, amount, note, state, username, userId, userPage, email, requestedAt } = request
  return (
    <li className="rounded-control border border-border bg-inset p-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold text-body">
            {texts.kind[kind]}
            {amount !== null && <Money amount={amount} />}
            <RequestState state={state} />
          </p>
          <p className="text-second [overflow-wrap:anywhere]">
            <span className="font-medium">{username}</span>{' '}
            <span className="text-muted">
              · {email ?? requestQueue.noEmail} ·{' '}
              <time dateTime={requestedAt} title={timeZoneName()}>
                {formatDayTime(requestedAt)}
              </time>
            </span>
          </p>
          {note !== '' && <p className="mt-1 text-body [overflow-wrap:anywhere]">{note}</p>}
        </div>
        {userPage !== null && (
          <Link to="/admin/users" search={{ user: userId }} className={buttonStyle({ size: 'sm' })}>
            {requestQueue.customer}
            <span className="sr-only"> {username}</span>
          </Link>
        )}
      </div>
      {state === 'open' ? (
        <ForWriters>
          <Decision request={request} onDecided={onDecided} />
        </ForWriters>
      ) : (
        <Decided request={request} />
      )}
    </li>
  )
}

function Decided({ request: { answer, decidedBy, decidedAt } }: { request: QueuedRequest }) {
  return (
    <>
      {decidedBy !== null && decidedAt !== null && (
        <p className="mt-1 text-muted text-second">{requestQueue.decidedBy(decidedBy, formatDayTime(decidedAt))}</p>
      )}
      {answer !== '' && <p className="text-second [overflow-wrap:anywhere]">{answer}</p>}
    </>
  )
}

function Decision({ request: { id, kind, username }, onDecided }: { request: QueuedRequest; onDecided: () => void }) {
  const [answer, setAnswer] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const action = useAdminAction()
  const decide = (decision: 'done' | 'declined') => {
    const lacksReason = decision === 'declined' && answer.trim() === ''
    setMissing(lacksReason)
    if (lacksReason) return field.current?.focus()
    action.mutate(
      {
        action: 'decideRequest',
        requestId: id,
        decision,
        ...(answer.trim() === '' ? {} : { answer: answer.trim() }),
      },
      { onSuccess: onDecided },
    )
  }
  const isPending = (decision: string) =>
    action.isPending && action.variables?.action === 'decideRequest' && action.variables.decision === decision
  const of = `${texts.kind[kind]}, ${username}`
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      <TextField
        label={requestQueue.answer}
        ref={field}
        // one takes the other's place, so that nothing moves
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
      <div className="flex flex-wrap gap-2 sm:pb-6">
        <Button variant="primary" disabled={action.isPending} busy={isPending('done')} onClick={() => decide('done')}>
          {requestQueue.done}
          <span className="sr-only"> {of}</span>
        </Button>
        <Button disabled={action.isPending} busy={isPending('declined')} onClick={() => decide('declined')}>
          {requestQueue.decline}
          <span className="sr-only"> {of}</span>
        </Button>
      </div>
      {action.error && <FormError text={errorText(action.error, requestQueue.decideFailed)} />}
    </div>
  )
}
